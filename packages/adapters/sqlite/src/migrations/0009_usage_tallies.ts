/** Usage that was counted and not yet added to the sums of its hour and day. */
export const statements = `
-- Written and removed, never changed and never looked up by one row: so no key and no index.
create table usage_tallies (
  organization_id text not null,
  hour integer not null,
  path text not null,
  key_id text not null,
  status_code integer not null,
  credits_used integer not null,
  request_count integer not null
) strict;
`
