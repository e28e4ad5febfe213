/** Choices in other words and languages: `petrol` is what a page calls *Gasolina*. */
import { nameWords } from "./nameWords.ts"

/** Of each family one is true at most; the words of each side mean the same. */
const families: ReadonlyArray<ReadonlyArray<string>> = [
  [
    "petrol,gasoline,benzin,gasolina,essence,benzina,benzine",
    "diesel,gasoleo,gasoil,gazole,gasolio",
    "electric,elektro,elektrisch,electrico,electrica,electrique,elettrica,elettrico",
    "hybrid,hibrido,hibrida,hybride,ibrida,ibrido,plug-in hybrid"
  ],
  [
    "manual,manuell,manuelle,manuale,schaltgetriebe,handschaltung,schaltung",
    "automatic,automatik,automatikgetriebe,automatique,automatico,automatica,automatisch"
  ],
  [
    "full time,fulltime,vollzeit,tiempo completo,jornada completa,temps plein,tempo pieno,voltijd",
    "part time,parttime,teilzeit,tiempo parcial,jornada parcial,temps partiel,deeltijd",
    "internship,intern,praktikum,stage,practicas,tirocinio"
  ],
  [
    "permanent,unbefristet,festanstellung,indefinido,cdi,indeterminato",
    "temporary,fixed term,befristet,temporal,cdd,zeitvertrag,determinato"
  ],
  [
    "remote,homeoffice,home office,teletrabajo,teletravail,remoto",
    "hybrid,hibrido,hibrida,hybride,ibrido",
    "onsite,on site,presencial,vor ort,sur site,presentiel,office"
  ],
  [
    "easy,simple,einfach,leicht,facil,facile",
    "medium,moderate,mittel,moyen,moyenne,media,medio",
    "hard,difficult,schwer,schwierig,dificil,difficile"
  ],
  [
    "beginner,anfanger,debutant,debutants,principiante,principiantes,einsteiger",
    "intermediate,mittelstufe,intermedio,intermediaire",
    "advanced,fortgeschritten,fortgeschrittene,avanzado,avance"
  ],
  [
    "new,neu,neuwertig,nuevo,nueva,neuf,nuovo",
    "used,second hand,gebraucht,usado,usada,occasion,usato",
    "refurbished,generaluberholt,reacondicionado,reconditionne,ricondizionato"
  ],
  ["open,offen,geoffnet,abierto,abierta,ouvert,ouverte,aperto", "closed,geschlossen,cerrado,cerrada,ferme,chiuso"],
  [
    "approved,granted,accepted,genehmigt,aprobado,aprobada,approuve,approuvee",
    "refused,rejected,denied,abgelehnt,denegado,denegada,refuse,refusee",
    "withdrawn,zuruckgezogen,retirado,retirada,retire",
    "pending,undecided,anhangig,pendiente,en attente"
  ],
  [
    "sold,verkauft,vendu,vendido,venduto",
    "reserved,reserviert,reservado,reserve",
    "for sale,zu verkaufen,en venta,a vendre"
  ],
  ["furnished,mobliert,amueblado,meuble", "unfurnished,unmobliert,sin amueblar,non meuble"]
]

const key = (text: string): string => ` ${nameWords(text).join(" ")} `

const sides = families.map((family) => family.map((words) => words.split(",").map(key)))

const sideOf = (family: ReadonlyArray<ReadonlyArray<string>>, said: string): ReadonlyArray<number> =>
  family.flatMap((words, side) => (words.some((word) => said.includes(word)) ? [side] : []))

/** Of each family the choices with the sides that they name. */
type Meant = ReadonlyArray<ReadonlyArray<readonly [choice: string, sides: ReadonlyArray<number>]>>

const known = new WeakMap<ReadonlyArray<string>, Meant>()

const sidesOf = (choices: ReadonlyArray<string>): Meant => {
  const before = known.get(choices)
  if (before !== undefined) return before
  const keys = choices.map((choice) => [choice, key(choice)] as const)
  const found = sides.map((family) =>
    keys.flatMap(([choice, said]) => {
      const own = sideOf(family, said)
      return own.length === 1 ? [[choice, own] as const] : []
    })
  )
  known.set(choices, found)
  return found
}

/** Longest text whose words are looked at. */
const maxLength = 60

/** Of several what stands for them together. */
const together = key("hybrid")

/** The one choice that means the same as the text; null where it means several, and undefined where it means none. @internal */
export const sameChoice = (text: string, choices: ReadonlyArray<string>): string | null | undefined => {
  if (text.length > maxLength) return undefined
  const said = key(text)
  const found = new Set<string>()
  for (const [at, family] of sides.entries()) {
    const all = sideOf(family, said)
    const both = all.filter((side) => family[side]?.includes(together))
    const meant = both.length === 1 ? both : all
    const of = sidesOf(choices)[at]!
    // One word of a family says little of which family is asked for.
    if (of.length < 2 || meant.length === 0) continue
    const fitting = of.filter(([, [only]]) => only === meant[0])
    if (meant.length > 1) return null
    if (fitting.length !== 1) return undefined
    found.add(fitting[0]![0])
  }
  return found.size === 1 ? [...found][0] : undefined
}
