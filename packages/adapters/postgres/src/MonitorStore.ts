import { monitorsWithin } from "@kittiwake/core/internal/monitors/domain/monitorsWithin"
import { readState } from "@kittiwake/core/internal/monitors/domain/storedState"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { countedTo } from "@kittiwake/core/monitors/domain/MonitorSummary"
import type { TargetType } from "@kittiwake/core/monitors/domain/Target"
import {
  type MonitorFilter,
  MonitorLimitReached,
  MonitorOutdated,
  MonitorStore,
  type MonitorUpdate
} from "@kittiwake/core/monitors/MonitorStore"
import { LargeBodies } from "@kittiwake/storage/largeBodies"
import { loadState, type StateOfRow } from "@kittiwake/storage/largeStates"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { keepAnswer } from "./keptAnswers.ts"
import { type Looked, look } from "./looks.ts"
import {
  type ListedRow,
  listedColumns,
  monitorColumns,
  monitorJson,
  monitorWriteColumns,
  toListedMonitor,
  toStoredMonitor
} from "./monitorRows.ts"
import { dueAt, endUnexecuted, insertRun, queueRun } from "./queuedRuns.ts"
import { remembered } from "./remembered.ts"
import { orUnavailable } from "./storeFailure.ts"
import { cancelDeliveries, putSubscription, removeSubscription } from "./subscriptionRows.ts"

/** What a monitor's row says of its runs that have not ended. */
interface OpenRuns {
  readonly queued: string | null
  readonly running: string | null
}

interface Standing {
  readonly paused: number
  readonly failed: number
  readonly late: number
  /** Milliseconds since 1970, like every moment here. */
  readonly since: number | null
}

interface NextRow {
  readonly id: MonitorId
  readonly name: string
  readonly url: string
  readonly targetType: TargetType
  readonly at: number
}

/** Words of the fields named. They are kept apart, so that none is found across two fields. */
const searched = (sql: SqlClient.SqlClient, { terms, fields, match }: NonNullable<MonitorFilter["search"]>) =>
  terms.map((term) => {
    const wanted = match === "exact" ? ` ${storableText(term)} ` : ` ${storableText(term)}`
    return sql.or(fields.map((field) => sql`strpos(${sql.literal(field)}_words, ${wanted}) > 0`))
  })

/** Those that are not well are few of many, and have an index of their own: of these it knows the status. */
const ofStatus = (sql: SqlClient.SqlClient, { status }: MonitorFilter) => {
  if (status === undefined) return { known: [], looked: [] }
  const is = sql`status = ${status}`
  return status === "active" ? { known: [], looked: [is] } : { known: [is, sql`status <> 'active'`], looked: [] }
}

const filtered = (sql: SqlClient.SqlClient, filter: MonitorFilter) => [
  ...(filter.targetType === undefined ? [] : [sql`target_type = ${filter.targetType}`]),
  ...(filter.changeDetectionType === undefined ? [] : [sql`change_detection_type = ${filter.changeDetectionType}`]),
  ...(filter.tag === undefined ? [] : [sql`${filter.tag} = any(tags)`]),
  ...(filter.anyTag === undefined ? [] : [sql`tags && ${filter.anyTag}::text[]`]),
  ...(filter.search === undefined ? [] : searched(sql, filter.search))
]

const listed: Looked = {
  table: "monitors",
  alias: "m",
  at: "created_at",
  id: "id",
  columns: listedColumns,
  joins: "left join subscriptions s on s.id = m.id",
  large: "target"
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const large = yield* LargeBodies
  const columns = sql.literal(monitorColumns)
  const written = sql.literal(monitorWriteColumns.names)
  const from = sql.literal("from monitors m left join subscriptions s on s.id = m.id")
  const recordOf = (monitor: MonitorUpdate["next"]) =>
    sql`json_to_record(${storableJson(monitorJson(monitor))}::json) as x(${sql.literal(monitorWriteColumns.definition)})`

  const count = yield* remembered({
    table: "monitor_counts",
    othersWithin: Duration.zero,
    read: (organizationIds) =>
      sql<{ id: string; monitors: number }>`
        select organization_id as id, monitors from monitor_counts
        where organization_id = any(${organizationIds}::text[])`.pipe(
        Effect.map((rows) => {
          const found = new Map(rows.map(({ id, monitors }) => [id, monitors]))
          return (id: string) => found.get(id) ?? 0
        }),
        orUnavailable("MonitorStore.count")
      )
  })

  const create = Effect.fn("MonitorStore.create")(
    function* ({ monitor, run, allowance, kept }: Parameters<MonitorStore["Service"]["create"]>[0]) {
      yield* keepAnswer(sql, kept)
      const queuedAt = yield* dueAt(run)
      // The count's row makes creators of one organization follow each other, without counting its monitors.
      const created = yield* sql`
      with counted as (
        insert into monitor_counts as c (organization_id, monitors)
        select ${monitor.organizationId}::text, 1 where ${allowance}::integer > 0
        on conflict (organization_id) do update set monitors = c.monitors + 1 where c.monitors < ${allowance}::integer
        returning organization_id
      )
      insert into monitors (${written}, queued_run_id, queued_at)
      select x.*, ${run.id}::text, ${queuedAt}::timestamptz from counted, ${recordOf(monitor)}
      returning id`
      if (created.length === 0) return yield* new MonitorLimitReached({ limit: allowance })
      yield* insertRun(sql, run)
      if (monitor.subscription !== null) yield* putSubscription(sql, monitor.subscription, false)
    },
    sql.withTransaction,
    orUnavailable("MonitorStore.create")
  )

  const update = Effect.fn("MonitorStore.update")(
    function* (change: MonitorUpdate) {
      const { stored, next } = change
      const { id, organizationId } = stored.monitor
      const [row] = yield* sql<OpenRuns>`
      update monitors m set (${written}) = (select x.* from ${recordOf({ ...next, id, organizationId })}),
        revision = m.revision + 1
      where m.id = ${id} and m.organization_id = ${organizationId} and m.revision = ${stored.revision}
      returning m.queued_run_id as queued, m.running_run_id as running`
      if (row === undefined) return yield* new MonitorOutdated()
      if (next.baseline === null) yield* sql`delete from baselines where monitor_id = ${id}`

      let queued = row.queued
      if (change.skipQueued !== null && queued !== null) {
        const [waiting] = yield* sql`select 1 from runs where id = ${queued} and run_type <> 'baseline'`
        if (waiting !== undefined) {
          yield* endUnexecuted(sql, [queued], change.skipQueued.reason, change.skipQueued.at)
          yield* sql`update monitors set queued_run_id = null, queued_at = null where id = ${id}`
          queued = null
        }
      }
      if (change.queue !== null) yield* queueRun(sql, change.queue, queued)

      if (next.subscription === null) yield* removeSubscription(sql, id, change.cancelDeliveries)
      else {
        if (change.cancelDeliveries) yield* cancelDeliveries(sql, id)
        yield* putSubscription(sql, next.subscription, change.clearFailure)
      }
    },
    sql.withTransaction,
    orUnavailable("MonitorStore.update")
  )

  const remove = Effect.fn("MonitorStore.remove")(
    function* (...[organizationId, monitorId, at]: Parameters<MonitorStore["Service"]["remove"]>) {
      const [row] = yield* sql<OpenRuns>`
      delete from monitors where id = ${monitorId} and organization_id = ${organizationId}
      returning queued_run_id as queued, running_run_id as running`
      if (row === undefined) return false
      const open = [row.queued, row.running].filter((runId) => runId !== null)
      yield* endUnexecuted(sql, open, "monitor_paused", at)
      if (row.running !== null) {
        yield* sql`
        with locked as materialized (
          select organization_id from accounts where organization_id = ${organizationId} for update
        ),
        ended as (
          delete from holds where id = ${row.running} and organization_id = (select organization_id from locked)
          returning credits
        )
        update accounts a set held = a.held - ended.credits from ended where a.organization_id = ${organizationId}`
      }
      yield* sql`delete from baselines where monitor_id = ${monitorId}`
      yield* sql`insert into forgotten_versions (monitor_id) values (${monitorId}) on conflict do nothing`
      yield* removeSubscription(sql, monitorId, true)
      yield* sql`update monitor_counts set monitors = monitors - 1 where organization_id = ${organizationId}`
      return true
    },
    sql.withTransaction,
    orUnavailable("MonitorStore.remove")
  )

  return MonitorStore.of({
    create,
    update,
    remove,

    get: (organizationId, monitorId) =>
      sql<{ revision: number }>`
        select ${columns} ${from} where m.id = ${monitorId} and m.organization_id = ${organizationId}`.pipe(
        Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toStoredMonitor(row)))),
        orUnavailable("MonitorStore.get")
      ),

    baseline: Effect.fnUntraced(function* (organizationId, monitorId) {
      const [row] = yield* sql<StateOfRow & { kind: string; capturedAt: string }>`
        select kind, text, blob, captured_at as "capturedAt" from baselines
        where monitor_id = ${monitorId} and organization_id = ${organizationId}`
      if (row === undefined) return Option.none()
      const text = yield* loadState(large, organizationId, row)
      return Option.some({ ...readState(row.kind, text), capturedAt: DateTime.makeUnsafe(row.capturedAt) })
    }, orUnavailable("MonitorStore.baseline")),

    list: (organizationId, filter, slice) =>
      Effect.suspend(() => {
        const { known, looked } = ofStatus(sql, filter)
        // What a grant made is found by an index of its own.
        const ofGrant = filter.grantId === undefined ? [] : [sql`grant_id = ${storableText(filter.grantId)}`]
        return look(sql, listed, {
          owned: [sql`organization_id = ${organizationId}`, ...known, ...ofGrant],
          conditions: [...looked, ...filtered(sql, filter)],
          slice
        })
      }).pipe(
        Effect.map(({ endedAt, rows }) =>
          monitorsWithin(rows as ReadonlyArray<ListedRow>, toListedMonitor, ({ target }) => target.length, endedAt)
        ),
        orUnavailable("MonitorStore.list")
      ),

    summary: Effect.fn("MonitorStore.summary")(function* (organizationId, { counted, lateBefore, next }) {
      const owned = sql`organization_id = ${organizationId}`
      const standing = (status: "paused" | "failed") => sql`(
        select count(*)::integer from (
          select 1 from monitors where ${owned} and status = ${status} and status <> 'active' limit ${counted + 1}
        ) s)`
      const [row] = yield* sql<Standing>`
        select ${standing("paused")} as paused, ${standing("failed")} as failed, count(*)::integer as late,
          (extract(epoch from min(at)) * 1000)::float8 as since
        from (
          select next_run_at as at from monitors
          where ${owned} and next_run_at is not null and next_run_at < ${lateBefore}::timestamptz
          order by next_run_at, id limit ${counted + 1}
        ) s`
      const looks = yield* sql<NextRow>`
        select id, name, target ->> 'url' as url, target_type as "targetType", (extract(epoch from next_run_at) * 1000)::float8 as at
        from monitors where ${owned} and next_run_at is not null order by next_run_at, id limit ${next}`
      const { failed, late, paused, since } = row!
      return {
        paused: countedTo(paused, counted),
        failed: countedTo(failed, counted),
        late: { ...countedTo(late, counted), since: since === null ? null : DateTime.makeUnsafe(since) },
        next: looks.map(({ at, id, ...look }) => ({ ...look, monitorId: id, at: DateTime.makeUnsafe(at) }))
      }
    }, orUnavailable("MonitorStore.summary")),

    count
  })
})

/** `MonitorStore` on Postgres. */
export const layer: Layer.Layer<MonitorStore, never, SqlClient.SqlClient> = Layer.effect(MonitorStore, make)
