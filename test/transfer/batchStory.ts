/** Batches in every state that a move can meet, and all that their ports tell of them. */
import { BatchStore } from "@kittiwake/core/batches/BatchStore"
import { BatchWorkStore } from "@kittiwake/core/batches/BatchWorkStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DateTime, Effect, Option } from "effect"
import {
  accepted,
  allSegments,
  claimOf,
  found,
  foundItem,
  items,
  outcomeOf,
  place,
  record,
  settled,
  startOf,
  writeOf
} from "../../packages/core/src/testing/batchArrangements.ts"
import { noise } from "../../packages/core/src/testing/noise.ts"

/** Results in small pieces and in one that stands outside, of a list that has ended, one under way and a crawl. */
export const fillBatches = Effect.fnUntraced(function* (organizationId: OrganizationId, strange: string) {
  const entries = items(5).map((item) => ({ ...item, itemId: strange, meta: JSON.stringify({ [strange]: [1, null] }) }))
  const whole = yield* accepted(organizationId, entries, { tags: [strange] })
  const [first, second, third, fourth] = yield* claimOf(whole, 4)
  for (const [index, claim] of [first!, second!].entries()) {
    const write = writeOf(whole, [{ ...outcomeOf(claim), recoveredPages: 2 }], { shard: index })
    const packed = noise(20_000 + index)
    yield* record({ ...write, segment: { ...write.segment!, id: `seg_${index}`, bytes: packed.length, packed } })
  }
  const failed = { n: third!.n, token: third!.token, _tag: "Failed", code: "NOT_FOUND", url: strange, place } as const
  const large = writeOf(whole, [failed, outcomeOf(fourth!)])
  yield* record({ ...large, segment: { ...large.segment!, id: "seg_2" } })
  yield* (yield* BatchStore).cancel(organizationId, whole.id)
  const files = [
    { number: 0, items: 1, bytes: 20_020, after: null, last: "seg_0" },
    { number: 1, items: 3, bytes: 20_121, after: "seg_0", last: "seg_2" }
  ]
  yield* settled((yield* found(whole))!, { files })

  const crawl = yield* accepted(
    organizationId,
    items(1).map((item) => ({ ...item, identity: "start" })),
    startOf(50)
  )
  const [start] = yield* claimOf(crawl, 1)
  yield* record(
    writeOf(crawl, [{ ...outcomeOf(start!, [foundItem("a"), foundItem("b")]), finalIdentity: "end" }], {
      scopeUrl: "https://crawl.example/"
    })
  )
  // One page is under way, with its lease.
  yield* claimOf(crawl, 1)
  return [whole.id, crawl.id]
})

/** What is told of them. */
export const batchAnswers = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  ids: Effect.Success<ReturnType<typeof fillBatches>>
) {
  const store = yield* BatchStore
  const work = yield* BatchWorkStore
  return {
    listed: yield* store.list(organizationId, {}, { limit: 10, after: null }),
    taken: yield* store.resultBytes(organizationId),
    each: yield* Effect.forEach(ids, (batchId) =>
      Effect.gen(function* () {
        const pieces = yield* store.segments(organizationId, batchId, allSegments)
        return {
          batch: yield* store.get(organizationId, batchId),
          results: yield* store.results(organizationId, batchId, {}, { after: 0, limit: 100 }),
          pieces,
          bytes: yield* Effect.forEach(pieces, (piece) =>
            Effect.map(
              store.smallSegment(organizationId, batchId, piece.id),
              Option.map((bytes) => Buffer.from(bytes).toString("base64"))
            )
          )
        }
      })
    ),
    unsettled: yield* work.unsettled({ after: null, limit: 10 }),
    due: yield* work.untilDue(yield* DateTime.now)
  }
})
