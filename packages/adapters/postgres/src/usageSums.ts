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

const grown = (table: string, unit: "hour" | "day") => `
${table}_grown as (
  insert into ${table} as u (organization_id, split_by, start, value, credits_used, request_count)
  select c.organization_id, s.split_by, date_trunc('${unit}', c.at, 'UTC'), s.value, sum(c.credits_used)::bigint,
    sum(c.request_count)::bigint
  from counted c cross join lateral (values ${values.join(", ")}) s(split_by, value)
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (organization_id, split_by, start, value) do update
  set credits_used = u.credits_used + excluded.credits_used, request_count = u.request_count + excluded.request_count
)`

/**
 * Parts of a `with` that add the rows of its part `counted` (`logCounts`, `chargeCounts`) to the sums of their hours and
 * days.
 *
 * **Details.** In every statement these two parts stand in this order, and the sums of each are written in the order of
 * their keys, so that statements that meet on several sums do not wait for each other in a circle.
 */
export const sumsGrown = `${grown("usage_hours", "hour")},${grown("usage_days", "day")}`
