/** Tokens of inboxes, as digests and sealed; and what arrived there: what was found of it, its headers and its body. */
export const statements = `
create table inboxes (
  organization_id text primary key,
  digest text not null unique,
  sealed_token text not null
) strict, without rowid;

create table inbox_events (
  id text primary key,
  organization_id text not null,
  received_at integer not null,
  told text not null,
  headers text not null,
  body text not null,
  size integer not null,
  weight integer not null
) strict;
create index inbox_events_newest on inbox_events (organization_id, received_at desc, id desc, weight);
create index inbox_events_age on inbox_events (received_at);
`
