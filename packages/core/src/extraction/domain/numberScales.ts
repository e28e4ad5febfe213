/** Words behind a number that say how many of it are meant, such as `million`, in the languages that pages are most often written in. */

/** Each by what one of it is. Spellings with a point behind them stand here without. */
const words: ReadonlyArray<readonly [number, string]> = [
  [12, "dozen dutzend"],
  [100, "hundred hundert"],
  [
    1e3,
    "thousand thousands tausend tsd mille mila duizend tys tysiąc tysiące tysięcy tusen tkr teur тыс हज़ार हजार هزار ألف الف آلاف"
  ],
  [1e5, "lakh lakhs lac lacs लाख"],
  [
    1e6,
    "million millions millionen millón millones milione milioni milhão milhões milhao milhoes milhón milhóns miljoen miljoenen miljon miljoner millioner milion miliony milionów milionow mio mln mn mkr млн मिलियन میلیون مليون ملايين"
  ],
  [1e7, "crore crores करोड़ करोड़"],
  [
    1e9,
    "milliard milliards milliarde milliarden milliarder miliardo miliardi miljard miljarden miljarder miliard miliardy miliardów miliardow mrd mlrd mld mds md mia mdkr bn bilhão bilhões bilhao bilhoes млрд अरब"
  ],
  [1e11, "खरब"],
  [
    1e12,
    "billionen billón billones bilione bilioni biljoen biljoenen biljon biljoner bilionów bilionow bilião biliões trilhão trilhões trilhao trilhoes tn trn трлн"
  ]
]

/** What a thing is only in some languages, by their first letters; elsewhere it is not sure. */
const spoken: ReadonlyArray<readonly [string, number, RegExp]> = [
  ["mil", 1e3, /^(?:es|pt|gl|ca)/],
  ["mill", 1e6, /^(?:es|nb|nn|no|da)/],
  ["mi", 1e6, /^pt/],
  ["bi", 1e9, /^pt/],
  ["兆", 1e12, /^(?:ja|ko|zh-(?:tw|hk|mo|hant))/]
]

/** The short scale of English, which the neighbours of English count otherwise by the same words. */
const short: Readonly<Record<string, number>> = { billion: 1e9, billions: 1e9, trillion: 1e12, trillions: 1e12 }
const countsLong = /^(?:de|fr|es|it|pt|nl|pl|sv|da|nb|nn|no|fi|cs|sk|hu|sl|hr)(?!\p{L})/iu

/** Beside an amount of money alone; elsewhere `M` behind a figure, and `k`, and the rest are units. */
const ofMoney: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mm: 1e6, b: 1e9, t: 1e12, cr: 1e7 }

const known = new Map(words.flatMap(([size, all]) => all.split(" ").map((word) => [word, size] as const)))

/** Words that are made as numbers are made and are none that is known. */
const alike = String.raw`\p{L}{0,10}i(?:l|ł|lj|lh){1,2}i?(?:on|ón|ão|õe|jon|ard|oen|one|oni)\p{L}{0,5}`

const byLength = (all: Iterable<string>): string =>
  [...all].toSorted((one, other) => other.length - one.length).join("|")

const end = String.raw`(?![\p{L}\p{M}\p{N}²³])`

const word = `(?:(?:${byLength([...known.keys(), ...Object.keys(short), "mil", "mill"])}|${alike})${end}\\.?)`

/** One or two behind a number, such as `mil millones`. @internal */
export const scaleWords = String.raw`[\s\u00a0\u202f-]?${word}(?:[\s\u00a0]${word})?`

const sizeOf = (written: string, language: string): number => {
  const name = written.toLowerCase().replace(/\.$/, "")
  const own = spoken.find(([one]) => one === name)
  if (own !== undefined) return own[2].test(language.toLowerCase()) ? own[1] : Number.NaN
  if (Object.hasOwn(short, name)) return countsLong.test(language) ? Number.NaN : short[name]!
  return known.get(name) ?? Number.NaN
}

/**
 * How many of a number are meant by what stands behind it; not a number where that is not sure.
 *
 * @internal
 */
export const scaleOf = (written: string, language: string, isMoney: boolean): number => {
  const parts = written.split(/[\s\u00a0\u202f-]+/).filter((part) => part !== "")
  const [only = "", ...others] = parts
  if (others.length === 0 && only.length <= 2) {
    // Thousands of euros and dollars in trillions are written by the same letter.
    const letter = only.toLowerCase()
    if (isMoney && letter.length === 1 && !written.startsWith(only)) return Number.NaN
    if (isMoney && Object.hasOwn(ofMoney, letter)) return ofMoney[letter]!
    if (/^[kK]$/.test(only)) return 1e3
    if (only === "M") return 1e6
  }
  return parts.reduce((size, part) => size * sizeOf(part, language), 1)
}

/** The scale that a name tells of its values: `revenue (in millions)`. */
const inName = new RegExp(
  String.raw`(?:\bin|\(|\[|,)\s*(?:\p{Sc}\s?|[a-z]{3}\s)?(?<word>${byLength([...known.keys(), ...Object.keys(short)])})${end}|(?<=\p{L}[\s_])(?<last>thousands|millions|billions|trillions|crores|lakhs)$`,
  "iu"
)

/** @internal */
export const scaleInName = (name: string, language: string): number => {
  const { word, last } = inName.exec(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll("_", " "))?.groups ?? {}
  const said = word ?? last
  return said === undefined ? 1 : sizeOf(said, language)
}

const eastern: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1e3,
  천: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  億: 1e8,
  亿: 1e8,
  억: 1e8,
  兆: 1e12,
  조: 1e12
}

/** What stands right behind figures in Chinese, Japanese and Korean, with more figures of smaller ones behind it. @internal */
export const easternScales = String.raw`(?:[十百千천万萬만億亿억兆조]{1,3}(?:\d[\d,]{0,10}[十百千천万萬만億亿억兆조]{1,3}){0,4}(?:\d{1,4}(?=人)|\s?(?:\d{1,4}|\d,\d{3})(?=円|元|원))?)`

/** The sum of figures with such scales; undefined where a text has none. @internal */
export const easternNumber = (written: string, language: string): number | undefined => {
  if (!/[十百千천万萬만億亿억兆조]/.test(written)) return undefined
  let sum = 0
  for (const [, figures = "", scales = ""] of written.matchAll(/(\d[\d.,]*)([十百千천万萬만億亿억兆조]*)/g)) {
    const size = [...scales].reduce(
      (product, one) => product * (one === "兆" ? sizeOf(one, language) : eastern[one]!),
      1
    )
    sum += Number(figures.replaceAll(",", "")) * size
  }
  return sum
}

const scaleAhead = new RegExp(String.raw`^(?:[kmbt](?![\p{L}\p{M}])|${scaleWords}|[十百千천万萬만億亿억兆조])`, "iu")

/** Whether what stands behind a number says how many of it are meant. @internal */
export const startsWithScale = (text: string): boolean => scaleAhead.test(text)
