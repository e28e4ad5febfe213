/**
 * Mentions say of their articles what a list may be narrowed by, and so do their indexes: whoever asks for what is rare among the news of a
 * giant reads entries of one index, and no articles.
 */
export const statements = `
create table narrow_mentions (
  article_no integer not null,
  key integer not null,
  weight integer not null,
  sorted_at integer not null,
  place integer not null,
  source text not null,
  country text,
  language text,
  type text not null,
  primary key (article_no, key)
) strict, without rowid;
insert into narrow_mentions (article_no, key, weight, sorted_at, place, source, country, language, type)
  select m.article_no, m.key, m.weight, m.sorted_at, m.place, a.source_domain, a.source_country, a.language, a.type
  from news_mentions m join news_articles a on a.article_no = m.article_no;
drop table news_mentions;
alter table narrow_mentions rename to news_mentions;
create index news_mentions_newest on news_mentions (key, sorted_at, place, weight, source, country, language, type);
create index news_mentions_relevance on news_mentions (key, weight, sorted_at, place, source, country, language, type);
`
