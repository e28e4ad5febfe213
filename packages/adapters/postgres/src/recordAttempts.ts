/**
 * Records how a batch of attempts ended, with one statement.
 *
 * **Invariants**
 *
 * - An end is written while the claim's token is the delivery's and its attempt is in flight; both are judged on the
 *   locked row.
 * - A delivery that was cancelled meanwhile keeps its attempt and stays cancelled.
 * - Where somebody holds what an attempt needs and does not let go of it in a moment, the statement fails and writes nothing.
 * - What the attempts mean for a subscription is counted in the order given: an acknowledged one ends the failures.
 */
import type { DeliveryClaim, DeliveryDecision } from "@kittiwake/core/webhooks/domain/Delivery"
import { storableJson } from "@kittiwake/storage/storable"
import type { Duration, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { deliveryStateColumns, deliveryStateJson } from "./deliveryRows.ts"
import { waitsShortly } from "./lockPatience.ts"

/** An attempt's end with the claim it was made under. */
export interface EndedAttempt {
  readonly claim: DeliveryClaim
  readonly decision: DeliveryDecision
}

const endJson = ({ claim, decision }: EndedAttempt, n: number) => ({
  ...deliveryStateJson(decision.delivery),
  n,
  id: claim.delivery.id,
  organizationId: claim.delivery.organizationId,
  token: claim.token,
  attempt: decision.attempt.attempt,
  sentTo: claim.destination.url,
  ended: decision.attempt,
  failure: decision.health._tag === "Healthy" ? null : decision.health.last
})

const endDefinition = `n integer, "id" text, "organizationId" text, token bigint, attempt integer, "sentTo" text, ended jsonb,
  failure jsonb, ${deliveryStateColumns.definition}`

/** Writes the ends whose claims hold, and answers their numbers. Fails when it would `wait` for longer for a lock. */
export const recordAttempts = (
  sql: SqlClient.SqlClient,
  ends: ReadonlyArray<EndedAttempt>,
  wait: Duration.Duration
): Effect.Effect<ReadonlyArray<{ readonly n: number }>, SqlError.SqlError> => sql`
with locked as materialized (
  -- Judged here and not in the join, which would make the planner expect one row and loop over all of them.
  select x.*, d.subscription_id, d.status = 'cancelled' as cancelled,
    d.organization_id = x."organizationId" and d.token = x.token and d.lease_until is not null as held
  from json_to_recordset(${storableJson(ends.map(endJson))}::json) as x(${sql.literal(endDefinition)})
  join deliveries d on d.id = x.id
  where ${waitsShortly(sql, wait)}
  order by d.id
  for update of d
),
matched as materialized (select * from locked where held),
written as (
  update deliveries d
  set (${sql.literal(deliveryStateColumns.names)}) = (${sql.literal(deliveryStateColumns.members)}), lease_until = null
  from matched x where d.id = x.id and not x.cancelled
),
kept as (
  update deliveries d set last_attempt = x.ended, lease_until = null from matched x where d.id = x.id and x.cancelled
),
ended as (
  insert into delivery_attempts (delivery_id, attempt, organization_id, body)
  select id, attempt, "organizationId", ended from matched
),
health as materialized (
  select subscription_id, bool_or(failure is null) as healed, count(*) filter (where counts) as failures,
    (array_agg(failure order by n desc) filter (where counts))[1] as last
  from (
    select *, failure is not null
      and n > coalesce(max(n) filter (where failure is null) over (partition by subscription_id), -1) as counts
    from matched
    -- What an address did that is no longer the webhook's says nothing of the one that is.
    where exists (select from subscriptions s where s.id = subscription_id and s.url = "sentTo")
  ) judged
  group by subscription_id
),
subscriptions_locked as materialized (
  select s.id from subscriptions s join health h on h.subscription_id = s.id
  where h.failures > 0 or s.failure is not null
  order by s.id
  for update of s
),
told as (
  update subscriptions s set failure = case when h.failures > 0 then h.last || jsonb_build_object('consecutiveFailures',
    h.failures + case when h.healed then 0 else coalesce((s.failure ->> 'consecutiveFailures')::integer, 0) end) end
  from health h join subscriptions_locked l on l.id = h.subscription_id
  where s.id = l.id
)
select n from matched`
