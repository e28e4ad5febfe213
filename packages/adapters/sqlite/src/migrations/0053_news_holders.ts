/**
 * Whose sources of news are.
 *
 * Sources that were found count for the registered name of their site and for the organization that asked for them first, so that nobody
 * fills all the room with what costs nothing. Which of them gave articles, and since when they are there, says which go first.
 */
export const statements = `
alter table news_sources add column site text not null default '';
alter table news_sources add column brought_by text not null default '';
alter table news_sources add column fruitful integer not null default 0;
alter table news_sources add column added_at integer not null default 0;
update news_sources set
  site = lower(coalesce(json_extract(entry, '$.foundFor'), host)),
  fruitful = json_extract(entry, '$.articles') > 0,
  added_at = cast(round(unixepoch(json_extract(entry, '$.addedAt'), 'subsec') * 1000) as integer);
update news_sources set site = substr(site, 1, instr(site, ':') - 1) where site not like '[%' and instr(site, ':') > 0;
create index news_sources_site on news_sources (site) where listed = 0;
create index news_sources_held on news_sources (brought_by, fruitful, added_at, url) where listed = 0;
`
