/**
 * The sums of hours and days, and how they grow by what a statement counted.
 *
 * **Model.** Usage is added to three sums of its hour and three of its day: by path, by caller, and by status. A history is
 * split by one of them or by nothing, and what it is split by sums to the whole, whichever it is.
 */
import type { GroupBy } from "@kittiwake/core/usage/domain/History"

/** What a call or a charge is split by, as columns of what is counted. */
export const splits: { readonly [G in GroupBy]: string } = {
  path: "path",
  key_id: "key_id",
  status_code: "status_code::text"
}

/** The split that has the fewest sums; it tells the whole soonest. */
export const coarsestSplit: GroupBy = "status_code"

const values = Object.entries(splits).map(([name, column]) => `('${name}', ${column})`)

/** What was counted, put together before it is split: most rows of a statement differ in nothing that is split by. */
const tallied = `
tallied as (
  select organization_id, date_trunc('hour', at, 'UTC') as hour, path, key_id, status_code,
    sum(credits_used) as credits_used, sum(request_count) as request_count
  from counted
  group by 1, 2, 3, 4, 5
)`

const grown = (table: string, start: string) => `
${table}_grown as (
  insert into ${table} as u (organization_id, split_by, start, value, credits_used, request_count)
  select t.organization_id, s.split_by, ${start}, s.value, sum(t.credits_used)::bigint, sum(t.request_count)::bigint
  from tallied t cross join lateral (values ${values.join(", ")}) s(split_by, value)
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (organization_id, split_by, start, value) do update
  set credits_used = u.credits_used + excluded.credits_used, request_count = u.request_count + excluded.request_count
)`

/**
 * Parts of a `with` that add the rows of its part `counted` (`logCounts`, `chargeCounts`) to the sums of their hours and
 * days.
 *
 * **Details.** In every statement the sums of hours come before those of days, and the sums of each are written in the
 * order of their keys, so that statements that meet on several sums do not wait for each other in a circle.
 */
export const sumsGrown = [
  tallied,
  grown("usage_hours", "t.hour"),
  grown("usage_days", "date_trunc('day', t.hour, 'UTC')")
].join(",")
