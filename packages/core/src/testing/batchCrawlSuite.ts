/** What pages of a crawl lead to, and which of them are the same. */
import { assert } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { BatchWorkStore } from "../batches/BatchWorkStore.ts"
import { freshOrganization } from "./arrangements.ts"
import {
  accepted,
  answeredAt,
  claimOf,
  failAll,
  found,
  foundItem,
  itemOf,
  outcomeOf,
  record,
  settled,
  startOf,
  writeOf
} from "./batchArrangements.ts"
import type { StoresIt } from "./Stores.ts"

/** What `BatchWorkStore` promises of crawls. */
export const batchCrawlTests = (it: StoresIt): void => {
  it.effect("adds what pages of a crawl lead to once, and begins no more than is paid for", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const start = itemOf(1, "crawl.example", { identity: "crawl.example/1" })
      const batch = yield* accepted(organizationId, [start], startOf(3))
      const [first] = yield* claimOf(batch, 10)
      const leads = ["1", "a", "b", "a", "c", "d"].map(foundItem)
      const write = writeOf(batch, [outcomeOf(first!, leads)], { scopeUrl: "https://crawl.example/home", maxKnown: 4 })
      assert.deepStrictEqual(yield* record(write), { _tag: "Recorded" })
      const next = yield* claimOf(batch, 10)
      assert.deepStrictEqual(
        next.map(({ depth, n, url }) => [n, depth, url]),
        [
          [2, 1, "https://crawl.example/a"],
          [3, 1, "https://crawl.example/b"]
        ]
      )
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
      assert.strictEqual(next[0]!.batch.scopeUrl, "https://crawl.example/home")
      const open = yield* (yield* BatchWorkStore).unsettled({ after: null, limit: 1_000 })
      assert.deepInclude(
        open.find((one) => one.batch.id === batch.id),
        { isDone: false, waitsAt: "crawl.example" }
      )
      const dropped = { n: 2, token: next[0]!.token, _tag: "Dropped", found: [] } as const
      yield* record(writeOf(batch, [dropped], { segment: null }))
      const last = yield* claimOf(batch, 10)
      assert.deepStrictEqual(
        last.map(({ n }) => n),
        [4]
      )
      yield* record(writeOf(batch, [outcomeOf(next[1]!), outcomeOf(last[0]!)]))
      const { tally } = (yield* found(batch))!
      assert.deepInclude(tally, { succeeded: 3, failed: 0 })
      assert.isTrue(yield* settled((yield* found(batch))!))
    })
  )

  it.effect(
    "records a page of a crawl once, whatever addresses lead to it, and begins it under none of them any more",
    () =>
      Effect.gen(function* () {
        const { id: organizationId } = yield* freshOrganization({ credits: 100 })
        const start = itemOf(1, "crawl.example", { identity: "crawl.example/1" })
        const batch = yield* accepted(organizationId, [start], startOf(10))
        const tally = Effect.map(found(batch), (stored) => stored!.tally)
        const next = (limit: number) => claimOf(batch, limit)
        const [first] = yield* next(1)
        yield* record(writeOf(batch, [answeredAt("1", outcomeOf(first!, ["a", "b", "c", "d"].map(foundItem)))]))
        const [a, b] = yield* next(2)
        const both = [answeredAt("d", outcomeOf(a!)), answeredAt("d", outcomeOf(b!))]
        assert.deepStrictEqual(yield* record(writeOf(batch, both)), { _tag: "SamePages", same: [3] })
        assert.deepInclude(yield* tally, { succeeded: 1, failed: 0 })
        const dropped = { n: 3, token: b!.token, _tag: "Dropped", found: [] } as const
        assert.deepStrictEqual(yield* record(writeOf(batch, [both[0]!, dropped])), { _tag: "Recorded" })
        const [c, ...none] = yield* next(10)
        assert.deepStrictEqual([c!.n, none], [4, []])
        const same = yield* record(writeOf(batch, [answeredAt("1", outcomeOf(c!))]))
        assert.deepStrictEqual(same, { _tag: "SamePages", same: [4] })
        // Where it answers now nobody has been led to yet.
        yield* record(writeOf(batch, [answeredAt("x", outcomeOf(c!, ["x", "e", "f", "d"].map(foundItem)))]))
        const [e, f, ...others] = yield* next(10)
        assert.deepStrictEqual([e!.url, f!.url, others], [foundItem("e").url, foundItem("f").url, []])
        const written = yield* Effect.forEach(
          [e!, f!],
          (one) => record(writeOf(batch, [answeredAt("y", outcomeOf(one))])),
          {
            concurrency: "unbounded"
          }
        )
        assert.sameMembers(
          written.map(({ _tag }) => _tag),
          ["Recorded", "SamePages"]
        )
        assert.deepInclude(yield* tally, { succeeded: 4, failed: 0 })
        yield* failAll(batch)
      })
  )

  it.effect("goes on from a page that was recorded before by more links", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const start = itemOf(1, "crawl.example", { identity: "crawl.example/1" })
      const batch = yield* accepted(organizationId, [start], startOf(10))
      const [first] = yield* claimOf(batch, 1)
      yield* record(writeOf(batch, [answeredAt("1", outcomeOf(first!, ["a", "b", "e"].map(foundItem)))]))
      const [a, b, e] = yield* claimOf(batch, 3)
      const deeper = ["c", "d"].map((name) => ({ ...foundItem(name), depth: 2 }))
      yield* record(writeOf(batch, [answeredAt("a", outcomeOf(a!, deeper))]))
      const [c, d] = yield* claimOf(batch, 2)
      yield* (yield* BatchWorkStore).renew([e!], Duration.zero)
      yield* record(writeOf(batch, [answeredAt("b", outcomeOf(c!)), answeredAt("e", outcomeOf(d!))]))
      const again = yield* claimOf(batch, 10)
      assert.deepStrictEqual(
        again.map(({ n }) => n),
        [e!.n]
      )
      const both = [answeredAt("b", outcomeOf(b!)), answeredAt("e", outcomeOf(again[0]!))]
      assert.deepStrictEqual(yield* record(writeOf(batch, both)), { _tag: "SamePages", same: [b!.n, e!.n] })
      const ends = (["f", "g"] as const).map((name, at) => {
        const { n, token } = both[at]!
        return { n, token, _tag: "Dropped", found: [{ ...foundItem(name), depth: 2 }] } as const
      })
      yield* record(writeOf(batch, ends, { segment: null }))
      assert.deepStrictEqual(
        (yield* claimOf(batch, 10)).map(({ url }) => url),
        [foundItem("f").url, foundItem("g").url]
      )
      yield* failAll(batch)
    })
  )

  it.effect("records a page whose address another crawl has recorded", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      for (const _ of ["one", "other"]) {
        const start = itemOf(1, "crawl.example", { identity: "crawl.example/1" })
        const batch = yield* accepted(organizationId, [start], startOf(1))
        const [claim] = yield* claimOf(batch, 1)
        assert.deepStrictEqual(yield* record(writeOf(batch, [answeredAt("1", outcomeOf(claim!))])), {
          _tag: "Recorded"
        })
        assert.isTrue(yield* settled((yield* found(batch))!))
      }
    })
  )
}
