/**
 * What was read, to be found by its words: a space for each organization with what it holds together, its pages with their text, and under
 * each word of a space the pages that have it. A page has a number within its space, which grows with its reading.
 */
export const statements = `
create table index_spaces (
  space integer primary key,
  organization_id text not null unique,
  pages integer not null default 0,
  bytes integer not null default 0,
  next_seq integer not null default 0
) strict;

create table index_pages (
  page_no integer primary key autoincrement,
  space integer not null references index_spaces,
  identity text not null,
  digest text not null,
  url text not null,
  language text,
  published_at integer,
  read_at integer not null,
  bytes integer not null,
  content blob not null,
  unique (space, identity)
) strict;
create index index_pages_of_space on index_pages (space, read_at);
create index index_pages_read on index_pages (read_at);

create virtual table index_terms using fts5(
  terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars ':=@#.-_'"
);
`
