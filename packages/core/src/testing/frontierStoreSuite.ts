import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { type ClaimedEntry, type FrontierEntry, FrontierStore } from "../sites/FrontierStore.ts"
import { lease, whileAhead } from "./arrangements.ts"
import { epoch, freshId, organizationOf } from "./builders.ts"
import { frontierProperties } from "./frontierPropertiesSuite.ts"
import { buildTimeout, type FrontierIt } from "./Stores.ts"

const entryOf = (name: string | number, depth = 0): FrontierEntry => ({
  identity: `example.com/${name}`,
  url: `https://example.com/${name}?été=☂`,
  depth
})

const namesOf = (entries: ReadonlyArray<FrontierEntry>) =>
  entries.map(({ identity }) => identity.slice("example.com/".length))

const limits = { maxEntries: 1_000, now: epoch }

/** A crawl of its own, with the methods of the store bound to it. */
const newCrawl = Effect.gen(function* () {
  const store = yield* FrontierStore
  const [organizationId, crawlId] = [organizationOf().id, freshId("crawl")]
  return {
    organizationId,
    crawlId,
    add: (entries: ReadonlyArray<FrontierEntry>, maxEntries = limits.maxEntries) =>
      store.add(organizationId, crawlId, entries, { ...limits, maxEntries }),
    claim: (limit: number) => store.claim(organizationId, crawlId, { limit, lease }),
    finish: (claims: ReadonlyArray<ClaimedEntry>, found: ReadonlyArray<FrontierEntry> = [], maxEntries = 1_000) =>
      store.finish(
        organizationId,
        crawlId,
        claims.map((claimed) => ({ claimed, found })),
        { ...limits, maxEntries }
      ),
    counts: store.counts(organizationId, crawlId),
    remove: store.remove(organizationId, crawlId)
  }
})

const addTests = (it: FrontierIt) => {
  it.effect("knows nothing of a crawl before its first address", () =>
    Effect.gen(function* () {
      const { claim, counts, finish, remove } = yield* newCrawl
      assert.deepStrictEqual(yield* claim(10), [])
      assert.deepStrictEqual(yield* counts, { waiting: 0, claimed: 0, done: 0 })
      assert.deepStrictEqual(yield* finish([{ ...entryOf("a"), token: 1 }], [entryOf("b")]), [false])
      yield* remove
      assert.deepStrictEqual(yield* counts, { waiting: 0, claimed: 0, done: 0 })
    })
  )

  it.effect("adds each identity once, as it was spelled first", () =>
    Effect.gen(function* () {
      const { add, claim } = yield* newCrawl
      assert.strictEqual(
        yield* add([entryOf("a"), entryOf("b"), { ...entryOf("a"), url: "https://other/", depth: 3 }]),
        2
      )
      assert.strictEqual(yield* add([entryOf("b"), entryOf("c")]), 1)
      assert.strictEqual(yield* add([]), 0)
      const claims = yield* claim(10)
      assert.deepStrictEqual(
        claims.map(({ token: _, ...entry }) => entry),
        [entryOf("a"), entryOf("b"), entryOf("c")]
      )
    })
  )

  it.effect("tells long identities apart that differ in their last character alone", () =>
    Effect.gen(function* () {
      const { add, claim } = yield* newCrawl
      const long = "x".repeat(8_000)
      assert.strictEqual(yield* add([entryOf(`${long}1`), entryOf(`${long}2`), entryOf(`${long}1`)]), 2)
      assert.deepStrictEqual(namesOf(yield* claim(10)), [`${long}1`, `${long}2`])
    })
  )

  it.effect("holds no more addresses than it may, those that are done counted", () =>
    Effect.gen(function* () {
      const { add, claim, counts, finish } = yield* newCrawl
      assert.strictEqual(yield* add([entryOf(1), entryOf(2), entryOf(1), entryOf(3), entryOf(4)], 3), 3)
      assert.strictEqual(yield* add([entryOf(5)], 3), 0)
      const [first, ...others] = yield* claim(10)
      assert.deepStrictEqual(namesOf(others), ["2", "3"])
      yield* finish([first!], [entryOf(2), entryOf(6), entryOf(7)], 4)
      assert.deepStrictEqual(namesOf(yield* claim(10)), ["6"])
      assert.deepStrictEqual(yield* counts, { waiting: 0, claimed: 3, done: 1 })
    })
  )

  it.effect("keeps crawls and organizations apart", () =>
    Effect.gen(function* () {
      const store = yield* FrontierStore
      const [one, other] = [yield* newCrawl, yield* newCrawl]
      yield* one.add([entryOf("a")])
      yield* other.add([entryOf("a"), entryOf("b")])
      assert.deepStrictEqual(yield* store.claim(other.organizationId, one.crawlId, { limit: 9, lease }), [])
      const [claimed] = yield* one.claim(9)
      assert.deepStrictEqual(yield* other.finish([claimed!]), [false])
      yield* store.remove(other.organizationId, one.crawlId)
      assert.deepStrictEqual(yield* one.counts, { waiting: 0, claimed: 1, done: 0 })
      assert.deepStrictEqual(yield* other.counts, { waiting: 2, claimed: 0, done: 0 })
    })
  )
}

const claimTests = (it: FrontierIt) => {
  it.effect("hands addresses out by depth, and within a depth in the order they were added", () =>
    Effect.gen(function* () {
      const { add, claim, finish } = yield* newCrawl
      yield* add([entryOf("deep", 2), entryOf("start", 0)])
      yield* add([entryOf("b", 1), entryOf("a", 1)])
      const first = yield* claim(2)
      assert.deepStrictEqual(namesOf(first), ["start", "b"])
      yield* finish(first, [entryOf("c", 1), entryOf("deeper", 3)])
      assert.deepStrictEqual(namesOf(yield* claim(10)), ["a", "c", "deep", "deeper"])
      assert.deepStrictEqual(yield* claim(0), [])
    })
  )

  it.effect("never hands out again what is done, however often it is added", () =>
    Effect.gen(function* () {
      const { add, claim, counts, finish } = yield* newCrawl
      yield* add([entryOf("a")])
      const claims = yield* claim(10)
      assert.deepStrictEqual(yield* finish(claims, [entryOf("a")]), [true])
      assert.deepStrictEqual(yield* finish(claims, [entryOf("b")]), [false])
      assert.strictEqual(yield* add([entryOf("a")]), 0)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* claim(10), [])
      assert.deepStrictEqual(yield* counts, { waiting: 0, claimed: 0, done: 1 })
    })
  )

  it.effect("hands a claim on when its lease ends, and takes nothing from who had it before", () =>
    Effect.gen(function* () {
      const { add, claim, counts, finish } = yield* newCrawl
      yield* add([entryOf("a"), entryOf("b")])
      const late = yield* claim(10)
      yield* TestClock.adjust(Duration.subtract(lease, Duration.millis(1)))
      assert.deepStrictEqual(yield* claim(10), [])
      yield* TestClock.adjust("1 millis")
      const [fresh] = yield* claim(1)
      assert.deepStrictEqual(namesOf([fresh!]), ["a"])
      // Its lease ended, but nobody else has claimed it.
      assert.deepStrictEqual(yield* finish(late, [entryOf("c")]), [false, true])
      assert.deepStrictEqual(yield* finish([fresh!], [entryOf("d")]), [true])
      assert.deepStrictEqual(namesOf(yield* claim(10)), ["c", "d"])
      assert.deepStrictEqual(yield* counts, { waiting: 0, claimed: 2, done: 2 })
    })
  )

  it.effect("believes no lease that a clock which was ahead gave, and takes nothing away after a small step", () =>
    Effect.gen(function* () {
      const { add, claim, finish } = yield* newCrawl
      yield* add([entryOf("a")])
      yield* whileAhead("4 minutes")(claim(1))
      assert.deepStrictEqual(yield* claim(1), [], "it is under way")
      yield* TestClock.adjust("5 minutes")
      const late = yield* whileAhead("1 day")(claim(1))
      const fresh = yield* claim(1)
      assert.deepStrictEqual(namesOf(fresh), ["a"])
      assert.deepStrictEqual(yield* finish(late, []), [false])
      assert.deepStrictEqual(yield* finish(fresh, []), [true])
    })
  )

  it.effect("adds nothing that a lost claim led to", () =>
    Effect.gen(function* () {
      const { add, claim, finish } = yield* newCrawl
      yield* add([entryOf("a")])
      const late = yield* claim(1)
      yield* TestClock.adjust(lease)
      const fresh = yield* claim(1)
      yield* finish(late, [entryOf("lost")])
      yield* finish(fresh, [entryOf("kept")])
      assert.deepStrictEqual(namesOf(yield* claim(10)), ["kept"])
    })
  )

  it.effect("takes a claim that is reported twice at once for done once", () =>
    Effect.gen(function* () {
      const { add, claim, counts, finish } = yield* newCrawl
      yield* add([entryOf("a")])
      const [claimed] = yield* claim(1)
      const other = { ...claimed!, token: claimed!.token + 1 }
      assert.deepStrictEqual(yield* finish([other, claimed!, claimed!]), [false, true, false])
      assert.deepStrictEqual(yield* counts, { waiting: 0, claimed: 0, done: 1 })
    })
  )
}

const endTests = (it: FrontierIt) => {
  it.effect("begins anew after it was removed, and takes nothing from the crawl before", () =>
    Effect.gen(function* () {
      const { add, claim, counts, finish, remove } = yield* newCrawl
      yield* add([entryOf("a"), entryOf("b")])
      const before = yield* claim(1)
      yield* remove
      assert.deepStrictEqual(yield* counts, { waiting: 0, claimed: 0, done: 0 })
      assert.deepStrictEqual(yield* finish(before, [entryOf("c")]), [false])
      assert.strictEqual(yield* add([entryOf("a")]), 1)
      const after = yield* claim(10)
      assert.deepStrictEqual(yield* finish(before), [false])
      assert.deepStrictEqual(yield* finish(after), [true])
    })
  )

  it.effect("forgets crawls that were left alone, a few addresses at a time, and no others", () =>
    Effect.gen(function* () {
      const store = yield* FrontierStore
      const [idle, busy, removed] = [yield* newCrawl, yield* newCrawl, yield* newCrawl]
      const entries = Array.from({ length: 10 }, (_, index) => entryOf(index))
      yield* Effect.forEach([idle, busy, removed], ({ add }) => add(entries))
      yield* removed.remove
      const now = DateTime.add(epoch, { hours: 1 })
      const claimed = (yield* busy.claim(1)).map((one) => ({ claimed: one, found: [] }))
      yield* store.finish(busy.organizationId, busy.crawlId, claimed, { maxEntries: 1_000, now })
      let dropped = 0
      for (;;) {
        const some = yield* store.prune(now, 3)
        assert.isAtMost(some, 3)
        dropped += some
        if (some < 3) break
      }
      assert.isAtLeast(dropped, 20)
      assert.deepStrictEqual(yield* idle.counts, { waiting: 0, claimed: 0, done: 0 })
      assert.deepStrictEqual(yield* busy.counts, { waiting: 9, claimed: 0, done: 1 })
      assert.strictEqual(yield* idle.add(entries), 10)
    })
  )

  it.effect("takes in anew what a crawl had before it was forgotten, although it was known", () =>
    Effect.gen(function* () {
      const store = yield* FrontierStore
      const crawl = yield* newCrawl
      const entries = ["a", "b", "c", "d"].map((identity) => entryOf(identity))
      const add = (count: number, maxEntries: number) => crawl.add(entries.slice(0, count), maxEntries)
      for (const round of [1, 2]) {
        assert.strictEqual(yield* add(2, 3), 2, `round ${round}`)
        assert.strictEqual(yield* add(4, 3), 1)
        assert.strictEqual(yield* add(4, 3), 0)
        // One that is full may be given more room.
        assert.strictEqual(yield* add(4, 9), 1)
        while ((yield* store.prune(DateTime.add(epoch, { minutes: 1 }), 100)) === 100);
      }
    })
  )

  it.effect("takes a crawl for left alone while only lost claims are reported to it", () =>
    Effect.gen(function* () {
      const store = yield* FrontierStore
      const [lost, held] = [yield* newCrawl, yield* newCrawl]
      const later = DateTime.add(epoch, { hours: 2 })
      const report = ({ crawlId, organizationId }: typeof lost, claims: ReadonlyArray<ClaimedEntry>) =>
        store.finish(
          organizationId,
          crawlId,
          claims.map((claimed) => ({ claimed, found: [entryOf("c")] })),
          { maxEntries: 1_000, now: later }
        )
      yield* Effect.forEach([lost, held], ({ add }) => add([entryOf("a"), entryOf("b")]))
      const late = yield* lost.claim(2)
      yield* TestClock.adjust(lease)
      yield* lost.claim(2)
      assert.deepStrictEqual(yield* report(lost, late), [false, false])
      assert.deepStrictEqual(yield* report(lost, []), [])
      const [one] = yield* held.claim(1)
      assert.deepStrictEqual(yield* report(held, [{ ...one!, token: one!.token + 1 }, one!]), [false, true])
      while ((yield* store.prune(later, 100)) === 100);
      assert.deepStrictEqual(yield* lost.counts, { waiting: 0, claimed: 0, done: 0 })
      assert.deepStrictEqual(yield* held.counts, { waiting: 2, claimed: 0, done: 1 })
    })
  )

  it.effect("counts from the newest moment, in whatever order reports come in", () =>
    Effect.gen(function* () {
      const store = yield* FrontierStore
      const [added, finished] = [yield* newCrawl, yield* newCrawl]
      const later = DateTime.add(epoch, { hours: 3 })
      yield* Effect.forEach([added, finished], ({ crawlId, organizationId }) =>
        store.add(organizationId, crawlId, [entryOf("a")], { ...limits, now: later })
      )
      yield* added.add([entryOf("b")])
      assert.deepStrictEqual(yield* finished.finish(yield* finished.claim(1)), [true])
      while ((yield* store.prune(later, 100)) === 100);
      assert.deepStrictEqual(yield* added.counts, { waiting: 2, claimed: 0, done: 0 })
      assert.deepStrictEqual(yield* finished.counts, { waiting: 0, claimed: 0, done: 1 })
    })
  )
}

/** What `FrontierStore` promises, run against any adapter whose leases end by Effect's `Clock`. */
export const suite = (name: string, stores: Layer.Layer<FrontierStore, unknown>) =>
  layer(stores, { timeout: buildTimeout })(`FrontierStore (${name})`, (it) => {
    addTests(it)
    claimTests(it)
    endTests(it)
    frontierProperties(it)
  })
