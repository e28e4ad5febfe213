/**
 * What runs were charged, summed by day and month: so a year of them is told from few rows.
 *
 * Who records runs adds to the sums in the same transaction. An export leaves them behind, and an import sums up anew.
 */
const startOfDay = (at: string) => `${at} / 86400000 * 86400000`
const startOfMonth = (at: string) => `unixepoch(${at} / 1000, 'unixepoch', 'start of month') * 1000`

const summed = (grain: string, start: string) => `
insert into run_spend (organization_id, grain, start, monitor_id, credits, runs, last_run_at)
select organization_id, '${grain}', ${start}, monitor_id, sum(credits_charged), count(*), max(completed_at)
from runs where credits_charged > 0 and completed_at is not null group by 1, 2, 3, 4;`

/** Sums up the runs that are there. */
export const sumUp = summed("day", startOfDay("completed_at")) + summed("month", startOfMonth("completed_at"))

export const statements = `
create table run_spend (
  organization_id text not null,
  grain text not null check (grain in ('day', 'month')),
  start integer not null,
  monitor_id text not null,
  credits integer not null,
  runs integer not null,
  last_run_at integer not null,
  primary key (organization_id, grain, start, monitor_id)
) strict, without rowid;
${sumUp}
`
