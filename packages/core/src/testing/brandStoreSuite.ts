import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { AssetStore } from "../assets/AssetStore.ts"
import { BrandStore } from "../brands/BrandStore.ts"
import type { BrandEntry } from "../brands/domain/BrandEntry.ts"
import type { BrandProfile } from "../brands/domain/BrandProfile.ts"
import type { BrandSearch } from "../brands/domain/BrandSearch.ts"
import { epoch, freshId, organizationOf } from "./builders.ts"
import { naiveSearch } from "./naiveBrands.ts"
import { buildTimeout, type EmptyStores, longTestMillis } from "./Stores.ts"

const brandOf = (domain: string, given: Partial<BrandEntry> = {}): BrandEntry => ({
  ...{ domain, name: null, aliases: [], description: null, country: null, language: null, logo: null, rank: null },
  ...{ symbols: [], ids: [], told: {}, source: "imported", updatedAt: epoch },
  ...given
})

const searchOf = (query: string, given: Partial<BrandSearch> = {}): BrandSearch => ({
  ...{ query, isPrefix: true, fields: ["name", "domain"], typos: 0, country: null, language: null },
  ...given
})

const at = (days: number) => DateTime.add(epoch, { days })

const times = { keptUntil: at(400), leftUntil: at(40) }

const put = (...entries: ReadonlyArray<BrandEntry>) => BrandStore.use((store) => store.put(entries))

const find = Effect.fnUntraced(function* (query: string, given: Partial<BrandSearch> = {}) {
  const found = yield* (yield* BrandStore).search(searchOf(query, given))
  return found.map(({ domain }) => domain)
})

/** Searches, each with the domains that it finds. */
const finds = Effect.fnUntraced(function* (
  ...rows: ReadonlyArray<readonly [string, Partial<BrandSearch>, ReadonlyArray<string>]>
) {
  for (const [query, given, domains] of rows) {
    assert.deepStrictEqual(yield* find(query, given), domains, `${query} ${JSON.stringify(given)}`)
  }
})

/** Picks that are alike on every run. */
const dice = (seed: number) => {
  let state = seed
  const below = (count: number): number => {
    // xorshift32.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % count
  }
  const oneOf = <A>(...all: ReadonlyArray<A>): A => all[below(all.length)]!
  const many = <A>(least: number, most: number, pick: () => A): ReadonlyArray<A> =>
    Array.from({ length: least + below(most - least + 1) }, pick)
  // Few letters, so that words are alike; they keep them from those of the other tests.
  const word = () => many(1, 8, () => oneOf("q", "x", "z", "j")).join("")
  return { oneOf, many, word, phrase: () => many(1, 3, word).join(" ") }
}

const anyBrands = ({ many, oneOf, phrase, word }: ReturnType<typeof dice>) => {
  const brands = many(60, 60, () =>
    brandOf(`${word()}.${oneOf("test", "co.test")}`, {
      name: oneOf(null, phrase(), phrase()),
      aliases: many(0, 2, phrase),
      country: oneOf("DE", "FR", null),
      language: oneOf("german", "french", null),
      rank: oneOf(null, 1, 900, 1_001, 5_000, 17_000, 65_000, 300_000, 2_000_000)
    })
  )
  return [...new Map(brands.map((brand) => [brand.domain, brand])).values()]
}

const anySearch = ({ oneOf, phrase, word }: ReturnType<typeof dice>) =>
  searchOf(oneOf(phrase(), word()), {
    isPrefix: oneOf(true, false),
    fields: oneOf<BrandSearch["fields"]>(["name"], ["domain"], ["name", "domain"]),
    typos: oneOf(0, 1, 2),
    country: oneOf("DE", null),
    language: oneOf("german", null)
  })

const noLinks = { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null }

const profileOf = (given: Partial<BrandProfile>): BrandProfile => ({
  ...{ domain: "gannet.example", title: null, description: null, slogan: null, colours: [], logos: [], backdrops: [] },
  ...{ socials: [], address: null, stock: null, employees: null, links: noLinks, email: null, phone: null },
  ...{ language: null, isAdult: false, sources: [], isThin: false },
  industries: [{ industry: "Sports", subindustry: "Sportswear & Equipment" }],
  ...given
})

/** What `BrandStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`BrandStore (${name})`, (it) => {
    it.effect("finds brands by what somebody types of their names, however it is written", () =>
      Effect.gen(function* () {
        yield* put(
          brandOf("loreal.example", { name: "L’Oréal", aliases: ["Maison Rouge"], rank: 20 }),
          brandOf("coca-cola.example", { name: "Coca-Cola", rank: 3 }),
          brandOf("cocoon.example", { name: "Cocoon" }),
          brandOf("strasse.example", { name: "Große Straße" }),
          brandOf("kanji.example", { name: "株式会社" })
        )
        yield* finds(
          ["LOREAL", {}, ["loreal.example"]],
          ["l'oré", {}, ["loreal.example"]],
          ["maison r", {}, ["loreal.example"]],
          ["rouge mai", {}, ["loreal.example"]],
          ["coc", {}, ["coca-cola.example", "cocoon.example"]],
          ["cocacola", {}, ["coca-cola.example"]],
          ["coca cola", { isPrefix: false }, ["coca-cola.example"]],
          ["coc", { isPrefix: false }, []],
          ["grosse str", {}, ["strasse.example"]],
          ["株式", {}, ["kanji.example"]],
          ["  ", {}, []],
          ["!?", {}, []]
        )
      })
    )

    it.effect("finds brands by their domains, and by any address of theirs", () =>
      Effect.gen(function* () {
        yield* put(
          brandOf("gull-wings.example", { rank: 5 }),
          brandOf("wings.example", { name: "Gullible", rank: 900 }),
          brandOf("gully.example", { name: "Gully", rank: 70_000 })
        )
        yield* finds(
          // Names before domains, and the popular first in each.
          ["gull", {}, ["wings.example", "gully.example", "gull-wings.example"]],
          ["gull", { fields: ["domain"] }, ["gull-wings.example", "gully.example"]],
          ["gull", { fields: ["name"] }, ["wings.example", "gully.example"]],
          ["gullwings", {}, ["gull-wings.example"]],
          ["gull wings", {}, ["gull-wings.example"]],
          ["https://www.gull-wings.example/about?a=1#b", {}, ["gull-wings.example"]],
          ["gull-wings.example", { isPrefix: false }, ["gull-wings.example"]],
          ["gully.exa", {}, ["gully.example"]],
          ["gully.exa", { isPrefix: false }, []]
        )
      })
    )

    it.effect("takes typos, but only where a word has letters enough", () =>
      Effect.gen(function* () {
        yield* put(brandOf("kestrel.example", { name: "Kestrel" }), brandOf("owl.example", { name: "Owl" }))
        yield* finds(
          ["kestrle", { typos: 1 }, ["kestrel.example"]],
          ["kestrle", {}, []],
          ["kstrl", { typos: 2, isPrefix: false }, ["kestrel.example"]],
          ["kstrl", { typos: 1, isPrefix: false }, []],
          ["kesttr", { typos: 1 }, ["kestrel.example"]],
          ["owll", { typos: 1, isPrefix: false }, ["owl.example"]],
          ["owlll", { typos: 2, isPrefix: false }, ["owl.example"]],
          ["ol", { typos: 2, isPrefix: false }, []],
          ["kestrle.example", { typos: 2 }, ["kestrel.example"]]
        )
      })
    )

    it.effect("keeps to a country and a language, and gives ten at most", () =>
      Effect.gen(function* () {
        const many = Array.from({ length: 15 }, (_, n) =>
          brandOf(`heron${String(n).padStart(2, "0")}.example`, {
            name: `Heron ${n}`,
            rank: n * 400 + 1,
            country: n % 2 === 0 ? "NO" : "SE",
            language: n < 10 ? "norwegian" : "swedish"
          })
        )
        yield* put(...many)
        const at = (...numbers: ReadonlyArray<number>) => numbers.map((n) => many[n]!.domain)
        yield* finds(
          ["heron", {}, at(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)],
          ["heron", { country: "SE" }, at(1, 3, 5, 7, 9, 11, 13)],
          ["heron", { language: "swedish" }, at(10, 11, 12, 13, 14)],
          ["heron", { language: "swedish", country: "NO" }, at(10, 12, 14)],
          ["heorn", { typos: 1, language: "swedish", country: "SE" }, at(11, 13)],
          ["heron", { country: "FI" }, []]
        )
      })
    )

    it.effect("joins what is told of a brand, the better source first, and finds it no more by what it was", () =>
      Effect.gen(function* () {
        const store = yield* BrandStore
        const symbols = [{ kind: "ticker", code: "PUFN", exchange: "NYSE" }] as const
        yield* put(brandOf("puffin.example", { name: "Puffin Old", source: "shipped", rank: 7 }))
        yield* put(brandOf("puffin.example", { name: "Puffin Inc", rank: 70_000, country: "IS", symbols }))
        yield* put(brandOf("puffin.example", { name: "Puffin", source: "read", description: "Birds." }))
        yield* put(brandOf("puffin.example", { name: "Other", source: "shipped", rank: 1, logo: "https://x.example/" }))
        const expected = brandOf("puffin.example", {
          ...{ name: "Puffin", source: "read", description: "Birds.", rank: 70_000, country: "IS", symbols },
          ...{ logo: "https://x.example/" }
        })
        const kept = Option.getOrThrow(yield* store.byDomain("puffin.example"))
        const by = (source: BrandEntry["source"]) => ({ by: source, atMillis: epoch.epochMilliseconds })
        const told = {
          ...{ name: by("read"), description: by("read"), country: by("imported"), rank: by("imported") },
          logo: by("shipped")
        }
        assert.deepStrictEqual(kept, { ...expected, told })
        yield* put(kept)
        assert.deepStrictEqual(Option.getOrThrow(yield* store.byDomain("puffin.example")), { ...expected, told })
        assert.isTrue(Option.isNone(yield* store.byDomain("puffin.test")))
        yield* finds(
          ["puffin", { isPrefix: false, fields: ["name"], country: "IS" }, ["puffin.example"]],
          ["old", {}, []],
          ["other", {}, []],
          ["inc", {}, []]
        )
      })
    )

    it.effect("keeps the last of what is told of one brand at once", () =>
      Effect.gen(function* () {
        yield* put(brandOf("twice.example", { name: "Once" }), brandOf("twice.example", { name: "Twice" }))
        yield* finds(["twice", { fields: ["name"] }, ["twice.example"]], ["once", {}, []])
      })
    )

    it.effect("tells who has a name or a symbol", () =>
      Effect.gen(function* () {
        const store = yield* BrandStore
        const ticker = (code: string, exchange: string | null) => ({ kind: "ticker", code, exchange }) as const
        const isin = { kind: "isin", code: "NO0000000001", exchange: null } as const
        yield* put(
          brandOf("tern.example", { name: "Arctic Tern", symbols: [ticker("TERN", "NASDAQ"), isin], rank: 50 }),
          brandOf("terns.example", { name: "Terns", aliases: ["arctic-tern"], symbols: [ticker("TERN", "OSL")] }),
          brandOf("arctic.example", { name: "Arctic" })
        )
        const named = (text: string) => Effect.map(store.byName(text), (found) => found.map(({ domain }) => domain))
        const with_ = (...symbol: Parameters<typeof store.bySymbol>) =>
          Effect.map(store.bySymbol(...symbol), (found) => found.map(({ domain }) => domain))
        assert.deepStrictEqual(yield* named("ARCTIC TERN"), ["tern.example", "terns.example"])
        assert.deepStrictEqual(yield* named("arctic"), ["arctic.example"])
        assert.deepStrictEqual(yield* named("..."), [])
        assert.deepStrictEqual(yield* with_(ticker("TERN", null)), ["tern.example", "terns.example"])
        assert.deepStrictEqual(yield* with_(ticker("TERN", "OSL")), ["terns.example"])
        assert.deepStrictEqual(yield* with_(isin), ["tern.example"])
        yield* put(brandOf("terns.example", { name: "Terns", source: "read" }))
        assert.deepStrictEqual(yield* with_(ticker("TERN", "OSL")), ["terns.example"])
      })
    )

    it.effect("notes which version of a list it has", () =>
      Effect.gen(function* () {
        const store = yield* BrandStore
        assert.isTrue(Option.isNone(yield* store.listVersion("birds")))
        for (const version of [2, 3]) {
          yield* store.put([brandOf("auk.example")], { name: "birds", version, at: yield* DateTime.now })
          assert.deepStrictEqual(yield* store.listVersion("birds"), Option.some(version))
        }
      })
    )

    it.effect("keeps what was read last of a domain and a language", () =>
      Effect.gen(function* () {
        const store = yield* BrandStore
        const later = DateTime.add(epoch, { days: 3 })
        const keep = (domain: string, language: "german" | null, title: string, days: number, now = later) =>
          store.keepProfile(
            { domain, language, profile: profileOf({ title }), readAt: DateTime.add(epoch, { days }) },
            times,
            now
          )
        const titles = (domain: string, language: "german" | null) =>
          Effect.map(
            store.profile(domain, language),
            Option.map(({ profile, readAt }) => [profile.title, readAt.epochMilliseconds - epoch.epochMilliseconds])
          )
        yield* keep("gannet.example", null, "Gannet", 2)
        yield* keep("gannet.example", "german", "Tölpel", 1)
        yield* keep("gannet.example", null, "Older", 1)
        assert.deepStrictEqual(yield* titles("gannet.example", null), Option.some(["Gannet", 172_800_000]))
        assert.deepStrictEqual(yield* titles("gannet.example", "german"), Option.some(["Tölpel", 86_400_000]))
        yield* keep("gannet.example", null, "Newer", 3)
        assert.deepStrictEqual(yield* titles("gannet.example", null), Option.some(["Newer", 259_200_000]))
        yield* keep("gannet.example", null, "By the right clock", 2, DateTime.subtract(later, { minutes: 1 }))
        assert.deepStrictEqual(yield* titles("gannet.example", null), Option.some(["Newer", 259_200_000]))
        yield* keep("gannet.example", null, "By the right clock", 2, DateTime.subtract(later, { minutes: 2 }))
        assert.deepStrictEqual(
          yield* titles("gannet.example", null),
          Option.some(["By the right clock", 172_800_000]),
          "the other seems read later than now"
        )
        assert.isTrue(Option.isNone(yield* store.profile("booby.example", null)))
        const whole = profileOf({
          ...{ title: "Od\0d \ud800", slogan: "Dive", socials: [{ type: "x", url: "https://x.com/gannet" }] },
          logos: [{ assetId: "ast_1", width: 3, height: 2, colours: [], mode: "dark", type: "logo" }],
          sources: [{ field: "title", place: "json-ld", url: "https://gannet.example/" }]
        })
        yield* store.keepProfile({ domain: "odd.example", language: null, profile: whole, readAt: epoch }, times, epoch)
        const { profile } = Option.getOrThrow(yield* store.profile("odd.example", null))
        assert.deepStrictEqual({ ...profile, title: "" }, { ...whole, title: "" })
      })
    )

    it.effect("keeps pictures as long as profiles name them, and drops those that one in their place leaves", () =>
      Effect.gen(function* () {
        const [store, assets] = [yield* BrandStore, yield* AssetStore]
        const { id: organizationId } = organizationOf()
        const made = yield* Effect.forEach(["a", "b", "c", "d", "e", "f"], (name) => {
          const id = freshId("ast")
          const asset = { id, organizationId, mediaType: "image/png", createdAt: epoch, expiresAt: at(30) }
          return Effect.as(assets.put({ ...asset, bytes: new TextEncoder().encode(`picture ${name}`) }), id)
        })
        const [a, b, c, d, e, unnamed] = made as [string, string, string, string, string, string]
        const picture = (assetId: string) => ({ assetId, width: 3, height: 2, colours: [] })
        const keep = (days: number, logos: ReadonlyArray<string>, backdrops: ReadonlyArray<string>, moved = 0) =>
          store.keepProfile(
            {
              ...{ domain: "kittiwake.example", language: null, readAt: at(days) },
              profile: profileOf({
                logos: logos.map((id) => ({ ...picture(id), mode: "dark", type: "logo" })),
                backdrops: backdrops.map(picture)
              })
            },
            { keptUntil: at(400 + moved), leftUntil: at(40 + moved) },
            at(3)
          )
        const there = (days: number) =>
          Effect.map(
            Effect.forEach(made, (id) => assets.get(id, at(days))),
            (found) => made.filter((_, n) => Option.isSome(found[n]!))
          )
        yield* put(brandOf("kittiwake.example", { logo: a, source: "read" }))
        yield* keep(1, [a, b], [c])
        assert.deepStrictEqual(yield* there(29), made)
        assert.deepStrictEqual(yield* there(399), [a, b, c], "what no profile names goes in its time")
        yield* keep(0, [e], [])
        assert.deepStrictEqual(yield* there(399), [a, b, c], "one that was read before takes no place")
        yield* keep(2, [b, d], [])
        assert.deepStrictEqual(yield* there(39), [a, b, c, d], "answers name what is left for a while")
        assert.deepStrictEqual(yield* there(399), [a, b, d], "the index names the first")
        yield* put(brandOf("kittiwake.example", { logo: d, source: "read" }))
        yield* keep(3, [d], [], 1)
        assert.deepStrictEqual(yield* there(41), [a, d])
        assert.deepStrictEqual(yield* there(400), [d])
        yield* Effect.repeat(assets.prune(at(399), 100), { while: (dropped) => dropped === 100 })
        for (const id of made) {
          assert.strictEqual(Option.isSome(yield* assets.get(id, epoch)), id === a || id === d, id)
        }
        assert.isTrue(Option.isNone(yield* assets.get(unnamed, epoch)))
      })
    )

    it.effect("leaves what one of two that are kept at once leaves", () =>
      Effect.gen(function* () {
        const [store, assets] = [yield* BrandStore, yield* AssetStore]
        const { id: organizationId } = organizationOf()
        const ids = Array.from({ length: 12 }, () => freshId("ast"))
        yield* Effect.forEach(ids, (id) => {
          const asset = { id, organizationId, mediaType: "image/png", createdAt: epoch, expiresAt: at(30) }
          return assets.put({ ...asset, bytes: new TextEncoder().encode(id) })
        })
        const keep = (id: string) =>
          store.keepProfile(
            {
              ...{ domain: "fulmar.example", language: null, readAt: epoch },
              profile: profileOf({ backdrops: [{ assetId: id, width: 3, height: 2, colours: [] }] })
            },
            times,
            epoch
          )
        yield* Effect.forEach(ids, keep, { concurrency: "unbounded" })
        const { profile } = Option.getOrThrow(yield* store.profile("fulmar.example", null))
        for (const id of ids) {
          const isThere = Option.isSome(yield* assets.get(id, at(399)))
          assert.strictEqual(isThere, profile.backdrops[0]?.assetId === id, id)
        }
      })
    )

    it.effect("keeps text that no database takes as it is", () =>
      Effect.gen(function* () {
        yield* put(brandOf("odd.example", { name: "Od\0d \ud800 Bird", aliases: ["a\0\udc00"], description: "\0" }))
        yield* finds(["odd", {}, ["odd.example"]], ["\0 \ud800", {}, []], ["od\0d", { typos: 1 }, ["odd.example"]])
      })
    )

    it.effect("is the same however many put at once", () =>
      Effect.gen(function* () {
        const told = Array.from({ length: 20 }, (_, n) =>
          brandOf(`skua${n % 4}.example`, { name: `Skua ${n % 4}`, aliases: [`alias${n}`], rank: 10 + (n % 4) })
        )
        yield* Effect.forEach(told, (entry) => put(entry), { concurrency: "unbounded" })
        yield* finds(["skua", { fields: ["name"] }, [0, 1, 2, 3].map((n) => `skua${n}.example`)])
        for (const n of told.keys()) yield* finds([`alias${n}`, { isPrefix: false }, [`skua${n % 4}.example`]])
      })
    )

    it.effect(
      "finds what one who looks at every brand finds",
      () =>
        Effect.gen(function* () {
          const some = dice(20_260)
          const brands = anyBrands(some)
          yield* put(...brands)
          let found = 0
          for (let n = 0; n < 100; n++) {
            const search = anySearch(some)
            const domains = yield* find(search.query, search)
            assert.deepStrictEqual(domains, naiveSearch(brands, search), JSON.stringify(search))
            found += domains.length
          }
          assert.isAbove(found, 100, "searches that find nothing try little")
        }),
      longTestMillis
    )
  })
