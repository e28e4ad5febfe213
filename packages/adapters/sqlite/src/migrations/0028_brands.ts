/**
 * The index of brands: entries, the words that find them, spellings of how words begin, and symbols.
 *
 * Words stand by the tier of their brand's popularity (`core/brands/domain/popularity.ts`), so that a search reads the most
 * popular alone when they are enough. A spelling is a beginning of words with up to two letters left out; those of words that
 * went with their brand stay, and lead nowhere.
 */
export const statements = `
create table brands (
  domain text primary key,
  name text,
  aliases text not null,
  description text,
  country text,
  language text,
  logo text,
  rank integer,
  symbols text not null,
  source text not null check (source in ('shipped', 'imported', 'read')),
  updated_at integer not null
) strict, without rowid;

create table brand_words (
  field text not null check (field in ('name', 'domain')),
  tier integer not null,
  word text not null,
  domain text not null,
  rank integer not null,
  country text,
  language text,
  primary key (field, tier, word, domain)
) strict, without rowid;
create index brand_words_of_country on brand_words (country, field, tier, word) where country is not null;
create index brand_words_of_language on brand_words (language, field, tier, word) where language is not null;

create table brand_spellings (
  tier integer not null,
  deletion text not null,
  start text not null,
  primary key (tier, deletion, start)
) strict, without rowid;

create table brand_symbols (
  kind text not null check (kind in ('ticker', 'isin')),
  code text not null,
  -- Empty where nobody said.
  exchange text not null,
  domain text not null,
  primary key (kind, code, exchange, domain)
) strict, without rowid;

create table brand_lists (
  name text primary key,
  version integer not null,
  taken_at integer not null
) strict, without rowid;
`
