/**
 * How addresses of countries are written: what their postal codes look like, and what their states are called.
 *
 * **Details.** By the addressing pages of the Universal Postal Union (upu.int, "Addressing solutions"), for countries that write the code
 * before the place, and for those that write it behind. Libraries that check codes of a known country (`postcode-validator`) do not say
 * where in a text a code stands, and readers of whole addresses know the United States alone or need a model (`addresser`,
 * `parse-address`, `node-postal`).
 */

/** A form of code that stands before its place, and the countries that have it. */
export interface CodeForm {
  readonly form: RegExp
  readonly countries: ReadonlyArray<string>
}

/** The longest first, so that the beginning of one is not taken for another. */
export const codesBeforePlaces: ReadonlyArray<CodeForm> = [
  { form: /^\d{5}-\d{3}(?![\d-])/, countries: ["BR"] },
  { form: /^\d{4}-\d{3}(?![\d-])/, countries: ["PT"] },
  { form: /^\d{4} ?[A-Z]{2}(?![\p{L}\d])/u, countries: ["NL"] },
  { form: /^\d{2}-\d{3}(?![\d-])/, countries: ["PL"] },
  { form: /^\d{6}(?!\d)/, countries: ["RU", "RO", "CN", "KZ", "BY", "UZ", "KG"] },
  { form: /^\d{3} \d{2}(?!\d| \d)/, countries: ["SE", "CZ", "SK", "GR"] },
  {
    form: /^\d{5}(?![\d-])/,
    countries: [
      ...["DE", "FR", "ES", "IT", "FI", "TR", "MX", "UA", "HR", "RS", "EE", "LT", "GR", "CZ", "SK", "SE", "MA", "DZ"],
      ...["TH", "ID", "MY", "KR", "MC", "SN", "BA", "ME", "CU", "CR", "PE", "SA"]
    ]
  },
  {
    form: /^\d{4}(?![\d-])/,
    countries: ["AT", "CH", "BE", "DK", "NO", "HU", "LU", "BG", "SI", "LI", "TN", "CY", "GE", "MK", "AL", "PH"]
  },
  { form: /^\d{3}(?![\d-])/, countries: ["IS"] }
]

/** Codes that stand behind a place, in countries which an address with them names, or of which its page is. */
export const codesBehindPlaces: ReadonlyMap<string, RegExp> = new Map([
  ["NZ", /^\d{4}$/],
  ["ZA", /^\d{4}$/],
  ["AU", /^\d{4}$/],
  ["IN", /^\d{3} ?\d{3}$/],
  ["SG", /^\d{6}$/],
  ["TH", /^\d{5}$/],
  ["ID", /^\d{5}$/],
  ["KE", /^\d{5}$/]
])

/** Letters before a code, as in `D-70173`: those of cars, and those of ISO. */
export const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      D: "DE",
      A: "AT",
      CH: "CH",
      F: "FR",
      I: "IT",
      E: "ES",
      B: "BE",
      L: "LU",
      NL: "NL",
      DK: "DK",
      S: "SE",
      N: "NO"
    },
    ...{ FI: "FI", FIN: "FI", PL: "PL", CZ: "CZ", SK: "SK", H: "HU", SI: "SI", SLO: "SI", HR: "HR", P: "PT", GR: "GR" },
    ...{ FL: "LI", LI: "LI", EE: "EE", LT: "LT", BG: "BG", RO: "RO", DE: "DE", AT: "AT", FR: "FR", IT: "IT", ES: "ES" },
    ...{ BE: "BE", LU: "LU", SE: "SE", NO: "NO", PT: "PT", HU: "HU", IS: "IS" }
  })
)

/** The country whose own language a page has, where a code fits it: others that speak it have codes of another form, or say who they are. */
export const homes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ de: "DE", fr: "FR", es: "ES", it: "IT", sv: "SE", cs: "CZ", sk: "SK", el: "GR", tr: "TR", fi: "FI", da: "DK" },
    ...{ nb: "NO", nn: "NO", no: "NO", hu: "HU", pl: "PL", ru: "RU", ro: "RO", uk: "UA", bg: "BG", sl: "SI", hr: "HR" },
    ...{ et: "EE", lt: "LT", is: "IS", th: "TH", id: "ID", zh: "CN" }
  })
)

/** Countries by what is dialled for them; those that share it with others are left out. */
export const dialled: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ 20: "EG", 27: "ZA", 30: "GR", 31: "NL", 32: "BE", 33: "FR", 34: "ES", 36: "HU", 40: "RO", 41: "CH", 43: "AT" },
    ...{ 44: "GB", 45: "DK", 46: "SE", 48: "PL", 49: "DE", 51: "PE", 52: "MX", 53: "CU", 54: "AR", 55: "BR", 56: "CL" },
    ...{ 57: "CO", 60: "MY", 61: "AU", 62: "ID", 63: "PH", 64: "NZ", 65: "SG", 66: "TH", 81: "JP", 82: "KR", 84: "VN" },
    ...{ 86: "CN", 90: "TR", 91: "IN", 212: "MA", 213: "DZ", 216: "TN", 221: "SN", 254: "KE", 351: "PT", 352: "LU" },
    ...{ 353: "IE", 354: "IS", 357: "CY", 358: "FI", 359: "BG", 370: "LT", 371: "LV", 372: "EE", 380: "UA", 381: "RS" },
    ...{ 382: "ME", 385: "HR", 386: "SI", 387: "BA", 39: "IT", 47: "NO", 420: "CZ", 421: "SK", 423: "LI", 506: "CR" },
    ...{ 852: "HK", 886: "TW", 966: "SA", 971: "AE", 972: "IL", 995: "GE" }
  })
)

const named = (codes: string, names: string): ReadonlyMap<string, string> => {
  const all = codes.split(" ")
  return new Map([
    ...all.map((code) => [code, code] as const),
    ...names.split(",").map((name, at) => [name, all[at] ?? ""] as const)
  ])
}

/** Codes of the states of the United States, by their codes and their names. */
export const states = named(
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR",
  "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming,D.C.,Puerto Rico"
)

/** The same of Canada, and of Australia. */
export const provinces = named(
  "AB BC MB NB NL NS NT NU ON PE QC SK YT",
  "Alberta,British Columbia,Manitoba,New Brunswick,Newfoundland and Labrador,Nova Scotia,Northwest Territories,Nunavut,Ontario,Prince Edward Island,Quebec,Saskatchewan,Yukon"
)
export const territories = named(
  "NSW VIC QLD SA WA TAS ACT NT",
  "New South Wales,Victoria,Queensland,South Australia,Western Australia,Tasmania,Australian Capital Territory,Northern Territory"
)

/** Counties of the United Kingdom and Ireland, which stand behind the place. */
export const isCounty =
  /^(?:(?:Co\.?|County) \p{Lu}[\p{L}' ]{2,20}|\p{Lu}[\p{L} ]{1,20}shire|(?:Greater|West|East|North|South) (?:London|Manchester|Midlands|Sussex|Yorkshire)|Kent|Essex|Surrey|Devon|Cornwall|Norfolk|Suffolk|Dorset|Somerset|Cumbria|Merseyside|Tyne (?:and|&) Wear|Northumberland|Rutland|Isle of Wight|Middlesex|Highland|Fife|Gwent|Powys|Dyfed|Gwynedd|Clwyd)$/u
