import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import type { SearchQuery, SearchQuestion } from "../search/domain/SearchQuestion.ts"
import { type IndexedPage, PageIndex } from "../search/PageIndex.ts"
import { epoch, freshId } from "./builders.ts"
import { buildTimeout } from "./Stores.ts"

const owner = () => OrganizationId.make(freshId("org"))

const pageOf = (organizationId: OrganizationId, path: string, given: Partial<IndexedPage> = {}): IndexedPage => ({
  organizationId,
  url: `https://fulmar.example/${path}`,
  title: "",
  description: "",
  headings: "",
  text: "",
  language: null,
  publishedAt: null,
  readAt: epoch,
  ...given
})

const nothing: SearchQuery = {
  ...{ text: "", words: [], phrases: [], anyOf: [], without: [], inTitle: [], inUrl: [] },
  ...{ includeDomains: [], excludeDomains: [] }
}

const question = (query: Partial<SearchQuery>, given: Partial<Omit<SearchQuestion, "query">> = {}): SearchQuestion => ({
  ...{ publishedSince: null, country: null, count: 10 },
  ...given,
  query: { ...nothing, text: (query.words ?? []).join(" "), ...query }
})

/** Later than anything is read here. */
const late = DateTime.add(epoch, { days: 10_000 })

const put = (...pages: ReadonlyArray<IndexedPage>) => Effect.flatMap(PageIndex, (index) => index.put(pages, late))

const search = (organizationId: OrganizationId, asked: SearchQuestion) =>
  Effect.flatMap(PageIndex, (index) => index.search(organizationId, asked))

/** Last part of the addresses of hits. */
const paths = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  query: Partial<SearchQuery> | string,
  given: Partial<Omit<SearchQuestion, "query">> = {}
) {
  const asked = typeof query === "string" ? { words: query.split(" ") } : query
  return (yield* search(organizationId, question(asked, given))).map(({ url }) => new URL(url).pathname.slice(1))
})

const day = (days: number) => DateTime.add(epoch, { days })

const far = { keepSince: DateTime.makeUnsafe("1970-01-01T00:00:00Z"), maxPages: 1_000_000, maxBytes: 1_000_000_000 }

const pruneAll = Effect.fnUntraced(function* (limits: Partial<typeof far>) {
  const index = yield* PageIndex
  let dropped = 0
  for (;;) {
    const some = yield* index.prune({ ...far, ...limits }, 10)
    dropped += some
    if (some < 10) return dropped
  }
})

const hostile = [
  `"quoted" OR NOT (near) * ^ : - + ' "`,
  `'; drop table indexed_pages; --`,
  "\0nul\0 and \ud800half and \u202eback",
  "{}[]()<>&|!:*@#=~`$%^\\",
  "12:word 1#0 =title @example.com"
]

/** What `PageIndex` promises, run against any adapter. `empty` builds a store with nothing in it. */
export const suite = (name: string, empty: Layer.Layer<PageIndex, unknown>): void => {
  layer(empty, { timeout: buildTimeout })(`PageIndex (${name})`, (it) => {
    it.effect("finds a page by a word of any of its parts, and its address", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* put(
          pageOf(one, "a", {
            title: "Nesting",
            headings: "Cliffs\nLedges",
            description: "About gulls.",
            text: "They lay one egg or two.\nBoth parents feed."
          }),
          pageOf(one, "storm-petrels", { text: "Something else." })
        )
        for (const word of ["nesting", "ledges", "gulls", "egg", "parents"])
          assert.deepStrictEqual(yield* paths(one, word), ["a"])
        assert.deepStrictEqual(yield* paths(one, "petrels"), ["storm-petrels"])
        assert.deepStrictEqual(yield* paths(one, "albatross"), [])
      })
    )

    it.effect("tells of a hit what was put", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* put(
          pageOf(one, "a?utm_source=x", {
            ...{ title: "Fares & Times", text: "A crossing costs 12 euros.", language: "en" },
            ...{ publishedAt: day(-3), readAt: day(1) }
          })
        )
        const [hit] = yield* search(one, question({ words: ["crossing"] }))
        assert.strictEqual(hit!.url, "https://fulmar.example/a?utm_source=x")
        assert.strictEqual(hit!.title, "Fares & Times")
        assert.strictEqual(hit!.description, "A crossing costs 12 euros.")
        assert.strictEqual(hit!.language, "en")
        assert.strictEqual(hit!.publishedAt?.epochMilliseconds, day(-3).epochMilliseconds)
        assert.strictEqual(hit!.readAt.epochMilliseconds, day(1).epochMilliseconds)
      })
    )

    it.effect("keeps one entry of a page, what was read last", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* put(pageOf(one, "a", { text: "the first reading", readAt: day(1) }))
        yield* put(pageOf(one, "a/?utm_campaign=y#part", { text: "the second reading", readAt: day(2) }))
        yield* put(pageOf(one, "a", { text: "an old reading", readAt: day(0) }))
        const hits = yield* search(one, question({ words: ["reading"] }))
        assert.strictEqual(hits.length, 1)
        assert.strictEqual(hits[0]!.description, "the second reading")
        assert.deepStrictEqual(yield* paths(one, "first"), [])
        assert.deepStrictEqual(yield* paths(one, "old"), [])
        yield* put(
          pageOf(one, "b", { text: "later in one call", readAt: day(3) }),
          pageOf(one, "b", { text: "earlier in one call", readAt: day(2) })
        )
        assert.strictEqual((yield* search(one, question({ words: ["call"] })))[0]!.description, "later in one call")
        yield* put(pageOf(one, "b", { text: "later in one call", readAt: day(5) }))
        assert.strictEqual(
          (yield* search(one, question({ words: ["call"] })))[0]!.readAt.epochMilliseconds,
          day(5).epochMilliseconds
        )
      })
    )

    it.effect("lets an organization find its own pages alone", () =>
      Effect.gen(function* () {
        const [one, other] = [owner(), owner()]
        yield* put(pageOf(one, "mine", { text: "puffin colony" }), pageOf(other, "theirs", { text: "puffin burrow" }))
        assert.deepStrictEqual(yield* paths(one, "puffin"), ["mine"])
        assert.deepStrictEqual(yield* paths(other, "puffin"), ["theirs"])
        assert.deepStrictEqual(yield* paths(one, "burrow"), [])
        assert.deepStrictEqual(yield* paths(owner(), "puffin"), [])
        yield* put(pageOf(other, "mine", { text: "another one's view of it", readAt: day(9) }))
        assert.deepStrictEqual(yield* paths(one, "puffin"), ["mine"])
      })
    )

    it.effect("matches without regard to case, diacritics, width and common endings", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* put(
          pageOf(one, "fr", { text: "Café Élysée, crème brûlée" }),
          pageOf(one, "de", { text: "Die Straße nach Köln, Größen" }),
          pageOf(one, "wide", { text: "ＡＢＣ１２３" }),
          pageOf(one, "en", { text: "Our companies compare prices." }),
          pageOf(one, "ru", { text: "Новая библиотека" }),
          pageOf(one, "pl", { text: "Łódź i Gdańsk" })
        )
        const expected: ReadonlyArray<readonly [string, string]> = [
          ...([
            ["CAFE", "fr"],
            ["élysee", "fr"],
            ["BRULÉE", "fr"],
            ["strasse", "de"],
            ["koln", "de"]
          ] as const),
          ...([
            ["abc123", "wide"],
            ["company", "en"],
            ["pricing", "en"],
            ["библиотеки", "ru"],
            ["lodz", "pl"]
          ] as const)
        ]
        for (const [word, path] of expected) assert.deepStrictEqual(yield* paths(one, word), [path], word)
      })
    )

    it.effect("finds words in writing without spaces", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* put(
          pageOf(one, "ja", { text: "東京タワーの営業時間は九時からです。" }),
          pageOf(one, "zh", { text: "北京天气预报" }),
          pageOf(one, "th", { text: "ราคาโรงแรมในกรุงเทพ" })
        )
        for (const word of ["東京", "タワー", "営業時間"]) assert.deepStrictEqual(yield* paths(one, word), ["ja"], word)
        assert.deepStrictEqual(yield* paths(one, "天气"), ["zh"])
        assert.deepStrictEqual(yield* paths(one, "โรงแรม"), ["th"])
        assert.deepStrictEqual(yield* paths(one, { phrases: ["営業時間"] }), ["ja"])
        assert.deepStrictEqual(yield* paths(one, { phrases: ["時営業間"] }), [])
      })
    )

    it.effect("demands phrases, one of each list, and words that are not there", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* put(
          pageOf(one, "near", { text: "The annual report of the harbour is out." }),
          pageOf(one, "apart", { text: "A report on annual plants." }),
          pageOf(one, "other", { text: "Ferry timetable", title: "Harbour" })
        )
        assert.deepStrictEqual(yield* paths(one, { phrases: ["Annual Report"] }), ["near"])
        assert.deepStrictEqual(yield* paths(one, { words: ["report"], without: ["plants"] }), ["near"])
        assert.deepStrictEqual(yield* paths(one, { words: ["report"], without: ["annual plants"] }), ["near"])
        const either = yield* paths(one, { anyOf: [["annual plants", "ferry"]] })
        assert.deepStrictEqual([...either].sort(), ["apart", "other"])
        assert.deepStrictEqual(yield* paths(one, { anyOf: [["annual plants", "ferry"], ["harbour"]] }), ["other"])
        assert.deepStrictEqual(yield* paths(one, { phrases: ["harbour is"], words: ["ferry"] }), [])
        assert.deepStrictEqual(yield* paths(one, { phrases: ["timetable harbour"] }), [])
      })
    )

    it.effect("demands titles, addresses and domains", () =>
      Effect.gen(function* () {
        const one = owner()
        const text = "tide tables"
        yield* put(
          pageOf(one, "tides/2026", { text, title: "Tide tables for the year" }),
          pageOf(one, "b", { text, url: "https://sea.guillemot.example/b" }),
          pageOf(one, "c", { text, url: "https://guillemot.example/c" }),
          pageOf(one, "d", { text, url: "https://notguillemot.example/d" })
        )
        assert.deepStrictEqual(yield* paths(one, { words: ["tide"], inTitle: ["tables for"] }), ["tides/2026"])
        assert.deepStrictEqual(yield* paths(one, { inTitle: ["tide"] }), ["tides/2026"])
        assert.deepStrictEqual(yield* paths(one, { words: ["tide"], inUrl: ["2026"] }), ["tides/2026"])
        const below = yield* paths(one, { words: ["tide"], includeDomains: ["guillemot.example"] })
        assert.deepStrictEqual([...below].sort(), ["b", "c"])
        assert.deepStrictEqual(yield* paths(one, { includeDomains: ["sea.guillemot.example"] }), ["b"])
        const without = yield* paths(one, { words: ["tide"], excludeDomains: ["guillemot.example"] })
        assert.deepStrictEqual([...without].sort(), ["d", "tides/2026"])
      })
    )

    it.effect("leaves out what is known to be older", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* put(
          pageOf(one, "old", { text: "moult", publishedAt: day(-40) }),
          pageOf(one, "new", { text: "moult", publishedAt: day(-4) }),
          pageOf(one, "undated", { text: "moult" })
        )
        const found = yield* paths(one, "moult", { publishedSince: day(-10) })
        assert.deepStrictEqual([...found].sort(), ["new", "undated"])
      })
    )

    it.effect("weighs the title above headings, and those above the text", () =>
      Effect.gen(function* () {
        const one = owner()
        const filler = "One line that says nothing of it.\n".repeat(4)
        yield* put(
          pageOf(one, "text", { title: "One", headings: "Two", text: `${filler}guano\n${filler}` }),
          pageOf(one, "heading", { title: "One", headings: "Two\nguano", text: filler }),
          pageOf(one, "title", { title: "One guano", headings: "Two", text: filler })
        )
        assert.deepStrictEqual(yield* paths(one, "guano"), ["title", "heading", "text"])
      })
    )

    it.effect("weighs rare words above common ones, and all above one", () =>
      Effect.gen(function* () {
        const one = owner()
        const common = Array.from({ length: 30 }, (_, n) =>
          pageOf(one, `c${n}`, { text: "A harbour in the north, with a pier." })
        )
        yield* put(
          ...common,
          pageOf(one, "rare", { text: "A skua in the north, with a pier." }),
          pageOf(one, "both", { text: "A skua in the harbour, with a pier." })
        )
        assert.deepStrictEqual((yield* paths(one, "harbour skua")).slice(0, 2), ["both", "rare"])
        assert.deepStrictEqual((yield* paths(one, "skua harbour")).slice(0, 2), ["both", "rare"])
      })
    )

    it.effect("weighs words that stand together above words far apart", () =>
      Effect.gen(function* () {
        const one = owner()
        const filler = "Nothing of this is asked for here. ".repeat(6)
        yield* put(
          pageOf(one, "apart", { text: `The tern came. ${filler}${filler}A chick was seen.`, readAt: day(2) }),
          pageOf(one, "near", { text: `${filler}The tern chick was seen. ${filler}It came.`, readAt: day(1) })
        )
        assert.deepStrictEqual(yield* paths(one, "tern chick"), ["near", "apart"])
      })
    )

    it.effect("finds the page that has most of a long question, however many newer ones have some words of it", () =>
      Effect.gen(function* () {
        const one = owner()
        const birds =
          "dotterel whimbrel sanderling turnstone greenshank redshank knot godwit curlew phalarope avocet stilt"
        const words = birds.split(" ")
        const some = Array.from({ length: 600 }, (_, n) =>
          pageOf(one, `p${n}`, {
            text: [n, n + 1, n + 5].map((at) => words[at % words.length]).join(" and "),
            readAt: day(n + 1)
          })
        )
        yield* put(pageOf(one, "best", { text: words.slice(2, 11).join(", "), readAt: day(0) }), ...some)
        assert.strictEqual((yield* paths(one, birds))[0], "best")
        // What has no date stays.
        assert.strictEqual((yield* paths(one, birds, { publishedSince: day(0) }))[0], "best")
        const here = yield* paths(one, { words, includeDomains: ["fulmar.example"] })
        assert.strictEqual(here[0], "best")
        assert.deepStrictEqual(yield* paths(one, { words, includeDomains: ["skua.example"] }), [])
      })
    )

    it.effect("weighs a page by how long pages of the index usually are", () =>
      Effect.gen(function* () {
        const one = owner()
        const long = "Nothing of this is asked for here, nor of what follows it. ".repeat(60)
        const pages = Array.from({ length: 10 }, (_, n) => pageOf(one, `p${n}`, { text: "Short notes on plover." }))
        yield* put(
          ...pages,
          pageOf(one, "long", { text: `Ruff. ${long}Ruff.`, readAt: day(2) }),
          pageOf(one, "short", { text: "A ruff was seen at the pool." })
        )
        assert.deepStrictEqual(yield* paths(one, "ruff"), ["short", "long"])
      })
    )

    it.effect("prefers the newer of equal pages, and those of the country", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* TestClock.setTime(day(0).epochMilliseconds)
        const text = "Winter storms expected"
        yield* put(
          pageOf(one, "older", { text, publishedAt: day(-900) }),
          pageOf(one, "newer", { text, publishedAt: day(-2) })
        )
        assert.deepStrictEqual(yield* paths(one, "winter storms"), ["newer", "older"])
        const two = owner()
        yield* put(pageOf(two, "here", { text, language: "de" }), pageOf(two, "there", { text, language: "en" }))
        assert.deepStrictEqual(yield* paths(two, "winter storms", { country: "de" }), ["here", "there"])
        assert.deepStrictEqual(yield* paths(two, "winter storms", { country: "us" }), ["there", "here"])
      })
    )

    it.effect("gives the best of many, and no more than were asked for", () =>
      Effect.gen(function* () {
        const one = owner()
        const many = Array.from({ length: 120 }, (_, n) =>
          pageOf(one, `p${n}`, { text: `Page ${n} about kelp and other things, some of them.`, readAt: day(n) })
        )
        yield* put(pageOf(one, "best", { title: "Kelp", text: "All about kelp." }), ...many)
        const found = yield* paths(one, "kelp", { count: 7 })
        assert.strictEqual(found.length, 7)
        assert.strictEqual(found[0], "best")
        assert.strictEqual(new Set(found).size, 7)
        assert.deepStrictEqual(yield* paths(one, "kelp", { count: 0 }), [])
        const everything = yield* search(one, question({ words: ["kelp"] }, { count: 200 }))
        assert.strictEqual(everything.length, 121)
        for (const [at, { score }] of everything.slice(1).entries()) assert.isTrue(score <= everything[at]!.score)
      })
    )

    it.effect("shows the passage that has the words", () =>
      Effect.gen(function* () {
        const one = owner()
        const filler = "This line is about the weather and nothing else of note, as lines are.\n".repeat(40)
        yield* put(
          pageOf(one, "a", { description: "A page.", text: `${filler}Boats to the island leave at nine.\n${filler}` })
        )
        const [hit] = yield* search(one, question({ words: ["island", "boats"] }))
        assert.strictEqual(hit!.description, "Boats to the island leave at nine.")
        const long = `${"word ".repeat(200)}lighthouse ${"word ".repeat(200)}`
        yield* put(pageOf(one, "b", { text: long }))
        const [cut] = yield* search(one, question({ words: ["lighthouse"] }))
        assert.include(cut!.description, "lighthouse")
        assert.isTrue(cut!.description.length <= 300)
      })
    )

    it.effect("takes any text for what it is, in pages and questions", () =>
      Effect.gen(function* () {
        const one = owner()
        yield* put(
          ...hostile.map((text, n) => pageOf(one, `h${n}`, { text, title: text, description: text, headings: text }))
        )
        yield* put(pageOf(one, "plain", { text: "word near drop" }))
        for (const text of hostile) {
          const words = text.split(" ")
          yield* search(one, question({ words }))
          yield* search(one, question({ words, without: words, inTitle: words, inUrl: words }))
          yield* search(one, question({ phrases: [text], anyOf: [words] }))
          yield* search(one, question({ includeDomains: words, excludeDomains: words }))
        }
        assert.deepStrictEqual([...(yield* paths(one, "drop"))].sort(), ["h1", "plain"])
        // Punctuation alone is no word, and so there is none that a page has.
        assert.deepStrictEqual(yield* paths(one, "*"), [])
        assert.deepStrictEqual(yield* paths(one, { phrases: ["***"] }), [])
      })
    )

    it.effect("takes a page as long as it comes, and finds it by its beginning", () =>
      Effect.gen(function* () {
        const one = owner()
        const words = Array.from({ length: 40_000 }, (_, n) => `w${n.toString(36)}x`).join(" ")
        yield* put(pageOf(one, "long", { title: "t".repeat(9_000), text: `beginning ${words}` }))
        assert.deepStrictEqual(yield* paths(one, "beginning"), ["long"])
      })
    )

    it.effect("takes pages of many at once, from many callers", () =>
      Effect.gen(function* () {
        const owners = [owner(), owner(), owner()]
        yield* Effect.forEach(
          Array.from({ length: 12 }, (_, n) => n),
          (n) => put(...owners.map((one, at) => pageOf(one, `p${(n + at) % 6}`, { text: `auk ${n}`, readAt: day(n) }))),
          { concurrency: "unbounded", discard: true }
        )
        for (const one of owners) {
          const found = yield* paths(one, "auk", { count: 50 })
          assert.deepStrictEqual([...found].sort(), ["p0", "p1", "p2", "p3", "p4", "p5"])
        }
      })
    )

    it.effect("forgets pages of an organization, by any spelling of their address", () =>
      Effect.gen(function* () {
        const [one, other] = [owner(), owner()]
        const index = yield* PageIndex
        const gone = (organizationId: OrganizationId, path: string, days: number) => ({
          ...{ organizationId, url: `https://fulmar.example/${path}`, goneAt: day(days) }
        })
        yield* put(
          ...["a", "b", "c", "d"].map((path) => pageOf(one, path, { text: `eider ${path}`, readAt: day(10) })),
          pageOf(other, "a", { text: "eider", readAt: day(10) })
        )
        const before = yield* index.size
        assert.strictEqual(yield* index.forget([], late), 0)
        assert.strictEqual(yield* index.forget([gone(owner(), "a", 11), gone(one, "nothing", 11)], late), 0)
        // What was read since is there again, and what is told twice is one.
        const told = [gone(one, "a/?utm_source=x#part", 11), gone(one, "b", 9), gone(one, "c", 10), gone(one, "c", 8)]
        assert.strictEqual(yield* index.forget(told, late), 2)
        assert.deepStrictEqual([...(yield* paths(one, "eider"))].sort(), ["b", "d"])
        assert.deepStrictEqual(yield* paths(other, "eider"), ["a"])
        const after = yield* index.size
        assert.strictEqual(before.pages - after.pages, 2)
        assert.strictEqual(before.bytes - after.bytes, 2 * "eider a".length)
        yield* put(pageOf(one, "a", { text: "eider again", readAt: day(12) }))
        assert.deepStrictEqual(yield* paths(one, "again"), ["a"])
        // Of many at once, beside those who put.
        yield* Effect.forEach(
          Array.from({ length: 8 }, (_, n) => n),
          (n) =>
            n % 2 === 0
              ? index.forget(
                  [one, other].map((who) => gone(who, "a", 20)),
                  late
                )
              : put(pageOf(one, `e${n}`, { text: "eider", readAt: day(13) })),
          { concurrency: "unbounded", discard: true }
        )
        assert.deepStrictEqual([...(yield* paths(one, "eider"))].sort(), ["b", "d", "e1", "e3", "e5", "e7"])
        assert.deepStrictEqual(yield* paths(other, "eider"), [])
      })
    )

    it.effect("puts and forgets pages that a clock which was ahead read as if they were not there", () =>
      Effect.gen(function* () {
        const [index, one] = [yield* PageIndex, owner()]
        const ahead = (path: string, millis: number) => {
          const readAt = DateTime.add(day(1), { milliseconds: millis })
          return pageOf(one, path, { text: `garganey ahead ${path}`, readAt })
        }
        const right = (path: string, days = 1) =>
          pageOf(one, path, { text: `garganey right ${path}`, readAt: day(days) })
        const gone = (path: string) => ({ organizationId: one, url: right(path).url, goneAt: day(1) })
        // Clocks of processes differ by as much as a minute.
        yield* put(ahead("a", 60_000), ahead("b", 60_001), ahead("c", 60_000), ahead("d", 60_001), ahead("e", 60_001))
        const before = yield* index.size
        yield* index.put(
          ["a", "b"].map((path) => right(path)),
          day(1)
        )
        assert.strictEqual(yield* index.forget([gone("c"), gone("d")], day(1)), 1)
        const foundOf = Effect.map(search(one, question({ words: ["garganey"] })), (hits) =>
          hits.map(({ description }) => description.slice("garganey ".length)).sort()
        )
        assert.deepStrictEqual(yield* foundOf, ["ahead a", "ahead c", "ahead e", "right b"])
        assert.strictEqual((yield* index.size).pages, before.pages - 1)
        // One that says the same as before is as young as it is by the clock that is right.
        yield* index.put([{ ...ahead("e", 0) }], day(1))
        assert.strictEqual(yield* index.forget([{ ...gone("e"), goneAt: day(0) }], day(1)), 0)
        yield* index.put([right("b", 0)], day(1))
        assert.strictEqual(yield* index.forget([{ ...gone("b"), goneAt: day(0) }], day(1)), 0)
        // Of one that is told of twice at once, likewise.
        yield* index.put([ahead("f", 60_001), right("f")], day(1))
        assert.deepStrictEqual(yield* foundOf, ["ahead a", "ahead c", "ahead e", "right b", "right f"])
        assert.strictEqual(yield* index.forget(["a", "b", "c", "e", "f"].map(gone), late), 3)
      })
    )

    it.effect("drops what was read too long ago, and what is too much, of each organization", () =>
      Effect.gen(function* () {
        const [one, other] = [owner(), owner()]
        // Whatever other tests left is of before.
        yield* pruneAll({ keepSince: day(5_000) })
        assert.deepStrictEqual(yield* (yield* PageIndex).size, { pages: 0, bytes: 0, oldestReadAt: null })
        const pages = Array.from({ length: 25 }, (_, n) =>
          pageOf(one, `p${n}`, { text: `dunlin ${n}`, readAt: day(6_000 + n) })
        )
        yield* put(...pages, pageOf(other, "q", { text: "dunlin", readAt: day(6_001) }))
        const { size } = yield* PageIndex
        const full = yield* size
        assert.isAtLeast(full.pages, 26)
        assert.isAtLeast(full.bytes, 26 * "dunlin".length)
        assert.deepStrictEqual(full.oldestReadAt, day(6_000))
        assert.strictEqual(yield* pruneAll({ keepSince: day(6_001) }), 1)
        const pruned = yield* size
        assert.strictEqual(full.pages - pruned.pages, 1)
        assert.strictEqual(full.bytes - pruned.bytes, "dunlin 0".length)
        assert.deepStrictEqual(pruned.oldestReadAt, day(6_001))
        assert.strictEqual((yield* paths(one, "dunlin", { count: 50 })).length, 24)
        assert.strictEqual(yield* pruneAll({ maxPages: 3 }), 21)
        assert.deepStrictEqual([...(yield* paths(one, "dunlin"))].sort(), ["p22", "p23", "p24"])
        assert.deepStrictEqual(yield* paths(other, "dunlin"), ["q"])
        assert.strictEqual(yield* pruneAll({}), 0)
        // A page that is read again is as young as its last reading.
        yield* put(pageOf(one, "p22", { text: "dunlin 22", readAt: day(6_100) }))
        assert.strictEqual(yield* pruneAll({ maxPages: 1 }), 2)
        assert.deepStrictEqual(yield* paths(one, "dunlin"), ["p22"])
        // Text counts by its bytes.
        const random = (n: number) =>
          Array.from({ length: 600 }, (_, at) => ((at * 7_919 + n * 104_729) % 99_991).toString(36)).join(" ")
        yield* put(
          ...[0, 1, 2, 3].map((n) => pageOf(one, `big${n}`, { text: `dunlin ${random(n)}`, readAt: day(6_200 + n) }))
        )
        yield* pruneAll({ maxBytes: 4_500 })
        const kept = yield* paths(one, "dunlin")
        assert.include(kept, "big3")
        assert.notInclude(kept, "big0")
        assert.notInclude(kept, "p22")
        // What was dropped may come again.
        yield* put(pageOf(one, "p0", { text: "dunlin again", readAt: day(6_300) }))
        assert.include(yield* paths(one, "again"), "p0")
      })
    )
  })
}
