/** The sums of hours and days, and how they grow by what a statement counted. */

/** What a sum counts for, as of its first moment. */
export const sumCounts = "organization_id, start as at, path, key_id, status_code, credits_used, request_count"

const grown = (table: string, unit: "hour" | "day") => `
${table}_grown as (
  insert into ${table} as u (organization_id, start, path, key_id, status_code, credits_used, request_count)
  select organization_id, date_trunc('${unit}', at, 'UTC'), path, key_id, status_code, sum(credits_used)::bigint,
    sum(request_count)::bigint
  from counted
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (organization_id, start, path, key_id, status_code) do update
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
