/** Short lines right ahead of the names of cards, such as "New" and "Sold out": whether they are of the card below or of the one above. */
import { fold } from "../../models/domain/foldedText.ts"

export type Side = "above" | "below"

/** Lines from one up to another. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export const linesOf = ({ from, to }: Stretch): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/** Most of them ahead of one name, characters of one, and lines between two names that are looked at. */
const limits = { run: 3, length: 30, lines: 28 } as const

/** Words of badges that say no state. Compared with folded text. */
const words = new Set(
  `new|new in|sale|top|hot|deal|bestseller|best seller|popular|most popular|featured|trending|recommended|limited|limited edition|exclusive|last chance|staff pick|editor's choice|eco|organic|vegan
|neu|neuheit|angebot|aktion|reduziert|beliebt|tipp|empfohlen|exklusiv|restposten|bio|nur online
|nouveau|nouveaute|promo|promotion|soldes|offre|exclusif|exclusivite|populaire|coup de coeur
|nuevo|nueva|novedad|oferta|rebajas|exclusivo|mas vendido|destacado
|nuovo|nuova|novita|offerta|esclusiva|piu venduto
|novo|nova|novidade|promocao|mais vendido
|nieuw|aanbieding|actie|populair`
    .split("|")
    .map((word) => word.trim())
)

export const isBadgeWord = (text: string): boolean => words.has(fold(text).trim())

/** What is told by the amounts and labels of a card, and by no badge of it. */
const ofAmounts = /,|money|label|prose|date|time|number|quantity/

/** Whether a line could be one: a few words, a state, or a share as in "-20%". */
export const isBadge = (text: string, kind: string | null): boolean =>
  text.length <= limits.length &&
  (kind === null ? /^\p{L}[^\d.!?]*!?$/u.test(text) && text.split(/\s+/).length <= 3 : !ofAmounts.test(kind))

export interface Badges {
  /** Whose they are; nothing where the list does not say. */
  readonly side: Side | undefined
  /** Where those begin that stand between two names, at the end of these lines. */
  readonly from: (stretch: Stretch) => number
  /** Whether a line is one by what it says: a state, a word of badges, or what is said of several cards. */
  readonly isSaid: (line: number) => boolean
}

/** Reads what stands ahead of names by how the list begins and ends: ahead of the first name, or behind all that the last card says. */
export const readBadges = ({
  between,
  head,
  kindAt,
  tail,
  textAt
}: {
  readonly textAt: (line: number) => string
  readonly kindAt: (line: number) => string | null
  readonly head: Stretch
  readonly between: ReadonlyArray<Stretch>
  readonly tail: Stretch
}): Badges => {
  const plainAt = (line: number) => fold(textAt(line)).trim()
  const textsIn = ({ from: first, to }: Stretch) => {
    const short = linesOf({ from: first, to: Math.min(to, first + limits.lines) })
    return new Set(short.filter((line) => textAt(line).length <= limits.length).map(plainAt))
  }
  const [parts, last] = [between.map(textsIn), textsIn(tail)]
  // "Add to cart", which the last card says as most do, is no badge.
  const isOfAll = (text: string) => last.has(text) && parts.filter((part) => part.has(text)).length * 2 >= parts.length
  const isShort = (line: number) => isBadge(textAt(line), kindAt(line))
  const from = ({ from: first, to }: Stretch): number => {
    let at = to
    while (at > first && to - at < limits.run && isShort(at - 1) && !isOfAll(plainAt(at - 1))) at -= 1
    return at
  }
  const runs = between.map((stretch) => ({
    at: from(stretch) - stretch.from,
    lines: linesOf({ from: from(stretch), to: stretch.to })
  }))
  const ahead = linesOf({ from: from(head), to: head.to })
  const behind = [...new Set(runs.flatMap(({ at, lines }) => (lines.length === 0 ? [] : [tail.from + at])))].filter(
    (line) => line < tail.to && isShort(line)
  )
  const texts = [...runs.map(({ lines }) => lines), ahead, behind].map((lines) => new Set(lines.map(plainAt)))
  const isSaid = (line: number) =>
    kindAt(line) !== null || isBadgeWord(textAt(line)) || texts.filter((some) => some.has(plainAt(line))).length > 1
  const sideOf = (): Side | undefined => {
    const [isAhead, isBehind] = [ahead.some(isSaid), behind.some(isSaid)]
    if (isAhead !== isBehind) return isAhead ? "below" : "above"
    const isUsual = runs.filter(({ lines }) => lines.length > 0).length * 2 >= runs.length
    if (!isUsual || isAhead || ahead.length > 0 === behind.length > 0) return undefined
    return ahead.length > 0 ? "below" : "above"
  }
  return { side: sideOf(), from, isSaid }
}
