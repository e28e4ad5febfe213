import { type ClaimedEntry, type FrontierCounts, FrontierStore } from "@kittiwake/core/sites/FrontierStore"
import { makeKnownAddresses } from "@kittiwake/storage/knownAddresses"
import { type DateTime, Duration, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { withClaimLimit } from "./claimLimit.ts"
import { addEntries, type CrawlKey, endClaims, isCrawl } from "./frontierRows.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { isFree } from "./leaseEnds.ts"
import { orUnavailable } from "./storeFailure.ts"

const claimStatement = (
  sql: SqlClient.SqlClient,
  key: CrawlKey,
  lease: Duration.Duration,
  leaseNow: DateTime.Utc | null,
  limit: Statement.Fragment
) => sql<ClaimedEntry>`
  with clock as materialized (select coalesce(${leaseNow}::timestamptz, clock_timestamp()) as at),
  picked as materialized (
    select e.frontier_id, e.digest from frontier_entries e
    where e.frontier_id = (select id from frontiers where ${isCrawl(sql, key)}) and e.is_open
      and ${isFree(sql, "e.lease_until", sql`(select at from clock)`, lease)}
    order by e.depth, e.position limit ${limit}
    for update skip locked
  ),
  claimed as (
    update frontier_entries e set token = nextval('frontier_tokens'),
      lease_until = (select at from clock) + ${Duration.toMillis(lease)}::float8 * interval '1 millisecond'
    from picked p where e.frontier_id = p.frontier_id and e.digest = p.digest
    returning e.identity, e.url, e.depth, e.token, e.position
  )
  select identity, url, depth, token from claimed order by depth, position`

/** Lets nobody find crawls any more that were left alone since a moment. */
const forgetIdle = (sql: SqlClient.SqlClient, before: DateTime.Utc, limit: number) => sql`
  update frontiers set crawl_id = null where id = any (array(
    select id from frontiers where crawl_id is not null and touched_at < ${before}::timestamptz
    order by touched_at limit ${limit} for update skip locked
  ))`

/** Drops up to `limit` addresses of forgotten crawls, and the crawls that have none left. */
const dropForgotten = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, limit: number) {
  const [row] = yield* sql<{ dropped: number }>`
    with gone as (
      delete from frontier_entries where ctid = any (array(
        select e.ctid from frontiers f join frontier_entries e on e.frontier_id = f.id
        where f.crawl_id is null limit ${limit} for update of e skip locked
      ))
      returning 1
    )
    select count(*) as dropped from gone`
  yield* sql`
    delete from frontiers f where id = any (array(
      select id from frontiers where crawl_id is null
        and not exists (select from frontier_entries e where e.frontier_id = frontiers.id)
      limit ${limit} for update skip locked
    ))`
  return row!.dropped
})

/** `FrontierStore` on Postgres. */
export const layer: Layer.Layer<FrontierStore, never, SqlClient.SqlClient> = Layer.effect(
  FrontierStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leaseNow = yield* LeaseClock
    const known = makeKnownAddresses()

    return FrontierStore.of({
      add: Effect.fn("FrontierStore.add")(function* (organizationId, crawlId, entries, limits) {
        const add = addEntries(sql, known, { organizationId, crawlId }, entries, limits)
        const added = yield* add
        if (added !== undefined) return added
        yield* sql`
          insert into frontiers (organization_id, crawl_id, touched_at)
          values (${organizationId}, ${crawlId}, ${limits.now}) on conflict do nothing`
        return (yield* add) ?? 0
      }, orUnavailable("FrontierStore.add")),

      claim: Effect.fn("FrontierStore.claim")(function* (organizationId, crawlId, { lease, limit }) {
        if (limit < 1) return []
        const now = yield* leaseNow
        return yield* withClaimLimit(sql, limit, (fragment) =>
          claimStatement(sql, { organizationId, crawlId }, lease, now, fragment)
        )
      }, orUnavailable("FrontierStore.claim")),

      finish: Effect.fn("FrontierStore.finish")(
        (organizationId, crawlId, finished, limits) =>
          endClaims(sql, known, { organizationId, crawlId }, finished, limits),
        orUnavailable("FrontierStore.finish")
      ),

      counts: Effect.fn("FrontierStore.counts")(function* (organizationId, crawlId) {
        const [row] = yield* sql<FrontierCounts>`
          select f.entries - f.done - c.claimed as waiting, c.claimed, f.done
          from frontiers f cross join lateral (
            select count(*) as claimed from frontier_entries e where e.frontier_id = f.id and e.lease_until is not null
          ) c
          where ${isCrawl(sql, { organizationId, crawlId })}`
        return row ?? { waiting: 0, claimed: 0, done: 0 }
      }, orUnavailable("FrontierStore.counts")),

      remove: Effect.fn("FrontierStore.remove")(
        (organizationId, crawlId) =>
          Effect.asVoid(sql`update frontiers set crawl_id = null where ${isCrawl(sql, { organizationId, crawlId })}`),
        orUnavailable("FrontierStore.remove")
      ),

      prune: Effect.fn("FrontierStore.prune")(function* (before, limit) {
        yield* forgetIdle(sql, before, limit)
        return yield* dropForgotten(sql, limit)
      }, orUnavailable("FrontierStore.prune"))
    })
  })
)
