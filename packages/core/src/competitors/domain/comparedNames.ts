/**
 * Whom texts compare a company with: *Acme vs. Bolt*, *Bolt alternatives*, *competitors such as Bolt and Crank*.
 *
 * **Details.** A name is what is written like one: a few words, the first with a capital letter or a figure, or in a script without them.
 * Whether anybody is called so is found out later; what is taken here for a name and is none has no site.
 */
import { nameKey } from "../../brands/domain/titleParts.ts"

/** Whether a name is that of the company. */
export type IsTarget = (name: string) => boolean

/** Most words and characters of a name; of a text that is looked at; names from one text; tables of a page, and cells of the head of one. */
const limits = {
  ...{ words: 4, name: 60, text: 400, names: 12, sentences: 2_000, sentence: 700 },
  ...{ tables: 500, cells: 40 }
} as const

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim()

/** What stands before or behind a name in titles, and is none of it. */
const before =
  /^(?:(?:the|a|an|best|top|compare|comparing|comparison|why|choose|switch|switching|migrate|migrating|move|moving|import|from|to|between|of|with|versus|vs\.?|and|or|our|other|popular|leading|der|die|das|von|zu|zum|beste|besten|les?|la|meilleures?|als|alternative|alternatives|review|reviews) |(?:\d{1,3}|#\d{1,3})(?:[.)] ?|\+? (?=best|top|\p{Lu})))+/iu

const behind =
  /(?: (?:vs\.?|versus|alternative[ns]?|competitors?|rivals?|comparison|compared|comparisons|review|reviews|reviewed|pricing|prices?|guide|features?|differences?|in|for|which|is|are|and|or|the|best|better|of|im|vergleich|users?|customers?|teams?|today|now|here|at|by|\d{4})|['’]s)+$/iu

const brackets = /[([{].*$/u

/** Names that anybody's lists have, and that are nobody's. */
const generic = new Set(
  `alternative alternatives competitor competitors competition comparison compare overview conclusion summary introduction pricing price
  features feature faq faqs pros cons verdict others other spreadsheets spreadsheet email emails pen paper others more home blog about
  product products company companies solution solutions tool tools software platform platforms services service customers support plan
  plans free enterprise category integrations ease yes no why what how which who when table contents related resources reviews review
  rating ratings winner team teams everything nothing us we you they it this that these those capability criteria highlights`.split(
    /\s+/
  )
)

const nameLike = /^(?:[\p{Lu}\p{Lt}\p{Lo}\p{N}]|[\p{Ll}][\p{L}\p{N}]*[\p{Lu}.\p{N}])/u

/** A name without what stands around it; null where there is none. */
export const tidyName = (text: string): string | null => {
  let name = spaced(text.slice(0, limits.text))
    .replace(brackets, "")
    .split(/[:|–—?!;"“”„«»]| - |, /u, 1)[0]!
    .replace(/[*_`]+/g, "")
    .trim()
  for (let left = 4; left > 0 && before.test(name); left--) name = name.replace(before, "").trim()
  name = name
    .replace(behind, "")
    .replace(/^['’.,\s-]+|['’.,\s-]+$/g, "")
    .trim()
  if (name === "" || name.length > limits.name || name.split(" ").length > limits.words) return null
  if (!nameLike.test(name) || generic.has(name.toLowerCase()) || /^[\d\s.%$€]+$/.test(name)) return null
  return name
}

const namesOf = (parts: ReadonlyArray<string>, isTarget: IsTarget): ReadonlyArray<string> => {
  const names = new Map<string, string>()
  for (const part of parts) {
    const name = tidyName(part)
    if (name !== null && !isTarget(name) && !names.has(nameKey(name))) names.set(nameKey(name), name)
  }
  return [...names.values()].slice(0, limits.names)
}

const against =
  / (?:vs\.?|versus|v\.|compared (?:to|with)|in comparison (?:to|with)|im vergleich (?:zu|mit)|gegen|contre|contro) /iu

/** Who a title, a heading or a link sets beside the company. The company is named in it, unless it is one of its own pages. */
export const comparedIn = (title: string, isTarget: IsTarget, isOwn = false): ReadonlyArray<string> => {
  const text = spaced(title.slice(0, limits.text))
  const parts = text.split(against)
  if (parts.length > 1) {
    const isNamed = parts.some((part) => {
      const name = tidyName(part)
      return name !== null && isTarget(name)
    })
    if (isNamed || isOwn) return namesOf(parts, isTarget)
  }
  // Its own link says only *vs Bolt*.
  const lone = isOwn ? /^(?:vs\.?|versus) (.+)$/iu.exec(text) : null
  return lone === null ? [] : namesOf([lone[1]!], isTarget)
}

/** Whether a title sets things beside each other of which none is the company, as *Stoneware vs porcelain* does. */
export const setsOthers = (title: string, isTarget: IsTarget): boolean => {
  const parts = spaced(title.slice(0, limits.text)).split(against)
  return (
    parts.length > 1 &&
    !parts.some((part) => {
      const name = tidyName(part)
      return name !== null && isTarget(name)
    })
  )
}

/** Says that what follows soon is not so. */
const denial =
  /(?<![\p{L}])(?:not|never|no|nor|neither|hardly|cannot|without|no longer|kein(?:e[mnrs]?)?|nicht|nie|pas|jamais|aucune?|sin|non)(?![\p{L}])[^,;:.!?]{0,50}$|n['’]t [^,;:.!?]{0,50}$/iu

/** *No competitor such as Bolt* calls Bolt one. */
const noneOf = /(?<![\p{L}])(?:no|kein(?:e[mnrs]?)?|aucune?) (?:\p{L}+ )?$/iu
const suchAs = /^\p{L}+ (?:such as|like|wie|comme) /iu

/** Whether what a text says from a place on is denied before it. */
const isDenied = (text: string, at: number): boolean => {
  const before = text.slice(0, at)
  return denial.test(before) && !(noneOf.test(before) && suchAs.test(text.slice(at)))
}

const subjects: ReadonlyArray<RegExp> = [
  /\b(?:alternatives?|alternativen?|competitors?|rivals?|replacements?|konkurrenten|mitbewerber) (?:to|for|of|zu|zum|zur|von|à|a|de|di) (.{2,80})$/iu,
  /^(.{2,80}?) (?:alternatives?|alternativen?|competitors?|rivals?|replacements?|konkurrenten)\b/iu
]

const switches =
  /\b(?:switch(?:ing)?|migrat(?:e|ing|ion)|mov(?:e|ing)|import(?:ing)?|chang(?:e|ing)|wechsel(?:n)?) (?:over )?(?:from|von) (.{2,80})$/iu

const alternative = /\b(?:alternative|competitor|rival|replacement|konkurrent|mitbewerber)/iu

/** Whose alternatives a title is about; null when about nobody's. */
export const alternativesTo = (title: string): string | null => {
  const text = spaced(title.slice(0, limits.text))
    .split(/[:|–—?!]| - /u, 1)[0]!
    .trim()
  for (const subject of subjects) {
    const found = subject.exec(text)
    if (found !== null && isDenied(text, text.search(alternative))) return null
    // *Bolt, the Acme alternative* and *Bolt is the Acme alternative* speak of Acme.
    const said = found === null ? null : found[1]!.replace(/^.*(?:, | is | as )/i, "")
    // *the open Acme alternative*
    const name =
      said === null
        ? null
        : (tidyName(said.replace(/^(?:[Tt]he |[Aa]n? )?(?:\p{Ll}[\p{Ll}-]* )+(?=\p{Lu})/u, "")) ?? tidyName(said))
    if (name !== null) return name
  }
  return null
}

/** Whom a page of the company itself calls worse: *Bolt alternative*, *switch from Bolt*. */
export const replacedIn = (title: string, isTarget: IsTarget): ReadonlyArray<string> => {
  const text = spaced(title.slice(0, limits.text))
  const left = switches.exec(text)
  const isLeft = left !== null && !isDenied(text, left.index)
  return namesOf([alternativesTo(title) ?? "", isLeft ? left[1]! : ""], isTarget)
}

const wordsOfSlug = (slug: string): string =>
  slug
    .split("-")
    .filter((word) => word !== "")
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(" ")

const slugs: ReadonlyArray<RegExp> = [
  /\/(?:vs|versus|compare|compared|comparisons?|alternatives?|competitors?|switch|switch-from|migrate|alternative-to|alternatives-to|compare-to)\/(?:vs-|alternative-to-|alternatives-to-|from-)?([a-z0-9][a-z0-9-]{1,60})\/?$/i,
  /\/([a-z0-9][a-z0-9-]{1,60}-(?:vs|versus)-[a-z0-9][a-z0-9-]{1,60})\/?$/i,
  /\/(?:vs|versus|compared-to)-([a-z0-9][a-z0-9-]{1,60})\/?$/i,
  /\/(?:alternatives?-to|switch-from|migrate-from|switching-from)-([a-z0-9][a-z0-9-]{1,60})\/?$/i,
  /\/([a-z0-9][a-z0-9-]{1,60})-alternatives?\/?$/i
]

/** Whom the address of one of the company's own pages names. */
export const comparedInPath = (pathname: string, isTarget: IsTarget): ReadonlyArray<string> => {
  const path = pathname.slice(0, limits.text)
  for (const slug of slugs) {
    const found = slug.exec(path)
    if (found === null) continue
    const names = namesOf(
      found[1]!
        .replace(/-alternatives?$/i, "")
        .split(/-(?:vs|versus)-/i)
        .map(wordsOfSlug),
      isTarget
    )
    if (names.length > 0) return names
  }
  return []
}

/** Characters of a list in a sentence, at least and at most, and of what stands before it, from the word for rivals on. */
const listLength = { least: 2, most: 400, lead: 130 } as const

/**
 * Where a sentence lists rivals: what it says from there on. What is too far from the end for a list is not looked at, and no pattern looks for
 * the end: from every word for rivals it would do so again and again.
 */
const rivalryIn = (said: string): { readonly index: number; readonly list: string } | null => {
  rivalry.lastIndex = Math.max(0, said.length - listLength.most - listLength.lead)
  for (;;) {
    const found = rivalry.exec(said)
    if (found === null) return null
    const list = said.slice(found.index + found[0].length)
    if (list.length >= listLength.least && list.length <= listLength.most) return { index: found.index, list }
    rivalry.lastIndex = found.index + 1
  }
}

const rivalry =
  /\b(?:[Cc]ompetitors?|[Rr]ivals?|[Aa]lternatives?|competes? (?:directly )?(?:with|against)|[Cc]ompeting (?:with|against)|Konkurrenten|Mitbewerber|Wettbewerber|[Cc]oncurrents?|[Cc]ompetidores|[Cc]oncorrenti)(?: (?:of|to|for|von|zu|de) [^,;:()]{2,60}?)?(?:,? (?:include|includes|including|are|is|such as|like|sind|wie|comme|incluyen|sono|zählen))?:? (?=["“'‘*[]*[\p{Lu}\p{Lo}\p{N}])/gu

const listing = / ?(?:,|;|\/|&| and | or | und | oder | et | y | e | sowie | as well as ) ?(?:and |or |und )?/u

/** Names from the beginning of a list in a sentence, as far as it is one. */
const listed = (text: string, isTarget: IsTarget): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (const item of text
    .replace(/\.$/, "")
    .split(listing)
    .slice(0, limits.names * 2)) {
    const cut = item.trim()
    if (cut === "") continue
    const named =
      /^["“'‘*[]*((?:[\p{Lu}\p{Lo}\p{N}][\p{L}\p{N}.&'’+-]*)(?: [\p{Lu}\p{N}][\p{L}\p{N}.&'’+-]*){0,3})/u.exec(cut)
    const name = named === null ? null : tidyName(named[1]!)
    if (name === null) break
    if (!isTarget(name)) names.push(name)
    // Behind the last name a sentence goes on.
    if (named![0].length < cut.length - 2) break
  }
  return names.slice(0, limits.names)
}

const sentenceEnd = /(?<=[.!?])\s+(?=["“'‘*[]*[\p{Lu}\p{Lo}\p{N}])|\n+/u

/**
 * Whom sentences call competitors of the company: those that name it, or all where the page is about it. Others may have the thread after each
 * sentence.
 */
export function* rivalsIn(
  text: string,
  isTarget: IsTarget,
  target: RegExp,
  isAbout: boolean
): Generator<void, ReadonlyArray<string>> {
  const names = new Map<string, string>()
  for (const sentence of text.split(sentenceEnd, limits.sentences)) {
    yield
    if (sentence.length > limits.sentence) continue
    if (!(isAbout || target.test(sentence))) continue
    const said = spaced(sentence)
    const found = rivalryIn(said)
    if (found === null || isDenied(said, found.index)) continue
    for (const name of listed(found.list, isTarget)) if (!names.has(nameKey(name))) names.set(nameKey(name), name)
  }
  return [...names.values()].slice(0, limits.names)
}

/** Whom the heads of tables set beside the company. Others may have the thread after each line. */
export function* tabledIn(
  markdown: string,
  isTarget: IsTarget,
  isOwn: boolean
): Generator<void, ReadonlyArray<string>> {
  const lines = markdown.split("\n", 20_000)
  const names: Array<string> = []
  let tables = 0
  for (let index = 0; index + 1 < lines.length && tables < limits.tables; index++) {
    yield
    const line = lines[index]!
    if (
      !line.startsWith("|") ||
      line.length > limits.text * 2 ||
      !/^\|[\s:|-]{3,}\|?$/.test(lines[index + 1]!.slice(0, limits.text))
    )
      continue
    tables += 1
    const cells = line
      .split("|")
      .slice(1, -1)
      .slice(0, limits.cells)
      .map((cell) => cell.replace(/!?\[([^[\]]{0,200})\]\([^()]{0,500}\)/g, "$1"))
    const isNamed = cells.some((cell) => {
      const name = tidyName(cell)
      return name !== null && isTarget(name)
    })
    if (isNamed && cells.length > 2) names.push(...namesOf(cells.slice(1), isTarget))
    else if (isOwn && isNamed) names.push(...namesOf(cells.slice(1), isTarget))
  }
  return names.slice(0, limits.names)
}
