/** Sessions of browsers, whose owner is an organization or, with an empty name, the operator; and links that open one. */
export const statements = `
create table dashboard_sessions (
  digest text collate "C" primary key,
  id text collate "C" not null unique,
  owner text collate "C" not null,
  key_id text,
  token_mark text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text,
  address text
);
create index dashboard_sessions_newest on dashboard_sessions (owner, created_at desc, id desc);
create index dashboard_sessions_over on dashboard_sessions (expires_at);

create table dashboard_links (
  digest text collate "C" primary key,
  expires_at timestamptz not null
);
create index dashboard_links_over on dashboard_links (expires_at);
`
