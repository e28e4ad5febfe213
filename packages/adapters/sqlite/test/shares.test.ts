import { assert, describe, it } from "@effect/vitest"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { freshId } from "@kittiwake/core/testing/builders"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { DateTime, Duration, Effect, Layer } from "effect"
import type { Connection } from "../src/Connection.ts"
import * as Stores from "../src/Stores.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

/** Due of one organization at one host, before what is due of another. */
const ahead = 30_000

const lease = Duration.minutes(1)

const fill = (db: Connection) =>
  db.exec(`
    create temp table n as with recursive n (n) as (select 0 union all select n + 1 from n where n < ${ahead}) select n,
      iif(n = ${ahead}, 'org_behind', 'org_ahead') as org, printf('%06d', n) as id from n;
    insert into accounts (organization_id, balance, held) select distinct org, 1000000, 0 from n;
    insert into monitors (id, organization_id, name, target, target_type, change_detection, change_detection_type,
        schedule, tags, status, target_version, anchor_at, next_run_at, failures_in_a_row, skips_in_a_row, created_at,
        updated_at, name_words, url_words, instructions_words, tags_words, run_price)
      select 'mon_' || id, org, 'Prices', json_object('type', 'page', 'url', 'https://' || org || '.example/' || n,
          'instructions', null, 'normalizeWhitespace', json('true'), 'includeSelectors', json('[]'), 'excludeSelectors',
          json('[]'), 'actions', json('[]')), 'page', '{"type":"exact"}', 'exact',
        '{"type":"interval","frequency":1,"unit":"hours"}', '[]', 'active', 1, 0, n, 0, 0, n, n, ' ', ' ', ' ', ' ', 1
      from n;
    insert into subscriptions (id, organization_id, url, events, secret)
      select 'sub_' || org, org, 'https://' || org || '.example/hook', '[]', 'whsec' from n group by org;
    insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, run_id, event, event_id, body,
        url, delays_seconds, status, created_at, next_attempt_at, trigger, attempts, automatic_failures, due_at)
      select 'whd_' || id, org, 'sub_' || org, 'monitor', 'mon_' || id, 'run_' || id, 'run.completed', 'evt', '{}',
        'https://' || org || '.example/hook', '[60]', 'pending', n, n, 'initial', 0, 0, n from n;
    drop table n;
  `)

/** Room for many of each organization, and for so many at the host that all the others wait for. */
const shares = (atHost: number) => ({
  organizations: { each: 50, of: new Map() },
  hosts: { each: 50, of: new Map([["org_ahead.example", atHost]]) }
})

const countedBy = (organizations: ReadonlyArray<string>) => ({
  ahead: organizations.filter((one) => one === "org_ahead").length,
  behind: organizations.filter((one) => one === "org_behind").length
})

const claimRuns = Effect.fnUntraced(function* (atHost: number) {
  const now = yield* DateTime.now
  const runIds = Array.from({ length: 20 }, () => freshId("run"))
  const holdUntil = DateTime.add(now, { minutes: 15 })
  const claims = yield* (yield* RunStore).claimDue({ now, limit: 20, lease, holdUntil, runIds, shares: shares(atHost) })
  return countedBy(claims.map(({ run }) => run.organizationId))
})

const claimDeliveries = Effect.fnUntraced(function* (atHost: number) {
  const claims = yield* (yield* DeliveryStore).claimDue({
    now: yield* DateTime.now,
    limit: 20,
    lease,
    shares: shares(atHost)
  })
  return countedBy(claims.map(({ delivery }) => delivery.organizationId))
})

/** Claims that see all of the line. */
const mostClaims = 3

describe("shares on SQLite", () => {
  describe.each([
    { name: "run", claim: claimRuns },
    { name: "delivery", claim: claimDeliveries }
  ])("of a $name", ({ claim }) => {
    it.live.each([0, 5])("find it behind thirty thousand at a host with room for %i", (atHost) =>
      Effect.gen(function* () {
        fill((yield* Watched).db)
        const first = yield* claim(atHost)
        assert.strictEqual(first.ahead, atHost)
        let behind = first.behind
        for (let claims = 1; claims < mostClaims; claims++) {
          const next = yield* claim(0)
          assert.strictEqual(next.ahead, 0)
          behind += next.behind
        }
        assert.strictEqual(behind, 1)
        assert.strictEqual((yield* claim(5)).ahead, 5, "the head of the line is looked at by every claim")
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase)))
    )
  })
})
