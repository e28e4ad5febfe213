/**
 * The index of brands: entries, the words that find them, spellings of how words begin, and symbols.
 *
 * Words stand by the tier of their brand's popularity (`core/brands/domain/popularity.ts`), so that a search reads the most
 * popular alone when they are enough. They are compared by their bytes, whatever the database's language. A spelling is a beginning
 * of words with up to two letters left out; those of words that went with their brand stay, and lead nowhere.
 */
export const statements = `
create table brands (
  domain text collate "C" primary key,
  name text,
  aliases jsonb not null,
  description text,
  country text,
  language text,
  logo text,
  rank integer,
  symbols jsonb not null,
  source text not null check (source in ('shipped', 'imported', 'read')),
  updated_at timestamptz not null
);

create table brand_words (
  field text not null check (field in ('name', 'domain')),
  tier smallint not null,
  word text collate "C" not null,
  domain text collate "C" not null,
  rank integer not null,
  country text,
  language text,
  primary key (field, tier, word, domain) include (rank)
);
create index brand_words_of_country on brand_words (country, field, tier, word) where country is not null;
create index brand_words_of_language on brand_words (language, field, tier, word) where language is not null;

create table brand_spellings (
  tier smallint not null,
  deletion text collate "C" not null,
  start text collate "C" not null,
  primary key (tier, deletion, start)
);

create table brand_symbols (
  kind text not null check (kind in ('ticker', 'isin')),
  code text not null,
  -- Empty where nobody said.
  exchange text not null,
  domain text not null,
  primary key (kind, code, exchange, domain)
);

create table brand_lists (
  name text primary key,
  version integer not null,
  taken_at timestamptz not null
);
`
