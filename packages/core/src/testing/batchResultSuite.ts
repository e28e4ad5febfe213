/** What is kept of a batch that has ended, and what goes. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { BatchStore, type ResultFilter } from "../batches/BatchStore.ts"
import { segmentBlob } from "../batches/domain/segmentBlob.ts"
import { noTally } from "../batches/domain/settle.ts"
import { BlobRowStore } from "../blobs/BlobRowStore.ts"
import { blobPath } from "../blobs/domain/BlobKey.ts"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { freshOrganization } from "./arrangements.ts"
import {
  accepted,
  allSegments,
  claimOf,
  found,
  intakeOf,
  items,
  outcomeOf,
  place,
  record,
  settled,
  writeOf
} from "./batchArrangements.ts"
import { freshId } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

/** What `BatchStore` promises of results. */
export const batchResultTests = (it: StoresIt): void => {
  it.effect("keeps its files from its end on, and gives their pieces apart", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(3))
      const claims = yield* claimOf(batch, 10)
      const ids = ["seg_1", "seg_2", "seg_3"]
      for (const [index, id] of ids.entries()) {
        const write = writeOf(batch, [outcomeOf(claims[index]!)])
        yield* record({ ...write, segment: { ...write.segment!, id } })
      }
      const own = { organizationId, id: batch.id }
      assert.isNull((yield* found(own))!.files)
      const files = [
        { number: 0, items: 1, bytes: 120, after: null, last: "seg_1" },
        { number: 1, items: 2, bytes: 220, after: "seg_1", last: "seg_3" }
      ]
      yield* store.keepFiles(organizationId, batch.id, files)
      assert.isNull((yield* found(own))!.files)
      assert.isTrue(yield* settled((yield* found(own))!, { files }))
      assert.deepStrictEqual((yield* found(own))!.files, files)
      yield* store.keepFiles(organizationId, batch.id, [])
      const { rows } = yield* store.list(organizationId, {}, { limit: 1, after: null })
      assert.deepStrictEqual(rows[0]!.files, files)
      const pieces = (after: string | null, until: string | null, limit = 10) =>
        Effect.map(store.segments(organizationId, batch.id, { after, until, limit }), (found) =>
          found.map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* pieces(null, "seg_1"), ["seg_1"])
      assert.deepStrictEqual(yield* pieces("seg_1", "seg_3"), ["seg_2", "seg_3"])
      assert.deepStrictEqual(yield* pieces("seg_1", null, 1), ["seg_2"])
      assert.deepStrictEqual(yield* pieces("seg_3", null), [])
      const other = OrganizationId.make(freshId("org"))
      assert.deepStrictEqual(yield* store.segments(other, batch.id, allSegments), [])
    })
  )

  it.effect("shows pages that were read, that failed, and that failed for a reason, in the order of their places", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(6))
      const [one, two, three, four, five] = yield* claimOf(batch, 5)
      const failed = ({ n, token, url }: typeof claim, code: string) =>
        ({ n, token, _tag: "Failed", code, url, place }) as const
      const claim = one!
      yield* record(writeOf(batch, [failed(five!, "NOT_FOUND"), outcomeOf(two!)]))
      yield* record(
        writeOf(batch, [
          failed(one!, "REQUEST_TIMEOUT"),
          { n: three!.n, token: three!.token, _tag: "Dropped", found: [] },
          failed(four!, "NOT_FOUND")
        ])
      )
      const shown = (filter: ResultFilter, slice = { after: 0, limit: 10 }, owner = organizationId) =>
        Effect.map(store.results(owner, batch.id, filter, slice), (rows) => rows.map(({ n }) => n))
      assert.deepStrictEqual(yield* shown({}), [1, 2, 4, 5])
      assert.deepStrictEqual(yield* shown({ status: "ok" }), [2])
      assert.deepStrictEqual(yield* shown({ status: "error" }), [1, 4, 5])
      assert.deepStrictEqual(yield* shown({ status: "error" }, { after: 1, limit: 1 }), [4])
      assert.deepStrictEqual(yield* shown({ code: "NOT_FOUND" }), [4, 5])
      assert.deepStrictEqual(yield* shown({ status: "error", code: "REQUEST_TIMEOUT" }), [1])
      assert.deepStrictEqual(yield* shown({ status: "ok", code: "NOT_FOUND" }), [])
      assert.deepStrictEqual(yield* shown({ code: "OTHER" }), [])
      assert.deepStrictEqual(yield* shown({ status: "error" }, undefined, (yield* freshOrganization()).id), [])
    })
  )

  it.effect("keeps a small piece with its row, for its owner alone and as long as its row", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(3))
      const [first, second, third] = yield* claimOf(batch, 10)
      // A part of something larger, as what compresses gives it.
      const packed = new Uint8Array(5_000).map((_, n) => (n * n) % 251).subarray(100, 4_200)
      const small = writeOf(batch, [outcomeOf(first!)])
      const segment = { ...small.segment!, id: "seg_1", bytes: packed.length, packed }
      const { id: stranger } = yield* freshOrganization()
      assert.strictEqual((yield* record({ ...small, organizationId: stranger, segment }))._tag, "ClaimsLost")
      assert.strictEqual((yield* record({ ...small, segment }))._tag, "Recorded")
      // Of what is recorded already nothing is kept.
      const again = { ...small, segment: { ...segment, id: "seg_0" } }
      assert.strictEqual((yield* record(again))._tag, "ClaimsLost")
      const large = writeOf(batch, [outcomeOf(second!), outcomeOf(third!)])
      yield* record({ ...large, segment: { ...large.segment!, id: "seg_2" } })
      const pieces = yield* store.segments(organizationId, batch.id, allSegments)
      assert.deepStrictEqual(
        pieces.map(({ id, isSmall }) => [id, isSmall]),
        [
          ["seg_1", true],
          ["seg_2", false]
        ]
      )
      const results = yield* store.results(organizationId, batch.id, {}, { after: 0, limit: 10 })
      assert.deepStrictEqual(
        results.map(({ isSmall }) => isSmall),
        [true, false, false]
      )
      const bytesOf = (id: string, owner = organizationId) =>
        Effect.map(store.smallSegment(owner, batch.id, id), (found) => Option.map(found, (bytes) => [...bytes]))
      assert.deepStrictEqual(yield* bytesOf("seg_1"), Option.some([...packed]))
      for (const id of ["seg_0", "seg_2"]) assert.isTrue(Option.isNone(yield* bytesOf(id)), id)
      assert.isTrue(Option.isNone(yield* bytesOf("seg_1", stranger)))
      assert.isTrue(yield* settled((yield* found(batch))!))
      yield* TestClock.adjust("1 hour")
      const now = yield* DateTime.now
      while ((yield* store.prune({ intakesBefore: now, resultsBefore: now, limit: 1 })) > 0);
      assert.isTrue(Option.isNone(yield* bytesOf("seg_1")))
    })
  )

  it.effect("counts what results take for their organization alone, until they are removed or kept no longer", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const { id: other } = yield* freshOrganization({ credits: 100 })
      const taken = store.resultBytes(organizationId)
      assert.strictEqual(yield* taken, 0)
      const batchWith = Effect.fnUntraced(function* (owner: OrganizationId, pieces: ReadonlyArray<number>) {
        const batch = yield* accepted(owner, items(2 * pieces.length))
        const claims = yield* claimOf(batch, 100)
        for (const [n, bytes] of pieces.entries()) {
          const [one, two] = claims.slice(2 * n)
          const failed = {
            n: two!.n,
            token: two!.token,
            _tag: "Failed",
            code: "TIMEOUT",
            url: two!.url,
            place
          } as const
          const write = writeOf(batch, [outcomeOf(one!), failed], { shard: n })
          const written = { ...write, segment: { ...write.segment!, bytes } }
          assert.strictEqual((yield* record(written))._tag, "Recorded")
          // Of a page that is recorded already nothing is kept.
          const again = { ...written, segment: { ...written.segment, id: freshId("seg") } }
          assert.strictEqual((yield* record(again))._tag, "ClaimsLost")
        }
        return batch
      })
      const first = yield* batchWith(organizationId, [3_000_000_000, 20])
      const second = yield* batchWith(organizationId, [400])
      yield* batchWith(other, [5_000])
      assert.strictEqual(yield* taken, 3_000_000_420)
      assert.strictEqual(yield* store.resultBytes(other), 5_000)
      assert.isTrue(yield* settled((yield* found(first))!))
      assert.isTrue(yield* settled((yield* found(second))!))
      assert.isTrue(yield* store.remove(organizationId, first.id))
      assert.strictEqual(yield* taken, 400)
      yield* TestClock.adjust("1 hour")
      const now = yield* DateTime.now
      const pruned = store.prune({ intakesBefore: now, resultsBefore: now, limit: 1_000 })
      while ((yield* pruned) > 0);
      assert.strictEqual(yield* taken, 0)
      assert.isTrue(yield* store.remove(organizationId, second.id))
      while ((yield* pruned) > 0);
      assert.strictEqual(yield* taken, 0)
      assert.strictEqual(yield* store.resultBytes(other), 5_000)
    })
  )

  it.effect("counts what a batch was accepted with, as long as its results", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const taken = store.resultBytes(organizationId)
      const acceptedWith = Effect.fnUntraced(function* (bytes: number) {
        return yield* (yield* intakeOf(organizationId, items(1))).accept({}, { bytes })
      })
      const refused = yield* intakeOf(organizationId, items(1))
      yield* Effect.flip(refused.accept({}, { bytes: 10_000, allowance: 0 }))
      assert.strictEqual(yield* taken, 0)
      const [first, second] = [yield* acceptedWith(700), yield* acceptedWith(3_000_000_000)]
      assert.strictEqual(yield* taken, 3_000_000_700)
      assert.deepStrictEqual((yield* found(first))!.tally, noTally)
      yield* store.cancel(organizationId, second.id)
      const [claim] = yield* claimOf(first, 10)
      const write = writeOf(first, [outcomeOf(claim!)], { shard: 0 })
      yield* record({ ...write, segment: { ...write.segment!, bytes: 40 } })
      assert.strictEqual(yield* taken, 3_000_000_740)
      assert.deepStrictEqual((yield* found(first))!.tally, { ...noTally, succeeded: 1 })
      for (const batch of [first, second]) assert.isTrue(yield* settled((yield* found(batch))!))
      assert.isTrue(yield* store.remove(organizationId, second.id))
      assert.strictEqual(yield* taken, 740)
      yield* TestClock.adjust("1 hour")
      const now = yield* DateTime.now
      while ((yield* store.prune({ intakesBefore: now, resultsBefore: now, limit: 1_000 })) > 0);
      assert.strictEqual(yield* taken, 0)
    })
  )

  it.effect("drops intakes that were left alone, results kept no longer, and what was removed, in steps", () =>
    Effect.gen(function* () {
      const store = yield* BatchStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      yield* intakeOf(organizationId, items(5))
      const batch = yield* accepted(organizationId, items(2))
      const claims = yield* claimOf(batch, 10)
      yield* record(
        writeOf(
          batch,
          claims.map((one) => outcomeOf(one))
        )
      )
      assert.isTrue(yield* settled((yield* found(batch))!))
      yield* TestClock.adjust("1 hour")
      const now = yield* DateTime.now
      const early = {
        intakesBefore: DateTime.subtract(now, { days: 9 }),
        resultsBefore: DateTime.subtract(now, { days: 9 })
      }
      while ((yield* store.prune({ ...early, limit: 1_000 })) > 0);
      assert.strictEqual((yield* store.results(organizationId, batch.id, {}, { after: 0, limit: 10 })).length, 2)
      const [segment] = yield* store.segments(organizationId, batch.id, allSegments)
      const blob = segmentBlob(organizationId, batch.id, segment!.id)
      const others = [
        segmentBlob(organizationId, batch.id, freshId("seg")),
        segmentBlob(organizationId, freshId("batch"), segment!.id),
        segmentBlob((yield* freshOrganization()).id, batch.id, segment!.id)
      ]
      const named = Effect.flatMap(BlobRowStore, (rows) => rows.named([blob, ...others]))
      assert.deepStrictEqual([...(yield* named)], [blobPath(blob)])
      // All are gone at once, and their rows in steps.
      let dropped = yield* store.prune({ intakesBefore: early.intakesBefore, resultsBefore: now, limit: 1 })
      assert.strictEqual(dropped, 1)
      assert.deepStrictEqual(yield* store.results(organizationId, batch.id, {}, { after: 0, limit: 10 }), [])
      assert.deepStrictEqual(yield* store.segments(organizationId, batch.id, allSegments), [])
      for (;;) {
        const some = yield* store.prune({ intakesBefore: now, resultsBefore: now, limit: 3 })
        dropped += some
        if (some < 3) break
      }
      assert.isAtLeast(dropped, 8)
      assert.deepStrictEqual(yield* store.results(organizationId, batch.id, {}, { after: 0, limit: 10 }), [])
      assert.deepStrictEqual(yield* store.segments(organizationId, batch.id, allSegments), [])
      assert.strictEqual((yield* named).size, 0)
      assert.deepInclude((yield* found(batch))!.batch, { status: "completed" })
      yield* store.keepFiles(organizationId, batch.id, [])
      assert.isNull((yield* found(batch))!.files)
    })
  )
}
