/** What fills the index of brands (`manyBrands.ts` of core). */
import { lists, waitingEach } from "../../../core/src/testing/manyBrands.ts"

const counting = (count: number) => `with recursive numbers (n) as (
  select 0 union all select n + 1 from numbers where n < ${count - 1})`

const domain = "printf('maker%09d.example', n)"
const isin = "printf('ZZ%09d0', n)"
const lei = (kind: "BRAND" | "AWAIT") => `printf('${kind}0000%09d00', n)`

/** Words of a brand that nobody ranks; the first is that of all of them. */
const words = [
  ["name", "'maker'"],
  ["name", "printf('%09d', n)"],
  ["name", "printf('maker%09d', n)"],
  ["domain", "printf('maker%09d', n)"]
] as const

/** A script that makes `count` brands, each with what finds it, companies that wait, and lists that were imported. */
export const manyBrandRows = (count: number): string => `
begin;
insert into brands (domain, name, aliases, symbols, ids, told, source, updated_at)
  ${counting(count)} select ${domain}, printf('Maker %09d', n), '[]',
    json_array(json_object('kind', 'isin', 'code', ${isin}, 'exchange', null)),
    json_array(json_object('kind', 'lei', 'code', ${lei("BRAND")})), '{"name":{"by":"imported","atMillis":0}}', 'imported', 0
  from numbers;
${words
  .map(
    ([field, word]) => `insert into brand_words (field, tier, word, domain, rank)
  ${counting(count)} select '${field}', 5, ${word}, ${domain}, 2147483647 from numbers;`
  )
  .join("\n")}
insert into brand_spellings (tier, deletion, start)
  ${counting(count)} select 5, printf('%09d', n), printf('%09d', n) from numbers;
insert into brand_symbols (kind, code, exchange, domain)
  ${counting(count)} select 'isin', ${isin}, '', ${domain} from numbers;
insert into brand_ids (kind, code, domain)
  ${counting(count)} select 'lei', ${lei("BRAND")}, ${domain} from numbers;
insert into waiting_brands (id, facts)
  ${counting(count / waitingEach)} select 'lei:' || ${lei("AWAIT")}, json_object('domain', '', 'name', printf('Waiter %09d', n),
    'aliases', json('[]'), 'description', null, 'country', 'GB', 'language', null, 'logo', null, 'rank', null,
    'symbols', json('[]'), 'ids', json_array(json_object('kind', 'lei', 'code', ${lei("AWAIT")})), 'told', json('{}'),
    'source', 'imported') from numbers;
insert into waiting_brand_keys (key, id)
  ${counting(count / waitingEach)} select 'lei:' || ${lei("AWAIT")}, 'lei:' || ${lei("AWAIT")} from numbers;
insert into waiting_brand_keys (key, id)
  ${counting(count / waitingEach)} select printf('name:waiter%09d', n), 'lei:' || ${lei("AWAIT")} from numbers;
insert into brand_imports (id, list, name, started_at, updated_at, ended_at, rows, bytes, told, waited, met, dropped, skipped,
    bad, problems)
  ${counting(lists)} select printf('tranco-%09d', n), 'tranco', 'top-1m.csv', n, n, n, 1, 1, 1, 0, 0, 0, 0, 0, '[]' from numbers;
commit;`
