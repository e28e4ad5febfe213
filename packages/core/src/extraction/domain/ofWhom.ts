/**
 * Whom a task asks about, and which pages and sentences speak of them.
 *
 * **Details.** A site that the task names may say everything of itself. Of other pages those may that have the name in their title or address, and
 * of the rest the lines that write it. Names are what a task writes with capitals, in quotes, or as what is asked about in lower case. A
 * task that names nobody may be answered by any page.
 *
 * What somebody offers is nobody: the Pro plan of a site is the site's, however many others have a plan of that name.
 */

import { fold } from "../../search/domain/indexTerms.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { contentTerms } from "./choosePassages.ts"
import type { Fact, FactGroup, FactSheet } from "./FactSheet.ts"
import type { NamedSite } from "./NamedSite.ts"

/** Whom a task asks about. */
export interface Subject {
  /** Each finds one name of theirs in a text; empty where the task names nobody. */
  readonly names: ReadonlyArray<ReadonlyArray<RegExp>>
  /** How many of them, the last, are those of sites that the task names. */
  readonly siteNames: number
  /** The names without spaces, as addresses have them. */
  readonly labels: ReadonlyArray<string>
  /** Terms of the task and its fields: what has one of them is no stranger. */
  readonly known: ReadonlySet<string>
}

/** Nobody is asked about. */
export const anybody: Subject = { names: [], siteNames: 0, labels: [], known: new Set() }

/** Names that are looked for, and characters of the task that are. */
const limits = { names: 12, task: 4_000, label: 4 } as const

const name = "\\p{Lu}[\\p{L}\\p{N}&'’-]*"
const capitals = new RegExp(`(?<![\\p{L}\\p{N}])${name}(?:[ \\u00a0]+${name})*`, "gu")
const addresses = /(?:https?:\/\/|(?<![\p{L}\p{N}.-])(?=(?:[\p{L}\p{N}-]+\.)+\p{L}{2,24}))\S+/gu
const quotes = /["“„«]([^"“”„«»]{2,60})["“”»]/gu

/** What names have in common, and what is asked of anybody. */
const common = new Set(
  `ag and bakery bank business cafe ceo cfo chief cmo co company coo corp corporation cto enterprise find firm foundation founder gmbh group
  hotel hq inc institute labs list llc ltd museum name organisation organization plc president restaurant school shop studio tell the university
  api co2 eu faq gdpr hipaa iso iso27001 mfa pdf rest saml sdk sla soc sso uk us usa vat
  english german french spanish european american january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  bäckerei firma geschäftsführer geschäftsführerin gruppe gründer gründerin hauptsitz inhaber inhaberin mitarbeiter museum sitz standort
  umsatz unternehmen verein entreprise société siège fondateur salariés`.split(/\s+/)
)

const isCommon = (word: string, own: ReadonlySet<string>): boolean => {
  const plain = word.toLowerCase().replace(/['’]s$/, "")
  return (
    isStopWord(plain) || common.has(plain) || /^\d*$/.test(plain) || contentTerms(plain).every((term) => own.has(term))
  )
}

/** What stands before a place, a day or another party, and not before whom is asked about. */
const beside =
  /(?<![\p{L}])(?:in|near|from|to|with|into|by|on|since|than|like|aus|mit|nach|seit|à|en|avec)\s+(?:the\s+)?$/iu

const offers =
  "plans?|tiers?|editions?|versions?|packages?|bundles?|subscriptions?|memberships?|licen[cs]es?|accounts?|options?|tarife?|pakete?|abo(?:s|nnements?)?|lizenz(?:en)?|version(?:en)?|offres?|forfaits?|formules?|abonnements?|plan(?:es)?|paquetes?"

/** Behind what is one of several things that somebody offers, or as its last part: *Pro plan*, *Pro-Tarif*. */
const offered = new RegExp(`^[ \\u00a0](?:${offers})(?![\\p{L}\\p{N}])`, "iu")
const offeredIn = new RegExp(`-(?:${offers})$`, "iu")

/** Before a noun of German, and before no name. */
const article =
  /(?<![\p{L}])(?:wie viele?|welche[mnrs]?|ein(?:e[mnrs]?)?|kein(?:e[mnrs]?)?|de[mnrs]|d(?:as|ie)|im|zum?r?|beim|vom|am)\s+$/iu

/** Names as they are written in lower case: what something is asked of, or is done to or by. */
const lower =
  /(?<![\p{L}\p{N}])(?:does|did|do|has|have|is|was|are|were|of|about|for|at|by|founded|runs|owns|leads|makes|hat|ist|von|bei|wurde|de|chez)\s+(?:(?:the|a|an|company|firm|studio|die|der|das|firma|la|le)\s+){0,2}([\p{Ll}\p{N}][\p{L}\p{N}&'’-]{1,40})(?=$|[\s?!.,;:])/gu

/** What an adjective, a deed or a measure of anybody is, in questions of lower case. */
const plainWords =
  /^(?:allowed|available|based|called|closed|cost|date|employees?|founded|free|head(?:quarters?)?|headquarters|located|long|made|main|many|much|named|new|number|offered|open|phone|price|sold|total|used|worth|year|gegründet|name)$/

/** Before which part of it a text in a script without capitals and spaces says what it is about. */
const unspaced = /^[\p{scx=Han}\p{scx=Katakana}\p{scx=Hangul}]{2,20}?(?=[のはがを的由은는이가의을를])/u

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Finds a word of a name; what the task writes in capitals is no word in lower case. */
const wordOf = (word: string, isCapital: boolean): RegExp => {
  const plain = escaped(word.replace(/['’]s$/, ""))
  if (/[\p{scx=Han}\p{scx=Katakana}\p{scx=Hangul}]/u.test(word)) return new RegExp(plain, "u")
  const either = isCapital ? `(?:${plain}|${escaped(word.replace(/['’]s$/, "").toUpperCase())})` : plain
  return new RegExp(`(?<![\\p{L}\\p{N}])${either}s?(?![\\p{L}\\p{N}])`, isCapital ? "u" : "iu")
}

interface Found {
  readonly words: ReadonlyArray<string>
  readonly isFirst: boolean
  readonly isBeside: boolean
  /** Whether it is something that somebody offers. */
  readonly isOffer: boolean
}

const capitalizedIn = (task: string, own: ReadonlySet<string>): ReadonlyArray<Found> =>
  [...task.matchAll(capitals)].flatMap((match): ReadonlyArray<Found> => {
    const around = task.slice(Math.max(0, match.index - 40), match.index)
    const isFirst = /(?:^|[.?!:]\s+)["“(]?$/.test(around)
    const all = match[0].split(/[ \u00a0]+/)
    // A question begins with a capital that is none of a name.
    const words = all.filter((word, at) => !(isFirst && at === 0 && all.length > 1 && isStopWord(word.toLowerCase())))
    const telling = words.filter((word) => !isCommon(word, own))
    if (telling.length === 0 || (article.test(around) && telling.length === words.length && words.length === 1))
      return []
    const isOffer =
      offered.test(task.slice(match.index + match[0].length, match.index + match[0].length + 40)) ||
      offeredIn.test(match[0])
    return [{ words: telling, isFirst: isFirst && words.length === all.length, isBeside: beside.test(around), isOffer }]
  })

/** Reads whom a task asks about; `fields` are the names of what is asked for. @internal */
export const subjectOf = (task: string, fields: string, sites: ReadonlyArray<NamedSite>): Subject => {
  const plain = task.slice(0, limits.task).replace(addresses, " ").replace(/\s+/g, " ").trim()
  const own = new Set(contentTerms(fields))
  const quoted = [...plain.matchAll(quotes)].map(([, text = ""]) => text.split(/\s+/))
  const apart = capitalizedIn(plain, own)
  // Fields may have names of those who are asked about, as where two are compared.
  const all = apart.length > 0 ? apart : capitalizedIn(plain, new Set())
  const who = all.filter(({ isOffer }) => !isOffer)
  const whose = who.length + quoted.length + sites.length > 0 ? who : all
  const inner = whose.filter(({ isFirst }) => !isFirst)
  const found = inner.length > 0 ? inner : whose
  const named = found.some(({ isBeside }) => !isBeside) ? found.filter(({ isBeside }) => !isBeside) : found
  const written = [...quoted, ...named.map(({ words }) => words)].filter((words) => words.length > 0)
  const hosts = sites.map(({ host }) => host.replace(/:\d+$/, "").replace(/^www\./, ""))
  const small =
    written.length + hosts.length > 0
      ? []
      : [...plain.matchAll(lower)]
          .map(([, word = ""]) => word)
          .filter((word) => !isCommon(word, own) && !plainWords.test(word))
  const begun = written.length + small.length + hosts.length > 0 ? null : unspaced.exec(plain)
  const siteNames = hosts.flatMap((host) => {
    const label = host.split(".").at(-2) ?? host
    return [[wordOf(host, false)], ...(label.length < limits.label ? [] : [[wordOf(label, false)]])]
  })
  const names = [
    ...written.map((words) => words.map((word) => wordOf(word, /^\p{Lu}/u.test(word)))),
    ...small.map((word) => [wordOf(word, false)]),
    ...(begun === null ? [] : [[wordOf(begun[0], false)]])
  ].slice(0, Math.max(0, limits.names - siteNames.length))
  const labels = [...written.map((words) => words.join("")), ...small].map((text) =>
    fold(text).replace(/[^\p{L}\p{N}]/gu, "")
  )
  return {
    names: [...names, ...siteNames].slice(0, limits.names),
    siteNames: Math.min(siteNames.length, limits.names),
    labels: labels.filter(({ length }) => length >= limits.label),
    known: new Set([...contentTerms(plain), ...own, ...hosts.flatMap(contentTerms)])
  }
}

/** The same, who is called by other names too. @internal */
export const withNames = (subject: Subject, names: ReadonlyArray<string>): Subject => {
  const words = names.map((name) => name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
  const telling = words.filter((all) => all.some((word) => !isCommon(word, new Set())))
  return {
    ...subject,
    names: [...telling.map((all) => all.map((word) => wordOf(word, /^\p{Lu}/u.test(word)))), ...subject.names].slice(
      -limits.names
    ),
    known: new Set([...subject.known, ...names.flatMap(contentTerms)])
  }
}

/**
 * The same, once pages of a site that the task names were read. A name that they write, and not as their title, is of something of theirs,
 * such as a product or a place: what others say of theirs is no answer.
 *
 * @internal
 */
export const ofSites = (subject: Subject, sheets: ReadonlyArray<FactSheet>): Subject => {
  if (subject.siteNames === 0 || sheets.length === 0) return subject
  const written = subject.names.slice(0, subject.names.length - subject.siteNames)
  const isSaid = (words: ReadonlyArray<RegExp>, text: string) => words.every((word) => word.test(text))
  const whose = written.filter(
    (words) => sheets.some(({ title }) => isSaid(words, title ?? "")) || !sheets.some(({ text }) => isSaid(words, text))
  )
  return { ...subject, names: [...whose, ...subject.names.slice(written.length)] }
}

const isNamed = ({ names }: Subject, text: string): boolean =>
  names.some((words) => words.every((word) => word.test(text)))

const isAtName = ({ labels }: Subject, url: string): boolean => {
  const host = fold(parseUrl(url)?.hostname ?? "").replace(/[^\p{L}\p{N}.]/gu, "")
  return labels.some((label) =>
    host
      .split(".")
      .slice(0, -1)
      .some((part) => part === label)
  )
}

/** Rows that have the name in one of their cells. */
const rowsOf = (subject: Subject, group: FactGroup): ReadonlyArray<FactGroup> => {
  const items = group.items.filter(({ facts }) => facts.some(({ value }) => isNamed(subject, String(value))))
  return items.length === 0 ? [] : [{ ...group, items }]
}

/** What a page says of whom is asked about; null where that is nothing. `isOwn` where the page is of a site that the task names. @internal */
export const sheetOf = (subject: Subject, sheet: FactSheet, isOwn: boolean): FactSheet | null => {
  const { facts, groups, text, title, url } = sheet
  if (isOwn || subject.names.length === 0 || isNamed(subject, title ?? "") || isAtName(subject, url)) return sheet
  const lines = text.split("\n").filter((line) => isNamed(subject, line))
  const said = facts.filter(({ context, quote }: Fact) => isNamed(subject, `${context} ${quote}`))
  const rows = groups.flatMap((group) => rowsOf(subject, group))
  if (lines.length + said.length + rows.length === 0) return null
  const { footer: _, headings: __, things: ___, ...rest } = sheet
  return { ...rest, text: lines.join("\n"), facts: said, lists: [], groups: rows }
}

const others =
  "rivals?|competitors?|parent|parent company|subsidiary|sister company|customers?|clients?|suppliers?|partners?|Konkurrent(?:en|in)?|Mitbewerber|Wettbewerber|Kund(?:e|en|in)|Partner|Tochter|Mutter(?:gesellschaft)?|concurrents?|clients?|partenaires?"

/** *our rival Glaze is*, *its customer, Glaze, has* */
const besideThem = new RegExp(`(?<![\\p{L}])(?:${others}),? (${name}(?: ${name})*)`, "u")

/** *Glaze has*, *Glaze Labs was founded*, *Glaze, a rival* */
const begins = new RegExp(`^["“(]?(${name}(?: ${name})*)(,|['’]s)?(?= (\\p{Ll}+)(?: (\\p{L}+))?)`, "u")

/** What companies do and things do not. */
const deeds =
  /^(?:has|had|employs?|offers?|does|raised|makes|made|acquired|sells|serves|supports|supplies|hat|hatte|beschäftigt|bietet|verkauft|emploie|compte|propose)$/

const states = /^(?:is|was|ist|war|wurde|est)$/
const stateOf = /^(?:founded|based|headquartered|established|led|owned|run|gegründet|ansässig|basé|fondée?)$/
const leading = /^(?:founded|started|established|leads|led|heads|runs|ran|joined|became|gründete|leitet|führt|fondé)$/

/** *founded Glaze*, *the CEO of Glaze*, *employees at Glaze* */
const ofThem = new RegExp(
  `(?<![\\p{L}])(?:founded|leads|heads|runs|acquired|(?:founder|co-founder|ceo|cto|cfo|coo|president|owner|employees|headquarters|Gründer(?:in)?|Geschäftsführer(?:in)?)(?: (?:of|at|von|bei|de|chez)))\\s+(${name})`,
  "iu"
)

/** What a sentence begins with, without its article; *In Vienna* begins none. */
const beginningOf = (text: string) => {
  const [, first = "", mark = "", verb = "", next = ""] = begins.exec(text) ?? []
  const bare = first.replace(/^(?:The|Our|Its|This|Der|Die|Das|Unsere?|Ihre?|Le|La|Les|Notre|Nos) /u, "")
  // One word behind an article is a thing of theirs.
  const isNone = isStopWord(bare.split(" ")[0] ?? "") || (bare !== first && !bare.includes(" "))
  return { first: isNone ? "" : bare, mark, verb, next }
}

const isUpper = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Whether words name somebody else than who is asked about; nobody is a stranger where nobody is asked about. @internal */
export const isStranger = (subject: Subject, words: string): boolean => {
  if (subject.names.length === 0) return false
  const terms = contentTerms(words)
  return terms.length > 0 && !terms.some((term) => subject.known.has(term)) && !isNamed(subject, words)
}

/** Whether a sentence says what it says of somebody else; where a person is asked for, it may begin with one. @internal */
export const isOfAnother = (subject: Subject, text: string, mayBePerson: boolean): boolean => {
  if (subject.names.length === 0) return false
  const isStrange = (words: string): boolean => isStranger(subject, words)
  const [, rival] = besideThem.exec(text) ?? []
  if (rival !== undefined && isStrange(rival)) return true
  const isSubjects = isNamed(subject, text)
  const [, led] = ofThem.exec(text) ?? []
  if (led !== undefined && isUpper(led) && !isSubjects && isStrange(led)) return true
  const { first, mark, next, verb } = beginningOf(text)
  if (first === "" || !isStrange(first)) return false
  const isLong = first.includes(" ")
  if (isLong && (mayBePerson || leading.test(verb))) return false
  if (isLong && isSubjects) return false
  if (mark === ",")
    return new RegExp(`^(?:an?|the|our|its) (?:\\p{L}+ )?(?:${others})`, "u").test(text.slice(text.indexOf(",") + 2))
  if (mark !== "") return !isSubjects
  return isLong || deeds.test(verb) || (states.test(verb) && stateOf.test(next))
}

/** Whether a sentence names somebody else at all, but for where or with whom something is; a wrong yes is worse than none. @internal */
export const hasStranger = (subject: Subject, text: string, language: string): boolean => {
  if (subject.names.length === 0) return false
  if (isOfAnother(subject, text, false)) return true
  const isStrange = (word: string): boolean => {
    const terms = contentTerms(word)
    return terms.length > 0 && !terms.some((term) => subject.known.has(term))
  }
  const { first, verb } = beginningOf(text)
  if (first !== "" && isStrange(first) && (states.test(verb) || deeds.test(verb))) return true
  // German writes every noun so.
  if (/^de/i.test(language)) return false
  return [...text.matchAll(capitals)].some(
    ({ 0: said, index }) => index > 1 && isStrange(said) && !beside.test(text.slice(Math.max(0, index - 12), index))
  )
}
