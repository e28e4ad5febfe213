import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { BrandListStore, type ListedPart } from "../brands/BrandListStore.ts"
import { BrandStore } from "../brands/BrandStore.ts"
import type { FieldTeller } from "../brands/domain/BrandEntry.ts"
import type { BrandListName } from "../brands/domain/BrandImport.ts"
import type { ListedBrand } from "../brands/domain/meetListed.ts"
import { withTellers } from "../brands/domain/mergeBrands.ts"
import { epoch } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

/** A row of a list, told at the beginning. */
const rowOf = (by: FieldTeller, given: Partial<ListedBrand>): ListedBrand => {
  const facts = {
    ...{
      domain: "",
      name: null,
      aliases: [],
      description: null,
      country: null,
      language: null,
      logo: null,
      rank: null
    },
    ...{ symbols: [], ids: [], told: {}, source: "imported" as const },
    ...given
  }
  const told = withTellers(facts, epoch.epochMilliseconds).told
  return { ...facts, told: Object.fromEntries(Object.entries(told).map(([field, one]) => [field, { ...one, by }])) }
}

const wikidata = (given: Partial<ListedBrand>) => rowOf("wikidata", given)
const gleif = (lei: string, given: Partial<ListedBrand>) =>
  rowOf("gleif", { ids: [{ kind: "lei", code: lei }], ...given })
const sec = (cik: string, name: string, symbols: ListedBrand["symbols"] = []) =>
  rowOf("sec", { ids: [{ kind: "cik", code: cik }], name, aliases: [name], symbols })
const ranked = (domain: string, rank: number, by: FieldTeller = "tranco") => rowOf(by, { domain, rank })

const ticker = (code: string, exchange: string | null) => ({ kind: "ticker", code, exchange }) as const
const isin = (code: string) => ({ kind: "isin", code, exchange: null }) as const

const later = (minutes: number) => DateTime.add(epoch, { minutes })

const partOf = (id: string, from: number, listed: ReadonlyArray<ListedBrand>): ListedPart => ({
  ...{ id, from, rows: from + listed.length, bytes: 0, listed, skipped: 0, bad: 0, problems: [], ends: false },
  at: later(from + 1)
})

const begin = (id: string, list: BrandListName, again = false) =>
  BrandListStore.use((store) => store.begin({ id, list, name: `${id}.csv`, at: epoch, again }))

/** Takes a whole list of one part. */
const take = Effect.fnUntraced(function* (id: string, list: BrandListName, ...listed: ReadonlyArray<ListedBrand>) {
  yield* begin(id, list)
  return yield* (yield* BrandListStore).take({ ...partOf(id, 0, listed), ends: true })
})

const entryAt = (domain: string) =>
  Effect.map(
    BrandStore.use((store) => store.byDomain(domain)),
    Option.getOrNull
  )

/** What `BrandListStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`BrandListStore (${name})`, (it) => {
    it.effect("goes on where a list was left, and takes no part twice", () =>
      Effect.gen(function* () {
        const store = yield* BrandListStore
        const rows = ["one", "two", "three"].map((word, n) => ranked(`${word}.left.example`, n + 1))
        const begun = yield* begin("left", "tranco")
        assert.deepInclude(begun, { list: "tranco", name: "left.csv", rows: 0, bytes: 0, endedAt: null })
        const problems = [{ row: 2, message: "Quotes are open." }]
        const first = {
          ...partOf("left", 0, rows.slice(0, 1)),
          rows: 2,
          bytes: 5_000_000_000,
          bad: 1,
          skipped: 0,
          problems
        }
        const taken = yield* store.take(first)
        assert.deepInclude(taken, { rows: 2, bytes: 5_000_000_000, told: 1, bad: 1, problems, endedAt: null })
        assert.deepStrictEqual(yield* begin("left", "tranco"), taken)
        assert.deepStrictEqual(yield* begin("left", "tranco", true), taken, "it has not ended, so that it goes on")
        const moved = yield* Effect.flip(store.take(first))
        assert.deepStrictEqual([moved._tag, "rows" in moved ? moved.rows : null], ["ImportMoved", 2])
        const ended = yield* store.take({ ...partOf("left", 2, rows.slice(1)), skipped: 3, ends: true })
        assert.deepInclude(ended, { rows: 4, told: 3, skipped: 3, bad: 1, endedAt: later(3), updatedAt: later(3) })
        const over = yield* Effect.flip(store.take(partOf("left", 4, [])))
        assert.strictEqual(over._tag, "ImportMoved")
        const again = yield* begin("left", "tranco", true)
        assert.deepInclude(again, { rows: 0, told: 0, bad: 0, problems: [], endedAt: null })
        assert.strictEqual((yield* entryAt("three.left.example"))?.rank, 3)
        assert.strictEqual((yield* Effect.flip(store.take(partOf("never", 0, []))))._tag, "ImportMoved")
      })
    )

    it.effect("lists what was imported, the newest first", () =>
      Effect.gen(function* () {
        const store = yield* BrandListStore
        yield* take("older", "sec")
        yield* begin("newer", "gleif")
        yield* store.take({ ...partOf("newer", 0, []), at: later(1_000) })
        const ids = (yield* store.imports).map(({ id }) => id)
        assert.isBelow(ids.indexOf("newer"), ids.indexOf("older"))
        assert.strictEqual(ids[0], "newer")
      })
    )

    it.effect("lets lists meet in one brand, each field of the one that is believed of it, with its date", () =>
      Effect.gen(function* () {
        const store = yield* BrandStore
        const lei = { kind: "lei", code: "5493001KJTIIGC8Y1R12" } as const
        const item = { kind: "wikidata", code: "Q1" } as const
        yield* take("p-umbrella", "umbrella", ranked("petrel.example", 900, "umbrella"))
        yield* take("p-tranco", "tranco", ranked("petrel.example", 1_200))
        yield* take("p-majestic", "majestic", ranked("petrel.example", 3, "majestic"))
        yield* take(
          "p-wikidata",
          "wikidata",
          wikidata({
            ...{ domain: "petrel.example", name: "Petrel", aliases: ["Petrel Group AG"], description: "Seabirds." },
            ...{ language: "german", ids: [item, lei], symbols: [ticker("PTRL", "SIX")] }
          })
        )
        const legal = gleif(lei.code, { name: "PETREL GROUP AG", aliases: ["PETREL GROUP AG"], country: "CH" })
        yield* take("p-gleif", "gleif", legal)
        yield* take("p-isins", "gleif-isins", gleif(lei.code, { symbols: [isin("CH0000000011")] }))
        const entry = yield* entryAt("petrel.example")
        const facts = {
          name: "Petrel",
          description: "Seabirds.",
          country: "CH",
          language: "german",
          rank: 1_200
        } as const
        assert.deepInclude(entry, { ...facts, ids: [item, lei], source: "imported" })
        assert.deepStrictEqual(
          entry?.symbols.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
          [isin("CH0000000011"), ticker("PTRL", "SIX")]
        )
        const told = Object.fromEntries(Object.entries(entry?.told ?? {}).map(([field, one]) => [field, one?.by]))
        assert.deepStrictEqual(told, {
          ...{ name: "wikidata", description: "wikidata", language: "wikidata", country: "gleif", rank: "tranco" }
        })
        assert.strictEqual(entry?.told.name?.atMillis, epoch.epochMilliseconds)
        const found = yield* store.bySymbol(isin("CH0000000011"))
        assert.deepStrictEqual(
          found.map(({ domain }) => domain),
          ["petrel.example"]
        )
        // What the brand's own site says goes before all of them; a list changes only what the site does not say.
        const own = { name: "Petrel!", aliases: [], description: null, country: null, language: null, logo: null }
        yield* store.put([
          {
            domain: "petrel.example",
            ...own,
            rank: null,
            symbols: [],
            ids: [],
            told: {},
            source: "read",
            updatedAt: later(9)
          }
        ])
        yield* take(
          "p-later",
          "wikidata",
          wikidata({ domain: "petrel.example", name: "Petrel SE", description: "Birds of the sea.", ids: [item] })
        )
        assert.deepInclude(yield* entryAt("petrel.example"), { name: "Petrel!", description: "Birds of the sea." })
      })
    )

    it.effect("keeps companies without a domain until one is told, and shows none of them before", () =>
      Effect.gen(function* () {
        const store = yield* BrandStore
        const lei = "529900T8BM49AURSDO55"
        const waiting = yield* take("w-gleif", "gleif", gleif(lei, { name: "Fulmar Holding GmbH", country: "DE" }))
        assert.deepInclude(waiting, { told: 0, waited: 1, met: 0, dropped: 0 })
        const more = yield* take("w-isins", "gleif-isins", gleif(lei, { symbols: [isin("DE0000000022")] }))
        assert.deepInclude(more, { told: 0, waited: 0, met: 0 })
        yield* take("w-sec", "sec", sec("0000000042", "Fulmar Corp", [ticker("FLMR", "NYSE")]))
        assert.deepStrictEqual(yield* store.byName("Fulmar Holding GmbH"), [])
        assert.deepStrictEqual(yield* store.bySymbol(isin("DE0000000022")), [])
        const met = yield* take(
          "w-wikidata",
          "wikidata",
          wikidata({
            ...{
              domain: "fulmar.example",
              name: "Fulmar",
              ids: [
                { kind: "wikidata", code: "Q2" },
                { kind: "lei", code: lei }
              ]
            },
            symbols: [ticker("FLMR", "NYSE")]
          })
        )
        assert.deepInclude(met, { told: 1, met: 2, waited: 0 })
        const entry = yield* entryAt("fulmar.example")
        assert.deepInclude(entry, { name: "Fulmar", country: "DE" })
        assert.sameDeepMembers([...(entry?.symbols ?? [])], [ticker("FLMR", "NYSE"), isin("DE0000000022")])
        assert.sameMembers(
          (entry?.ids ?? []).map(({ kind }) => kind),
          ["wikidata", "lei", "cik"]
        )
        const [found] = yield* store.bySymbol(isin("DE0000000022"))
        assert.strictEqual(found?.domain, "fulmar.example")
        // They wait no more: what comes of them now goes to the brand at once.
        const after = yield* take("w-after", "gleif-isins", gleif(lei, { symbols: [isin("DE0000000033")] }))
        assert.deepInclude(after, { told: 1, waited: 0 })
      })
    )

    it.effect("knows a brand by a whole name, and by a name that is its domain, unless several have it", () =>
      Effect.gen(function* () {
        yield* BrandStore.use((store) =>
          store.put(
            (
              [
                ["gannet.com", "Gannet", [], null],
                ["shagco.example", "Shag", ["Shag Fishing Company Ltd"], "GB"],
                ["auk.com", "Great Auk", [], null],
                ["razor-one.example", "Razor Bill Inc", [], null],
                ["razor-two.example", "Razor Bill Inc", [], null]
              ] as const
            ).map(([domain, brandName, aliases, country]) => ({
              ...{
                domain,
                name: brandName,
                aliases,
                country,
                description: null,
                language: null,
                logo: null,
                rank: null
              },
              ...{ symbols: [], ids: [], told: {}, source: "shipped" as const, updatedAt: epoch }
            }))
          )
        )
        const taken = yield* take(
          "n-sec",
          "sec",
          sec("0000000101", "GANNET CORP /DE/", [ticker("GNT", "NASDAQ")]),
          sec("0000000102", "AUK INC", [ticker("AUK", "NASDAQ")]),
          sec("0000000103", "Razor Bill Inc", [ticker("RZR", "NASDAQ")])
        )
        assert.deepInclude(taken, { told: 1, waited: 2 })
        const lists = yield* take(
          "n-gleif",
          "gleif",
          gleif("GB0000000000000000L1", { name: "SHAG FISHING COMPANY LTD.", country: "GB" }),
          gleif("US0000000000000000L2", { name: "Shag Fishing Company Ltd", country: "US" }),
          gleif("US0000000000000000L3", { name: "Gannet", country: "US" })
        )
        assert.deepInclude(lists, { told: 1, waited: 2 })
        assert.deepStrictEqual((yield* entryAt("gannet.com"))?.symbols, [ticker("GNT", "NASDAQ")])
        assert.strictEqual((yield* entryAt("gannet.com"))?.name, "Gannet")
        assert.deepStrictEqual((yield* entryAt("auk.com"))?.symbols, [])
        assert.deepStrictEqual((yield* entryAt("razor-one.example"))?.symbols, [])
        // Whoever was looked at and told nothing is found as before.
        const asBefore = yield* BrandStore.use((store) => store.byName("Razor Bill Inc"))
        assert.sameMembers(
          asBefore.map(({ domain }) => domain),
          ["razor-one.example", "razor-two.example"]
        )
        assert.deepStrictEqual((yield* entryAt("shagco.example"))?.ids, [{ kind: "lei", code: "GB0000000000000000L1" }])
        // Whoever comes with the name later is met, when the name says the domain.
        yield* take("n-late", "sec", sec("0000000104", "CORMORANT COM INC", [ticker("CRM", null)]))
        yield* take("n-rank", "tranco", ranked("cormorant.com", 77))
        assert.deepInclude(yield* entryAt("cormorant.com"), { rank: 77, symbols: [ticker("CRM", null)] })
      })
    )

    it.effect("takes nothing but symbols of a second company at one domain", () =>
      Effect.gen(function* () {
        const at = { domain: "skimmer.example" }
        yield* take(
          "second",
          "wikidata",
          wikidata({ ...at, name: "Skimmer", ids: [{ kind: "wikidata", code: "Q10" }] }),
          wikidata({
            ...at,
            name: "Skimmer Search",
            aliases: ["Skim"],
            country: "US",
            ids: [{ kind: "wikidata", code: "Q11" }]
          })
        )
        assert.deepInclude(yield* entryAt("skimmer.example"), { name: "Skimmer", aliases: [], country: null })
      })
    )

    it.effect("gives one of many that take the same part that part, and the others know", () =>
      Effect.gen(function* () {
        const store = yield* BrandListStore
        yield* begin("crowd", "sec")
        const part = partOf("crowd", 0, [sec("0000000777", "Crowded Tern Corporation")])
        const ends = yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.exit(store.take(part)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(ends.filter(({ _tag }) => _tag === "Success").length, 1)
        assert.deepInclude(yield* begin("crowd", "sec"), { rows: 1, waited: 1 })
      })
    )

    it.effect("keeps text that no database takes as it is", () =>
      Effect.gen(function* () {
        const taken = yield* take(
          "odd",
          "wikidata",
          wikidata({ domain: "oddlist.example", name: "Od\0d \ud800 List", description: "\0" }),
          gleif("ODD00000000000000000", { name: "Odd\0 \ud800 Company Ltd", country: "GB" })
        )
        assert.deepInclude(taken, { told: 1, waited: 1 })
      })
    )
  })
