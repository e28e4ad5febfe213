/** How the number of an item is written, in the ways that word processors know. */

/** A number that would fill a line is written in digits. */
const mostRepeated = 10
const mostRoman = 3_999

const roman = (value: number): string => {
  const signs = ["m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"]
  const worth = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
  let left = value
  return signs
    .map((sign, at) => {
      const times = Math.floor(left / worth[at]!)
      left -= times * worth[at]!
      return sign.repeat(times)
    })
    .join("")
}

/** After the last letter comes the first one twice, as word processors have it. */
const letters = (alphabet: string, value: number): string => {
  const all = [...alphabet]
  return (all[(value - 1) % all.length] ?? "").repeat(Math.ceil(value / all.length))
}

const english = "abcdefghijklmnopqrstuvwxyz"
const russian = "абвгдежзиклмнопрстуфхцчшщыэюя"

const ordinal = (value: number): string => {
  const last = value % 100 > 10 && value % 100 < 20 ? 0 : value % 10
  return `${value}${["th", "st", "nd", "rd"][last] ?? "th"}`
}

const chinese = (value: number): string => {
  const digits = "〇一二三四五六七八九"
  const tens = Math.floor(value / 10)
  return `${tens > 1 ? digits[tens] : ""}${tens > 0 ? "十" : ""}${value % 10 === 0 ? "" : digits[value % 10]}`
}

interface Way {
  readonly write: (value: number) => string
  readonly most: number
}

const lettered = (alphabet: string): Way => ({
  write: (value) => letters(alphabet, value),
  most: [...alphabet].length * mostRepeated
})
const upper = ({ most, write }: Way): Way => ({ most, write: (value) => write(value).toUpperCase() })
const inRoman: Way = { write: roman, most: mostRoman }
const inChinese: Way = { write: chinese, most: 99 }

const ways: ReadonlyMap<string, Way> = new Map(
  Object.entries({
    decimalZero: { write: (value) => String(value).padStart(2, "0"), most: Number.MAX_SAFE_INTEGER },
    lowerRoman: inRoman,
    upperRoman: upper(inRoman),
    lowerLetter: lettered(english),
    upperLetter: upper(lettered(english)),
    russianLower: lettered(russian),
    russianUpper: upper(lettered(russian)),
    ordinal: { write: ordinal, most: Number.MAX_SAFE_INTEGER },
    decimalEnclosedCircle: { write: (value) => String.fromCodePoint(0x245f + value), most: 20 },
    decimalEnclosedCircleChinese: { write: (value) => String.fromCodePoint(0x245f + value), most: 20 },
    chineseCounting: inChinese,
    chineseCountingThousand: inChinese,
    japaneseCounting: inChinese,
    taiwaneseCounting: inChinese,
    taiwaneseCountingThousand: inChinese
  } satisfies Readonly<Record<string, Way>>)
)

/** A number in a way that `w:numFmt` names; in digits where nobody here knows the way. */
export const listNumber = (value: number, way: string): string => {
  const known = ways.get(way)
  return known === undefined || value < 1 || value > known.most ? String(value) : known.write(value)
}
