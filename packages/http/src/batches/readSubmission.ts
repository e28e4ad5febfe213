/** Reads the body of a submission piece by piece: 64 MiB of entries go through, and are never held together. */
import type { BatchEntry } from "@kittiwake/core/batches/domain/BatchEntry"
import type { Submission } from "@kittiwake/core/batches/NewBatch"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Effect, Result, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { checkMediaType, checkText } from "../body.ts"
import { Exchange } from "../Exchange.ts"
import { BodyTooLarge, type UnsupportedBody } from "../errors.ts"
import { announcedBytes, bodyOf } from "../readBytes.ts"
import { entryOf } from "./entryOf.ts"
import { newBatch } from "./input.ts"
import { SubmissionParser, SubmissionProblem } from "./SubmissionParser.ts"

/** Most bytes of a submission (contract/batches.md, common rules). */
export const maxSubmissionBytes = 64 * 1024 * 1024

type Problem = BodyTooLarge | InvalidInput

const problemOf = (error: unknown): InvalidInput => {
  if (!(error instanceof SubmissionProblem)) throw error
  return new InvalidInput({ field: error.field, message: error.message })
}

/** Begins to read; nothing is read before somebody asks for the entries. */
export const readSubmission = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest
): Effect.fn.Return<Submission<Problem>, BodyTooLarge | UnsupportedBody> {
  yield* checkMediaType(request.headers)
  const tooLarge = new BodyTooLarge({ maxBytes: maxSubmissionBytes })
  if (announcedBytes(request) > maxSubmissionBytes) return yield* tooLarge
  const exchange = yield* Exchange
  const parser = new SubmissionParser()
  let bytes = 0
  let index = 0

  const entriesIn = (piece: Uint8Array): Result.Result<ReadonlyArray<BatchEntry>, Problem> => {
    bytes += piece.byteLength
    if (bytes > maxSubmissionBytes) return Result.fail(tooLarge)
    const entries: Array<BatchEntry> = []
    try {
      for (const value of parser.write(piece)) {
        const entry = entryOf(value, index)
        index += 1
        if (Result.isFailure(entry)) return Result.fail(entry.failure)
        entries.push(entry.success)
      }
    } catch (error) {
      return Result.fail(problemOf(error))
    }
    return Result.succeed(entries)
  }

  const cutOff = new InvalidInput({ field: "", message: "The body did not arrive whole. Send it again." })
  return {
    entries: bodyOf(request).pipe(
      Stream.mapError(() => cutOff),
      // Many pieces come at once, and one of 64 KB that is all escapes takes 13 ms: whoever else waits has a turn between them.
      Stream.mapEffect((piece) =>
        Effect.andThen(
          Effect.yieldNow,
          Effect.suspend(() => Effect.fromResult(entriesIn(piece)))
        )
      ),
      Stream.flattenIterable
    ),
    told: Effect.gen(function* () {
      const rest = yield* Effect.try({ try: () => parser.end(), catch: problemOf })
      // The log of calls keeps what was asked without its entries, which may be a hundred thousand.
      exchange.body = { value: rest, bytes }
      yield* checkText(rest)
      const batch = yield* newBatch(rest)
      if (batch.crawl !== null && index > 0) {
        return yield* new InvalidInput({ field: "input.data.urls", message: "is not a known field" })
      }
      return { batch, asked: rest }
    })
  }
})
