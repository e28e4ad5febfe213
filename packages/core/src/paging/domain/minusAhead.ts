/**
 * What makes an amount one below zero without a minus sign: a word, an arrow that points down, parentheses.
 *
 * Threads without `effect` use this.
 */

/** How an amount is written, as far as that tells whether an arrow is of it. */
export interface Written {
  readonly kind: "money" | "percent" | "measure" | "number"
  readonly ahead: string
  readonly behind: string
}

export interface MinusAhead {
  /** Where it may as well say something else, what the amount is cannot be told. */
  readonly isSure: boolean
  /** Characters of it that stand right ahead of the amount, and right behind. */
  readonly ahead: number
  readonly behind: number
}

const read = 40

/** Words that are of nothing but amounts, in the languages that goals and data are known in best and some more. */
const word =
  /(?<![\p{L}\p{N}])(?:minus|mínusz|mīnus|miinus|минус|мінус|μείον|マイナス|零下|영하|마이너스|سالب|ناقص|מינוס)\s?$/iu

/** Words that say less or least elsewhere: "moins 5" at the beginning or behind a label, and not "au moins 5" or "menos de 5". */
const less = /(?:^|[:|(\t])\s{0,4}(?:moins|menos|meno)\s$/iu

/** Two amounts, or one give or take some: "10 minus 5", "plus minus 5", "plus or minus 5". */
const isBetween = /(?:[\d)%°]|\p{L}[²³]|°\p{L}|plus|plus\s?[/-]|(?:plus|mehr)\s(?:or|ou|oder|of))\s?\P{L}?$/iu

const arrow = /[▼▾↓⬇🔻🔽⏷↘]\u{fe0f}?\s?$/u

/** Of an amount that is less by so much, the arrow says no more. */
const discount =
  /(?<!\p{L})(?:off|save|saving|sale|discount|sparen|rabatt|remise|descuento|sconto|desconto|korting)(?!\p{L})/iu

const ofArrow = (at: number, { ahead, behind, kind }: Written): MinusAhead | undefined => {
  const before = ahead.slice(0, at)
  if (discount.test(before) || discount.test(behind.slice(0, read))) return undefined
  const found = { ahead: ahead.length - at, behind: 0 }
  if (kind === "percent") return { ...found, isSure: true }
  // Behind words it is of those: "Sort by price ▼ 12 results"; of weather it is the lowest.
  const isAlone = /(?:^|[|\t:(]|\d)\s{0,4}$/u.test(before)
  if (!isAlone || kind === "measure") return undefined
  // "▼ $299" is what was taken off, or what is left.
  return { ...found, isSure: kind === "number" }
}

/** What makes an amount one below zero; undefined where nothing does. */
export const minusAhead = (written: Written): MinusAhead | undefined => {
  const { behind, kind } = written
  const ahead = written.ahead.slice(-read)
  const short = { ...written, ahead }
  const said = word.exec(ahead) ?? less.exec(ahead)
  if (said !== null) {
    const from = ahead.length - said[0].replace(/^[:|(\t]?\s*/u, "").length
    return isBetween.test(ahead.slice(0, from)) ? undefined : { isSure: true, ahead: ahead.length - from, behind: 0 }
  }
  const at = arrow.exec(ahead)?.index
  if (at !== undefined) return ofArrow(at, short)
  // "(12)" behind a name is how many there are, and "(2.1 %)" may be a share.
  const isInParentheses = /(?:^|[:|\t]\s?)\($/u.test(ahead) && /^\s?\)\s*(?:$|[|\t])/u.test(behind)
  if (!isInParentheses || (kind !== "money" && kind !== "percent")) return undefined
  return { isSure: kind === "money", ahead: 1, behind: behind.indexOf(")") + 1 }
}
