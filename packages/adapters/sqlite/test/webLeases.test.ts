import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { BrowserProfileId } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { type ClaimedEntry, FrontierStore } from "@kittiwake/core/sites/FrontierStore"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { freshId, organizationOf } from "../../../core/src/testing/builders.ts"
import * as FrontierStoreOnSqlite from "../src/FrontierStore.ts"
import * as LeaseClock from "../src/LeaseClock.ts"
import * as ProfileStoreOnSqlite from "../src/ProfileStore.ts"
import * as Sqlite from "../src/Sqlite.ts"
import { emptyDatabase, temporaryDirectory } from "./databases.ts"

const lease = Duration.minutes(1)

const pages = 1_500

const timeout = 60_000

const entryOf = (page: number, depth: number) => ({ identity: `${page}`, url: `https://example.com/${page}`, depth })

const stores = Layer.mergeAll(FrontierStoreOnSqlite.layer, ProfileStoreOnSqlite.layer).pipe(
  Layer.provide(LeaseClock.layerEffectClock)
)

describe("the web's stores on SQLite", () => {
  it.live(
    "have each page of a crawl done once by eight workers at once",
    () =>
      Effect.gen(function* () {
        const store = yield* FrontierStore
        const [{ id }, crawlId] = [organizationOf(), freshId("crawl")]
        const limits = { maxEntries: pages, now: yield* DateTime.now }
        const work = Effect.gen(function* () {
          const done: Array<ClaimedEntry> = []
          for (;;) {
            const claims = yield* store.claim(id, crawlId, { limit: 7, lease })
            if (claims.length === 0) {
              const { claimed, waiting } = yield* store.counts(id, crawlId)
              if (claimed + waiting === 0) return done
              continue
            }
            const finished = claims.map((claimed) => {
              const page = Number(claimed.identity)
              const found = [1, 2, 3, 4].map((n) => entryOf((page * 2 + n) % (pages * 2), claimed.depth + 1))
              return { claimed, found }
            })
            const held = yield* store.finish(id, crawlId, finished, limits)
            assert.notInclude(held, false)
            done.push(...claims)
          }
        })
        yield* store.add(id, crawlId, [entryOf(0, 0)], limits)
        const done = yield* Effect.forEach(Array.from({ length: 8 }), () => work, { concurrency: "unbounded" })
        const identities = done.flat().map(({ identity }) => identity)
        assert.strictEqual(identities.length, pages)
        assert.strictEqual(new Set(identities).size, pages)
      }).pipe(Effect.provide(Layer.provide(stores, emptyDatabase))),
    timeout
  )

  it.effect(
    "keep their leases over a restart, by the clock, and never give a token twice",
    () =>
      Effect.gen(function* () {
        const file = join(yield* temporaryDirectory, "kittiwake.db")
        const inProcess = Effect.provide(Layer.provide(stores, Sqlite.layer({ file, synchronous: "off" })), {
          local: true
        })
        const [{ id }, now] = [organizationOf(), yield* DateTime.now]
        const profileId = BrowserProfileId.make(freshId("prof"))
        const profile = { id: profileId, organizationId: id, description: null, createdAt: now, lastUsedAt: null }
        const tokens = Effect.gen(function* () {
          const claims = yield* FrontierStore.use((store) => store.claim(id, "crawl", { limit: 1, lease }))
          const taken = yield* ProfileStore.use((store) => store.take(id, profileId, { now, lease }))
          const held = Option.getOrThrow(taken)
          return { claim: claims[0]?.token ?? null, profile: held === "busy" ? null : held.token }
        })

        const first = yield* Effect.gen(function* () {
          yield* FrontierStore.use((store) => store.add(id, "crawl", [entryOf(0, 0)], { maxEntries: 1, now }))
          assert.isTrue(yield* ProfileStore.use((store) => store.put(profile, null, 1)))
          return yield* tokens
        }).pipe(inProcess)
        yield* TestClock.adjust(Duration.subtract(lease, Duration.millis(1)))
        assert.deepStrictEqual(yield* inProcess(tokens), { claim: null, profile: null })
        yield* TestClock.adjust("1 millis")
        const second = yield* inProcess(tokens)
        assert.isAbove(second.claim!, first.claim!)
        assert.isAbove(second.profile!, first.profile!)
      }),
    timeout
  )
})
