/**
 * The part of a list that a slice asks for, newest first.
 *
 * The first slice comes after a place that is later than all, so that each list has one text, whichever slice is asked
 * for. Threads without `effect` use this too.
 */
import type { Slice } from "@kittiwake/core/paging/domain/Page"

/** A slice as it crosses to a thread. */
export interface SliceRow {
  readonly limit: number
  readonly afterAt: number
  readonly afterId: string
}

/** Later than every moment. */
const endOfTime = Number.MAX_SAFE_INTEGER

/** The slice as plain data. */
export const sliceRow = ({ after, limit }: Slice): SliceRow =>
  after === null
    ? { limit, afterAt: endOfTime, afterId: "" }
    : { limit, afterAt: Math.trunc(after.at.epochMilliseconds), afterId: after.id }

/** The values of a slice, which come after those of the conditions. */
export const sliceValues = ({ afterAt, afterId, limit }: SliceRow): readonly [number, string, number] => [
  afterAt,
  afterId,
  limit
]

/** The end of a select: `conditions` and the place of the slice, in the order that the index on both columns has. */
export const newestFirst = (at: string, id: string, conditions: ReadonlyArray<string>): string => `
  where ${conditions.map((condition) => `${condition} and `).join("")}(${at}, ${id}) < (?, ?)
  order by ${at} desc, ${id} desc
  limit ?`
