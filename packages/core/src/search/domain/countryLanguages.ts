/** Which languages are read where: a hint for the order of results, never a filter. */

const languages: Readonly<Record<string, ReadonlyArray<string>>> = {
  ...{
    us: ["en"],
    gb: ["en"],
    uk: ["en"],
    ie: ["en"],
    au: ["en"],
    nz: ["en"],
    ca: ["en", "fr"],
    in: ["en", "hi"],
    za: ["en"]
  },
  ...{ de: ["de"], at: ["de"], ch: ["de", "fr", "it"], li: ["de"], fr: ["fr"], be: ["nl", "fr"], lu: ["fr", "de"] },
  ...{ es: ["es"], mx: ["es"], ar: ["es"], cl: ["es"], co: ["es"], pe: ["es"], pt: ["pt"], br: ["pt"], it: ["it"] },
  ...{
    nl: ["nl"],
    dk: ["da"],
    se: ["sv"],
    no: ["no", "nb", "nn"],
    fi: ["fi", "sv"],
    is: ["is"],
    ee: ["et"],
    lv: ["lv"]
  },
  ...{ lt: ["lt"], pl: ["pl"], cz: ["cs"], sk: ["sk"], hu: ["hu"], ro: ["ro"], bg: ["bg"], gr: ["el"], tr: ["tr"] },
  ...{
    ua: ["uk"],
    ru: ["ru"],
    by: ["be", "ru"],
    rs: ["sr"],
    hr: ["hr"],
    si: ["sl"],
    il: ["he"],
    ae: ["ar"],
    sa: ["ar"]
  },
  ...{ eg: ["ar"], ma: ["ar", "fr"], ir: ["fa"], pk: ["ur", "en"], bd: ["bn"], th: ["th"], vn: ["vi"], id: ["id"] },
  ...{
    my: ["ms"],
    ph: ["en", "tl"],
    cn: ["zh"],
    tw: ["zh"],
    hk: ["zh", "en"],
    sg: ["en", "zh"],
    jp: ["ja"],
    kr: ["ko"]
  }
}

/** Languages of a country in two lower case letters; none when it is not known. */
export const languagesOfCountry = (country: string): ReadonlyArray<string> => languages[country] ?? []
