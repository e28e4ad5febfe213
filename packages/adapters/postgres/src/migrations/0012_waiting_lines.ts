/**
 * What is due can be found by whose it is and where it goes.
 *
 * A claim that walked what is due in order read every row of whoever had no room left. Rows now carry their host, and stand in
 * lines: those of one organization and host that are due in the same minute. A claim looks at one row of each line that waits,
 * and at what it takes. The minute comes first, so that what is due later costs nothing.
 */

/** As good as SQL can tell; a row of an odd spelling has its host when it is next written by its owner. */
export const hostIn = (url: string): string => `(
  select left(rtrim(lower(case when authority like '[%' then split_part(authority, ']', 1) || ']'
    else split_part(authority, ':', 1) end), '.'), 255)
  from split_part(split_part(split_part(split_part(split_part(${url}, '://', 2), '/', 1), '?', 1), '#', 1), '@', -1) authority
)`

export const statements = `
alter table monitors add column host text collate "C" not null default '';
alter table deliveries add column host text collate "C" not null default '';

update monitors set host = ${hostIn("target ->> 'url'")};
update deliveries d set host = ${hostIn("s.url")} from subscriptions s where s.id = d.subscription_id and d.due_at is not null;

create index monitors_waiting on monitors (date_bin('1 minute', due_at, timestamptz '2000-01-01 00:00:00+00'), organization_id, host,
  due_at, id) where due_at is not null;
create index deliveries_waiting on deliveries (date_bin('1 minute', due_at, timestamptz '2000-01-01 00:00:00+00'), organization_id,
  host, due_at, id) where due_at is not null;
`
