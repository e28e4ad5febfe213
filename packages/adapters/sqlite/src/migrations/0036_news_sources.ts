/**
 * Sources of news: what each is (`entry`), when it is due, which is nothing for one that is gone, and for each host who asks its
 * sources, until when, and when that is due next. Beside them, when the sites of companies were looked through for sources.
 */
export const statements = `
create table news_sources (
  url text primary key,
  host text not null,
  listed integer not null,
  failing integer not null,
  due_at integer,
  gone_at integer,
  entry text not null
) strict;
create index news_sources_due on news_sources (host, due_at, url) where due_at is not null;
create index news_sources_gone on news_sources (gone_at, url) where gone_at is not null;

create table news_hosts (
  host text primary key,
  due_at integer,
  quiet_until integer,
  token integer not null default 0,
  lease_until integer
) strict;
create index news_hosts_due on news_hosts (due_at, host) where due_at is not null;

create table news_looks (
  domain text primary key,
  looked_at integer not null
) strict;
create index news_looks_age on news_looks (looked_at);
`
