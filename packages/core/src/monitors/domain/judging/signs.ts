/** What a line says by signs instead of words: marks of yes and no, stars, lights, arrows, and comparisons ahead of numbers. */
import type { Token } from "./tokens.ts"

interface Sign extends Token {
  /** Signs of one family stand in each other's place. */
  readonly family: string
}

/** Signs that say the same are written beside each other. */
const families: Readonly<Record<string, ReadonlyArray<string>>> = {
  answer: ["✓✔✅☑👍", "✗✘❌✖👎🚫⛔", "☐", "☒"],
  light: ["●⬤", "○◯", "◐◑", "🟢🟩", "🟡🟨", "🟠🟧", "🔴🟥", "🔵🟦", "🟣🟪", "🟤🟫", "⚪⬜", "⚫⬛"],
  star: ["★⭐", "☆"],
  arrow: ["▲△⬆↑🔺📈", "▼▽⬇↓🔻📉", "↗", "↘"],
  notice: ["⚠", "🛑", "🚨", "🆘"],
  lock: ["🔒🔐", "🔓"],
  bell: ["🔔", "🔕"],
  battery: ["🔋", "🪫"],
  sound: ["🔇", "🔈🔉🔊"],
  medal: ["🥇", "🥈", "🥉"],
  bound: ["<", ">", "≤⩽", "≥⩾", "±"]
}

const known: ReadonlyMap<string, { readonly family: string; readonly name: string }> = new Map(
  Object.entries(families).flatMap(([family, signs]) =>
    signs.flatMap((same) => [...same].map((sign) => [sign, { family, name: [...same][0]! }] as const))
  )
)

const anySign = new RegExp(`[${[...known.keys()].join("")}]`, "gu")

/** Labels behind which an arrow opens a menu or turns an order; those that say something else too are the whole label then. */
const opensMenu =
  /(?:(?<!\p{L})(?:sort(?:ed)?(?: by)?|order(?:ed)? by|menu|filter(?:s|ed)?(?: by)?|sortier(?:en|ung|t)?(?: nach)?|tri(?:er|e)?(?: par)?|ordenar(?: por)?|ordina(?: per)?|menù|sorteer(?: op)?|sorteren(?: op)?)|^\P{L}*(?:(?:show|see|view|all)\s)?(?:more|options|mehr|plus|más|altro|mais|meer))\s?:?\s*$/iu

/** An arrow without a number opens a menu. */
const arrowsSay = (line: string): boolean =>
  /\d/.test(line) || !/[\p{L}\p{N}]/u.test(line.slice(line.lastIndexOf(":") + 1))

/** `>` leads on to the next page where no number is behind it. */
const boundSays = (line: string, to: number): boolean => /^\s?\p{Sc}?\s?\d/u.test(line.slice(to, to + 4))

const mostSigns = 100

/** Those that say something where they stand. */
const signsOf = (line: string): ReadonlyArray<Sign> => {
  const signs: Array<Sign> = []
  let hasArrows: boolean | null = null
  const says = (family: string, to: number): boolean => {
    if (family === "bound") return boundSays(line, to)
    if (family !== "arrow") return true
    // One line may have a hundred thousand of them.
    hasArrows ??= arrowsSay(line)
    return hasArrows
  }
  for (const { 0: text, index: from } of line.matchAll(anySign)) {
    const { family, name } = known.get(text)!
    const to = from + text.length
    if (says(family, to)) signs.push({ text, folded: name, from, to, family })
    if (signs.length === mostSigns) break
  }
  return signs
}

/** A line or a cell of signs alone, or with a label before them. */
const signsAlone = /^(?:[^:|]{1,80}:)?(?<signs>[^\p{L}\p{N}|]*)$/u

/** What says nothing by itself: spaces, dashes, dots, brackets, quotes, and how an emoji is drawn. */
const silent = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,;·•…'"*|/\\−]|\p{Variation_Selector}|\u{200d}/gu

const aloneIn = (line: string): Token | undefined => {
  const text = signsAlone.exec(line)?.groups?.signs
  if (text === undefined) return undefined
  const from = line.length - text.length
  const isMenu = opensMenu.test(line.slice(0, from))
  const signs = [...text.replace(silent, "")].filter((sign) => !(isMenu && known.get(sign)?.family === "arrow"))
  return {
    text: text.trim(),
    folded: signs.map((sign) => known.get(sign)?.name ?? sign).join(""),
    from,
    to: line.length
  }
}

const sorted = (text: string): string => [...text].toSorted().join("")

/** Circles without colour. */
const plainLight = /^[●○◐⚪⚫]+$/u

/** Circles side by side that only stand in another order show which of several pictures is shown. */
const isTurned = (was: string, now: string): boolean =>
  was.length > 1 && plainLight.test(was + now) && new Set(was).size > 1 && sorted(was) === sorted(now)

/** Emoji that are drawn for their own sake, and thumbs beside them. */
const drawn = /\p{Extended_Pictographic}/u
const isDrawn = (sign: string): boolean => drawn.test(sign) && !known.has(sign)

/** Other emoji, of which only the number says something; thumbs beside them are reactions too. */
const isOtherDrawing = (was: Token, now: Token): boolean => {
  const kindsIn = ({ text }: Token) => [...new Set([...text].filter(isDrawn))].toSorted().join("")
  const restOf = ({ text }: Token) =>
    [...text.replace(silent, "")]
      .filter((sign) => !isDrawn(sign) && sign !== "👍" && sign !== "👎")
      .map((sign) => known.get(sign)?.name ?? sign)
      .join("")
  return kindsIn(was) !== kindsIn(now) && restOf(was) === restOf(now)
}

/** An amount in brackets is what was lost, where nothing else is said of it. */
const loss = /^(?:[^:|()]{1,80}:)?\s*\(\s*(?<amount>\p{Sc}?\s?\d[\d.,'’ ]*\s?(?:%|\p{Sc})?)\s*\)$/u
const isLoss = (line: string): boolean => loss.test(line.trim())

/** Two numbers that stand against each other: of a game, a vote, a scale. */
const score = /\d{1,4}\s?[:–-]\s?\d{1,4}(?![\d:])/u

const scoreOf = (line: string): Token | undefined => {
  const found = score.exec(line)
  if (found === null) return undefined
  const text = found[0]
  return { text, folded: text.replace(/[^\d]+/g, ":"), from: found.index, to: found.index + text.length }
}

export interface OtherSigns {
  readonly gone: ReadonlyArray<Token>
  readonly come: ReadonlyArray<Token>
}

const textOf = (tokens: ReadonlyArray<Token>): string => tokens.map(({ folded }) => folded).join("")

/** No word, number or cell stands between signs. */
const areTogether = (line: string, signs: ReadonlyArray<Sign>): boolean =>
  !/[\p{L}\p{N}|\t]/u.test(line.slice(signs[0]!.from, signs.at(-1)!.to))

/** The signs by which two lines with the same words differ; null where they say the same. */
export const otherSigns = (before: string, after: string): OtherSigns | null => {
  const [alone, aloneNow] = [aloneIn(before), aloneIn(after)]
  if (alone !== undefined && aloneNow !== undefined) {
    if (alone.folded === aloneNow.folded || isTurned(alone.folded, aloneNow.folded) || isOtherDrawing(alone, aloneNow))
      return null
    const shown = (token: Token) => (token.text === "" ? [] : [token])
    return { gone: shown(alone), come: shown(aloneNow) }
  }
  const [was, now] = [signsOf(before), signsOf(after)]
  for (const family of Object.keys(families)) {
    const of = (signs: ReadonlyArray<Sign>) => signs.filter((sign) => sign.family === family)
    const [gone, come] = [of(was), of(now)]
    // A mark ahead of a line may be no more than its bullet.
    if (gone.length > 0 && come.length > 0 && textOf(gone) !== textOf(come)) {
      const isInRow = areTogether(before, gone) && areTogether(after, come)
      if (!(isInRow && isTurned(textOf(gone), textOf(come)))) return { gone, come }
    }
  }
  if (isLoss(before) !== isLoss(after)) {
    const whole = (line: string): Token => ({ text: line.trim(), folded: line.trim(), from: 0, to: line.length })
    return { gone: [whole(before)], come: [whole(after)] }
  }
  const [played, playedNow] = [scoreOf(before), scoreOf(after)]
  if (played === undefined || playedNow === undefined || played.folded === playedNow.folded) return null
  return { gone: [played], come: [playedNow] }
}
