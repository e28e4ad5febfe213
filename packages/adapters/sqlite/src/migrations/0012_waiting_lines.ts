/**
 * What is due can be found by whose it is and where it goes.
 *
 * A claim that walked what is due in order read every row of whoever had no room left. Rows now carry their host, and stand in
 * lines: those of one organization and host that are due in the same minute. A claim looks at one row of each line that waits,
 * and at what it takes. The minute comes first, so that what is due later costs nothing.
 */

/** As good as SQL can tell; a row of an odd spelling has its host when it is next written by its owner. */
export const hostIn = (url: string): string => `(
  select substr(rtrim(lower(iif(authority like '[%', substr(authority, 1, instr(authority, ']')),
    substr(authority, 1, instr(authority || ':', ':') - 1))), '.'), 1, 255)
  from (
    select substr(named, instr(named, '@') + 1) as authority from (
      select substr(rest, 1, instr(replace(replace(rest, '?', '/'), '#', '/'), '/') - 1) as named
      from (select substr(${url}, instr(${url}, '://') + 3) || '/' as rest)
    )
  ))`

export const statements = `
alter table monitors add column host text not null default '';
alter table deliveries add column host text not null default '';

update monitors set host = ${hostIn("target ->> 'url'")};
update deliveries set host = ${hostIn("s.url")} from subscriptions s
  where s.id = deliveries.subscription_id and deliveries.due_at is not null;

create index monitors_waiting on monitors (due_at / 60000, organization_id, host, due_at, id) where due_at is not null;
create index deliveries_waiting on deliveries (due_at / 60000, organization_id, host, due_at, id) where due_at is not null;
`
