/**
 * What sentences say in set phrases: who founded whom and when, who holds a role, who made something, where a head office is, how many work there.
 *
 * **Details.** A phrase says who does what to whom, where words that are shared do not: *founded in 2009 by Jane Roe in Lyon* has one year and one
 * person, and says of no head office. Phrases of English, German, French and Spanish are known. What is denied, planned, over or asked says
 * nothing, and what is said of somebody else neither.
 */
import { givesOrders } from "../../models/domain/givesOrders.ts"
import { fold } from "../../search/domain/indexTerms.ts"
import type { Passage } from "./choosePassages.ts"
import type { DataShape } from "./DataShape.ts"
import { spokenName } from "./fieldNames.ts"
import { isOfAnother, isStranger, type Subject } from "./ofWhom.ts"

/** What is asked for by a field that a set phrase may answer. */
export type Phrase =
  | { readonly kind: "founders" | "founded" | "headquarters" | "staff" }
  | { readonly kind: "role"; readonly role: string }
  | { readonly kind: "maker"; readonly deed: string }

/** Most persons of a sentence. */
const mostPersons = 6

/** Each role as fields call it, and as pages do. */
const roles: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /^(?:ceo|chief executive(?: officer)?|managing director|geschafts?fuhrer(?:in)?|geschaefts?fuehrer(?:in)?|pdg|directeur general|directrice generale|director general)$/,
    "CEO|[Cc]hief [Ee]xecutive(?: [Oo]fficer)?|[Mm]anaging [Dd]irector|Geschäftsführer(?:in)?|PDG|[Dd]irecteur [Gg]énéral|[Dd]irectrice [Gg]énérale|[Dd]irectora? [Gg]eneral"
  ],
  [/^(?:cto|chief technology officer)$/, "CTO|[Cc]hief [Tt]echnology [Oo]fficer"],
  [/^(?:cfo|chief financial officer)$/, "CFO|[Cc]hief [Ff]inancial [Oo]fficer"],
  [/^(?:coo|chief operating officer)$/, "COO|[Cc]hief [Oo]perating [Oo]fficer"],
  [/^(?:chair|chair(?:man|woman|person))$/, "[Cc]hair(?:man|woman|person)?"],
  [/^president$/, "[Pp]resident"],
  [/^(?:owner|inhaber(?:in)?|proprietor)$/, "[Oo]wner|[Pp]roprietor|Inhaber(?:in)?"],
  [/^(?:editor(?: in chief)?|chief editor)$/, "[Ee]ditor(?:-in-[Cc]hief)?"],
  [/^director$/, "[Dd]irector"]
]

/** How a page that lists people calls who founded what it is of. */
const founderTitle = "(?:[Cc]o-?)?[Ff]ounder|Gründer(?:in)?|[Ff]ondateur|[Ff]ondatrice|[Ff]undadora?"

/** The pattern of the title that answers a phrase; null where none does. @internal */
export const titleOf = (phrase: Phrase): string | null => {
  if (phrase.kind === "role") return phrase.role
  return phrase.kind === "founders" ? founderTitle : null
}

/** Each maker as fields call him, and what he does. */
const makers: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:designer|designed by)$/, "designed"],
  [/^(?:author|writer|written by)$/, "written"],
  [/^(?:inventor|invented by)$/, "invented"],
  [/^(?:architect)$/, "designed"],
  [/^(?:composer|composed by)$/, "composed"],
  [/^(?:illustrator|illustrated by)$/, "illustrated"]
]

const founders =
  /^(?:(?:co )?founders?(?: names?)?|founded by|gr(?:u|ue)nder(?:in|innen)?|fondateurs?|fondatrices?|fundador(?:a|es|as)?)$/

const founded =
  /^(?:(?:year )?(?:founded|established)(?: (?:in|year))?|(?:found(?:ing|ation|ed)|inception|establish(?:ment|ed)) year|year (?:of )?(?:founding|foundation|founded|inception|establishment)|gegr(?:u|ue)ndet(?: jahr)?|jahr der gr(?:u|ue)ndung|gr(?:u|ue)ndungs ?jahr|ann?ee? (?:de )?(?:creation|fondation)|ano (?:de )?(?:fundacion|creacion))$/

const headquarters =
  /^(?:(?:company |corporate )?(?:headquarters?|hq|head office)(?: (?:location|city))?|headquartered in|(?:firmen|haupt|unternehmens)?sitz|siege(?: social)?|sede(?: (?:central|social|principal))?)$/

const staff =
  /^(?:(?:number|count|total)(?: of)? )?(?:employees?|staff|headcount|team size|team members|workforce|mitarbeiter(?:innen)?|mitarbeitende|mitarbeiter ?zahl|beschaftigte|salaries|effectif|empleados)(?: (?:count|number|total|size))?$/

const isOneText = (shape: DataShape): boolean =>
  shape.kind === "text" && shape.format === null && shape.choices === null && shape.form === undefined

const isTexts = (shape: DataShape): boolean => shape.kind === "list" && isOneText(shape.items)

/** The phrase that may answer a property; null where none does. @internal */
export const phraseOf = (name: string, shape: DataShape): Phrase | null => {
  const said = fold(spokenName(name))
  if (isOneText(shape) || isTexts(shape)) {
    if (founders.test(said)) return { kind: "founders" }
    if (isTexts(shape)) return null
    const role = roles.find(([asked]) => asked.test(said))?.[1]
    if (role !== undefined) return { kind: "role", role }
    const deed = makers.find(([asked]) => asked.test(said))?.[1]
    if (deed !== undefined) return { kind: "maker", deed }
    if (headquarters.test(said)) return { kind: "headquarters" }
  }
  if (shape.kind === "number") {
    if (staff.test(said)) return { kind: "staff" }
    if (founded.test(said)) return { kind: "founded" }
  }
  return shape.kind === "text" && isOneText(shape) && /year|jahr|ann|ano/.test(said) && founded.test(said)
    ? { kind: "founded" }
    : null
}

const nameOf = String.raw`\p{Lu}[\p{Ll}'’-]+(?:\s(?:(?:von|van|de|der|da|di|del|le|la|al|bin)\s)?(?![JS]r\b)\p{Lu}(?:[\p{L}'’-]+|\.)){1,3}(?:\s[JS]r\.)?`
const and = "(?:and|und|et|y|e|&)"
const namesOf = String.raw`${nameOf}(?:(?:,\s${nameOf}){0,4},?\s${and}\s${nameOf})?`

const reservations =
  /[?]|(?<![\p{L}])(?:not|never|no|nobody|cannot|if|unless|may|might|could|would|should|will|soon|planned|plans?|hopes?|until|till|formerly|former|previous|previously|ex|late|interim|acting|retired|resigned|stepped|left|used to|no longer|allegedly|rumou?r\w*|nicht|nie|kein\w*|bis|ehemalige[rnsm]?|frühere[rnsm]?|wird|werden|soll|pas|jamais|jusqu\w*|ancien(?:ne)?|sera|nunca|hasta|antigu[oa]|será)(?![\p{L}])|n['’]t(?![\p{L}])/iu

/** Whether a sentence says nothing for sure: what is denied, asked, meant, or over. The month is no doubt. @internal */
export const isUnsure = (text: string): boolean => reservations.test(text.replace(/(?<!\p{L})May(?!\p{L})/gu, ""))

/** What companies and such are called by themselves. */
const kinds =
  "company|business|firm|agency|studio|brand|organi[sz]ation|foundation|association|start-?up|cooperative|publisher|practice|enterprise|group|Unternehmen|Firma|Betrieb|Agentur|Verein|Verlag|société|entreprise|maison|agence|empresa|compañía"

const themselves = new RegExp(
  String.raw`^(?:(?:today|now|currently|heute|aujourd['’]hui|hoy),?\s)?(?:it|we|wir|es|sie|nous|on|elle|il|(?:the|our|this|das|die|unsere?|unser|la|le|l['’]|notre|nuestra|esta)\s?(?:\p{L}+\s)?(?:${kinds}))(?:\s(?:itself|selbst))?$`,
  "iu"
)

const isNameOf = ({ names }: Subject, text: string): boolean =>
  names.some((words) => words.every((word) => word.test(text)))

const trimmed = (text: string): string => text.replace(/^[\s"“„«(]+|[\s,"”]+$/gu, "")

/** Whether what stands before a verb is who is asked about, and no other. @internal */
export const isThem = (before: string, whom: Subject): boolean => {
  const plain = trimmed(before).replace(/\s(?:ltd|inc|llc|gmbh|ag|co|sa|sas|plc|limited)\.?$/iu, "")
  if (plain === "" || themselves.test(plain)) return true
  return plain.split(/\s+/).length <= 6 &&
    !isStranger(whom, plain) &&
    /^["“„«]?(?:\p{Lu}|the |der |die |das |la |le )/u.test(plain)
    ? whom.names.length === 0 || isNameOf(whom, plain)
    : false
}

/** Words of a beginning that may name who is asked about. */
const mostBeginning = 6

/** Whether a sentence begins with who is asked about. @internal */
export const beginsWith = (text: string, whom: Subject): boolean => {
  const words = text.split(/\s+/, mostBeginning + 1)
  for (let length = Math.min(mostBeginning, words.length - 1); length > 0; length--) {
    if (isThem(words.slice(0, length).join(" "), whom)) return true
  }
  return false
}

/** Words that a clause of founding has beside names and years. */
const filler =
  /^(?:in|on|by|back|the|year|early|late|as|a|an|at|of|and|&|together|with|im|jahre?|von|durch|und|vom|am|en|par|et|l|année|à|au|por|y|el|año|de|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember)$/iu

const auxiliary = /^(?:was|were|been|has|had|wurde|worden|ist|a|été|est|fue|ha|sido|first|originally)$/iu

const strong =
  /^(?:(?:co-?)?founded|established|incorporated|gegründet|gründeten?|fondée?s?|créée?s?|fundad[ao]s?|cread[ao]s?)$/iu
const weak = /^(?:started|launched|created|begun)$/iu

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

const tokensOf = (text: string): ReadonlyArray<Token> =>
  [...text.matchAll(/[\p{L}\p{N}&][\p{L}\p{N}'’.-]*[\p{L}\p{N}]|[\p{L}\p{N}&]/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length
  }))

const isYear = (word: string): boolean => /^(?:1[5-9]|20)\d\d$/.test(word)

const isFiller = ({ text }: Token): boolean => filler.test(text) || isYear(text) || /^\p{Lu}/u.test(text)

/** A clause that says that something was founded: its verb, and what stands beside it as far as nothing else is said. */
interface Founding {
  readonly left: string
  readonly right: string
  readonly before: string
  /** All that stands behind the verb. */
  readonly behind: string
  readonly isPassive: boolean
  readonly isWeak: boolean
}

/** No more tokens of a sentence are gone through. */
const mostTokens = 80

const foundingsIn = (text: string): ReadonlyArray<Founding> => {
  const tokens = tokensOf(text).slice(0, mostTokens)
  return tokens.flatMap((token, at): ReadonlyArray<Founding> => {
    if (!strong.test(token.text) && !weak.test(token.text)) return []
    // A clause ends where another begins.
    const gap = (from: number, to: number) => text.slice(from, to)
    let first = at
    while (first > 0 && (isFiller(tokens[first - 1]!) || auxiliary.test(tokens[first - 1]!.text))) {
      if (/[;:.!()“”"]/.test(gap(tokens[first - 1]!.end, tokens[first]!.start))) break
      first -= 1
    }
    let last = at
    while (last < tokens.length - 1 && isFiller(tokens[last + 1]!)) {
      if (/[;:!()“”"]/.test(gap(tokens[last]!.end, tokens[last + 1]!.start))) break
      last += 1
    }
    const left = text.slice(tokens[first]!.start, token.start)
    const isPassive =
      at === 0 ||
      tokens.slice(first, at).some(({ text }) => auxiliary.test(text)) ||
      /^(?:in|by|von|par|por|en|im)$/iu.test(tokens[at + 1]?.text ?? "")
    return [
      {
        left,
        right: text.slice(token.end, tokens[last]!.end),
        before: text.slice(0, token.start),
        behind: text.slice(token.end),
        isPassive,
        isWeak: weak.test(token.text)
      }
    ]
  })
}

const auxiliaries =
  /\s(?:was|were|has been|wurde|ist|a été|est|fue|ha sido|worden)(?:\s(?:first|originally))?(?:\s.*)?$/iu

/** *Founded in 1999, Acme supplies us*: who begins behind the comma is who was founded. */
const hasStrangeSubject = (right: string, whom: Subject): boolean => {
  const [, next] =
    /,\s(?:the\s)?(\p{Lu}[\p{L}\p{N}&'’-]*(?:\s\p{Lu}[\p{L}\p{N}&'’-]*)*)\s(?!(?:and|und|et|y)\s)\p{Ll}/u.exec(right) ??
    []
  return next !== undefined && isStranger(whom, next)
}

/** Whether the clause is of who is asked about. */
const isOfThem = ({ before, behind, isPassive, isWeak, left, right }: Founding, whom: Subject): boolean => {
  if (isPassive) {
    const subject = before.replace(auxiliaries, "")
    const isAside = subject === before
    const plain = trimmed(before)
    if (plain === "") return !isWeak && !hasStrangeSubject(behind, whom)
    // *Brasero, founded in 2009* is set off by a comma; *a school founded by* is of the school.
    if (isAside && !/,\s*$/.test(before)) return false
    return isThem(subject, whom) && !(isWeak && isAside)
  }
  const [, object = ""] =
    /^\s((?:(?:the|our|this|us|it|das|die|den|unsere?n?|la|le)\b\s?)?(?:\p{L}[\p{L}'’-]*)?(?:\s\p{Lu}[\p{L}'’-]*)*)/iu.exec(
      `${right} `
    ) ?? []
  if (left.trim() === "" || object === "") return false
  return (
    /^(?:us|it)\b/i.test(object) ||
    isThem(object, whom) ||
    (!isWeak && new RegExp(String.raw`^(?:the|our|das|die|unser|la|le)\s(?:${kinds})$`, "iu").test(object.trim()))
  )
}

const cleaned = (name: string): string => (/[\s.]\p{Lu}\.$|\s[JS]r\.$/u.test(name) ? name : name.replace(/\.$/, ""))

const personsIn = (written: string): ReadonlyArray<string> =>
  [...written.matchAll(new RegExp(nameOf, "gu"))].map(([name]) => cleaned(name)).slice(0, mostPersons)

const yearsIn = (text: string): ReadonlyArray<string> => [
  ...new Set(text.match(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g) ?? [])
]

const yearFounded = (text: string, whom: Subject): string | null => {
  const years = new Set<string>()
  for (const founding of foundingsIn(text)) {
    if (!isOfThem(founding, whom)) continue
    const said = yearsIn(`${founding.left} ${founding.right}`)
    if (said.length > 1) return null
    for (const year of said) years.add(year)
  }
  const [, since] =
    /(?:since|seit)\s(?:its|our|the|der|seiner|ihrer|unserer)?\s?(?:founding|foundation|inception|establishment|Gründung)(?:\s(?:im Jahr))?\s(?:in\s)?((?:1[5-9]|20)\d\d)(?!\d)/iu.exec(
      text
    ) ?? []
  if (since !== undefined) years.add(since)
  return years.size === 1 ? [...years][0]! : null
}

const founderWord = "(?:[Cc]o-?)?[Ff]ounders?|Gründer(?:in|innen)?|[Ff]ondat(?:eur|rice)s?|[Ff]undador(?:a|es|as)?"

const foundersIn = (text: string, whom: Subject): ReadonlyArray<string> => {
  for (const founding of foundingsIn(text)) {
    if (!isOfThem(founding, whom)) continue
    const by = new RegExp(String.raw`(?:^|\s)(?:by|von|durch|par|por)\s(${namesOf})`, "u")
    const [, doers] = by.exec(founding.right) ?? by.exec(founding.left) ?? []
    if (doers !== undefined) return personsIn(doers)
    if (founding.isPassive || founding.isWeak) continue
    const [, active] = new RegExp(String.raw`(${namesOf})\s$`, "u").exec(founding.left) ?? []
    if (active !== undefined) return personsIn(active)
  }
  return holdersOf(founderWord, text, whom)
}

/** Whether an office is one of others, or of a part: *CEO of Harbour Deck*, *owner of the house*. */
const isElsewhere = (behind: string, whom: Subject): boolean => {
  const [, , of = ""] =
    /^(?:,\s|[^.;,]{0,40}?\s)(of|at|for|von|bei|der|des|de|chez|du)\s((?:the|our|la|le|el|una?|an?)?\s?[\p{L}\p{N}&'’-]+(?:\s\p{Lu}[\p{L}\p{N}&'’-]*)*)/u.exec(
      behind
    ) ?? []
  if (of !== "") return !isThem(of, whom) && !isThem(`the ${of}`, whom)
  const [, next] = /^,\s(\p{Lu}[\p{L}\p{N}&'’-]*(?:\s\p{Lu}[\p{L}\p{N}&'’-]*)*)/u.exec(behind) ?? []
  return next !== undefined && isStranger(whom, next)
}

/** What stands before a role that is one of theirs: *our CEO*, *led by CEO*, *Brasero’s CEO*. */
const isTheirRole = (before: string, whom: Subject, mayBegin: boolean): boolean => {
  const plain = before.replace(/(?<!["“„«(\s])["“„«(\s]+$/u, "")
  if (plain === "") return mayBegin
  if (/(?<![\p{L}])(?:our|its|the|by|founder and|unsere?[rnm]?|d(?:er|ie)|notre|la|le|nuestr[oa]|el)$/iu.test(plain))
    return true
  const [last = ""] = /(?:\p{Lu}[\p{L}\p{N}&'’-]*\s)*\p{Lu}[\p{L}\p{N}&'’-]*$/u.exec(plain) ?? []
  return last !== "" && whom.names.length > 0 && isThem(last.replace(/['’]s?$/u, ""), whom)
}

/** Those who hold a role, as a sentence says in so many words. */
const holdersOf = (role: string, text: string, whom: Subject): ReadonlyArray<string> => {
  const persons = new Set<string>()
  const is = "(?:is|are|ist|sind|est|sont|es|son)"
  const article = "(?:the|our|its|der|die|unser(?:e|er)?|la|le|notre|nuestr[oa]|el)"
  const take = (names: string): void => {
    for (const name of personsIn(names)) {
      // Somebody may bear the name of a company, which then comes last.
      if (!isNameOf(whom, name.split(" ")[0]!)) persons.add(name)
    }
  }
  // *our CEO, Dana Whitlock*, *the CEO of Brasero is Dana Whitlock*
  const ahead = new RegExp(
    String.raw`(?<![\p{L}-])(?:${role})(?<of>\s(?:of|at|von|de|der|des|du)\s(?:the\s|la\s)?[\p{L}\p{N}&'’-]+(?:\s\p{Lu}[\p{L}\p{N}&'’-]*){0,3})?(?<join>,\s|:\s|\s${is}\s|\s)(?<names>${namesOf})`,
    "gu"
  )
  for (const { groups = {}, index } of text.matchAll(ahead)) {
    const says = /:|\p{L}/u.test(groups.join ?? "")
    if (isTheirRole(text.slice(0, index), whom, says) && !isElsewhere(groups.of ?? "", whom)) take(groups.names ?? "")
  }
  // *Dana Whitlock, our CEO*, *Dana Whitlock is the CEO*, *Dana Whitlock, CEO of Brasero*
  const behind = new RegExp(
    String.raw`(?<![\p{L}])(?<names>${namesOf})(?<join>,\s|\s${is}\s|\s\()(?<article>${article}\s)?(?:(?:(?:co-)?founder|Gründer(?:in)?)\s(?:and|und)\s)?(?:${role})(?![\p{L}-])(?<after>.{0,80})`,
    "gu"
  )
  const isOurs = /(?<![\p{L}])(?:we|our|wir|unsere?[rnm]?|nous|notre)(?![\p{L}])/iu.test(text) || isNameOf(whom, text)
  for (const { groups = {} } of text.matchAll(behind)) {
    const isSaid = groups.article !== undefined || /\p{L}/u.test(groups.join ?? "") || isOurs
    if (isSaid && !isElsewhere(groups.after ?? "", whom)) take(groups.names ?? "")
  }
  return [...persons]
}

/** Who made what is asked about: *The Oakline chair was designed by Mette Lund*. */
const makerOf = (deed: string, text: string, whom: Subject): ReadonlyArray<string> => {
  const { before = "", names } =
    new RegExp(String.raw`^(?<before>.{1,80}?)\s(?:was|is|were)\s${deed}\sby\s(?<names>${namesOf})`, "u").exec(text)
      ?.groups ?? {}
  return names !== undefined && whom.names.length > 0 && isThem(before, whom) ? personsIn(names) : []
}

const place = String.raw`\p{Lu}[\p{L}.’'-]*\p{L}(?:[\s-]\p{Lu}[\p{L}.’'-]*\p{L}){0,3}`
const office = String.raw`(?:[Hh]eadquarters?|[Hh]ead office|Hauptsitz|Firmensitz|Unternehmenssitz|[Ss]iège(?:\ssocial)?|[Ss]ede(?:\s(?:central|social))?)`
const places: ReadonlyArray<readonly [RegExp, "of them" | "theirs"]> = [
  [
    new RegExp(
      String.raw`^(?<before>.{0,80}?)(?:\b(?:is|are)\s)?\b(?:[Hh]eadquartered|[Bb]ased)\s(?:in|at)\s(?<place>${place})(?<more>.*)$`,
      "u"
    ),
    "of them"
  ],
  [
    new RegExp(
      String.raw`^(?<before>.{0,60}?)(?<![\p{L}])${office}(?:\s(?:of|von)\s[^,.;]{1,40}?)?\s(?:(?:is|are|liegt|ist|befindet sich|se trouve|est|está)(?:\s(?:located|situated|situé|ubicada))?\s)?(?:in|at|à|en)\s(?<place>${place})(?<more>.*)$`,
      "u"
    ),
    "theirs"
  ],
  [new RegExp(String.raw`^(?<before>.{0,60}?)\smit\sSitz\sin\s(?<place>${place})(?<more>.*)$`, "u"), "of them"],
  [
    new RegExp(
      String.raw`^(?<before>.{0,60}?)\s(?:has|have|hat|haben)\s(?:its|our|their|seinen|ihren|unseren)\s(?:${office}|Sitz)\s(?:in|at|à)\s(?<place>${place})(?<more>.*)$`,
      "u"
    ),
    "of them"
  ]
]

const possessive = /^(?:our|its|the|der|unser|ihr|sein|le|notre|son|la|nuestra|su)$/iu

/** *Lyon, France* of *Lyon, France.*, and *Lyon* of *Lyon, Brasero builds*. */
const wholePlace = (first: string, more: string, whom: Subject): string => {
  const [found = "", next = ""] =
    new RegExp(String.raw`^,\s(${place})(?=[.;)]|$|,|\s(?:and|with|und|et|y)\s)`, "u").exec(more) ?? []
  return found === "" || isNameOf(whom, next) ? first : `${first}, ${next}`
}

const headquartersIn = (text: string, whom: Subject): string | null => {
  for (const [pattern, of] of places) {
    const { before = "", more = "", place: first = "" } = pattern.exec(text)?.groups ?? {}
    if (first === "") continue
    if (/\b(?:was|were|had|war|waren|était|estaba)\s*$/iu.test(before)) continue
    const plain = trimmed(before)
    const isTheirs =
      of === "theirs"
        ? plain === "" || possessive.test(plain) || isThem(plain.replace(/['’]s?$/u, ""), whom)
        : isThem(plain, whom)
    // Of two places neither is the one.
    if (isTheirs)
      return /^(?:,\s\p{Lu}[^,;.]{0,40})*,?\s(?:and|und|et|y)\s(?:in\s)?\p{Lu}/u.test(more)
        ? null
        : wholePlace(first, more, whom)
  }
  return null
}

const workers = String.raw`(?:employees|people\s(?:work|are employed)|staff|team\smembers|members\sof\sstaff|colleagues|Mitarbeiter(?:innen)?|Mitarbeitende[rn]?|Beschäftigte[rn]?|Menschen\sarbeiten|salariés|collaborateurs|empleados|personas\strabajan)`
const count = String.raw`(?<![\p{L}\p{N}.,])(?<count>\d{1,3}(?:[.,\u00a0\u202f'’ ]\d{3})+|\d+)`
const staffed: ReadonlyArray<RegExp> = [
  new RegExp(String.raw`${count}\s(?:\p{L}+\s)?${workers}(?![\p{L}])`, "u"),
  new RegExp(
    String.raw`\b(?:employs|employ|beschäftigt|beschäftigen|emploie|emplea)\s(?:(?:about|around|some|over|nearly|rund|etwa|über|environ|plus de|more than)\s)?${count}(?![\p{N}.,]*\d|\s?%)`,
    "u"
  ),
  new RegExp(String.raw`\bteam\sof\s${count}(?=[.,;]|$|\speople)`, "u")
]

/** Whose employees are counted must be who is asked about, and now. */
const staffIn = (text: string, whom: Subject): string | null => {
  if (
    yearsIn(text).length > 0 ||
    /(?<![\p{L}])(?:had|were|up to|fewer than|less than|at least|each|per|hatte|waren|avait|tenía|customers?|clients?)(?![\p{L}])/iu.test(
      text
    )
  )
    return null
  const clauses = text.split(/,\s/)
  const isOurs =
    clauses.some((clause) => beginsWith(clause, whom)) ||
    /(?<![\p{L}])(?:here|hier|ici|aquí)(?![\p{L}])|^(?:our|unsere?|notre|nuestro)\s(?:team\s|\d)/iu.test(text)
  if (!isOurs) return null
  for (const pattern of staffed) {
    const found = pattern.exec(text)
    // Of one place and another it is the sum.
    if (found !== null && !/\s(?:and|und|et|y)\s\d/.test(text.slice(found.index + 1)))
      return found.groups?.count ?? null
  }
  return null
}

/** Words of which a sentence has one that says anything in a phrase: most have none, and are not looked at any further. */
const telling: { readonly [K in Phrase["kind"]]: RegExp } = {
  founded: /found|establish|incorporat|start|launch|creat|begun|inception|gründ|fond|cré|fund|cread/i,
  founders: /found|establish|incorporat|start|launch|creat|begun|gründ|fond|cré|fund|cread/i,
  headquarters: /headquarter|based|office|sitz|siège|sede/i,
  staff: /employ|people|staff|team|colleagues|mitarbeite|beschäftig|menschen|salariés|collaborateurs|personas|emple/i,
  role: /chief|C[ETFO]O\b|director|chair|president|owner|editor|proprietor|inhaber|geschäftsführer|PDG|directeur|directrice/i,
  maker: / by /
}

/**
 * What a sentence says in the phrase that is asked for, as it stands there: persons where several may be meant; null where it says nothing.
 *
 * @internal
 */
export const readPhrase = (
  phrase: Phrase,
  { text }: Pick<Passage, "text">,
  whom: Subject
): ReadonlyArray<string> | null => {
  if (!telling[phrase.kind].test(text)) return null
  if (isUnsure(text) || isOfAnother(whom, text, phrase.kind !== "staff") || givesOrders(text)) return null
  const one = (said: string | null) => (said === null ? null : [said])
  const some = (persons: ReadonlyArray<string>) => (persons.length === 0 ? null : persons)
  switch (phrase.kind) {
    case "founded":
      return one(yearFounded(text, whom))
    case "founders":
      return some(foundersIn(text, whom))
    case "headquarters":
      return one(headquartersIn(text, whom))
    case "maker":
      return some(makerOf(phrase.deed, text, whom))
    case "role":
      return some(holdersOf(phrase.role, text, whom))
    case "staff":
      return one(staffIn(text, whom))
  }
}
