/**
 * The yardstick on Postgres that writes the rows which the product writes, for a run that found nothing new and for a delivery
 * that arrived, into the product's own tables: one statement to claim and one to record, with no checks but the fencing token,
 * no shares, no domain.
 */
import { Effect } from "effect"
import { subscriptionOf } from "../../packages/core/src/testing/builders.ts"
import { answerCalls } from "../children.ts"
import { layerStorage } from "../installation.ts"
import { timed } from "../measure.ts"
import { putMonitors, putOrganization } from "../outcomes.ts"
import { type ClaimRound, lanes } from "./round.ts"
import { drain, endSessions, type Named, openSessions, type Session } from "./sessions.ts"

const dayMillis = 86_400_000
const epoch = new Date(0).toISOString()
const trace = JSON.stringify(
  ["fetch", "read", "decide"].map((step) => ({ step, startedAt: epoch, durationMs: 4, outcome: "status 200" }))
)
const baseline = JSON.stringify({ fingerprint: "f".repeat(64), capturedAt: epoch, etag: null, lastModified: null })
const attempt = JSON.stringify({
  attempt: 1,
  trigger: "automatic",
  url: "https://example.com/hook",
  startedAt: epoch,
  completedAt: epoch,
  httpStatus: 200,
  error: null
})

let sessions: ReadonlyArray<Session> = []
let organization = ""
let now = Date.now()
let made = 0

const idOf = (prefix: string) => `${prefix}_${(++made).toString(16).padStart(32, "0")}`
const at = () => new Date(now).toISOString()

/** With the size in its text, so that the planner knows how many rows there will be. */
const claimRuns = (batch: number): Named => ({
  name: `claim runs ${batch}`,
  text: `
with due as materialized (
  select id, next_run_at from monitors where due_at <= $1 and (lease_until is null or lease_until <= $1)
  order by due_at, id limit ${batch} for update skip locked
),
made as (
  insert into runs (id, organization_id, monitor_id, status, run_type, trigger, target_type, change_detection_type,
    target_version, queued_at, started_at, change_detected, baseline_created, credits_charged, trace, slot_at)
  select ($2::text[])[row_number() over ()], $3, id, 'running', 'scheduled', 'schedule', 'page', 'exact', 1, $1, $1, false,
    false, 0, '[]', next_run_at
  from due returning id, monitor_id
),
set_aside as (
  insert into holds (id, organization_id, cause_kind, cause_id, credits, expires_at)
  select id, $3, 'run', id, 1, $1::timestamptz + interval '15 minutes' from made
),
charged as (update accounts set held = held + (select count(*) from due) where organization_id = $3)
update monitors m set token = m.token + 1, lease_until = $1::timestamptz + interval '1 minute', running_run_id = r.id,
  running_due_at = m.due_at
from made r where m.id = r.monitor_id
returning m.*, r.id as run`
})

const recordRuns: Named = {
  name: "record runs",
  text: `
with x as materialized (
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) as x(id, token, run, entry)
),
freed as (delete from holds h using x where h.id = x.run),
posted as (
  insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
  select entry, $5, 'run', run, -1, $6 from x
),
counted as (
  insert into usage_charges (organization_id, id, at, path, key_id, status_code, credits_used, request_count)
  select $5, run, $6, '/monitors/run', 'system', 200, 1, 0 from x
),
tallied as (
  insert into usage_tallies (organization_id, hour, path, key_id, status_code, credits_used, request_count)
  select $5, date_trunc('hour', $6::timestamptz), '/monitors/run', 'system', 200, count(*), 0 from x
),
charged as (
  update accounts set held = held - cardinality($1::text[]), balance = balance - cardinality($1::text[])
  where organization_id = $5
),
ended as (update runs r set status = 'completed', completed_at = $6, credits_charged = 1, trace = $7 from x where r.id = x.run),
spent as (
  insert into run_spend as s (organization_id, grain, start, monitor_id, credits, runs, last_run_at)
  select $5, g.grain, date_trunc(g.grain, $6::timestamptz, 'UTC'), x.id, 1, 1, $6 from x, (values ('day'), ('month')) g (grain)
  on conflict (organization_id, grain, start, monitor_id) do update set credits = s.credits + 1, runs = s.runs + 1,
    last_run_at = excluded.last_run_at
)
update monitors m set status = 'active', baseline = $8, next_run_at = $6::timestamptz + interval '1 day', last_run_at = $6,
  last_change_at = null, last_error = null, failures_in_a_row = 0, skips_in_a_row = 0, updated_at = $6,
  revision = m.revision + 1, lease_until = null, running_run_id = null, running_due_at = null
from x where m.id = x.id and m.token = x.token
returning m.id`
}

const claimDeliveries = (batch: number): Named => ({
  name: `claim deliveries ${batch}`,
  text: `
with due as materialized (
  select d.id, s.url, s.secret from deliveries d join subscriptions s on s.id = d.subscription_id
  where d.due_at <= $1 and (d.lease_until is null or d.lease_until <= $1)
  order by d.due_at, d.id limit ${batch} for update of d skip locked
)
update deliveries d set status = 'delivering', url = p.url, next_attempt_at = null, attempts = d.attempts + 1,
  last_attempt = $2, token = d.token + 1, lease_until = $1::timestamptz + interval '1 minute'
from due p where d.id = p.id
returning d.*, p.secret`
})

const recordDeliveries: Named = {
  name: "record deliveries",
  text: `
with x as materialized (select * from unnest($1::text[], $2::bigint[]) as x(id, token)),
ended as (insert into delivery_attempts (delivery_id, attempt, organization_id, body) select id, 1, $3, $4 from x)
update deliveries d set status = 'delivered', delivered_at = $5, last_attempt = $4, due_at = null, lease_until = null
from x where d.id = x.id and d.token = x.token
returning d.id`
}

const putDeliveries = `
insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, run_id, event, event_id, body, url,
  delays_seconds, status, created_at, next_attempt_at, trigger, attempts, automatic_failures, due_at)
select id, $3, m.monitors[n % cardinality(m.monitors) + 1], 'monitor', m.monitors[n % cardinality(m.monitors) + 1], id,
  'change.detected', id, $2, 'https://example.com/hook', '{60,300}', 'pending', $4, $4, 'initial', 0, 0, $4
from unnest($1::text[]) with ordinality as x(id, n),
  (select array(select id from monitors order by id limit 100) as monitors) m`

const body = JSON.stringify({ type: "change.detected", data: { text: "x".repeat(300) } })

interface Claimed {
  readonly id: string
  readonly token: string
}

const columns = (claims: ReadonlyArray<Claimed>) => [claims.map(({ id }) => id), claims.map(({ token }) => token)]

/** Fails where a row was not written: a loop that writes less than it says is no yardstick. */
const written = async (rows: Promise<ReadonlyArray<unknown>>, claims: ReadonlyArray<Claimed>) => {
  const { length } = await rows
  if (length !== claims.length) throw new Error(`${length} of ${claims.length} were recorded`)
}

const runs = async ({ batch }: ClaimRound) => {
  const claim = claimRuns(batch)
  const measured = await timed(() =>
    drain(
      sessions,
      (session) => {
        const ids = Array.from({ length: batch }, () => idOf("run"))
        return session.query<Claimed & { readonly run: string }>(claim, [at(), ids, organization])
      },
      (session, claims) => {
        const [ids, tokens] = columns(claims)
        const entries = claims.map(() => idOf("ent"))
        const params = [ids, tokens, claims.map(({ run }) => run), entries, organization, at(), trace, baseline]
        return written(session.query(recordRuns, params), claims)
      }
    )
  )
  now += dayMillis
  return measured
}

const deliveries = async ({ batch, count }: ClaimRound) => {
  const ids = Array.from({ length: count }, () => idOf("whd"))
  await sessions[0]!.query(putDeliveries, [ids, body, organization, at()])
  const claim = claimDeliveries(batch)
  return timed(() =>
    drain(
      sessions,
      (session) => session.query<Claimed>(claim, [at(), attempt]),
      (session, claims) =>
        written(session.query(recordDeliveries, [...columns(claims), organization, attempt, at()]), claims)
    )
  )
}

/** The tables with an organization and its monitors, as the product makes them, none of them claimed yet. */
const putRows = (monitors: number) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const id = yield* putOrganization
      yield* putMonitors(id, monitors, (monitor) => ({ ...monitor, subscription: subscriptionOf(monitor) }))
      return id
    }).pipe(Effect.provide(layerStorage))
  )

answerCalls(
  {
    open: async (monitors: number) => {
      organization = await putRows(monitors)
      sessions = await openSessions(process.env.BENCH_STORAGE ?? "", lanes)
      const [session] = sessions
      await session!.query("delete from runs")
      await session!.query(
        "update monitors set queued_run_id = null, queued_at = null, next_run_at = $1, baseline = $2",
        [at(), baseline]
      )
      await session!.query("vacuum analyze")
    },
    runs,
    deliveries
  },
  () => endSessions(sessions)
)
