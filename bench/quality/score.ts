/** How near a text comes to the one that was expected, by the methods of the corpora. */

export interface Score {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Shares of what was found rightly, found wrongly and missed. */
export interface Hits {
  readonly right: number
  readonly wrong: number
  readonly missed: number
}

/** Without marks of where a word may be cut, which no reader sees. */
const seen = (text: string) => text.replace(/[\u00ad\ufeff]+/g, "")

const words = (text: string): ReadonlyArray<string> => seen(text).match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []

const counted = (items: ReadonlyArray<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

const compare = (expected: ReadonlyArray<string>, found: ReadonlyArray<string>): Hits => {
  const left = counted(expected)
  const right = counted(found)
  let hits = 0
  for (const [item, count] of left) hits += Math.min(count, right.get(item) ?? 0)
  return { right: hits, wrong: found.length - hits, missed: expected.length - hits }
}

/** Runs of four words, as scrapinghub's benchmark counts them. */
const shingles = (text: string): ReadonlyArray<string> => {
  const all = words(text)
  if (all.length === 0) return []
  return Array.from({ length: Math.max(1, all.length - 3) }, (_, at) => all.slice(at, at + 4).join(" "))
}

export const shingleHits = (expected: string, found: string): Hits => {
  const hits = compare(shingles(expected), shingles(found))
  const total = hits.right + hits.wrong + hits.missed
  return total === 0 ? hits : { right: hits.right / total, wrong: hits.wrong / total, missed: hits.missed / total }
}

/** Words, however often each stands there. */
export const wordHits = (expected: string, found: string): Hits => compare(words(expected), words(found))

const normal = (text: string) => seen(text).replace(/\s+/g, " ").trim()

/** Pieces that must be there and pieces that must not. */
export const pieceHits = (keep: ReadonlyArray<string>, drop: ReadonlyArray<string>, found: string): Hits => {
  const text = normal(found)
  const right = keep.filter((piece) => text.includes(normal(piece))).length
  return { right, wrong: drop.filter((piece) => text.includes(normal(piece))).length, missed: keep.length - right }
}

const f1 = (precision: number, recall: number) =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)

export const scoreOf = ({ missed, right, wrong }: Hits): Score => {
  if (wrong === 0 && missed === 0) return { precision: 1, recall: 1, f1: 1 }
  const precision = right + wrong === 0 ? 0 : right / (right + wrong)
  const recall = right + missed === 0 ? 0 : right / (right + missed)
  return { precision, recall, f1: f1(precision, recall) }
}

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean precision and mean recall, put together: scrapinghub's way. Pages where one is not defined do not count in it. */
export const meanOfParts = (hits: ReadonlyArray<Hits>): Score => {
  const precision = mean(hits.filter((one) => one.right + one.wrong > 0).map((one) => scoreOf(one).precision))
  const recall = mean(hits.filter((one) => one.right + one.missed > 0).map((one) => scoreOf(one).recall))
  return { precision, recall, f1: f1(precision, recall) }
}

/** Mean of each page's figures. */
export const meanOfPages = (hits: ReadonlyArray<Hits>): Score => {
  const scores = hits.map(scoreOf)
  return {
    precision: mean(scores.map((one) => one.precision)),
    recall: mean(scores.map((one) => one.recall)),
    f1: mean(scores.map((one) => one.f1))
  }
}

/** All pages as one: trafilatura's way. */
export const pooled = (hits: ReadonlyArray<Hits>): Score =>
  scoreOf(
    hits.reduce(
      (sum, one) => ({
        right: sum.right + one.right,
        wrong: sum.wrong + one.wrong,
        missed: sum.missed + one.missed
      }),
      { right: 0, wrong: 0, missed: 0 }
    )
  )
