/** What fills the index of brands (`manyBrands.ts` of core). */
import { lists, waitingEach } from "../../../core/src/testing/manyBrands.ts"

const padded = "lpad(n::text, 9, '0')"
const domain = `'maker' || ${padded} || '.example'`
const isin = `'ZZ' || ${padded} || '0'`
const lei = (kind: "BRAND" | "AWAIT") => `'${kind}0000' || ${padded} || '00'`

const numbers = (count: number) => `from generate_series(0, ${count - 1}) n`

/** Words of a brand that nobody ranks; the first is that of all of them. */
const words = [
  ["name", "'maker'"],
  ["name", padded],
  ["name", `'maker' || ${padded}`],
  ["domain", `'maker' || ${padded}`]
] as const

/** Statements that make `count` brands, each with what finds it, companies that wait, and lists that were imported. */
export const manyBrandRows = (count: number): ReadonlyArray<string> => [
  `insert into brands (domain, name, aliases, symbols, ids, told, source, updated_at)
    select ${domain}, 'Maker ' || ${padded}, '[]', jsonb_build_array(jsonb_build_object('kind', 'isin', 'code', ${isin}, 'exchange', null)),
      jsonb_build_array(jsonb_build_object('kind', 'lei', 'code', ${lei("BRAND")})), '{"name":{"by":"imported","atMillis":0}}',
      'imported', timestamptz 'epoch' ${numbers(count)}`,
  ...words.map(
    ([field, word]) => `insert into brand_words (field, tier, word, domain, rank)
      select '${field}', 5, ${word}, ${domain}, 2147483647 ${numbers(count)}`
  ),
  `insert into brand_spellings (tier, deletion, start) select 5, ${padded}, ${padded} ${numbers(count)}`,
  `insert into brand_symbols (kind, code, exchange, domain) select 'isin', ${isin}, '', ${domain} ${numbers(count)}`,
  `insert into brand_ids (kind, code, domain) select 'lei', ${lei("BRAND")}, ${domain} ${numbers(count)}`,
  `insert into waiting_brands (id, facts)
    select 'lei:' || ${lei("AWAIT")}, jsonb_build_object('domain', '', 'name', 'Waiter ' || ${padded}, 'aliases', '[]'::jsonb,
      'description', null, 'country', 'GB', 'language', null, 'logo', null, 'rank', null, 'symbols', '[]'::jsonb,
      'ids', jsonb_build_array(jsonb_build_object('kind', 'lei', 'code', ${lei("AWAIT")})), 'told', '{}'::jsonb, 'source', 'imported')
    ${numbers(count / waitingEach)}`,
  `insert into waiting_brand_keys (key, id)
    select 'lei:' || ${lei("AWAIT")}, 'lei:' || ${lei("AWAIT")} ${numbers(count / waitingEach)}
    union all select 'name:waiter' || ${padded}, 'lei:' || ${lei("AWAIT")} ${numbers(count / waitingEach)}`,
  `insert into brand_imports (id, list, name, started_at, updated_at, ended_at, rows, bytes, told, waited, met, dropped, skipped,
      bad, problems)
    select 'tranco-' || ${padded}, 'tranco', 'top-1m.csv', now(), now(), now(), 1, 1, 1, 0, 0, 0, 0, 0, '[]' ${numbers(lists)}`
]
