/** Usage that was counted and not yet added to the sums of its hour and day. */
export const statements = `
-- Written and removed, never changed and never looked up by one row: so no key and no index.
create table usage_tallies (
  organization_id text collate "C" not null,
  hour timestamptz(3) not null,
  path text collate "C" not null,
  key_id text collate "C" not null,
  status_code integer not null,
  credits_used bigint not null,
  request_count bigint not null
);
`
