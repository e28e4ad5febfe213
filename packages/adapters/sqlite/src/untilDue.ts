/** How long nothing can be claimed. */
import { Duration, Option } from "effect"
import type { Connection } from "./Connection.ts"
import { leaseBounds } from "./writes/leaseBounds.ts"

interface Waiting {
  readonly dueAt: number
  readonly leaseUntil: number | null
}

/** Rows under way that are looked at: more than one process has under way at once. */
const mostUnderWay = 2_000

/** In the order of the index: what is under way is due since it was claimed, and so comes before what waits for its time. */
const statement = (table: "monitors" | "deliveries") => `
  select due_at as dueAt, lease_until as leaseUntil from ${table}
  where due_at is not null order by due_at, id limit ${mostUnderWay}`

const statements = { monitors: statement("monitors"), deliveries: statement("deliveries") } as const

/** The time that is left until a row of the table can be claimed; none when no row waits. */
export const untilDue = (
  db: Connection,
  table: keyof typeof statements,
  { clockMillis, now }: { readonly now: number; readonly clockMillis: number }
): Option.Option<Duration.Duration> => {
  const [, beyond] = leaseBounds(clockMillis)
  let least = Infinity
  for (const { dueAt, leaseUntil } of db.iterate<Waiting>(statements[table])) {
    least = Math.min(
      least,
      Math.max(dueAt - now, leaseUntil === null || leaseUntil > beyond ? 0 : leaseUntil - clockMillis)
    )
    // What is due later is claimed later.
    if (least <= 0 || dueAt - now >= least) break
  }
  return least === Infinity ? Option.none() : Option.some(Duration.millis(Math.max(0, least)))
}
