/**
 * What runs were charged, summed by day and month: so a year of them is told from few rows.
 *
 * The sums are kept by triggers, so that no writer can leave them out, processes of the version before included, and an export
 * leaves them behind.
 */
const summed = (grain: string) => `
insert into run_spend (organization_id, grain, start, monitor_id, credits, runs, last_run_at)
select organization_id, '${grain}', date_trunc('${grain}', completed_at, 'UTC'), monitor_id, sum(credits_charged), count(*),
  max(completed_at)
from runs where credits_charged > 0 and completed_at is not null group by 1, 2, 3, 4;`

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
create function spend_on_run() returns trigger language plpgsql as $$
begin
  insert into run_spend as s (organization_id, grain, start, monitor_id, credits, runs, last_run_at) values
    (new.organization_id, 'day', date_trunc('day', new.completed_at, 'UTC'), new.monitor_id, new.credits_charged, 1,
      new.completed_at),
    (new.organization_id, 'month', date_trunc('month', new.completed_at, 'UTC'), new.monitor_id, new.credits_charged, 1,
      new.completed_at)
  on conflict (organization_id, grain, start, monitor_id) do update set credits = s.credits + excluded.credits,
    runs = s.runs + excluded.runs, last_run_at = greatest(s.last_run_at, excluded.last_run_at);
  return null;
end
$$;
create trigger runs_are_spent_update after update of credits_charged on runs for each row
  when (new.credits_charged > 0 and new.completed_at is not null and old.credits_charged = 0)
  execute function spend_on_run();
create trigger runs_are_spent_insert after insert on runs for each row
  when (new.credits_charged > 0 and new.completed_at is not null)
  execute function spend_on_run();
${summed("day")}
${summed("month")}
`
