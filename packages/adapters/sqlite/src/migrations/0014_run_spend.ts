/**
 * What runs were charged, summed by day and month: so a year of them is told from few rows.
 *
 * The sums are kept by triggers, so that no writer can leave them out, and an export leaves them behind.
 */
const startOfDay = (at: string) => `${at} / 86400000 * 86400000`
const startOfMonth = (at: string) => `unixepoch(${at} / 1000, 'unixepoch', 'start of month') * 1000`

const spent = (when: string) => `
create trigger runs_are_spent_${when.split(" ")[0]} after ${when} on runs
when new.credits_charged > 0 and new.completed_at is not null
  ${when.startsWith("update") ? "and old.credits_charged = 0" : ""}
begin
  insert into run_spend (organization_id, grain, start, monitor_id, credits, runs, last_run_at) values
    (new.organization_id, 'day', ${startOfDay("new.completed_at")}, new.monitor_id, new.credits_charged, 1, new.completed_at),
    (new.organization_id, 'month', ${startOfMonth("new.completed_at")}, new.monitor_id, new.credits_charged, 1, new.completed_at)
  on conflict (organization_id, grain, start, monitor_id) do update set credits = credits + excluded.credits,
    runs = runs + excluded.runs, last_run_at = max(last_run_at, excluded.last_run_at);
end;`

const summed = (grain: string, start: string) => `
insert into run_spend (organization_id, grain, start, monitor_id, credits, runs, last_run_at)
select organization_id, '${grain}', ${start}, monitor_id, sum(credits_charged), count(*), max(completed_at)
from runs where credits_charged > 0 and completed_at is not null group by 1, 2, 3, 4;`

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
${spent("update of credits_charged")}
${spent("insert")}
${summed("day", startOfDay("completed_at"))}
${summed("month", startOfMonth("completed_at"))}
`
