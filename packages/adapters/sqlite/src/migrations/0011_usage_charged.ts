/**
 * Credits are counted by what was charged, and calls count requests alone: so a process that dies between the charge of a
 * call and its place in the log takes no credits from the history. What calls were charged before stands among the charges
 * from now on; the sums have it already, so nothing is tallied.
 */
export const statements = `
insert into usage_charges (organization_id, id, at, path, key_id, status_code, credits_used, request_count,
  corrects_request_id)
select organization_id, request_id, at, route, coalesce(key_id, grant_id, 'unknown'), status_code, credits_used, 0, null
from request_logs where credits_used <> 0
on conflict (organization_id, id) do nothing;

-- There are as many charges as calls now: like that of the calls, the index holds all that a history counts.
drop index usage_charges_newest;
create index usage_charges_newest on usage_charges
  (organization_id, at desc, path, key_id, status_code, credits_used, request_count);
`
