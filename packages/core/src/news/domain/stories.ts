/**
 * Which articles of one day tell the same story: copies of one report, at many publishers (contract/news.md, `story_id`).
 *
 * **Details.** Smallest hashes of the words of the title, and of the beginning of the excerpt, three at a time: texts that share seven words
 * of ten share one such band nearly always, and others hardly ever. Those that share one are compared. Threads without `effect` use this.
 */
import { fold } from "../../brands/domain/searchTerms.ts"
import { hashOf } from "./hashOf.ts"
import { namesIn } from "./namesIn.ts"

/** Bands of a text and hashes of each; words of an excerpt that are looked at, and of a title. */
const limits = { bands: 8, rows: 3, excerpt: 25, title: 60, text: 200 } as const

/** From which share of common words texts are one; a title of few words must be the same. */
const levels = { title: 0.6, excerpt: 0.7, fewWords: 4, figures: 3 } as const

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Words; of scripts without spaces pairs of letters. */
const wordsOf = (text: string, most: number): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (const [word] of fold(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.length >= most) break
    if (!unspaced.test(word)) words.push(word)
    else {
      const letters = Array.from(word.slice(0, most * 2))
      for (let at = 0; at + 1 < letters.length; at++) words.push(`${letters[at]}${letters[at + 1]}`)
    }
  }
  return words.slice(0, most)
}

/** The publisher's own name behind a title is none of it. */
const ownTitle = (title: string): string => title.replace(/(?<!\s)\s+[-–—|·]\s+[^-–—|·]{2,40}$/u, "")

export interface StoryText {
  readonly title: string
  readonly excerpt: string | null
}

const titleWords = ({ title }: StoryText): ReadonlySet<string> => new Set(wordsOf(ownTitle(title), limits.title))
const excerptWords = ({ excerpt }: StoryText): ReadonlySet<string> => new Set(wordsOf(excerpt ?? "", limits.excerpt))

const bandsOfWords = (words: ReadonlySet<string>, place: string): ReadonlyArray<number> => {
  const hashes = [...words].map(hashOf)
  const bands: Array<number> = []
  for (let band = 0; band < limits.bands; band++) {
    const smallest: Array<number> = []
    for (let row = 0; row < limits.rows; row++) {
      // Each row is another order of the same words.
      const factor = 2_654_435_761 + (band * limits.rows + row) * 40_503_000
      let least = Number.POSITIVE_INFINITY
      for (const hash of hashes) {
        const mixed =
          Math.imul((hash % 0x100000000) | 0, factor | 0) ^
          Math.imul(Math.floor(hash / 0x100000) | 0, (factor >>> 3) | 1)
        least = Math.min(least, (mixed ^ (mixed >>> 15)) >>> 0)
      }
      smallest.push(least)
    }
    bands.push(hashOf(`${place} ${band} ${smallest.join(" ")}`))
  }
  return bands
}

/** What articles of a day and a language may share. @internal */
export const bandsOf = (text: StoryText, day: number, language: string | null): ReadonlyArray<number> => {
  const [title, excerpt] = [titleWords(text), excerptWords(text)]
  const place = `${day} ${language ?? ""}`
  return [
    ...(title.size === 0 ? [] : bandsOfWords(title, `title ${place}`)),
    ...(excerpt.size < limits.excerpt / 2 ? [] : bandsOfWords(excerpt, `excerpt ${place}`))
  ]
}

const shareOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let common = 0
  for (const word of one) if (other.has(word)) common += 1
  const all = one.size + other.size - common
  return all === 0 ? 0 : common / all
}

/** Words with figures, and which quarter it is: the same report of another quarter is another report. */
const figuresOf = (words: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...words].flatMap((word) => {
      if (/\d/.test(word)) return [word.replace(/(?<=^\d+)(?:m|mn|mio|bn|b|k)$/, "")]
      return words.has("quarter") && /^(?:first|second|third|fourth)$/.test(word) ? [word] : []
    })
  )

const isWithin = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].every((word) => other.has(word))

/** Whether two texts that are full of figures have few of them in common, as reports that one form was filled in for do. */
const isOtherwiseFilled = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  Math.min(one.size, other.size) >= levels.figures && shareOf(one, other) < 0.5

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** What happens, and its contrary. */
const contraries: ReadonlyArray<readonly [ReadonlySet<string>, ReadonlySet<string>]> = [
  [
    wordSet(
      "rise rises rose rising risen gain gains gained jump jumps jumped surge surges surged climb climbs climbed soar soars soared increase increases increased grow grows grew growth up higher rally rallies rallied lift lifts lifted raise raises raised beat beats steigt steigen stieg wachst hebt plus hausse monte augmente sube suben"
    ),
    wordSet(
      "fall falls fell falling fallen drop drops dropped slump slumps slumped slide slides slid plunge plunges plunged decline declines declined decrease decreases decreased shrink shrinks shrank down lower tumble tumbles tumbled sink sinks sank cut cuts trim trims trimmed miss misses missed fallt fallen fiel sinkt sank senkt minus baisse chute recule baja bajan cae"
    )
  ],
  [wordSet("win wins won gewinnt gagne gana"), wordSet("lose loses lost verliert perd pierde")],
  [
    wordSet("open opens opened opening offnet eroffnet ouvre abre"),
    wordSet("close closes closed closing shut shuts schliesst ferme cierra")
  ],
  [
    wordSet("start starts started begin begins began launch launches launched"),
    wordSet("stop stops stopped halt halts halted end ends ended")
  ],
  [
    wordSet("approve approves approved accept accepts accepted back backs backed"),
    wordSet("reject rejects rejected refuse refuses refused block blocks blocked oppose opposes opposed")
  ],
  [
    wordSet("hire hires hired appoint appoints appointed join joins joined"),
    wordSet("fire fires fired sack sacks sacked leave leaves left resign resigns resigned")
  ],
  [wordSet("buy buys bought acquire acquires acquired"), wordSet("sell sells sold divest divests divested")],
  [wordSet("profit profits gewinn benefice"), wordSet("loss losses verlust perte")]
]

/** What says that something is not so, or no longer; it makes another report of the same words without it. */
const denials = wordSet(
  "not no never won wont don dont doesn doesnt isn isnt didn didnt deny denies denied end ends ended scrap scraps scrapped cancel cancels cancelled canceled abandon abandons abandoned terminate terminates terminated withdraw withdraws withdrew fail fails failed without nicht kein keine nie pas jamais"
)

const hasOf = (words: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...words].some((word) => some.has(word))

/** Whether one text says the contrary of another. */
const isContrary = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  contraries.some(([these, those]) => {
    const [here, there] = [hasOf(one, these), hasOf(one, those)]
    const [hereToo, thereToo] = [hasOf(other, these), hasOf(other, those)]
    return (here && !there && thereToo && !hereToo) || (there && !here && hereToo && !thereToo)
  })

/** Of a title; *won't* ends in a letter of its own, and *won* is a victory. */
const isDenied = (title: string): boolean => {
  const plain = fold(ownTitle(title)).replace(/\b(\p{L}+n)['’]t\b/gu, "not")
  return wordsOf(plain, limits.title).some((word) => word !== "won" && denials.has(word))
}

/**
 * Words of a title that are written like names where the article says them: of a headline that writes all words so, those that its excerpt
 * writes so too, or its first.
 */
const namedOnlyBy = ({ excerpt, title }: StoryText, other: StoryText): boolean => {
  const elsewhere = new Set(wordsOf(`${ownTitle(other.title)} ${other.excerpt ?? ""}`, limits.text))
  const said = ownTitle(title).match(/[\p{L}\p{N}]+/gu) ?? []
  const isCapital = (word: string) => /^\p{Lu}/u.test(word)
  const isTitleCase = said.slice(1).every((word) => word.length < 4 || isCapital(word))
  const beside = new Set(excerpt?.match(/[\p{L}\p{N}]+/gu) ?? [])
  return said.some((word, index) => {
    if (!isCapital(word) || elsewhere.has(fold(word))) return false
    return excerpt === null ? index === 0 || !isTitleCase : beside.has(word)
  })
}

const namesOf = (title: string): ReadonlySet<string> => new Set(namesIn(ownTitle(title)).map(({ name }) => name))

const sharesName = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === 0 || other.size === 0 || [...one].some((name) => other.has(name))

/** Whether two articles of one day and language tell the same. @internal */
export const isSameStory = (one: StoryText, other: StoryText): boolean => {
  const [title, otherTitle] = [titleWords(one), titleWords(other)]
  const [figures, otherFigures] = [figuresOf(title), figuresOf(otherTitle)]
  // A title may leave out what another says; two that say different figures tell different things.
  if (!isWithin(figures, otherFigures) && !isWithin(otherFigures, figures)) return false
  // Each names somebody of whom the other says nothing.
  if (namedOnlyBy(one, other) && namedOnlyBy(other, one)) return false
  const [excerpt, otherExcerpt] = [excerptWords(one), excerptWords(other)]
  if (isOtherwiseFilled(figuresOf(excerpt), figuresOf(otherExcerpt))) return false
  const least = Math.min(title.size, otherTitle.size)
  const titles = shareOf(title, otherTitle)
  const isSame = least < levels.fewWords ? titles === 1 : titles >= levels.title
  const isTitled = isSame && !isContrary(title, otherTitle) && isDenied(one.title) === isDenied(other.title)
  if (isTitled && sharesName(namesOf(one.title), namesOf(other.title))) return true
  if (isContrary(excerpt, otherExcerpt)) return false
  return (
    Math.min(excerpt.size, otherExcerpt.size) >= limits.excerpt / 2 && shareOf(excerpt, otherExcerpt) >= levels.excerpt
  )
}
