/**
 * Names in a headline or an excerpt: runs of words that are written like names, and the parts of them that may be names too.
 *
 * **Gotchas.** Scripts without capitals do not tell names from words: of them every word and every pair of words is taken, and of scripts
 * without spaces every run of one script.
 */
import { withoutLegalForm } from "../../brands/domain/companyName.ts"
import { joinedName } from "../../brands/domain/searchTerms.ts"

/** Characters and words that are looked at; words of a name; names of a text, and runs of words that may be one. */
const limits = { text: 2_000, words: 300, name: 4, names: 32, tries: 200, act: 40 } as const

export interface FoundName {
  /** As `joinedName` writes it. */
  readonly name: string
  /** Where it begins, from 0 to 1. */
  readonly place: number
  /** How much of what is written like one name it is. */
  readonly part: "whole" | "beginning" | "inside"
  /** Whether it does what companies do, or bears a legal form: `Apple unveils`, and no apple. */
  readonly acts: boolean
}

/** What companies do, as headlines say it behind their names; *to* only with what they would do. */
const acts = new RegExp(
  `^\\s*(?:${[
    "unveils|launches|announces|names|appoints|acquires|buys|sells|opens|reports|posts|files|sues|recalls|hires|plans",
    "lifts|raises|cuts|trims|delays|unveiled|launched|announced|acquired|lays off|said|says|shares|stock",
    "to (?:open|buy|sell|pay|acquire|launch|close|invest|build|raise|hire|cut|spend|expand|move|join|list|shut|replace|offer)",
    "kündigt|übernimmt|streicht|schließt|eröffnet|senkt|hebt|verkauft|verschiebt|steigert|meldet",
    "lance|annonce|rachète|cède|vend|supprime|ouvre|devra|nomme|compra|vende|anuncia|gana|lanza|abre|cierra|acquista|cede|annuncia"
  ].join("|")})(?!\\p{L})`,
  "iu"
)

/** Words behind a name that make another organization of it, or a place. */
const others: ReadonlySet<string> = new Set(
  `bank foundation energy engineering electronics healthcare handling insurance university institute museum hospital school church
  city county valley park street island river bay hills beach council`.split(/\s+/)
)

/** Words that headlines write with capitals, and that are no names on their own. */
const common: ReadonlySet<string> = new Set(
  `a an and are as at be by for from has have how in into is it its new not of off on or our out over says said than that the their them
  then they this to up was we were what when where which who why will with you your after before about amid against among more most
  top best first last next now today big ceo cfo cto chief chair president founder director minister analyst analysts report reports
  reported reporting results earnings revenue profit loss sales shares stock stocks price prices market markets deal deals raises raise
  raised launches launch launched announces announce announced unveils unveil unveiled acquires acquire acquired buys buy bought sells
  sell sold names named appoints appoint appointed joins join joined opens open opened closes close closed cuts cut plans plan planned
  files file filed wins win won loses lose lost beats beat misses miss hits hit sets set gets get makes make made takes take took
  expands expand expanded partners partner partnership signs sign signed completes complete completed releases release released
  introduces introduce adds add added faces face sees see seen warns warn tells tell told asks ask gives give shows show expects expect
  million billion trillion percent quarter year years month months week weeks day days update updates breaking exclusive video photos
  live review interview opinion analysis company companies group inc corp ltd firm firms business industry technology tech software
  bank data cloud energy health media global world international national us uk eu un january february march april may june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday q1 q2 q3 q4
  der die das den dem des ein eine und oder von vom zu zum zur im in mit auf aus bei nach vor für gegen über unter wird ist sind neue
  neuer neues le la les un une des du de et en au aux pour par sur avec dans el los las una y con para por del il lo gli i e di da
  o os as um uma 株式会社 有限会社 有限公司 股份有限公司`.split(/\s+/)
)

interface Word {
  readonly text: string
  readonly at: number
  readonly end: number
}

const wordAt = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’&.+-](?=[\p{L}\p{N}]))*/gu

const isCapital = (word: string): boolean =>
  /^[\p{Lu}\p{Lt}]/u.test(word) || /^\p{Ll}{1,3}\p{Lu}/u.test(word) || /^\d+\p{Lu}/u.test(word)

const isUncased = (word: string): boolean => /^\p{Lo}/u.test(word)

/** Scripts that set no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const ofOneScript = /[\p{Script=Katakana}ー]{2,20}|\p{Script=Han}{2,10}|[\p{Script=Thai}]{2,20}|[A-Za-z0-9]{2,20}/gu

/** Parts of several scripts that stand together, as the name of a company does: what bends words is written in another. */
const ofSeveral = /[\p{Script=Katakana}ー\p{Script=Han}A-Za-z0-9]{2,30}/gu

const german = /(?<!\p{L})(?:der|die|das|den|dem|des|und|für|mit|von|übernimmt|wird|ist)(?!\p{L})/u

const bare = (word: string): string => word.replace(/['’]s?$/iu, "")

const isCommon = (word: string): boolean => common.has(bare(word).toLowerCase())

/** Whether a headline writes most of its words with capitals, so that a capital says nothing. */
const isTitleCase = (words: ReadonlyArray<Word>): boolean => {
  const long = words.slice(1).filter(({ text }) => text.length > 3 && /^\p{L}/u.test(text) && !isUncased(text))
  const capitals = long.filter(({ text }) => isCapital(text)).length
  // Of few words two may be a name and a noun of German: there all are to have one.
  return long.length > 2 && (capitals === long.length || (long.length > 4 && capitals > long.length * 0.6))
}

/** Words that are written like names and stand together. */
const runsOf = (
  text: string,
  words: ReadonlyArray<Word>,
  isPlain: (index: number) => boolean
): ReadonlyArray<ReadonlyArray<Word>> => {
  const runs: Array<ReadonlyArray<Word>> = []
  let run: Array<Word> = []
  const end = () => {
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const [index, word] of words.entries()) {
    const between = index === 0 ? "" : text.slice(words[index - 1]!.end, word.at)
    // `Johnson & Johnson` and `Bank of America` are one name.
    const joins = /^&?$/.test(between.trim())
    if (!joins) end()
    const next = words[index + 1]
    const isOf =
      run.length > 0 &&
      /^(?:of|de)$/.test(word.text) &&
      next !== undefined &&
      isCapital(next.text) &&
      !isCommon(next.text)
    if (isOf) run.push(word)
    else if (isCapital(word.text) && !isPlain(index)) run.push(word)
    else end()
    // A possessive ends a name.
    if (/['’]s$/i.test(word.text)) end()
  }
  end()
  return runs
}

const nameOf = (words: ReadonlyArray<Word>): string => {
  const said = words.map(({ text }) => bare(text)).join(" ")
  return joinedName(withoutLegalForm(said) ?? said)
}

/** Names of a text, those that are whole first. `beside`: another text of the same article, which may write the same words small. */
export const namesIn = (said: string, beside = ""): ReadonlyArray<FoundName> => {
  const text = said.slice(0, limits.text)
  const words: Array<Word> = []
  for (const found of text.matchAll(wordAt)) {
    if (words.length === limits.words) break
    words.push({ text: found[0], at: found.index, end: found.index + found[0].length })
  }
  const small = new Set(
    [...beside.slice(0, limits.text).matchAll(wordAt)].map(([word]) => word).filter((word) => /^\p{Ll}+$/u.test(word))
  )
  const titleCase = isTitleCase(words)
  // A capital inside a sentence makes `Deutsche Bank` of a word that headlines write everywhere, and so does `Bank of America`.
  const isPlain = (index: number): boolean => {
    const { text: word } = words[index]!
    if (/^\d+$/.test(word)) return true
    const isOfSomebody = /^of$/.test(words[index + 1]?.text ?? "") && isCapital(words[index + 2]?.text ?? "")
    if (isCommon(word)) return !isOfSomebody && (titleCase || index === 0)
    return titleCase && small.has(bare(word).toLowerCase())
  }
  // German writes every noun with a capital, so that the last of several may be the name.
  const isGerman = german.test(text)
  const found = new Map<string, FoundName>()
  const note = (name: string, at: number, part: FoundName["part"], acting = false) => {
    const place = text.length === 0 ? 0 : at / text.length
    if (name.length > 1 && !found.has(name) && !common.has(name)) found.set(name, { name, place, part, acts: acting })
  }
  const isActing = (words: ReadonlyArray<Word>): boolean => {
    const last = words.at(-1)!
    const isFormed = withoutLegalForm(words.map(({ text: word }) => word).join(" ")) !== null
    return isFormed || acts.test(text.slice(last.end, last.end + limits.act))
  }
  const runs = runsOf(text, words, isPlain)
  let tries = 0
  // Whoever writes a text of nothing but capitals is not read for as long as he likes.
  const isOver = () => found.size >= limits.names || tries++ >= limits.tries
  for (const run of runs) {
    if (run.length > limits.name) continue
    if (isOver()) break
    note(nameOf(run), run[0]!.at, "whole", isActing(run))
  }
  const uncased = words.filter(({ text: word }) => isUncased(word) || unspaced.test(word))
  for (const [index, word] of uncased.entries()) {
    if (isOver()) break
    if (unspaced.test(word.text)) {
      for (const joint of word.text.matchAll(ofSeveral)) {
        if (isOver()) break
        const parts = [...joint[0].matchAll(ofOneScript)].slice(0, limits.name)
        for (let length = parts.length; length > 1; length--) {
          const name = joint[0].slice(0, parts[length - 1]!.index + parts[length - 1]![0].length)
          note(
            joinedName(withoutLegalForm(name) ?? name),
            word.at + joint.index,
            length === parts.length ? "whole" : "beginning"
          )
        }
      }
      for (const part of word.text.matchAll(ofOneScript)) note(joinedName(part[0]), word.at + part.index, "whole")
      continue
    }
    note(joinedName(word.text), word.at, "whole")
    const next = uncased[index + 1]
    if (next !== undefined && text.slice(word.end, next.at).trim() === "") note(nameOf([word, next]), word.at, "whole")
  }
  parts: for (const length of [3, 2, 1, 4]) {
    for (const run of runs) {
      for (let from = 0; from + length <= run.length && length < run.length; from++) {
        if (isOver()) break parts
        const part = run.slice(from, from + length)
        const isOfOther = others.has(run[from + length]?.text.toLowerCase() ?? "")
        const isBeginning = !isOfOther && (from === 0 || (isGerman && length === 1))
        note(nameOf(part), part[0]!.at, isBeginning ? "beginning" : "inside", isBeginning && isActing(part))
      }
    }
  }
  return [...found.values()].slice(0, limits.names)
}
