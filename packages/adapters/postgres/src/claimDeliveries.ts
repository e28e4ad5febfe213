/** Claims due deliveries with one statement, which begins an attempt for each. */

import { claimedBodyBytes } from "@kittiwake/core/internal/webhooks/domain/bodyBytes"
import type { Shares } from "@kittiwake/core/Shares"
import type { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import type { DeliveryClaim } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Duration, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { claimInShares } from "./claimInShares.ts"
import { withClaimLimit } from "./claimLimit.ts"
import { claimedDeliveryColumns, toDelivery } from "./deliveryRows.ts"
import { pickedRows } from "./dueRows.ts"
import { inShares } from "./inShares.ts"

type ClaimOptions = Omit<Parameters<DeliveryStore["Service"]["claimDue"]>[0], "shares"> & {
  readonly shares?: Shares | undefined
}

interface ClaimedRow {
  readonly organizationId: string
  readonly bodyBytes: number
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
) => {
  const columns = sql.literal(
    "t.id, t.organization_id, t.due_at, t.attempts, t.last_attempt, t.lease_until is not null as in_flight, s.url, s.secret, t.host"
  )
  return sql<ClaimedRow>`
with recursive clock as materialized (select coalesce(${leaseNow}::timestamptz, clock_timestamp()) as at),
${pickedRows(sql, { ...options, table: "deliveries", shares: options.shares, limit, columns })},
taken as materialized (${inShares(sql, options.shares)}),
interrupted as (
  insert into delivery_attempts (delivery_id, attempt, organization_id, body)
  select id, attempts, organization_id, last_attempt
    || jsonb_build_object('completedAt', ${now}::text, 'error', ${JSON.stringify(interruption)}::jsonb)
  from taken where in_flight
),
begun as (
  update deliveries d set status = 'delivering', url = p.url, next_attempt_at = null, attempts = d.attempts + 1,
    last_attempt = jsonb_build_object('attempt', d.attempts + 1, 'trigger', d.trigger, 'url', p.url,
      'startedAt', ${now}::text, 'completedAt', null, 'httpStatus', null, 'error', null),
    token = d.token + 1,
    lease_until = (select at from clock) + ${Duration.toMillis(options.lease)}::float8 * interval '1 millisecond'
  from taken p
  where d.id = p.id
  returning d.*, p.secret
)
select ${sql.literal(claimedDeliveryColumns)}, d.token, d.secret, d.host from begun d order by d.due_at, d.id`
}

/** Claims up to `limit` due deliveries whose subscription exists, longest due first. */
export const claimDeliveries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  leaseNow: Effect.Effect<DateTime.Utc | null>,
  options: ClaimOptions
) {
  if (options.limit < 1) return []
  const [clock, now] = [yield* leaseNow, DateTime.formatIso(options.now)]
  const claimed = yield* claimInShares(options.limit, options.shares, (look) =>
    Effect.map(
      withClaimLimit(sql, look.limit, (most) => statement(sql, { ...options, ...look }, clock, now, most)),
      (rows) => ({
        taken: rows.map((row) => ({ claim: toClaim(row), organizationId: row.organizationId, host: row.host })),
        passedOver: []
      })
    )
  )
  return claimed.map(({ claim }) => claim)
})

const toClaim = (row: ClaimedRow): DeliveryClaim => ({
  delivery: toDelivery(row),
  ...(row.bodyBytes > claimedBodyBytes ? { unreadBytes: row.bodyBytes } : {}),
  token: row.token,
  destination: { url: row.url, secret: row.secret },
  host: row.host
})
