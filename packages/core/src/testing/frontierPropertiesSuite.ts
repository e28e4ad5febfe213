/** What stays true of a frontier whatever those who work on it do. */
import { assert } from "@effect/vitest"
import { Duration, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type ClaimedEntry, type FrontierEntry, FrontierStore } from "../sites/FrontierStore.ts"
import { lease } from "./arrangements.ts"
import { epoch, freshId, organizationOf } from "./builders.ts"
import { type FrontierIt, longTestMillis } from "./Stores.ts"

const choice = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

// Few addresses and depths, so that they come back; claims are named by their place among those seen.
const Found = Schema.Array(Schema.Struct({ page: choice(9), depth: choice(2) })).check(Schema.isMaxLength(4))
const Step = Schema.Union([
  Schema.Struct({ do: Schema.Literal("add"), found: Found }),
  Schema.Struct({ do: Schema.Literal("claim"), limit: choice(3) }),
  Schema.Struct({
    do: Schema.Literal("finish"),
    seen: Schema.Array(choice(12)).check(Schema.isMaxLength(3)),
    found: Found
  }),
  Schema.Struct({ do: Schema.Literal("wait"), seconds: Schema.Literals([20, 60]) })
])
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isMaxLength(20))

const maxEntries = 8

const limits = { maxEntries, now: epoch }

const entryOf = ({ depth, page }: { readonly page: number; readonly depth: number }): FrontierEntry => ({
  identity: `page ${page}`,
  url: `https://example.com/${page}/${depth}`,
  depth
})

/** A frontier as a list, in which everything is found by looking through it. */
const modelOf = () => {
  const rows: Array<{ readonly entry: FrontierEntry; token: number | null; leaseEnd: number; isDone: boolean }> = []
  return {
    add: (entries: ReadonlyArray<FrontierEntry>) => {
      const before = rows.length
      for (const entry of entries) {
        const isKnown = rows.some((row) => row.entry.identity === entry.identity)
        if (!isKnown && rows.length < maxEntries) rows.push({ entry, token: null, leaseEnd: 0, isDone: false })
      }
      return rows.length - before
    },
    /** What a claim must give now. */
    next: (limit: number, now: number) =>
      rows
        .filter((row) => !row.isDone && (row.token === null || row.leaseEnd <= now))
        .toSorted((a, b) => a.entry.depth - b.entry.depth)
        .slice(0, limit),
    end: ({ identity, token }: ClaimedEntry) => {
      const row = rows.find((one) => one.entry.identity === identity && one.token === token && !one.isDone)
      if (row !== undefined) row.isDone = true
      return row !== undefined
    },
    counts: () => {
      const done = rows.filter((row) => row.isDone).length
      const waiting = rows.filter((row) => row.token === null).length
      return { waiting, claimed: rows.length - waiting - done, done }
    }
  }
}

const bare = ({ depth, identity, url }: FrontierEntry): FrontierEntry => ({ identity, url, depth })

/** Does the steps one after the other, and finds the store and the model alike after each. */
const walkAlong = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const store = yield* FrontierStore
  const [organizationId, crawlId] = [organizationOf().id, freshId("crawl")]
  const model = modelOf()
  const seen: Array<ClaimedEntry> = []
  let elapsed = 0
  yield* store.add(organizationId, crawlId, [], limits)

  for (const step of steps) {
    switch (step.do) {
      case "add": {
        const found = step.found.map(entryOf)
        assert.strictEqual(yield* store.add(organizationId, crawlId, found, limits), model.add(found))
        break
      }
      case "claim": {
        const expected = model.next(step.limit, elapsed)
        const claims = yield* store.claim(organizationId, crawlId, { limit: step.limit, lease })
        assert.deepStrictEqual(
          claims.map(bare),
          expected.map(({ entry }) => bare(entry))
        )
        for (const [index, row] of expected.entries()) {
          row.token = claims[index]!.token
          row.leaseEnd = elapsed + Duration.toMillis(lease)
        }
        seen.push(...claims)
        break
      }
      case "finish": {
        const found = step.found.map(entryOf)
        const finished = step.seen.flatMap((place) =>
          seen[place] === undefined ? [] : [{ claimed: seen[place], found }]
        )
        const held = finished.map(({ claimed }) => model.end(claimed))
        model.add(held.includes(true) ? found : [])
        assert.deepStrictEqual(yield* store.finish(organizationId, crawlId, finished, limits), held)
        break
      }
      case "wait":
        yield* TestClock.adjust(Duration.seconds(step.seconds))
        elapsed += step.seconds * 1_000
    }
    assert.deepStrictEqual(yield* store.counts(organizationId, crawlId), model.counts())
  }
})

/** A site: each page links to two others, so that all of it can be reached from the first. */
const linksOf = (page: number, pages: number, depth: number): ReadonlyArray<FrontierEntry> =>
  [2 * page + 1, 2 * page + 2, Math.floor(page / 2), 0]
    .filter((one) => one < pages)
    .map((one) => ({ identity: `page ${one}`, url: `https://example.com/${one}`, depth: depth + 1 }))

const pageOf = ({ identity }: FrontierEntry) => Number(identity.slice("page ".length))

// What a worker does with each of its claims: does it at once, leaves it to the end of its lease, or both.
const Habits = Schema.Array(Schema.Literals(["finishes", "finishes", "dies", "comes late"])).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(6)
)

/** Several workers crawl a site at once, some of which die or come late, until nothing is left. */
const crawlTogether = Effect.fnUntraced(function* (
  workers: ReadonlyArray<typeof Habits.Type>,
  pages: number,
  most: number
) {
  const store = yield* FrontierStore
  const [organizationId, crawlId] = [organizationOf().id, freshId("crawl")]
  const crawlLimits = { maxEntries: most, now: epoch }
  const done: Array<string> = []
  const late: Array<ClaimedEntry> = []

  const finish = Effect.fnUntraced(function* (claims: ReadonlyArray<ClaimedEntry>) {
    const finished = claims.map((claimed) => ({
      claimed,
      found: linksOf(pageOf(claimed), pages, claimed.depth)
    }))
    const held = yield* store.finish(organizationId, crawlId, finished, crawlLimits)
    done.push(...claims.filter((_, index) => held[index]).map(({ identity }) => identity))
  })

  const work = Effect.fnUntraced(function* (habits: typeof Habits.Type) {
    for (let round = 0; ; round++) {
      const claims = yield* store.claim(organizationId, crawlId, { limit: 3, lease })
      if (claims.length === 0) return
      const depths = claims.map(({ depth }) => depth)
      assert.deepStrictEqual(
        depths,
        depths.toSorted((a, b) => a - b)
      )
      const habit = habits[round % habits.length]!
      if (habit === "finishes") yield* finish(claims)
      if (habit === "comes late") late.push(...claims)
      // The others see it in between.
      yield* Effect.yieldNow
    }
  })

  yield* store.add(
    organizationId,
    crawlId,
    [{ identity: "page 0", url: "https://example.com/0", depth: 0 }],
    crawlLimits
  )
  for (;;) {
    yield* Effect.forEach(workers, work, { concurrency: "unbounded", discard: true })
    const { claimed, waiting } = yield* store.counts(organizationId, crawlId)
    if (claimed + waiting === 0) break
    yield* TestClock.adjust(lease)
    // Whoever comes late meets those who claim anew; and somebody is always left who finishes.
    const rescue = Effect.flatMap(store.claim(organizationId, crawlId, { limit: 5, lease }), finish)
    yield* Effect.all([finish(late.splice(0)), rescue], { concurrency: "unbounded" })
  }
  const { done: counted } = yield* store.counts(organizationId, crawlId)
  return { done, counted }
})

/** Declares the properties of a frontier. */
export const frontierProperties = (it: FrontierIt) => {
  it.effect.prop("does after each of any steps what a plain list does", [Steps], ([steps]) => walkAlong(steps), {
    timeout: longTestMillis,
    arbitrary: { runs: 60 }
  })

  it.effect.prop(
    "has each page of a site done once by workers at once, some of which die or come late",
    [Habits, Habits, Habits, Habits],
    (workers) =>
      Effect.gen(function* () {
        const { counted, done } = yield* crawlTogether(workers, 60, 1_000)
        assert.strictEqual(done.length, 60)
        assert.strictEqual(new Set(done).size, 60)
        assert.strictEqual(counted, 60)
      }),
    { timeout: longTestMillis, arbitrary: { runs: 15 } }
  )

  it.effect.prop(
    "never holds more than it may, however many add at once",
    [Habits, Habits, Habits],
    (workers) =>
      Effect.gen(function* () {
        const { counted, done } = yield* crawlTogether(workers, 60, 25)
        assert.strictEqual(new Set(done).size, done.length)
        assert.deepStrictEqual([done.length, counted], [25, 25])
      }),
    { timeout: longTestMillis, arbitrary: { runs: 15 } }
  )

  it.effect("adds exactly as many as it may when fifty callers add overlapping links at once", () =>
    Effect.gen(function* () {
      const store = yield* FrontierStore
      const [organizationId, crawlId] = [organizationOf().id, freshId("crawl")]
      const added = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, caller) => caller),
        (caller) =>
          store.add(
            organizationId,
            crawlId,
            Array.from({ length: 20 }, (_, index) => entryOf({ page: caller * 5 + index, depth: 1 })),
            { maxEntries: 200, now: epoch }
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        added.reduce((sum, one) => sum + one, 0),
        200
      )
      const claims = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => store.claim(organizationId, crawlId, { limit: 7, lease }),
        { concurrency: "unbounded" }
      )
      const rest = yield* store.claim(organizationId, crawlId, { limit: 200, lease })
      const identities = [...claims.flat(), ...rest].map(({ identity }) => identity)
      assert.strictEqual(identities.length, 200)
      assert.strictEqual(new Set(identities).size, 200)
    })
  )
}
