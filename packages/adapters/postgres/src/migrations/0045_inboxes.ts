/** Tokens of inboxes, as digests and sealed; and what arrived there: what was found of it, its headers and its body. */
export const statements = `
create table inboxes (
  organization_id text collate "C" primary key,
  digest text collate "C" not null unique,
  sealed_token text not null
);

create table inbox_events (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  received_at timestamptz not null,
  told jsonb not null,
  headers jsonb not null,
  body text not null,
  size integer not null,
  weight integer not null
);
create index inbox_events_newest on inbox_events (organization_id, received_at desc, id desc) include (weight);
create index inbox_events_age on inbox_events (received_at);
`
