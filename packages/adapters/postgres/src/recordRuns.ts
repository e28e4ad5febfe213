/**
 * Records a batch of run outcomes with one statement.
 *
 * **Invariants**
 *
 * - An outcome is written only while its claim's token and revision are the monitor's, and what it cancels waits for its
 *   first attempt. All is judged on the locked rows, so that whoever came first has won, and all that is written follows
 *   from that. Monitors are locked before deliveries, as removing does it.
 * - What belongs together appears together: the statement is the transaction.
 * - A charge is at most what the hold holds. A hold that is gone charges nothing, and the run then says so too.
 * - What is charged is counted in the history of usage, as `countUsage.ts` does it, and in the sums of the monitor's day and
 *   month.
 *
 * **When somebody holds** a row that one outcome needs, and does not let go of it in a moment, the statement fails: `RunStore` then records
 * the outcomes of each organization alone, so that one which is held up holds up no other.
 *
 * **When one outcome cannot be written** because of what it holds, nothing of the batch is: `RunStore` then records the
 * outcomes one by one, so that one cannot take the others down.
 */
import type { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { storedState } from "@kittiwake/core/internal/monitors/domain/storedState"
import type { RunOutcome } from "@kittiwake/core/monitors/RunStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { runUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { type StateOfRow, storeState } from "@kittiwake/storage/largeStates"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, type Duration, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { changeJson, changeWriteColumns } from "./changeRows.ts"
import { deliveryJson, deliveryWriteColumns } from "./deliveryRows.ts"
import { waitsShortly } from "./lockPatience.ts"
import { monitorStateColumns, monitorStateJson } from "./monitorRows.ts"
import { postedCounted } from "./postedCounted.ts"
import type { RecordColumns } from "./recordColumns.ts"
import { runEndColumns, runJson } from "./runRows.ts"

/**
 * Whether the monitor of the outcome with this number is as its run found it, and what it cancels was told to nobody. A lost
 * claim has no row.
 */
export interface Judged {
  readonly n: number
  readonly current: boolean
  readonly untold: boolean
}

const claimJson = ({ cancels, claim: { stored, run, token } }: RunOutcome, n: number) => ({
  n,
  monitorId: stored.monitor.id,
  organizationId: stored.monitor.organizationId,
  runId: run.id,
  token,
  revision: stored.revision,
  cancels: cancels.length
})

const cancelsJson = ({ cancels }: RunOutcome, n: number) => cancels.map((id) => ({ n, id }))

const entryJson = ({ entry }: RunOutcome, n: number) =>
  entry === null
    ? []
    : [{ n, id: entry.id, kind: entry.cause.kind, causeId: entry.cause.id, credits: entry.credits, at: iso(entry.at) }]

/** An outcome; a baseline that is too large for a row has gone where such go. */
export interface StagedOutcome {
  readonly outcome: RunOutcome
  readonly baseline: (StateOfRow & { readonly kind: string; readonly capturedAt: DateTime.Utc }) | null
}

/** Brings large baselines where such go. */
export const stageBaseline = Effect.fnUntraced(function* (large: BlobStore["Service"] | null, outcome: RunOutcome) {
  if (outcome.baseline === null) return { outcome, baseline: null } satisfies StagedOutcome as StagedOutcome
  const { body, kind } = storedState(outcome.baseline)
  const { organizationId } = outcome.claim.stored.monitor
  const state = yield* storeState(large, organizationId, body)
  const baseline = { ...state, kind, capturedAt: outcome.baseline.capturedAt }
  return { outcome, baseline } satisfies StagedOutcome as StagedOutcome
})

const baselineJson = ({ baseline }: StagedOutcome, n: number) =>
  baseline === null ? [] : [{ ...baseline, n, capturedAt: iso(baseline.capturedAt) }]

const versionsJson = ({ versions }: RunOutcome, n: number) =>
  versions.map(({ capturedAt, id, previousId }) => ({ n, id, previousId, capturedAt: iso(capturedAt) }))

const iso = (at: DateTime.Utc) => DateTime.formatIso(at)

/** Where the history of usage counts a run, whichever it is. */
const anyRunUsage = runUsage(
  { id: "", organizationId: OrganizationId.make("org"), creditsCharged: 0 },
  DateTime.makeUnsafe(0)
)

/** Writes the outcomes whose claims hold; no two of them may be of one monitor. Fails when it would `wait` for longer for a lock. */
export const recordRuns = (
  sql: SqlClient.SqlClient,
  staged: ReadonlyArray<StagedOutcome>,
  wait: Duration.Duration
): Statement.Statement<Judged> => {
  const outcomes = staged.map(({ outcome }) => outcome)
  const rows = (values: ReadonlyArray<unknown>, { definition }: Pick<RecordColumns, "definition">) =>
    sql`json_to_recordset(${storableJson(values)}::json) as x(n integer, ${sql.literal(definition)})`
  const numbered = (toJson: (outcome: RunOutcome) => unknown) =>
    outcomes.map((outcome, n) => ({ ...(toJson(outcome) as object), n }))
  const [state, end] = [monitorStateColumns, runEndColumns]

  return sql<Judged>`
with locked as materialized (
  -- Judged here and not in the join, which would make the planner expect one row and loop over all of them.
  select x.*, m.revision = x.revision as current,
    m.organization_id = x."organizationId" and m.token = x.token and m.running_run_id is not distinct from x."runId" as held
  from ${rows(outcomes.map(claimJson), {
    definition: `"monitorId" text, "organizationId" text, "runId" text, token bigint, revision bigint, cancels bigint`
  })}
  join monitors m on m.id = x."monitorId"
  where ${waitsShortly(sql, wait)}
  order by m.id
  for update of m
),
waiting as materialized (
  -- No row of a monitor that another run holds is waited for: those are locked, and judged, before.
  select l.n, d.id
  from (
    select x.n, x.id, l."organizationId" as organization_id from ${rows(outcomes.flatMap(cancelsJson), { definition: "id text" })}
    join locked l using (n)
    where l.held and l.current
  ) l
  join deliveries d on d.id = l.id and d.organization_id = l.organization_id
  where d.status = 'pending' and d.attempts = 0
  order by d.id
  for update of d
),
judged as materialized (
  select l.*, (select count(*) from waiting w where w.n = l.n) = l.cancels as untold from locked l
),
matched as materialized (
  select n, "monitorId" as monitor_id, "organizationId" as organization_id, "runId" as run_id from judged
  where held and current and untold
),
accounts_locked as materialized (
  select organization_id from accounts where organization_id = any (array(select organization_id from matched))
  order by organization_id for update
),
payable as materialized (
  -- Holds end under the locks of their accounts. Joined and not compared, which would make the planner expect fewer rows.
  select c.n, c.organization_id, c.run_id from matched c, (select count(*) from accounts_locked) l
),
freed as (
  delete from holds h using payable c where h.id = c.run_id and h.organization_id = c.organization_id
  returning c.n, c.organization_id, h.credits
),
posted as (
  insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
  select x.id, f.organization_id, x.kind, x."causeId", greatest(x.credits, -f.credits), x.at
  from ${rows(outcomes.flatMap(entryJson), {
    definition: `id text, kind text, "causeId" text, credits bigint, at timestamptz`
  })}
  join freed f using (n)
  on conflict (organization_id, cause_kind, cause_id) do nothing
  returning organization_id, cause_id, credits, at
),
${postedCounted(sql, anyRunUsage)},
sums as materialized (
  select organization_id, sum(held)::bigint as held, sum(credits)::bigint as credits
  from (
    select organization_id, credits as held, 0 as credits from freed
    union all select organization_id, 0, credits from posted
  ) moved
  group by organization_id
),
charged as (
  update accounts a set held = a.held - s.held, balance = a.balance + s.credits
  from sums s where a.organization_id = s.organization_id and (select count(*) from accounts_locked) >= 0
),
ended as (
  -- Looked up and not joined: the planner takes what was posted for one row, and would loop over all of it for each run.
  -- A run that was skipped gives up its slot. All else that is written here no index knows of.
  update runs r set (${sql.literal(end.names)}, credits_charged, slot_at) =
    (${sql.literal(end.members)}, coalesce(((select jsonb_object_agg(cause_id, -credits) from posted) -> c.run_id)::bigint, 0),
      case when x.status = 'skipped' then null else r.slot_at end)
  from ${rows(
    numbered(({ run }) => runJson(run)),
    end
  )}
  join matched c using (n)
  where r.id = c.run_id
  returning r.organization_id, r.monitor_id, r.credits_charged, r.completed_at
),
spent as (
  -- No two of a statement add to one sum, and nobody else does meanwhile: the row of the monitor is locked.
  insert into run_spend as s (organization_id, grain, start, monitor_id, credits, runs, last_run_at)
  select e.organization_id, g.grain, date_trunc(g.grain, e.completed_at, 'UTC'), e.monitor_id, e.credits_charged, 1,
    e.completed_at
  from ended e, (values ('day'), ('month')) g (grain)
  where e.credits_charged > 0 and e.completed_at is not null
  on conflict (organization_id, grain, start, monitor_id) do update set credits = s.credits + excluded.credits,
    runs = s.runs + excluded.runs, last_run_at = greatest(s.last_run_at, excluded.last_run_at)
),
captured as (
  insert into baselines (monitor_id, organization_id, kind, text, blob, captured_at)
  select c.monitor_id, c.organization_id, x.kind, x.text, x.blob, x."capturedAt"
  from ${rows(staged.flatMap(baselineJson), { definition: `kind text, text text, blob text, "capturedAt" timestamptz` })}
  join matched c using (n)
  on conflict (monitor_id) do update set kind = excluded.kind, text = excluded.text, blob = excluded.blob,
    captured_at = excluded.captured_at
),
versions as materialized (
  select c.monitor_id, x.id, x."previousId" as previous_id, x."capturedAt" as captured_at
  from ${rows(outcomes.flatMap(versionsJson), {
    definition: `id text, "previousId" text, "capturedAt" timestamptz`
  })}
  join matched c using (n)
),
kept as (
  -- One that was staged may be the one that the next replaced: no row is written twice.
  update monitor_versions v set kept = v.kept or s.id is not null, replaced_at = coalesce(r.captured_at, v.replaced_at)
  from (select id from versions union select previous_id from versions where previous_id is not null) touched
    left join versions s on s.id = touched.id
    left join versions r on r.previous_id = touched.id
  where v.id = touched.id and v.monitor_id = coalesce(s.monitor_id, r.monitor_id)
),
found as (
  insert into changes (${sql.literal(changeWriteColumns.names)})
  select ${sql.literal(changeWriteColumns.members)}
  from ${rows(
    outcomes.flatMap(({ change }, n) => (change === null ? [] : [{ ...(changeJson(change) as object), n }])),
    changeWriteColumns
  )}
  join matched using (n)
),
told as (
  insert into deliveries (${sql.literal(deliveryWriteColumns.names)})
  select ${sql.literal(deliveryWriteColumns.members)}
  from ${rows(
    outcomes.flatMap(({ deliveries }, n) => deliveries.map((delivery) => ({ ...deliveryJson(delivery), n }))),
    deliveryWriteColumns
  )}
  join matched using (n)
),
cancelled as (
  update deliveries d set status = 'cancelled', cancel_reason = 'change_undone', next_attempt_at = null, due_at = null
  from waiting w join matched using (n)
  where d.id = w.id
),
moved_on as (
  update monitors m set (${sql.literal(state.names)}) = (${sql.literal(state.members)}),
    revision = m.revision + 1, lease_until = null, running_run_id = null, running_due_at = null
  from ${rows(
    numbered(({ next }) => monitorStateJson(next)),
    state
  )}
  join matched c using (n)
  where m.id = c.monitor_id
)
select n, current, untold from judged where held`
}
