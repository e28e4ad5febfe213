import { assert, describe, it } from "@effect/vitest"
import { BrowserProfileId } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { type ClaimedEntry, FrontierStore } from "@kittiwake/core/sites/FrontierStore"
import { DateTime, Duration, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { freshId, organizationOf } from "../../../core/src/testing/builders.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"

const lease = Duration.minutes(1)

const pages = 1_500

const entryOf = (page: number, depth: number) => ({ identity: `${page}`, url: `https://example.com/${page}`, depth })

// The database's own clock ends leases here, as in production.
describe("the web's stores on a Postgres server", needsServer, () => {
  it.live(
    "have each page of a crawl done once by eight processes at once",
    () =>
      Effect.gen(function* () {
        const url = yield* newDatabase
        const [{ id }, crawlId] = [organizationOf(), freshId("crawl")]
        const limits = { maxEntries: pages, now: yield* DateTime.now }
        const work = Effect.gen(function* () {
          const store = yield* FrontierStore
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
        const begin = FrontierStore.use((store) => store.add(id, crawlId, [entryOf(0, 0)], limits))
        yield* Effect.provide(begin, postgres.layer({ url }))
        const done = yield* Effect.forEach(
          Array.from({ length: 8 }),
          () => Effect.provide(work, postgres.layer({ url, poolSize: 1 })),
          { concurrency: "unbounded" }
        )
        const identities = done.flat().map(({ identity }) => identity)
        assert.strictEqual(identities.length, pages)
        assert.strictEqual(new Set(identities).size, pages)
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "end leases by the clock of the database",
    () =>
      Effect.gen(function* () {
        const url = yield* newDatabase
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [frontier, profiles] = [yield* FrontierStore, yield* ProfileStore]
          const [{ id }, now] = [organizationOf(), yield* DateTime.now]
          const profile = { organizationId: id, description: null, createdAt: now, lastUsedAt: null }
          const profileId = BrowserProfileId.make(freshId("prof"))
          yield* frontier.add(id, "crawl", [entryOf(0, 0)], { maxEntries: 1, now })
          yield* profiles.put({ ...profile, id: profileId }, null, 1)
          const claim = frontier.claim(id, "crawl", { limit: 1, lease })
          const take = Effect.map(profiles.take(id, profileId, { now, lease }), Option.getOrThrow)
          assert.strictEqual((yield* claim).length, 1)
          assert.notStrictEqual(yield* take, "busy")
          for (const table of ["frontier_entries", "browser_profiles"]) {
            const [row] = yield* sql<{ left: number }>`
              select round(extract(epoch from lease_until - clock_timestamp()))::integer as left from ${sql(table)}`
            assert.closeTo(row!.left, 60, 5)
          }
          assert.strictEqual((yield* claim).length, 0)
          assert.strictEqual(yield* take, "busy")
          for (const table of ["frontier_entries", "browser_profiles"]) {
            yield* sql`update ${sql(table)} set lease_until = clock_timestamp() - interval '1 millisecond'`
          }
          assert.strictEqual((yield* claim).length, 1)
          assert.notStrictEqual(yield* take, "busy")
        }).pipe(Effect.provide(postgres.layer({ url })))
      }).pipe(Effect.scoped),
    60_000
  )
})
