/**
 * What runs were charged, summed by day and month: so a year of them is told from few rows.
 *
 * Who records runs adds to the sums in the same statement. An export leaves them behind, and an import sums up anew.
 */
const summed = (grain: string) => `
insert into run_spend (organization_id, grain, start, monitor_id, credits, runs, last_run_at)
select organization_id, '${grain}', date_trunc('${grain}', completed_at, 'UTC'), monitor_id, sum(credits_charged), count(*),
  max(completed_at)
from runs where credits_charged > 0 and completed_at is not null group by 1, 2, 3, 4`

/** Sums up the runs that are there. */
export const sumUp = ["day", "month"].map(summed)

export const statements = `
-- Written again and again until a day or a month is over: room on the page keeps those writes off the index.
create table run_spend (
  organization_id text collate "C" not null,
  grain text collate "C" not null check (grain in ('day', 'month')),
  start timestamptz(3) not null,
  monitor_id text collate "C" not null,
  credits bigint not null,
  runs bigint not null,
  last_run_at timestamptz(3) not null,
  primary key (organization_id, grain, start, monitor_id)
) with (fillfactor = 60);
${sumUp.join(";")};
`
