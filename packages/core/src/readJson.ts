/** JSON that others write, read in bounds: a value of two bytes takes some sixty in memory, and many of them hold the thread. */
import { Effect, Result, Schema } from "effect"
import { countJsonValues } from "./jsonValues.ts"

/** Values of one answer, unless told otherwise: some thirty milliseconds and as many megabytes. */
const mostJsonValues = 250_000

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))

/** Reads it; others have their turn while its values are counted. */
export const readJson = Effect.fnUntraced(function* (
  json: string,
  most: number = mostJsonValues
): Effect.fn.Return<Result.Result<unknown, "malformed" | "too_many_values">> {
  const counting = countJsonValues(json, most)
  let piece = counting.next()
  while (piece.done !== true) {
    yield* Effect.yieldNow
    piece = counting.next()
  }
  if (piece.value > most) return Result.fail("too_many_values" as const)
  return Result.mapError(parse(json), () => "malformed" as const)
})
