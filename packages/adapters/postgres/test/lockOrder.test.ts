/** Callers that meet on the same rows, each begun where it has what another needs: nobody may wait in a circle. */
import { assert, describe, layer } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { PageCache } from "@kittiwake/core/pages/PageCache"
import { digestOf } from "@kittiwake/storage/bodyCoding"
import { DateTime, Deferred, Effect, Fiber } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { freshOrganization } from "../../../core/src/testing/arrangements.ts"
import { anyOrigin, freshId } from "../../../core/src/testing/builders.ts"
import { type PutPage, putPages } from "../src/putPages.ts"
import { needsServer, onPostgres } from "./databases.ts"

/** Until so many statements wait for a lock of another transaction, or the work is done. */
const untilWaiting = Effect.fnUntraced(function* (count: number, work: Fiber.Fiber<unknown, unknown>) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.repeat(
    sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    { until: ([row]) => row!.n >= count || work.pollUnsafe() !== undefined }
  )
})

/** Keeps what `statement` locks until it is told to let go. */
const keeping = Effect.fnUntraced(function* (statement: Effect.Effect<unknown, SqlError.SqlError>) {
  const sql = yield* SqlClient.SqlClient
  const [taken, letGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const fiber = yield* statement.pipe(
    Effect.andThen(Deferred.succeed(taken, undefined)),
    Effect.andThen(Deferred.await(letGo)),
    sql.withTransaction,
    Effect.forkChild
  )
  return {
    taken: Deferred.await(taken),
    letGo: Effect.andThen(Deferred.succeed(letGo, undefined), Fiber.join(fiber)),
    fiber
  }
})

/** What the works give, who must not have waited for each other; the server would end one of them, and it would try again. */
const withoutCircle = Effect.fnUntraced(function* (...works: ReadonlyArray<Fiber.Fiber<unknown, unknown>>) {
  const sql = yield* SqlClient.SqlClient
  const isDone = () => works.every((work) => work.pollUnsafe() !== undefined)
  const [row] = yield* Effect.repeat(
    sql<{ circle: boolean }>`
      select exists (
        select from pg_stat_activity a join pg_stat_activity b on a.pid = any (pg_blocking_pids(b.pid))
        where a.datname = current_database() and b.pid = any (pg_blocking_pids(a.pid))
      ) as circle`,
    { until: ([now]) => now!.circle || isDone() }
  )
  assert.isFalse(row!.circle, "two wait for each other")
  for (const work of works) yield* Fiber.join(work)
})

/** Joins row by row, as the planner does where tables are large. */
const asWhereLarge = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`set local enable_hashjoin = off`.pipe(
      Effect.andThen(sql`set local enable_mergejoin = off`),
      Effect.andThen(sql`set local enable_seqscan = off`),
      Effect.andThen(work),
      sql.withTransaction
    )
  )

const day = DateTime.makeUnsafe("2026-03-10T00:00:00Z")

const page = (key: string, body: string, minutes: number): PutPage => {
  const capturedAt = DateTime.add(day, { minutes })
  return {
    page: { space: "shared", key, capturedAt, facts: "{}", body: new TextEncoder().encode(body) },
    until: capturedAt
  }
}

const timeout = 60_000

describe("on a server", needsServer, () => {
  layer(onPostgres)("callers at once", (it) => {
    /** Pages that lose two bodies, in one order: they have loosened the first when they come to the page of the second. */
    const replacing = Effect.fnUntraced(function* (name: string) {
      const sql = yield* SqlClient.SqlClient
      const held = yield* keeping(sql`select 1 from cached_pages where key = ${`${name}/2`} for update`)
      yield* held.taken
      const fresh = [page(`${name}/1`, `${name} new 1`, 9), page(`${name}/2`, `${name} new 2`, 9)]
      const putting = yield* Effect.forkChild(asWhereLarge(putPages(sql, fresh)))
      yield* untilWaiting(1, putting)
      return { letGo: held.letGo, putting }
    })

    it.effect(
      "replace pages that share bodies, in opposite orders",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* putPages(sql, [page("a/1", "x", 1), page("a/2", "w", 1), page("b/1", "w", 1), page("b/2", "x", 1)])
          const { letGo, putting } = yield* replacing("a")
          const opposite = [page("b/1", "b new 1", 9), page("b/2", "b new 2", 9)]
          const other = yield* Effect.forkChild(asWhereLarge(putPages(sql, opposite)))
          yield* untilWaiting(2, other)
          yield* letGo
          yield* withoutCircle(putting, other)
          const [x, w] = yield* Effect.forEach(["x", "w"], (body) => digestOf(new TextEncoder().encode(body)))
          const loose = yield* sql`select 1 from cache_bodies where loose and digest = any
            (array[${x!}::bytea, ${w!}::bytea])`
          assert.lengthOf(loose, 2)
        }),
      timeout
    )

    for (const [first, second] of [
      ["p", "q"],
      ["q", "p"]
    ] as const) {
      it.effect(
        `replace and prune pages that share bodies (${first} first)`,
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const name = `put-${first}`
            yield* putPages(sql, [
              page(`${name}/1`, first, 5),
              page(`${name}/2`, second, 5),
              page(`${name}/old/1`, "p", 1),
              page(`${name}/old/2`, "q", 1)
            ])
            const { letGo, putting } = yield* replacing(name)
            const cache = yield* PageCache
            const limits = { keepSince: DateTime.add(day, { minutes: 4 }), maxBytes: Number.MAX_SAFE_INTEGER }
            const pruning = yield* Effect.forkChild(asWhereLarge(cache.prune(limits, 100)))
            yield* untilWaiting(2, pruning)
            yield* letGo
            yield* withoutCircle(putting, pruning)
            assert.isAtLeast(yield* Fiber.join(pruning), 2)
          }),
        timeout
      )
    }

    for (const ending of ["settle", "release", "expire"] as const) {
      it.effect(
        `hold for a cause whose hold is about to end (${ending})`,
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const ledger = yield* CreditLedger
            const { id: organizationId } = yield* freshOrganization({ credits: 100 })
            const now = yield* DateTime.now
            const cause = { kind: "request", id: freshId("req") } as const
            const expiresAt = DateTime.add(now, { minutes: 1 })
            const wanted = () => ({ id: freshId("hold"), organizationId, cause, credits: 5, expiresAt })
            const first = wanted()
            const ends = {
              settle: ledger.settle(
                first.id,
                { id: freshId("ent"), organizationId, cause, credits: -3, at: now },
                anyOrigin
              ),
              release: ledger.release(first.id),
              expire: ledger.expire(DateTime.add(now, { hours: 1 }), 100)
            }

            const opening = yield* keeping(Effect.orDie(ledger.hold(first)))
            yield* opening.taken
            // Next in the row for the account is somebody who keeps it until the hold that is there is about to end.
            const next = yield* keeping(
              sql`select 1 from accounts where organization_id = ${organizationId} for update`
            )
            yield* untilWaiting(1, next.fiber)
            // It looked for the hold when there was none.
            const again = yield* Effect.forkChild(ledger.hold(wanted()))
            yield* untilWaiting(2, again)
            yield* opening.letGo
            yield* next.taken
            const ended = yield* Effect.forkChild(ends[ending])
            yield* untilWaiting(2, ended)
            yield* next.letGo
            yield* withoutCircle(again, ended)
            const { balance, held } = yield* ledger.account(organizationId)
            const entries = yield* ledger.entries(organizationId, { limit: 10, after: null }, { cause })
            assert.strictEqual(balance, ending === "settle" ? 97 : 100)
            assert.strictEqual(entries.length, ending === "settle" ? 1 : 0)
            assert.include([0, 5], held)
          }),
        timeout
      )
    }
  })
})
