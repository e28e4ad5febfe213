/** Plans of monitors, and those that take their place after the clock was set right. */
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { Schedule } from "@kittiwake/core/monitors/domain/Schedule"
import type { Planned, RunStore } from "@kittiwake/core/monitors/RunStore"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"

type Service = RunStore["Service"]

interface PlannedRow {
  readonly id: string
  readonly schedule: Schedule
  readonly isOfDay: boolean
  readonly isBegun: boolean
  /** Milliseconds since 1970, as the others. */
  readonly due: number
  readonly anchor: number
  readonly next: number | null
}

const toPlanned = ({ anchor, due, id, isBegun, isOfDay, next, schedule }: PlannedRow): Planned => ({
  plan: {
    id: id as MonitorId,
    schedule,
    anchorAt: DateTime.makeUnsafe(anchor),
    nextRunAt: next === null ? null : DateTime.makeUnsafe(next),
    isOfDay
  },
  dueAt: DateTime.makeUnsafe(due),
  isBegun
})

/** Whether a run was made after a moment: the newest run of each organization alone is looked at. */
export const isAhead = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ...[after]: Parameters<Service["isAhead"]>
) {
  const found = yield* sql`
    select from organizations o cross join lateral (
      select r.queued_at from runs r where r.organization_id = o.id order by r.queued_at desc, r.id desc limit 1
    ) newest
    where newest.queued_at > ${after}::timestamptz limit 1`
  return found.length > 0
})

/** Monitors due later than at a place, along the index of what is due. */
export const planned = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ...[{ dueAt, id }, limit]: Parameters<Service["planned"]>
) {
  const rows = yield* sql<PlannedRow>`
    select id, schedule, running_run_id is not null or queued_run_id is not null as "isBegun",
      grant_daily_credits is not null as "isOfDay",
      (extract(epoch from due_at) * 1000)::float8 as due, (extract(epoch from anchor_at) * 1000)::float8 as anchor,
      (extract(epoch from next_run_at) * 1000)::float8 as next
    from monitors where due_at is not null and (due_at, id) > (${dueAt}::timestamptz, ${id}::text)
    order by due_at, id limit ${limit}`
  return rows.map(toPlanned)
})

/** Monitors are locked in the order of their ids, as by all who lock several; those that somebody works on are planned by what comes of it. */
export const replan = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ...[replanned, { freeFrom, now }]: Parameters<Service["replan"]>
) {
  const plans = replanned.map(({ plan, planned }) => ({
    id: plan.id,
    due: DateTime.formatIso(planned.dueAt),
    anchor: DateTime.formatIso(plan.anchorAt),
    next: plan.nextRunAt === null ? null : DateTime.formatIso(plan.nextRunAt)
  }))
  const moved = yield* sql`
    with held as materialized (
      select m.id, x.anchor, x.next
      from json_to_recordset(${storableJson(plans)}::json) as x(id text, due timestamptz, anchor timestamptz, next timestamptz)
      join monitors m on m.id = x.id and m.due_at = x.due
      order by m.id for update of m
    ),
    freed as (
      update runs r set slot_at = null from held h
      where r.monitor_id = h.id and r.slot_at >= ${freeFrom}::timestamptz and r.status <> 'running'
    )
    update monitors m set anchor_at = h.anchor, next_run_at = h.next, queued_at = least(m.queued_at, case when m.queued_at is not null then ${now}::timestamptz end),
      running_due_at = least(m.running_due_at, case when m.running_due_at is not null then ${now}::timestamptz end),
      revision = m.revision + 1
    from held h where m.id = h.id returning 1`
  return moved.length
})
