/** What a monitor is charged in a day and in a month, which `reads/spend.ts` sums up. */
import type { Connection } from "../Connection.ts"

/** The charge of a run that completed. */
export interface Spent {
  readonly organizationId: string
  readonly monitorId: string
  readonly credits: number
  readonly at: number
}

const dayMillis = 86_400_000

const startOfDay = (at: number): number => Math.floor(at / dayMillis) * dayMillis

const startOfMonth = (at: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

const add = `
  insert into run_spend (organization_id, grain, start, monitor_id, credits, runs, last_run_at)
  values (?1, 'day', ?2, ?4, ?5, 1, ?6), (?1, 'month', ?3, ?4, ?5, 1, ?6)
  on conflict (organization_id, grain, start, monitor_id) do update set credits = credits + excluded.credits,
    runs = runs + excluded.runs, last_run_at = max(last_run_at, excluded.last_run_at)`

/** Adds a charge to the sums of its day and its month. */
export const addSpend = (db: Connection, { at, credits, monitorId, organizationId }: Spent): void => {
  db.run(add, organizationId, startOfDay(at), startOfMonth(at), monitorId, credits, at)
}
