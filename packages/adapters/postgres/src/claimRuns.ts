/**
 * Claims due monitors with one statement.
 *
 * **Model.** The monitor's row is the lock: whoever changes its runs holds it. `skip locked` makes many workers claim at
 * once without waiting on each other.
 *
 * **Invariants**
 *
 * - Everything follows from the runs that were really started or made: a run that was queued after the statement began
 *   cannot be seen by it yet, and is left to the next claim.
 * - Credits are held in the order of the claims, by as much as each organization has.
 * - Accounts are locked in the order of their ids, after monitors and before runs and holds, as everywhere.
 * - Somebody who stands still with the account of one organization holds up nobody else's runs: a claim that has waited for an account
 *   for a moment is made again, and that and those of the next seconds leave who is held up to a later one.
 * - The index on `due_at` is not touched: a claim leaves the value as it is.
 */
import { aloneFrom } from "@kittiwake/core/internal/monitors/domain/lostRuns"
import type { Funding, RunClaim, RunStore } from "@kittiwake/core/monitors/RunStore"
import type { Shares } from "@kittiwake/core/Shares"
import { DateTime, Duration, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { claimInShares, type Look } from "./claimInShares.ts"
import { withClaimLimit } from "./claimLimit.ts"
import { isPaused } from "./collectionPause.ts"
import { pickedRows } from "./dueRows.ts"
import { inShares } from "./inShares.ts"
import { type HeldUp, isHeldUp, waitsShortly } from "./lockPatience.ts"
import { monitorColumns, toStoredMonitor } from "./monitorRows.ts"
import { runColumns, toRun } from "./runRows.ts"

type ClaimOptions = Omit<Parameters<RunStore["Service"]["claimDue"]>[0], "shares"> & {
  readonly shares?: Shares | undefined
}

interface ClaimedRow {
  readonly id: string | null
  /** Organizations that were passed over, in every row. */
  readonly passedOver: ReadonlyArray<string> | null
  readonly organizationId: string
  readonly revision: number
  readonly run: unknown
  readonly slot: string | null
  readonly host: string
  readonly token: number
  readonly losses: number
  readonly funding: Funding
}

/** A row without an id stands alone where nothing was claimed. */
const statement = (
  sql: SqlClient.SqlClient,
  options: ClaimOptions,
  leaseNow: DateTime.Utc | null,
  passesOver: boolean,
  limit: Statement.Fragment
) => {
  const columns = sql`t.id, t.organization_id, t.due_at, t.running_run_id, t.queued_run_id, t.next_run_at, t.run_price,
    t.target_type, t.change_detection_type, t.target_version, t.baseline is null as first, t.host,
    case when t.running_run_id is null then 0
      -- One that a clock which was ahead gave was not lost.
      else t.losses + coalesce(t.begun and t.lease_until <= (select at from clock), false)::integer end as losses`
  return sql<ClaimedRow>`
with recursive clock as materialized (select coalesce(${leaseNow}::timestamptz, clock_timestamp()) as at),
${pickedRows(sql, { ...options, table: "monitors", shares: options.shares, limit, columns })},
chosen as materialized (${inShares(sql, options.shares)}),
accounts_locked as materialized (
  select a.organization_id, a.balance - a.held as available
  from accounts a
  where a.organization_id in (select organization_id from chosen) and ${waitsShortly(sql)}
  order by a.organization_id
  for update ${sql.literal(passesOver ? "skip locked" : "")}
),
passed_over as materialized (
  select a.organization_id from accounts a
  where a.organization_id in (select organization_id from chosen)
    and a.organization_id not in (select organization_id from accounts_locked)
),
wanted as materialized (
  select p.*, row_number() over (order by p.due_at, p.id) as n,
    -- A clock that stepped back can leave a monitor on a slot that has had its run: it must move on.
    p.run_id is null and exists (select from runs r where r.monitor_id = p.id and r.slot_at = p.next_run_at) as repeated
  from (select *, coalesce(running_run_id, queued_run_id) as run_id from chosen) p
  where p.organization_id not in (select organization_id from passed_over)
),
started as (
  update runs r set status = 'running', started_at = coalesce(r.started_at, ${options.now}::timestamptz),
    run_type = case when r.status = 'running' then r.run_type when w.first then 'baseline' else 'scheduled' end
  from wanted w where r.id = w.run_id
  returning r.*, w.n
),
made as (
  insert into runs as r (id, organization_id, monitor_id, status, run_type, trigger, target_type,
    change_detection_type, target_version, queued_at, started_at, change_detected, baseline_created, credits_charged,
    trace, slot_at)
  select (${options.runIds}::text[])[w.n], w.organization_id, w.id, 'running',
    case when w.first then 'baseline' else 'scheduled' end, 'schedule', w.target_type,
    w.change_detection_type, w.target_version, ${options.now}::timestamptz, ${options.now}::timestamptz, false, false, 0, '[]',
    case when w.repeated then null else w.next_run_at end
  from wanted w where w.run_id is null
  on conflict do nothing
  returning r.*
),
active as materialized (
  select r.id as run_id, w.id, w.organization_id, w.run_price, w.n, w.repeated, w.host, w.losses,
    case when w.run_id is null then w.next_run_at else r.slot_at end as slot,
    (select row_to_json(c) from (select ${sql.literal(runColumns)}) c) as run
  from (select started.* from started union all select made.*, null from made) r join wanted w on w.id = r.monitor_id
),
held as materialized (
  select h.id from holds h where h.id in (select run_id from active) and (select count(*) from accounts_locked) >= 0
  order by h.id
  for update
),
wants as materialized (
  select a.*, h.id is not null as is_held,
    h.id is null and not a.repeated as is_new,
    row_number() over (partition by a.organization_id, h.id is null and not a.repeated order by a.n) as nth,
    sum(case when h.id is null and not a.repeated then a.run_price else 0 end) over (partition by a.organization_id) as needed
  from active a left join held h on h.id = a.run_id
),
-- Where credits do not suffice for all, one after the other: what one cannot pay is left to those after it.
spent (organization_id, nth, available, n, is_paid) as (
  select l.organization_id, 0::bigint, l.available, 0::bigint, false from accounts_locked l
  where exists (select from wants w where w.organization_id = l.organization_id and w.needed > l.available)
  union all
  select w.organization_id, w.nth, s.available - case when w.run_price <= s.available then w.run_price else 0 end, w.n,
    w.run_price <= s.available
  from spent s join wants w on w.organization_id = s.organization_id and w.nth = s.nth + 1 and w.is_new
),
judged as materialized (
  select w.*,
    -- One look by the id for each run: as a join, it would read all organizations where there are many.
    case when w.repeated then 'repeated' when w.is_held then 'held'
      when (select ${isPaused(sql, options.now)} from organizations o where o.id = w.organization_id) then 'paused'
      when w.needed <= l.available or w.n in (select n from spent where is_paid) then 'held'
      else 'short' end as funding
  from wants w left join accounts_locked l using (organization_id)
),
set_aside as (
  insert into holds as h (id, organization_id, cause_kind, cause_id, credits, expires_at)
  select run_id, organization_id, 'run', run_id, run_price, ${options.holdUntil}::timestamptz from judged where funding = 'held'
  on conflict (id) do update set expires_at = greatest(h.expires_at, excluded.expires_at)
),
charged as (
  update accounts a set held = a.held + s.credits
  from (
    select organization_id, sum(run_price)::bigint as credits from judged where funding = 'held' and not is_held group by 1
  ) s
  where a.organization_id = s.organization_id
),
leased as (
  update monitors m set token = m.token + 1,
    lease_until = (select at from clock) + ${Duration.toMillis(options.lease)}::float8 * interval '1 millisecond',
    losses = j.losses, begun = j.losses < ${aloneFrom}, running_run_id = j.run_id, running_due_at = m.due_at,
    queued_run_id = case when m.queued_run_id = j.run_id then null else m.queued_run_id end,
    queued_at = case when m.queued_run_id = j.run_id then null else m.queued_at end
  from judged j where m.id = j.id
  returning m.*, j.n, j.funding, j.run, j.slot
),
parked as (
  -- A monitor whose run could not be made must not be tried again and again by every claim.
  update monitors m set
    lease_until = (select at from clock) + ${Duration.toMillis(options.lease)}::float8 * interval '1 millisecond'
  from wanted w where m.id = w.id and w.run_id is null and w.id not in (select id from active)
)
select ${sql.literal(monitorColumns)}, m.token, m.losses, m.funding, m.run, m.slot, m.host
  , (select array_agg(organization_id) from passed_over) as "passedOver"
from (select) one left join leased m on true left join subscriptions s on s.id = m.id
order by m.n`
}

/** What all organizations have in common, as far as it is known to be held up. */
const accounts = "accounts"

/** Claims up to `limit` due monitors, longest due first. */
export const claimRuns = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  leaseNow: Effect.Effect<DateTime.Utc | null>,
  heldUp: HeldUp,
  options: ClaimOptions
) {
  if (options.limit < 1) return []
  const now = yield* leaseNow
  const made = (look: Look, passesOver: boolean) =>
    withClaimLimit(sql, look.limit, (most) =>
      statement(sql, { ...options, ...look, runIds: options.runIds.slice(look.claimed) }, now, passesOver, most)
    )
  const claimed = yield* claimInShares(options.limit, options.shares, (look) =>
    Effect.gen(function* () {
      const isHeld = (yield* heldUp.names).has(accounts)
      const rows = yield* Effect.catchIf(made(look, isHeld), isHeldUp, () =>
        Effect.andThen(heldUp.note(accounts), made(look, true))
      )
      return {
        taken: rows
          .filter(({ id }) => id !== null)
          .map((row) => ({ claim: toClaim(row), organizationId: row.organizationId, host: row.host })),
        passedOver: rows[0]?.passedOver ?? []
      }
    })
  )
  return claimed.map(({ claim }) => claim)
})

const toClaim = (row: ClaimedRow): RunClaim => ({
  stored: toStoredMonitor(row),
  run: toRun(row.run),
  slotAt: row.slot === null ? null : DateTime.makeUnsafe(row.slot),
  host: row.host,
  token: row.token,
  losses: row.losses,
  funding: row.funding
})
