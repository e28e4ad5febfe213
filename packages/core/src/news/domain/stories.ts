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

/** What of it a word says: two bits for each pair, of what happens and of its contrary. */
const signOf: ReadonlyMap<string, number> = (() => {
  const signs = new Map<string, number>()
  for (const [place, pair] of contraries.entries()) {
    for (const [side, words] of pair.entries()) {
      for (const word of words) signs.set(word, (signs.get(word) ?? 0) | (1 << (place * 2 + side)))
    }
  }
  return signs
})()

const signsOf = (words: ReadonlySet<string>): number => {
  let signs = 0
  for (const word of words) signs |= signOf.get(word) ?? 0
  return signs
}

/** Whether one text says the contrary of another, by the signs of their words. */
const isContrary = (one: number, other: number): boolean =>
  contraries.some((_, place) => {
    const [here, there] = [(one >> (place * 2)) & 3, (other >> (place * 2)) & 3]
    return here + there === 3 && here !== 0 && there !== 0
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
const namedWords = ({ excerpt, title }: StoryText): ReadonlyArray<string> => {
  const said = ownTitle(title).match(/[\p{L}\p{N}]+/gu) ?? []
  const isCapital = (word: string) => /^\p{Lu}/u.test(word)
  const isTitleCase = said.slice(1).every((word) => word.length < 4 || isCapital(word))
  const beside = new Set(excerpt?.match(/[\p{L}\p{N}]+/gu) ?? [])
  const named = said.filter((word, index) => {
    if (!isCapital(word)) return false
    return excerpt === null ? index === 0 || !isTitleCase : beside.has(word)
  })
  return [...new Set(named.map(fold))]
}

const namesOf = (title: string): ReadonlySet<string> => new Set(namesIn(ownTitle(title)).map(({ name }) => name))

const sharesName = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === 0 || other.size === 0 || [...one].some((name) => other.has(name))

/** What of a text is compared beside its words, where they are alike. */
interface Particulars {
  readonly figures: ReadonlySet<string>
  readonly excerptFigures: ReadonlySet<string>
  readonly signs: number
  readonly excerptSigns: number
  readonly isDenied: boolean
  readonly names: ReadonlySet<string>
  readonly named: ReadonlyArray<string>
  readonly said: ReadonlySet<string>
}

/** A text as it is compared with others: read once, however many those are. @internal */
export interface Telling {
  readonly title: ReadonlySet<string>
  readonly excerpt: ReadonlySet<string>
  readonly particulars: () => Particulars
}

/** @internal */
export const tellingOf = (text: StoryText): Telling => {
  const [title, excerpt] = [titleWords(text), excerptWords(text)]
  let known: Particulars | undefined
  const read = (): Particulars => ({
    figures: figuresOf(title),
    excerptFigures: figuresOf(excerpt),
    signs: signsOf(title),
    excerptSigns: signsOf(excerpt),
    isDenied: isDenied(text.title),
    names: namesOf(text.title),
    named: namedWords(text),
    said: new Set(wordsOf(`${ownTitle(text.title)} ${text.excerpt ?? ""}`, limits.text))
  })
  return {
    title,
    excerpt,
    particulars: () => {
      known ??= read()
      return known
    }
  }
}

const namedOnlyBy = (one: Particulars, other: Particulars): boolean => one.named.some((word) => !other.said.has(word))

/** Whether two articles of one day and language tell the same. @internal */
export const tellSame = (one: Telling, other: Telling): boolean => {
  const titles = shareOf(one.title, other.title)
  const isShort = Math.min(one.title.size, other.title.size) < levels.fewWords
  const isTitled = isShort ? titles === 1 : titles >= levels.title
  const isTold =
    Math.min(one.excerpt.size, other.excerpt.size) >= limits.excerpt / 2 &&
    shareOf(one.excerpt, other.excerpt) >= levels.excerpt
  // Nearly all that are compared end here: what else is to be said of them takes far longer to find out.
  if (!isTitled && !isTold) return false
  const [these, those] = [one.particulars(), other.particulars()]
  // A title may leave out what another says; two that say different figures tell different things.
  if (!isWithin(these.figures, those.figures) && !isWithin(those.figures, these.figures)) return false
  // Each names somebody of whom the other says nothing.
  if (namedOnlyBy(these, those) && namedOnlyBy(those, these)) return false
  if (isOtherwiseFilled(these.excerptFigures, those.excerptFigures)) return false
  const isAsSaid = !isContrary(these.signs, those.signs) && these.isDenied === those.isDenied
  if (isTitled && isAsSaid && sharesName(these.names, those.names)) return true
  return isTold && !isContrary(these.excerptSigns, those.excerptSigns)
}

/** @internal */
export const isSameStory = (one: StoryText, other: StoryText): boolean => tellSame(tellingOf(one), tellingOf(other))

/** Articles of one band that may be compared with a new one, the newest, and those that are. @internal */
export const compared = { ofBand: 8, most: 16 } as const

/**
 * Of those that share bands with an article the ones that are compared with it: the more bands they share, the likelier they tell the same.
 *
 * @internal
 */
export const likeliest = <A>(bands: ReadonlyArray<ReadonlyArray<A>>): ReadonlyArray<A> => {
  const shared = new Map<A, number>()
  for (const one of bands.flatMap((band) => band.slice(0, compared.ofBand))) shared.set(one, (shared.get(one) ?? 0) + 1)
  return [...shared]
    .sort(([, one], [, other]) => other - one)
    .slice(0, compared.most)
    .map(([one]) => one)
}
