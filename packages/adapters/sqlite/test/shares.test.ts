import { assert, describe, it } from "@effect/vitest"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { DateTime, Duration, Effect, Layer } from "effect"
import { freshId } from "../../../core/src/testing/builders.ts"
import type { Connection } from "../src/Connection.ts"
import * as Stores from "../src/Stores.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

/** Due of one organization at one host, in five minutes, before what is due of another. */
const many = 30_000

const timeoutMillis = 30_000

const lease = Duration.minutes(1)

const fill = (db: Connection, ahead: number) =>
  db.exec(`
    create temp table n as with recursive n (n) as (select 0 union all select n + 1 from n where n < ${ahead}) select n,
      iif(n = ${ahead}, 'org_behind', 'org_ahead') as org, printf('%06d', n) as id, n * 300000 / ${ahead} as at from n;
    insert into accounts (organization_id, balance, held) select distinct org, 1000000, 0 from n;
    insert into monitors (id, organization_id, name, target, target_type, change_detection, change_detection_type,
        schedule, tags, status, target_version, anchor_at, next_run_at, failures_in_a_row, skips_in_a_row, created_at,
        updated_at, name_words, url_words, instructions_words, tags_words, run_price, host)
      select 'mon_' || id, org, 'Prices', json_object('type', 'page', 'url', 'https://' || org || '.example/' || n,
          'instructions', null, 'normalizeWhitespace', json('true'), 'includeSelectors', json('[]'), 'excludeSelectors',
          json('[]'), 'actions', json('[]')), 'page', '{"type":"exact"}', 'exact',
        '{"type":"interval","frequency":1,"unit":"hours"}', '[]', 'active', 1, 0, at, 0, 0, n, n, ' ', ' ', ' ', ' ', 1, org || '.example'
      from n;
    insert into subscriptions (id, organization_id, url, events, secret)
      select 'sub_' || org, org, 'https://' || org || '.example/hook', '[]', 'whsec' from n group by org;
    insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, run_id, event, event_id, body,
        url, delays_seconds, status, created_at, next_attempt_at, trigger, attempts, automatic_failures, due_at, host)
      select 'whd_' || id, org, 'sub_' || org, 'monitor', 'mon_' || id, 'run_' || id, 'run.completed', 'evt', '{}',
        'https://' || org || '.example/hook', '[60]', 'pending', n, n, 'initial', 0, 0, at, org || '.example' from n;
    drop table n;
  `)

/** Room for so many at the host and of the organization that all the others wait for, and for many of each other. */
const shares = (atHost: number, ofAhead: number) => ({
  organizations: { each: 50, of: new Map([["org_ahead", ofAhead]]) },
  hosts: { each: 50, of: new Map([["org_ahead.example", atHost]]) }
})

/** The same, while all who stand ahead have some under way. */
const besideSome = (atHost: number, ofAhead: number) => ({
  ...shares(atHost, ofAhead),
  underWay: {
    organizations: new Map(["ahead", ...Array(100).keys()].map((n) => [`org_${n}`, 3])),
    hosts: new Map<string, number>(),
    lanes: new Map<string, number>()
  }
})

const countedBy = (organizations: ReadonlyArray<string>) => ({
  ahead: organizations.filter((one) => one === "org_ahead").length,
  behind: organizations.filter((one) => one === "org_behind").length
})

const claimRuns = Effect.fnUntraced(function* (atHost: number, ofAhead = 50, of = shares) {
  const now = yield* DateTime.now
  const runIds = Array.from({ length: 20 }, () => freshId("run"))
  const holdUntil = DateTime.add(now, { minutes: 15 })
  const claims = yield* (yield* RunStore).claimDue({
    now,
    limit: 20,
    lease,
    holdUntil,
    runIds,
    shares: of(atHost, ofAhead)
  })
  return countedBy(claims.map(({ run }) => run.organizationId))
})

const claimDeliveries = Effect.fnUntraced(function* (atHost: number, ofAhead = 50, of = shares) {
  const claims = yield* (yield* DeliveryStore).claimDue({
    now: yield* DateTime.now,
    limit: 20,
    lease,
    shares: of(atHost, ofAhead)
  })
  return countedBy(claims.map(({ delivery }) => delivery.organizationId))
})

describe("shares on SQLite", () => {
  describe.each([
    { name: "run", claim: claimRuns },
    { name: "delivery", claim: claimDeliveries }
  ])("of a $name", ({ claim }) => {
    const onDatabase = Layer.provideMerge(Stores.layer, watchedDatabase)

    it.live.each([0, 5])(
      "find it behind thirty thousand at a host with room for %i",
      (atHost) =>
        Effect.gen(function* () {
          fill((yield* Watched).db, many)
          assert.deepStrictEqual(yield* claim(atHost), { ahead: atHost, behind: 1 })
          assert.deepStrictEqual(yield* claim(5), { ahead: 5, behind: 0 })
          assert.deepStrictEqual(yield* claim(0), { ahead: 0, behind: 0 })
        }).pipe(Effect.provide(onDatabase)),
      timeoutMillis
    )

    it.live(
      "find who has nothing under way behind thirty thousand of another that has room",
      () =>
        Effect.gen(function* () {
          const { db, rowsRead } = yield* Watched
          fill(db, many)
          const before = rowsRead()
          assert.deepStrictEqual(yield* claim(50, 50, besideSome), { ahead: 19, behind: 1 })
          assert.isBelow(rowsRead() - before, 1_700)
        }).pipe(Effect.provide(onDatabase)),
      timeoutMillis
    )

    it.live(
      "take so many steps between lines, and find what is due now, however many organizations wait for longer",
      () =>
        Effect.gen(function* () {
          const { db, rowsRead } = yield* Watched
          fill(db, many)
          for (const table of ["monitors", "deliveries"]) {
            db.exec(`update ${table} set organization_id = 'org_' || (rowid % 100), host = 'host_' || (rowid % 100)
              where organization_id = 'org_ahead'`)
          }
          const before = rowsRead()
          const taken = yield* claim(50, 50, besideSome)
          assert.strictEqual(taken.behind, 1)
          assert.isBelow(rowsRead() - before, 3_200)
        }).pipe(Effect.provide(onDatabase)),
      timeoutMillis
    )

    it.live(
      "read as much for thirty thousand that have no room as for three thousand",
      () =>
        Effect.gen(function* () {
          const readAmong = (ahead: number) =>
            Effect.gen(function* () {
              const { db, rowsRead } = yield* Watched
              fill(db, ahead)
              const before = rowsRead()
              assert.deepStrictEqual(yield* claim(5), { ahead: 5, behind: 1 })
              return rowsRead() - before
            }).pipe(Effect.provide(Layer.fresh(onDatabase)))
          const few = yield* readAmong(many / 10)
          assert.strictEqual(yield* readAmong(many), few)
          assert.isBelow(few, 600)
        }),
      timeoutMillis
    )

    it.live(
      "pass over an organization that has no room at once, however many hosts it waits for",
      () =>
        Effect.gen(function* () {
          const { db, rowsRead } = yield* Watched
          fill(db, many / 10)
          db.exec("update monitors set host = id || host; update deliveries set host = id || host")
          const before = rowsRead()
          assert.deepStrictEqual(yield* claim(5, 0), { ahead: 0, behind: 1 })
          assert.isBelow(rowsRead() - before, 600)
        }).pipe(Effect.provide(onDatabase)),
      timeoutMillis
    )

    it.live(
      "pass over an organization whose room they used up as fast, and take the longest due of it",
      () =>
        Effect.gen(function* () {
          const { db, rowsRead } = yield* Watched
          fill(db, many / 10)
          db.exec("update monitors set host = id || host; update deliveries set host = id || host")
          const before = rowsRead()
          assert.deepStrictEqual(yield* claim(50, 5), { ahead: 5, behind: 1 })
          assert.isBelow(rowsRead() - before, 700)
          const taken = (table: string) => db.all(`select id from ${table} where lease_until is not null order by id`)
          const ids = [...taken("monitors"), ...taken("deliveries")].map((row) =>
            String(Object.values(row as object)).slice(4)
          )
          assert.deepStrictEqual(ids, ["000000", "000001", "000002", "000003", "000004", "003000"])
        }).pipe(Effect.provide(onDatabase)),
      timeoutMillis
    )
  })
})
