/**
 * News: articles by when they were put, of whom each speaks in the orders in which that is asked, and for some days what stories are found by.
 * Times are milliseconds since 1970; what has none stands behind all, at -1.
 */
export const statements = `
create table news_articles (
  article_no integer primary key,
  id text not null unique,
  story_id text not null,
  sorted_at integer not null,
  place integer not null,
  day integer not null,
  source_domain text not null,
  source_country text,
  language text,
  type text not null,
  put_at integer not null,
  record text not null
) strict;
create index news_articles_put on news_articles (put_at, article_no);

create table news_mentions (
  article_no integer not null,
  key integer not null,
  weight integer not null,
  sorted_at integer not null,
  place integer not null,
  primary key (article_no, key)
) strict, without rowid;
create index news_mentions_newest on news_mentions (key, sorted_at, place, weight);
create index news_mentions_relevance on news_mentions (key, weight, sorted_at, place);

create table news_bands (
  band integer not null,
  article_no integer not null,
  put_at integer not null,
  primary key (band, article_no)
) strict, without rowid;
create index news_bands_put on news_bands (put_at);
create index news_bands_of_article on news_bands (article_no);
`
