/** Sessions of browsers, whose owner is an organization or, with an empty name, the operator; and links that open one. */
export const statements = `
create table dashboard_sessions (
  digest text primary key,
  id text not null unique,
  owner text not null,
  key_id text,
  token_mark text,
  created_at integer not null,
  last_used_at integer not null,
  expires_at integer not null,
  user_agent text,
  address text
) strict, without rowid;
create index dashboard_sessions_newest on dashboard_sessions (owner, created_at desc, id desc);
create index dashboard_sessions_over on dashboard_sessions (expires_at);

create table dashboard_links (
  digest text primary key,
  expires_at integer not null
) strict, without rowid;
create index dashboard_links_over on dashboard_links (expires_at);
`
