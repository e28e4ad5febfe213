import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { type NewNewsSource, type NewsSource, newSource } from "../news/domain/NewsSource.ts"
import { mostOfSite } from "../news/domain/roomForSources.ts"
import { NewsSourceStore, type SourceClaim, type SourceFilter } from "../news/NewsSourceStore.ts"
import { whileAhead } from "./arrangements.ts"
import { freshId } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

const everything = { origin: null, kind: null } as const
const lease = Duration.minutes(2)
const most = 100_000

const freshHost = () => `${freshId("site").replace("_", "").toLowerCase()}.example`

const made = Effect.fnUntraced(function* (url: string, given: Partial<NewNewsSource> = {}) {
  const said = { origin: "list", foundFor: null, title: null, country: null } as const
  return newSource({ ...said, url, addedAt: yield* DateTime.now, ...given })
})

const put = Effect.fnUntraced(function* (...sources: ReadonlyArray<NewsSource>) {
  return yield* (yield* NewsSourceStore).put({ sources, most, look: null })
})

const claimed = Effect.fnUntraced(function* (limit = 50) {
  return yield* (yield* NewsSourceStore).claim({ now: yield* DateTime.now, limit, lease })
})

const urlsOf = (claims: ReadonlyArray<SourceClaim>) => claims.map(({ source }) => source.url)

/** The tests share a store: each begins where nothing is due that an earlier one put in. */
const alone = Effect.gen(function* () {
  const store = yield* NewsSourceStore
  yield* TestClock.adjust(Duration.days(2))
  for (;;) {
    const claims = yield* claimed()
    if (claims.length === 0) return
    const goneAt = yield* DateTime.now
    for (const claim of claims) {
      yield* store.record(claim, { source: { ...claim.source, goneAt }, quietUntil: null })
    }
  }
})

const after = Effect.fnUntraced(function* (source: NewsSource, minutes: number, given: Partial<NewsSource> = {}) {
  return { ...source, dueAt: DateTime.add(yield* DateTime.now, { minutes }), ...given }
})

/** What `NewsSourceStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`NewsSourceStore (${name})`, (it) => {
    it.effect("gives back what was put in, every part of it", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const url = `https://${freshHost()}/feed`
        const now = yield* DateTime.now
        const source: NewsSource = {
          ...(yield* made(url, { origin: "found", foundFor: "petrel.example", title: "Möwe", country: "ch" })),
          ...{
            form: "atom",
            intervalMillis: 900_000,
            failures: 3,
            failingSince: now,
            etag: '"a"',
            lastModified: "then",
            finalUrl: "https://feeds.example/final.xml"
          },
          ...{ readAt: now, articles: 7, problem: "It answered 500." },
          ...{ language: "de", homeUrl: "https://petrel.example/", removedAt: now },
          ...{ site: "petrel.example", broughtBy: freshId("org") }
        }
        assert.deepStrictEqual(yield* put(source), { added: [url], known: 0, refused: [] })
        assert.deepStrictEqual(Option.getOrNull(yield* store.get(url)), source)
        assert.deepStrictEqual((yield* claimed())[0]?.source, source)
        const odd = yield* made(`https://${freshHost()}/feed`, { title: "a\0b\ud800'; drop table news_sources; --" })
        yield* put(odd)
        assert.match(Option.getOrThrow(yield* store.get(odd.url)).title!, /drop table/)
        assert.isTrue(Option.isNone(yield* store.get("https://nobody.example/")))
      })
    )

    it.effect("claims what is due, longest first, and one of a host at a time", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const [one, two] = [freshHost(), freshHost()]
        const first = yield* made(`https://${one}/1`)
        yield* TestClock.adjust("1 minute")
        const other = yield* made(`https://${two}/1`)
        yield* TestClock.adjust("1 minute")
        const second = yield* made(`https://${one}/2`)
        const later = yield* after(yield* made(`https://${freshHost()}/1`), 1)
        yield* put(second, later, other, first)
        const claims = yield* claimed()
        assert.deepStrictEqual(urlsOf(claims), [first.url, other.url])
        assert.deepStrictEqual(urlsOf(yield* claimed()), [], "the host is held")
        assert.isTrue(yield* store.record(claims[0]!, { source: yield* after(first, 60), quietUntil: null }))
        assert.deepStrictEqual(urlsOf(yield* claimed()), [second.url])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(urlsOf(yield* claimed(1)), [later.url])
      })
    )

    it.effect("claims a source for one of however many ask at once", () =>
      Effect.gen(function* () {
        yield* alone
        const urls = Array.from({ length: 5 }, () => `https://${freshHost()}/`)
        yield* put(...(yield* Effect.forEach(urls, (url) => made(url))))
        const all = yield* Effect.all(
          Array.from({ length: 10 }, () => claimed(2)),
          { concurrency: "unbounded" }
        )
        const rest = yield* claimed()
        assert.deepStrictEqual([...all.flatMap(urlsOf), ...urlsOf(rest)].sort(), urls.sort())
      })
    )

    it.effect("gives a claim to somebody else when its lease ends, and takes nothing from its former owner", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const source = yield* made(`https://${freshHost()}/`)
        yield* put(source)
        const [late] = yield* claimed()
        yield* TestClock.adjust(Duration.subtract(lease, Duration.seconds(1)))
        assert.lengthOf(yield* claimed(), 0)
        yield* TestClock.adjust("1 second")
        const [fresh] = yield* claimed()
        const [lost, kept] = [yield* after(source, 5, { articles: 1 }), yield* after(source, 5, { articles: 2 })]
        assert.isFalse(yield* store.record(late!, { source: lost, quietUntil: null }))
        assert.isTrue(yield* store.record(fresh!, { source: kept, quietUntil: null }))
        assert.isFalse(yield* store.record(fresh!, { source: lost, quietUntil: null }), "a claim is spent once")
        assert.strictEqual(Option.getOrThrow(yield* store.get(source.url)).articles, 2)
      })
    )

    it.effect("believes no lease that a clock which was ahead gave, and takes nothing away after a small step", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const source = yield* made(`https://${freshHost()}/`)
        yield* put(source)
        assert.lengthOf(yield* whileAhead("4 minutes")(claimed()), 1)
        assert.lengthOf(yield* claimed(), 0, "it is under way")
        yield* TestClock.adjust("6 minutes")
        const [late] = yield* whileAhead("1 day")(claimed())
        const [fresh] = yield* claimed()
        const next = yield* after(source, 5)
        assert.isFalse(yield* store.record(late!, { source: next, quietUntil: null }))
        assert.isTrue(yield* store.record(fresh!, { source: next, quietUntil: null }))
      })
    )

    it.effect("leaves a host alone that asked for it, with all its sources", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const host = freshHost()
        const [one, two] = [yield* made(`https://${host}/1`), yield* made(`https://${host}/2`)]
        yield* put(one, two)
        const [claim] = yield* claimed()
        const quietUntil = DateTime.add(yield* DateTime.now, { minutes: 30 })
        yield* store.record(claim!, { source: yield* after(one, 15), quietUntil })
        yield* TestClock.adjust("29 minutes")
        assert.lengthOf(yield* claimed(), 0)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(urlsOf(yield* claimed()), [two.url])
      })
    )

    it.effect("believes no moment that is too far ahead, of a source or of a host", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const host = freshHost()
        const [one, two] = [yield* made(`https://${host}/1`), yield* made(`https://${host}/2`)]
        const monthMinutes = 30 * 24 * 60
        // The clock was ahead by a month when the second was asked, and when the host asked to be left alone.
        yield* put(one, yield* after(two, monthMinutes))
        const [claim] = yield* claimed()
        assert.strictEqual(claim?.source.url, two.url)
        const quietUntil = DateTime.add(yield* DateTime.now, { minutes: monthMinutes })
        yield* store.record(claim!, { source: yield* after(two, 15), quietUntil })
        const [next] = yield* claimed()
        assert.strictEqual(next?.source.url, one.url)
        // What is said now counts again.
        const quiet = DateTime.add(yield* DateTime.now, { minutes: 30 })
        yield* store.record(next!, { source: yield* after(one, 24 * 60), quietUntil: quiet })
        yield* TestClock.adjust("29 minutes")
        assert.lengthOf(yield* claimed(), 0)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(urlsOf(yield* claimed()), [two.url])
      })
    )

    it.effect("asks no more for what is gone, and counts it", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const before = yield* store.counts
        const [gone, failing] = [yield* made(`https://${freshHost()}/`), yield* made(`https://${freshHost()}/`)]
        yield* put(gone, failing)
        for (const claim of yield* claimed()) {
          const goneAt = claim.source.url === gone.url ? yield* DateTime.now : null
          const source = yield* after(claim.source, 1, { failures: 1, goneAt })
          assert.isTrue(yield* store.record(claim, { source, quietUntil: null }))
        }
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual(urlsOf(yield* claimed()), [failing.url])
        const { failing: failed, gone: lost, sources } = yield* store.counts
        assert.deepStrictEqual([sources - before.sources, failed - before.failing, lost - before.gone], [1, 1, 1])
      })
    )

    it.effect("leaves what is known as it is, but for what an operator chooses", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const url = `https://${freshHost()}/`
        const found = yield* made(url, { origin: "found", foundFor: "petrel.example" })
        yield* put(found)
        assert.deepInclude(yield* put({ ...found, title: "again" }), { added: [], known: 1 })
        const [claim] = yield* claimed()
        const chosen = yield* made(url, { title: "chosen" })
        assert.deepInclude(yield* put(chosen), { added: [url], known: 0 })
        assert.isFalse(yield* store.record(claim!, { source: found, quietUntil: null }), "it was replaced meanwhile")
        assert.deepInclude(yield* put({ ...chosen, title: "again" }, found), { added: [], known: 2 })
        assert.strictEqual(Option.getOrThrow(yield* store.get(url)).title, "chosen")
        assert.isTrue(yield* store.replace({ ...chosen, goneAt: yield* DateTime.now }))
        assert.lengthOf(yield* claimed(), 0)
        assert.deepInclude(yield* put(found), { added: [], known: 1 }, "what is forgotten is not found again")
        assert.deepInclude(yield* put(chosen), { added: [url] })
        assert.deepStrictEqual(urlsOf(yield* claimed()), [url])
        assert.isFalse(yield* store.replace(yield* made("https://nobody.example/")))
      })
    )

    it.effect("takes no more than there is room for, and drops what is gone before it refuses", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const { gone, sources } = yield* store.counts
        const three = yield* Effect.forEach([1, 2, 3], () => made(`https://${freshHost()}/`))
        const full = yield* store.put({ sources: three, most: gone + sources + 2, look: null })
        const takesGone = Math.min(gone, 1)
        assert.lengthOf(full.added, 2 + takesGone)
        assert.lengthOf(full.refused, 1 - takesGone)
        const now = yield* store.counts
        assert.strictEqual(now.gone + now.sources, gone + sources + 2)
      })
    )

    it.effect(
      "keeps so many of one site that were found, whatever room there is, and one that gives none goes first",
      () =>
        Effect.gen(function* () {
          yield* alone
          const store = yield* NewsSourceStore
          const site = freshHost()
          const found = { origin: "found", foundFor: site, site, broughtBy: freshId("org") } as const
          const one = (name: string, given: Partial<NewNewsSource> = {}) =>
            made(`https://${freshHost()}/${name}`, { ...found, ...given })
          const useful = yield* Effect.forEach(
            Array.from({ length: mostOfSite - 2 }, (_, n) => `u${n}`),
            (name) => one(name, { articles: 1 })
          )
          const [barren, gone] = [
            yield* one("barren"),
            yield* one("gone", { goneAt: yield* DateTime.now, articles: 3 })
          ]
          assert.lengthOf((yield* put(...useful, barren, gone)).added, mostOfSite)
          const atOnce = yield* one("more")
          assert.deepInclude(
            yield* put(atOnce),
            { added: [], refused: [atOnce.url] },
            "it takes no place of its own moment"
          )
          yield* TestClock.adjust("1 second")
          const [first, second, third] = [
            yield* one("first", { articles: 1 }),
            yield* one("second", { articles: 1 }),
            yield* one("third", { articles: 1 })
          ]
          assert.deepInclude(yield* put(first, second, third), { added: [first.url, second.url], refused: [third.url] })
          const left = yield* Effect.forEach([barren, gone, ...useful], ({ url }) => store.get(url))
          assert.deepStrictEqual(left.map(Option.isSome), [false, false, ...useful.map(() => true)])
          const others = yield* made(`https://${freshHost()}/`, { ...found, site: freshHost() })
          const chosen = yield* one("chosen", { origin: "list" })
          assert.deepInclude(yield* put(others, chosen), { added: [others.url, chosen.url] })
          assert.isFalse(urlsOf(yield* claimed(500)).includes(barren.url))
        })
    )

    it.effect("gives whoever brought little the room of who brought most, and of his own what gave nothing", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const [greedy, modest] = [freshId("org"), freshId("org")]
        const one = Effect.fnUntraced(function* (broughtBy: string, articles = 0, given: Partial<NewNewsSource> = {}) {
          yield* TestClock.adjust("1 second")
          const site = freshHost()
          return yield* made(`https://${site}/`, { origin: "found", foundFor: site, broughtBy, articles, ...given })
        })
        // So many that nobody whom an earlier test left has more.
        const many = yield* Effect.forEach(Array.from({ length: 60 }), (_, n) =>
          one(greedy, n === 0 ? 2 : n < 30 ? 0 : 1)
        )
        yield* put(...many)
        const isThere = Effect.fnUntraced(function* ({ url }: NewsSource) {
          return Option.isSome(yield* store.get(url))
        })
        const full = Effect.fnUntraced(function* (...sources: ReadonlyArray<NewsSource>) {
          const { sources: asked } = yield* store.counts
          // What is gone would make room.
          const { gone } = yield* store.counts
          if (gone > 0) {
            const fillers = yield* Effect.forEach(Array.from({ length: gone }), () => made(`https://${freshHost()}/`))
            yield* store.put({ sources: fillers, most: asked + gone, look: null })
          }
          const { sources: all } = yield* store.counts
          return yield* store.put({ sources, most: all, look: null })
        })
        const [first, second] = [yield* one(modest), yield* one(modest)]
        assert.deepInclude(yield* full(first, second), { added: [first.url, second.url], refused: [] })
        assert.deepStrictEqual(yield* Effect.forEach(many.slice(0, 4), isThere), [true, false, false, true])
        // An operator's choice goes before all that was found.
        const chosen = yield* made(`https://${freshHost()}/`)
        assert.deepInclude(yield* full(chosen), { added: [chosen.url], refused: [] })
        assert.isFalse(yield* isThere(many[3]!))
        // Whoever has most has no room of others.
        const own = yield* one(greedy)
        assert.deepInclude(yield* full(own), { added: [own.url], refused: [] })
        assert.deepStrictEqual(yield* Effect.forEach([many[4]!, first, second], isThere), [false, true, true])
        for (const source of [...many.slice(5, 30), own]) yield* store.replace({ ...source, articles: 1 })
        const next = yield* one(greedy)
        assert.deepInclude(yield* full(next), { added: [], refused: [next.url] })
        const small = yield* one(modest)
        assert.deepInclude(yield* full(small), { added: [small.url], refused: [] }, "room of one that gave articles")
        assert.isFalse(yield* isThere(many[0]!), "who is there longest")
        assert.isFalse(urlsOf(yield* claimed(500)).includes(many[0]!.url))
      })
    )

    it.effect("gives what is nobody's to whoever asks for it, once, and leaves the rest of it as it was", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const [first, second] = [freshId("org"), freshId("org")]
        const found = { origin: "found", foundFor: "petrel.example" } as const
        const old = yield* made(`https://${freshHost()}/old`, {
          ...found,
          articles: 7,
          title: 'M\u00f6we "1"',
          etag: "a"
        })
        const other = yield* made(`https://${freshHost()}/other`, { ...found, broughtBy: first })
        const chosen = yield* made(`https://${freshHost()}/chosen`)
        yield* put(old, other, chosen)
        const claim = (yield* claimed()).find(({ source }) => source.url === old.url)!
        const seenBy = (broughtBy: string) =>
          [old, other, chosen].map((source) => ({
            ...newSource({ ...source, ...found, broughtBy }),
            title: "Seen now"
          }))
        const isOf = Effect.fnUntraced(function* (holders: ReadonlyArray<string>) {
          const now = yield* Effect.forEach([old, other, chosen], ({ url }) => store.get(url))
          const as = [old, other, chosen].map((source, n) => ({ ...source, broughtBy: holders[n]! }))
          assert.deepStrictEqual(now.map(Option.getOrNull), as)
        })
        assert.deepStrictEqual(yield* put(...seenBy("")), { added: [], known: 3, refused: [] })
        yield* isOf(["", first, ""])
        assert.deepStrictEqual(yield* put(...seenBy(first)), { added: [], known: 3, refused: [] })
        yield* isOf([first, first, ""])
        yield* put(...seenBy(second))
        yield* isOf([first, first, ""])
        // Whoever held it meanwhile did not know whose it is.
        const read = yield* after(claim.source, 60, { articles: 8 })
        assert.isTrue(yield* store.record(claim, { source: read, quietUntil: null }))
        assert.deepStrictEqual(Option.getOrNull(yield* store.get(old.url)), { ...read, broughtBy: first })
        assert.isTrue(yield* store.replace({ ...read, articles: 9 }))
        assert.deepStrictEqual(Option.getOrNull(yield* store.get(old.url)), { ...read, articles: 9, broughtBy: first })
      })
    )

    it.effect("takes from nobody what gave articles, but for what an operator chose or who asks for it", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const one = Effect.fnUntraced(function* (given: Partial<NewNewsSource> = {}) {
          yield* TestClock.adjust("1 second")
          const site = freshHost()
          return yield* made(`https://${site}/`, { origin: "found", foundFor: site, ...given })
        })
        // What is gone would make room; and so many are nobody's that nobody whom an earlier test left has more.
        const { gone } = yield* store.counts
        const old = yield* Effect.forEach(Array.from({ length: 100 }), () => one({ articles: 1 }))
        yield* put(...old)
        const { sources: asked } = yield* store.counts
        const fillers = yield* Effect.forEach(Array.from({ length: gone }), () => one({ articles: 1 }))
        yield* store.put({ sources: fillers, most: asked + gone, look: null })
        const found = yield* store.list({ filter: { origin: "found", kind: "asked" }, after: null, limit: 10_000 })
        for (const source of found) {
          if (source.articles === 0 && source.broughtBy === "") yield* store.replace({ ...source, articles: 1 })
        }
        const [greedy, modest] = [freshId("org"), freshId("org")]
        const greedys = yield* Effect.forEach(Array.from({ length: 90 }), () => one({ broughtBy: greedy, articles: 1 }))
        yield* put(...greedys)
        const { sources: most } = yield* store.counts
        const full = (...sources: ReadonlyArray<NewsSource>) => store.put({ sources, most, look: null })
        const left = Effect.fnUntraced(function* (sources: ReadonlyArray<NewsSource>) {
          const now = yield* Effect.forEach(sources, ({ url }) => store.get(url))
          return now.filter(Option.isSome).length
        })
        const junk = yield* one({ broughtBy: greedy })
        assert.deepInclude(yield* full(junk), { added: [], refused: [junk.url] })
        const first = yield* one({ broughtBy: modest })
        assert.deepInclude(
          yield* full(first),
          { added: [first.url], refused: [] },
          "who has most of the others gives it"
        )
        assert.deepStrictEqual([yield* left(old), yield* left(greedys)], [100, 89])
        const chosen = yield* made(`https://${freshHost()}/`)
        assert.deepInclude(yield* full(chosen), { added: [chosen.url], refused: [] })
        assert.strictEqual(yield* left(greedys), 89, "of those that are nobody's")
        const empty = yield* one()
        yield* store.put({ sources: [empty], most: most + 1, look: null })
        const fresh = yield* one({ broughtBy: greedy })
        const { sources: more } = yield* store.counts
        assert.deepInclude(yield* store.put({ sources: [fresh], most: more, look: null }), { added: [fresh.url] })
        assert.isTrue(Option.isNone(yield* store.get(empty.url)))
      })
    )

    it.effect("asks the others when a source was dropped while somebody held its host", () =>
      Effect.gen(function* () {
        for (const ends of ["record", "replace", "nothing"] as const) {
          yield* alone
          const store = yield* NewsSourceStore
          const site = freshHost()
          const found = { origin: "found", foundFor: site, site, broughtBy: freshId("org") } as const
          const first = yield* made(`https://${freshHost()}/`, found)
          yield* put(first)
          const [claim] = yield* claimed(1)
          assert.strictEqual(claim?.source.url, first.url)
          yield* TestClock.adjust("1 second")
          // A site has so many: the first makes room.
          const others = yield* Effect.forEach(Array.from({ length: mostOfSite }), () =>
            made(`https://${freshHost()}/`, { ...found, articles: 1 })
          )
          yield* put(...others)
          assert.isTrue(Option.isNone(yield* store.get(first.url)))
          if (ends === "record") assert.isFalse(yield* store.record(claim!, { source: first, quietUntil: null }))
          if (ends === "replace") assert.isFalse(yield* store.replace(first))
          assert.isTrue(Option.isNone(yield* store.get(first.url)), "it comes back")
          yield* TestClock.adjust(lease)
          const one = [...(yield* claimed(1)), ...(yield* claimed(1))]
          assert.isNotEmpty(one, `after ${ends}`)
          assert.lengthOf([...one, ...(yield* claimed(mostOfSite))], mostOfSite, `after ${ends}`)
          // Its host can have sources again.
          const next = yield* made(first.url, { site: freshHost() })
          yield* put(next)
          assert.deepStrictEqual(urlsOf(yield* claimed(1)), [next.url])
        }
      })
    )

    it.effect("lists in the order of addresses", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const host = freshHost()
        const urls = ["a", "B", "c/d", "ä"].map((path) => new URL(`https://${host}/${path}`).href).sort()
        yield* put(...(yield* Effect.forEach(urls.toReversed(), (url) => made(url))))
        const listed = yield* store.list({ filter: everything, after: `https://${host}/`, limit: 3 })
        assert.deepStrictEqual(
          listed.map(({ url }) => url),
          urls.slice(0, 3)
        )
        const [next] = yield* store.list({ filter: everything, after: urls[2]!, limit: 1 })
        assert.strictEqual(next!.url, urls[3])
      })
    )

    it.effect("lists those of an origin, those that fail, and those that are asked no more", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const host = freshHost()
        const now = yield* DateTime.now
        const one = (path: string, given: Partial<NewNewsSource> = {}) => made(`https://${host}/${path}`, given)
        const found = { origin: "found", foundFor: "petrel.example" } as const
        yield* put(
          yield* one("1"),
          yield* one("2", { failures: 2, failingSince: now }),
          yield* one("3", found),
          yield* one("4", { ...found, failures: 1, failingSince: now }),
          yield* one("5", { goneAt: now, failures: 20 }),
          yield* one("6", { ...found, goneAt: now, removedAt: now })
        )
        const paths = Effect.fnUntraced(function* (filter: SourceFilter, limit = 6) {
          const sources = yield* store.list({ filter, after: `https://${host}/`, limit })
          return sources
            .filter((source) => source.host === host)
            .map(({ url }) => url.slice(-1))
            .join("")
        })
        assert.strictEqual(yield* paths(everything), "123456")
        assert.strictEqual(yield* paths({ origin: "list", kind: null }), "125")
        assert.strictEqual(yield* paths({ origin: "found", kind: "asked" }), "34")
        assert.strictEqual(yield* paths({ origin: null, kind: "failing" }), "24", "what is gone fails no more")
        assert.strictEqual(yield* paths({ origin: null, kind: "gone" }), "56")
        assert.strictEqual(yield* paths({ origin: null, kind: "asked" }, 2), "12")
      })
    )

    it.effect("remembers when a site was looked through", () =>
      Effect.gen(function* () {
        yield* alone
        const store = yield* NewsSourceStore
        const domain = freshHost()
        assert.isTrue(Option.isNone(yield* store.lookedAt(domain)))
        const at = yield* DateTime.now
        yield* store.put({ sources: [], most, look: { domain, at } })
        assert.deepStrictEqual(Option.getOrNull(yield* store.lookedAt(domain)), at)
        const again = DateTime.add(at, { hours: 1 })
        yield* store.put({ sources: [], most, look: { domain, at: again } })
        assert.deepStrictEqual(Option.getOrNull(yield* store.lookedAt(domain)), again)
      })
    )
  })
