/** Claims due deliveries with one statement, which begins an attempt for each. */

import type { Shares } from "@kittiwake/core/Shares"
import type { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import type { DeliveryClaim } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Duration, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { claimInShares, hostIn, inShares, withRoom } from "./claimInShares.ts"
import { withClaimLimit } from "./claimLimit.ts"
import { deliveryColumns, toDelivery } from "./deliveryRows.ts"

type ClaimOptions = Omit<Parameters<DeliveryStore["Service"]["claimDue"]>[0], "shares"> & {
  readonly shares?: Shares | undefined
}

interface ClaimedRow {
  readonly organizationId: string
  readonly host: string
  readonly url: string
  readonly secret: string
  readonly token: number
}

const interruption = { code: "connection_failed", message: "The attempt was interrupted before it ended." }

const statement = (
  sql: SqlClient.SqlClient,
  options: ClaimOptions,
  leaseNow: DateTime.Utc | null,
  now: string,
  limit: Statement.Fragment
) => sql<ClaimedRow>`
with clock as materialized (select coalesce(${leaseNow}::timestamptz, clock_timestamp()) as at),
picked as materialized (
  select d.id, d.organization_id, d.due_at, d.attempts, d.last_attempt, d.lease_until is not null as in_flight, s.url,
    s.secret, ${hostIn(sql, "s.url")} as host
  from deliveries d join subscriptions s on s.id = d.subscription_id
  where d.due_at <= ${now}::timestamptz and (d.lease_until is null or d.lease_until <= (select at from clock))
    ${withRoom(sql, options.shares, { organization: "d.organization_id", url: "s.url" })}
  order by d.due_at, d.id
  limit ${limit}
  for update of d skip locked
),
chosen as materialized (${inShares(sql, options.shares)}),
interrupted as (
  insert into delivery_attempts (delivery_id, attempt, organization_id, body)
  select id, attempts, organization_id, last_attempt
    || jsonb_build_object('completedAt', ${now}::text, 'error', ${JSON.stringify(interruption)}::jsonb)
  from chosen where in_flight
),
begun as (
  update deliveries d set status = 'delivering', url = p.url, next_attempt_at = null, attempts = d.attempts + 1,
    last_attempt = jsonb_build_object('attempt', d.attempts + 1, 'trigger', d.trigger, 'url', p.url,
      'startedAt', ${now}::text, 'completedAt', null, 'httpStatus', null, 'error', null),
    token = d.token + 1,
    lease_until = (select at from clock) + ${Duration.toMillis(options.lease)}::float8 * interval '1 millisecond'
  from chosen p
  where d.id = p.id
  returning d.*, p.secret, p.host
)
select ${sql.literal(deliveryColumns)}, d.token, d.secret, d.host from begun d order by d.due_at, d.id`

/** Claims up to `limit` due deliveries whose subscription exists, longest due first. */
export const claimDeliveries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  leaseNow: Effect.Effect<DateTime.Utc | null>,
  options: ClaimOptions
) {
  if (options.limit < 1) return []
  const [clock, now] = [yield* leaseNow, DateTime.formatIso(options.now)]
  const claimed = yield* claimInShares(options.limit, options.shares, (limit, shares) =>
    Effect.map(
      withClaimLimit(sql, limit, (most) => statement(sql, { ...options, shares }, clock, now, most)),
      (rows) => rows.map((row) => ({ claim: toClaim(row), organizationId: row.organizationId, host: row.host }))
    )
  )
  return claimed.map(({ claim }) => claim)
})

const toClaim = (row: ClaimedRow): DeliveryClaim => ({
  delivery: toDelivery(row),
  token: row.token,
  destination: { url: row.url, secret: row.secret },
  host: row.host
})
