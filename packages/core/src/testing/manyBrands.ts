/**
 * An index of many brands, of which each has a name, an LEI and an ISIN, and companies that wait for a domain: what adapters fill
 * their tables with by statements of their own, and the operations of an import and searches on them, for tests of what each of them reads.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { BrandListStore } from "../brands/BrandListStore.ts"
import { BrandStore } from "../brands/BrandStore.ts"
import type { FieldTeller } from "../brands/domain/BrandEntry.ts"
import type { BrandListName } from "../brands/domain/BrandImport.ts"
import type { ListedBrand } from "../brands/domain/meetListed.ts"
import { epoch } from "./builders.ts"

type Watch = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** One company waits for every so many brands, and how many lists were imported before. */
export const waitingEach = 5
export const lists = 500

/** Rows of a part, which are spread over all brands. */
const together = 250

const padded = (n: number) => String(n).padStart(9, "0")

/** The n-th brand and the n-th company that waits. Statements write them as these do: all have as many digits. */
const domainOf = (n: number) => `maker${padded(n)}.example`
const leiOf = (kind: "BRAND" | "AWAIT", n: number) => `${kind}0000${padded(n)}00`

const empty: ListedBrand = {
  ...{ domain: "", name: null, aliases: [], description: null, country: null, language: null, logo: null, rank: null },
  ...{ symbols: [], ids: [], told: {}, source: "imported" }
}

const told = (by: FieldTeller, given: Partial<ListedBrand>): ListedBrand => {
  const one = { by, atMillis: epoch.epochMilliseconds }
  return {
    ...empty,
    ...given,
    told: {
      ...(given.name === undefined ? {} : { name: one }),
      ...(given.rank === undefined ? {} : { rank: one })
    }
  }
}

const lei = (code: string) => ({ ids: [{ kind: "lei", code }] }) as const
const isin = (code: string) => ({ symbols: [{ kind: "isin", code, exchange: null }] }) as const

/** A row that is about the n-th brand, or, every other time, about none that is there. */
type RowOf = (n: number, isThere: boolean) => ListedBrand

/** The parts of a round, each with rows of its own. */
const partsOf = (round: number): ReadonlyArray<readonly [name: string, list: BrandListName, rowOf: RowOf]> => [
  ["popularity", "tranco", (n) => told("tranco", { domain: domainOf(n), rank: 1 + ((n + round) % 300_000) })],
  [
    "items of brands that are there, and of those that wait",
    "wikidata",
    (n, isThere) =>
      told("wikidata", {
        ...{ domain: isThere ? domainOf(n) : `new${round}-${domainOf(n)}`, name: `Maker ${padded(n)} of ${round}` },
        ...lei(isThere ? leiOf("BRAND", n) : leiOf("AWAIT", Math.floor(n / waitingEach) + round)),
        ...isin(`XX${padded(n)}${round % 10}`)
      })
  ],
  [
    "companies, known by LEI and by name",
    "gleif",
    (n, isThere) =>
      told("gleif", { name: `Maker ${padded(n)}`, country: "GB", ...lei(isThere ? leiOf("BRAND", n) : `NEW${n}`) })
  ],
  ["ISINs", "gleif-isins", (n) => told("gleif", { ...lei(leiOf("BRAND", n)), ...isin(`YY${padded(n)}${round % 10}`) })],
  [
    "companies of the SEC",
    "sec",
    (n) =>
      told("sec", {
        ...{ name: `Maker ${padded(n)} Inc`, ids: [{ kind: "cik", code: padded(n) }] },
        symbols: [{ kind: "ticker", code: `M${n}`, exchange: "NYSE" }]
      })
  ]
]

/** Begins imports, takes two parts of each, the second by somebody who takes it up, and lists all. */
export const eachOperation = Effect.fnUntraced(function* (watch: Watch, count: number, round: number) {
  const store = yield* BrandListStore
  for (const [name, list, rowOf] of partsOf(round)) {
    const id = `${list}-${round}`
    const begin = store.begin({ id, list, name: `${id}.csv`, at: epoch, again: false })
    for (const part of [0, 1]) {
      const { rows: from } = yield* watch("begin", begin)
      assert.strictEqual(from, part * together)
      const first = (round * 2 + part) % waitingEach
      const step = Math.floor(count / together)
      const listed = Array.from({ length: together }, (_, n) => rowOf(n * step + first, n % 2 === 0))
      const rows = { ...{ from, rows: from + together, bytes: 0, listed, skipped: 0, bad: 0 }, problems: [] }
      yield* watch(name, store.take({ ...rows, id, ends: part === 1, at: epoch }))
    }
  }
  yield* watch("lists", store.imports)
})

/** Searches for one of the brands: by a beginning, with typos, in a country, and by several words, one of which all have. */
export const eachSearch = Effect.fnUntraced(function* (watch: Watch, count: number) {
  const store = yield* BrandStore
  const own = padded(Math.floor(count / 2))
  const kinds = { isPrefix: true, fields: ["name", "domain"], language: null } as const
  for (const [query, typos, country] of [
    [own, 0, null],
    [`maker${own}`, 0, null],
    [`mkaer${own}`, 2, null],
    [own, 0, "GB"],
    [own.replace("0", ""), 2, "GB"],
    [`maker ${own}`, 0, null],
    [`maker ${own}`, 1, null],
    ["maker", 0, null]
  ] as const) {
    const found = yield* watch(`search ${query} ${typos} ${country}`, store.search({ ...kinds, query, typos, country }))
    if (typos === 0 && country === null) assert.isNotEmpty(found, query)
  }
})
