/** How long nothing can be claimed. */
import { type DateTime, Duration, Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { isFree } from "./leaseEnds.ts"

/** Rows under way that are looked at: more than several processes have under way at once. */
const mostUnderWay = 5_000

/**
 * The time that is left until a row of the table can be claimed; none when no row waits. What is under way is due since it was
 * claimed, and comes before what waits for its time: of this, the first row is enough.
 */
export const untilDue = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  leaseNow: Effect.Effect<DateTime.Utc | null>,
  table: "monitors" | "deliveries",
  now: DateTime.Utc
) {
  const clock = sql`coalesce(${yield* leaseNow}::timestamptz, clock_timestamp())`
  const left = sql`greatest(
    t.due_at - ${now}::timestamptz,
    case when ${isFree(sql, "t.lease_until", clock)} then interval '0' else t.lease_until - ${clock} end
  ) as wait`
  const [row] = yield* sql<{ readonly millis: number | null }>`
    select (extract(epoch from min(wait)) * 1000)::float8 as millis from (
      (select ${left} from ${sql(table)} t where t.due_at <= ${now}::timestamptz
        order by t.due_at, t.id limit ${sql.literal(String(mostUnderWay))})
      union all
      (select ${left} from ${sql(table)} t where t.due_at > ${now}::timestamptz order by t.due_at, t.id limit 1)
    ) waits`
  return row!.millis === null ? Option.none() : Option.some(Duration.millis(Math.max(0, Math.ceil(row!.millis))))
})
