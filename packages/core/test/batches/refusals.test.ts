/** How often pages of batches were refused: it is known while they wait, and of no page that has come to its end. */
import { assert, describe, it } from "@effect/vitest"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Alarms } from "../../src/Alarms.ts"
import { makeSuspects } from "../../src/alone.ts"
import { BatchWorkStore, type ItemClaim } from "../../src/batches/BatchWorkStore.ts"
import { makeCrawlRules } from "../../src/batches/crawlRules.ts"
import { defaultBatchOptions } from "../../src/batches/domain/BatchOptions.ts"
import { HostTurns } from "../../src/batches/HostTurns.ts"
import { type ItemEnd, ItemRecorder } from "../../src/batches/ItemRecorder.ts"
import { makeRefusals } from "../../src/batches/refusals.ts"
import { makeHostPlaces, makeWaiting, workItem } from "../../src/batches/workItem.ts"
import { PageCache } from "../../src/pages/PageCache.ts"
import { passedMillis } from "../../src/passedMillis.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"
import { layer, newReader, pageWith } from "../reading.ts"

const url = "https://busy.example/page"
const refusal = { body: "slow", status: 429, retryAfter: "5" }

const claimOf = Effect.map(
  newReader(),
  (organizationId): ItemClaim => ({
    n: 1,
    url,
    host: "busy.example",
    identity: null,
    depth: 0,
    itemId: null,
    meta: null,
    token: 1,
    losses: 0,
    batch: {
      id: "batch_a" as ItemClaim["batch"]["id"],
      organizationId,
      format: "markdown",
      options: defaultBatchOptions,
      crawl: null,
      scopeUrl: null
    }
  })
)

/** Works a page again and again, each time after the rest of its host, until it has come to its end; tells how it ended. */
const workToEnd = Effect.fnUntraced(function* (
  claim: ItemClaim,
  refusals: ReturnType<typeof makeRefusals>,
  after: Duration.Input = "6 seconds"
) {
  const ends: Array<ItemEnd> = []
  const work = workItem({
    suspects: makeSuspects(),
    rulesOf: makeCrawlRules(),
    turns: new HostTurns(),
    waiting: makeWaiting(),
    hosts: makeHostPlaces(),
    refusals
  })
  const store = yield* BatchWorkStore
  const working = work(claim, Duration.hours(1)).pipe(
    Effect.provideService(BatchWorkStore, { ...store, renew: (claims) => Effect.succeed(claims.map(() => true)) }),
    Effect.provideService(ItemRecorder, {
      record: (end: ItemEnd) =>
        Effect.sync(() => {
          ends.push(end)
          return true
        })
    })
  )
  for (let times = 0; ends.length === 0 && times < 10; times++) {
    yield* working
    yield* TestClock.adjust(after)
  }
  return ends.map(({ _tag }) => _tag)
})

describe("the refusals of a page", () => {
  for (const [what, last, end] of [
    ["was read", pageWith("Page"), "Succeeded"],
    ["is not there", { body: "no", status: 404 }, "Failed"],
    ["was refused too often", refusal, "Failed"]
  ] as const)
    it.effect(`are forgotten when it ${what}`, () =>
      Effect.gen(function* () {
        yield* ScriptedWeb.use((web) => web.page(url, (_, look) => (look < 2 ? refusal : last)))
        const claim = yield* claimOf
        const refusals = makeRefusals()
        assert.deepStrictEqual(yield* workToEnd(claim, refusals), [end])
        assert.lengthOf(yield* ScriptedWeb.use((web) => web.looks(url)), 3)
        assert.strictEqual(refusals.note(claim), 1)
      }).pipe(Effect.provide([layer, Alarms.layer]))
    )

  it.effect("are not counted where its host began to rest in the moment of its turn: nobody asked for it", () =>
    Effect.gen(function* () {
      yield* ScriptedWeb.use((web) => web.page(url, pageWith("Page")))
      const claim = yield* claimOf
      const pauses = yield* HostPauses
      const cache = yield* PageCache
      let rests = 3
      const resting: PageCache["Service"] = {
        ...cache,
        find: (...given) =>
          Effect.andThen(
            rests-- > 0 ? pauses.throttled(claim.host, { status: 429, retryAfterSeconds: 300 }) : Effect.void,
            cache.find(...given)
          )
      }
      const working = workToEnd(claim, makeRefusals(), "301 seconds")
      assert.deepStrictEqual(yield* Effect.provideService(working, PageCache, resting), ["Succeeded"])
      assert.isAtMost(rests, 0)
      assert.lengthOf(yield* ScriptedWeb.use((web) => web.looks(url)), 1)
    }).pipe(Effect.provide([layer, Alarms.layer]))
  )
})

describe("a page of a crawl whose host rests", () => {
  it.effect("goes back, and others of it are claimed no sooner than in five seconds", () =>
    Effect.gen(function* () {
      const claim = yield* claimOf
      const crawl = { ...claim.batch, crawl: { source: { type: "start_url", url } } as ItemClaim["batch"]["crawl"] }
      const pauses = yield* HostPauses
      yield* pauses.throttled(claim.host, { status: 429, retryAfterSeconds: 300 })
      const turns = new HostTurns()
      turns.noteThrottling(yield* pauses.throttling, yield* passedMillis)
      const rooms = Effect.map(passedMillis, (nowMillis) => turns.restingRooms(nowMillis).get(claim.host))
      assert.strictEqual(yield* rooms, 4)
      const store = yield* BatchWorkStore
      const work = workItem({
        suspects: makeSuspects(),
        rulesOf: makeCrawlRules(),
        turns,
        waiting: makeWaiting(),
        hosts: makeHostPlaces(),
        refusals: makeRefusals()
      })
      yield* work({ ...claim, batch: crawl }, Duration.hours(1)).pipe(
        Effect.provideService(BatchWorkStore, { ...store, renew: (claims) => Effect.succeed(claims.map(() => true)) }),
        Effect.provideService(ItemRecorder, { record: () => Effect.die("nothing came of it yet") })
      )
      assert.lengthOf(yield* ScriptedWeb.use((web) => web.looks()), 0)
      assert.strictEqual(yield* rooms, 0)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* rooms, 4)
    }).pipe(Effect.provide([layer, Alarms.layer]))
  )
})
