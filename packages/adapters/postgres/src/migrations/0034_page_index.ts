/**
 * What was read, to be found by its words: a space for each organization with what it holds together, its pages with their text, and the
 * words of each in its space. A page has a number within its space, which grows with its reading. Times are milliseconds since 1970.
 */
export const statements = `
create table index_spaces (
  space integer generated always as identity primary key,
  organization_id text not null unique,
  pages bigint not null default 0,
  bytes bigint not null default 0,
  next_seq bigint not null default 0
);

create table index_pages (
  page_no bigint generated always as identity primary key,
  space integer not null references index_spaces,
  identity text not null,
  digest text not null,
  url text not null,
  language text,
  published_at bigint,
  read_at bigint not null,
  bytes integer not null,
  content bytea not null,
  unique (space, identity)
);
create index index_pages_of_space on index_pages (space, read_at);
create index index_pages_read on index_pages (read_at);
alter table index_pages alter column content set storage external;

create table index_terms (
  page_no bigint primary key references index_pages on delete cascade,
  terms text[] not null
);
create index index_terms_by_term on index_terms using gin (terms);
`
