/**
 * Whose sources of news are.
 *
 * Sources that were found count for the registered name of their site and for the organization that asked for them first, so that nobody
 * fills all the room with what costs nothing. Which of them gave articles, and since when they are there, says which go first.
 */
export const statements = `
alter table news_sources
  add column site text collate "C" not null default '',
  add column brought_by text collate "C" not null default '',
  add column fruitful boolean not null default false,
  add column added_at timestamptz not null default 'epoch';
update news_sources set
  site = lower(regexp_replace(coalesce(entry->>'foundFor', host), ':[0-9]+$', '')),
  fruitful = (entry->>'articles')::bigint > 0,
  added_at = (entry->>'addedAt')::timestamptz;
create index news_sources_site on news_sources (site) where not listed;
create index news_sources_held on news_sources (brought_by, fruitful, added_at, url) where not listed;
`
