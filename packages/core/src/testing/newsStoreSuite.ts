import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { hashOf } from "../news/domain/hashOf.ts"
import { type ArticleRecord, type Mention, type NewsEntry, weightOf } from "../news/domain/NewsEntry.ts"
import { bandsOf } from "../news/domain/stories.ts"
import { type NewsFilter, type NewsQuestion, NewsStore } from "../news/NewsStore.ts"
import { freshId } from "./builders.ts"
import { buildTimeout } from "./Stores.ts"

const dayMillis = 86_400_000
const day = 20_000

/** Numbers that no other test has. */
const freshKey = (): number => hashOf(freshId("key"))

/** Ids in an order: those of later letters come first among equals. */
const idOf = (order: number): string => {
  const digits = hashOf(freshId("x")).toString(16).padStart(13, "0")
  return `art_${order.toString(16).padStart(2, "0")}${digits}${digits}`.padEnd(36, "0").slice(0, 36)
}

const recordOf = (given: Partial<ArticleRecord> = {}): ArticleRecord => ({
  url: "https://paper.example/a",
  title: `Fulmar ${freshId("title")}`,
  excerpt: null,
  language: "en",
  imageUrl: null,
  authors: [],
  publishedAt: day * dayMillis,
  type: "editorial",
  ...given,
  source: { name: "Paper", domain: "paper.example", country: "gb", isDirect: false, ...given.source }
})

const entryOf = (
  mentions: ReadonlyArray<Mention>,
  given: Partial<ArticleRecord> = {},
  more: Partial<NewsEntry> = {}
): NewsEntry => {
  const record = recordOf(given)
  return { id: idOf(0), record, mentions, bands: bandsOf(record, day, record.language), day, ...more }
}

const primary = (key: number, confidence = 0.8): Mention => ({ key, weight: weightOf("primary", confidence) })
const secondary = (key: number, confidence = 0.8): Mention => ({ key, weight: weightOf("secondary", confidence) })

const everything: NewsFilter = {
  ...{ sourceDomains: [], sourceCountries: [], languages: [], types: [] },
  ...{ from: null, to: null }
}

const put = (entries: ReadonlyArray<NewsEntry>, at = day * dayMillis) =>
  Effect.flatMap(NewsStore, (store) => store.put(entries, at))

const search = (keys: ReadonlyArray<number>, given: Partial<NewsQuestion> = {}) =>
  Effect.flatMap(NewsStore, (store) =>
    store.search({
      ...{ keys: keys.map((key) => ({ key, factor: 1_000 })), filter: everything, order: "newest" as const },
      ...{ limit: 100, after: null },
      ...given
    })
  )

const idsOf = (found: ReadonlyArray<{ readonly id: string }>) => found.map(({ id }) => id)

/** Every page of a list. */
const listed = Effect.fnUntraced(function* (keys: NewsQuestion["keys"], given: Partial<NewsQuestion>, limit: number) {
  const pages: Array<ReadonlyArray<string>> = []
  let after: NewsQuestion["after"] = null
  for (;;) {
    const page: ReadonlyArray<{ readonly id: string; readonly position: NonNullable<NewsQuestion["after"]> }> =
      yield* search([], { ...given, keys, limit, after })
    pages.push(idsOf(page))
    if (page.length < limit) return pages.flat()
    after = page.at(-1)!.position
  }
})

/** What every `NewsStore` must hold. */
export const suite = <E>(name: string, store: Layer.Layer<NewsStore, E>): void => {
  layer(store, { timeout: buildTimeout })(`NewsStore (${name})`, (it) => {
    it.effect("gives an article as it was put, with how surely it speaks of whom", () =>
      Effect.gen(function* () {
        const key = freshKey()
        const odd = `a\0b\ud800'; drop table news_articles; --`
        const entry = entryOf([secondary(key, 0.654)], {
          excerpt: odd,
          imageUrl: "https://paper.example/i.png",
          authors: ["Ann Reed", "ボブ"],
          type: "press_release",
          source: { name: "Paper", domain: "paper.example", country: null, isDirect: true }
        })
        assert.deepStrictEqual(yield* put([entry]), { added: 1, filled: 0 })
        const [found, ...rest] = yield* search([key])
        assert.deepStrictEqual(found, {
          id: entry.id,
          storyId: entry.id,
          record: JSON.parse(JSON.stringify(entry.record)) as ArticleRecord,
          level: "secondary",
          confidence: 0.654,
          position: { weight: 0, sortedAt: day * dayMillis, id: entry.id }
        })
        assert.deepStrictEqual(rest, [])
        assert.deepStrictEqual(yield* search([freshKey()]), [])
        const none = idOf(1)
        assert.deepStrictEqual([...(yield* (yield* NewsStore).known([none, entry.id]))], [entry.id])
      })
    )

    it.effect("fills what was not known, unsays nothing, and changes nothing the second time", () =>
      Effect.gen(function* () {
        const [key, later] = [freshKey(), freshKey()]
        const entry = entryOf([secondary(key, 0.5)], { publishedAt: null, language: null })
        yield* put([entry])
        const more: NewsEntry = {
          ...entry,
          mentions: [primary(key, 0.9), secondary(later)],
          record: recordOf({
            ...{ title: "Another title", excerpt: "Words.", language: "de", publishedAt: day * dayMillis + 5 },
            ...{ authors: ["Ann"], type: "advisory", imageUrl: "https://paper.example/i.png" },
            source: { name: "The Paper", domain: "other.example", country: "de", isDirect: false }
          })
        }
        assert.deepStrictEqual(yield* put([more]), { added: 0, filled: 1 })
        assert.deepStrictEqual(yield* put([more, entry]), { added: 0, filled: 0 })
        const [found] = yield* search([key])
        assert.deepStrictEqual(found?.record, {
          ...more.record,
          title: entry.record.title,
          source: entry.record.source
        })
        assert.deepStrictEqual([found?.level, found?.confidence], ["primary", 0.9])
        assert.deepStrictEqual(idsOf(yield* search([later], { filter: { ...everything, from: day * dayMillis } })), [
          entry.id
        ])
        assert.deepStrictEqual(idsOf(yield* search([key], { filter: { ...everything, languages: ["de"] } })), [
          entry.id
        ])
        const twice = entryOf([secondary(key)])
        assert.deepStrictEqual(
          yield* put([twice, { ...twice, mentions: [secondary(later)] }]).pipe(Effect.map(({ added }) => added)),
          1
        )
        assert.include(idsOf(yield* search([later])), twice.id)
      })
    )

    it.effect("tells the publisher's own report whole, whatever came first and however many report it", () =>
      Effect.gen(function* () {
        const [key, forged, other] = [freshKey(), freshKey(), freshKey()]
        const source = { name: "Victim", domain: "paper.example", country: null, isDirect: true }
        const own = { title: `Victim ${freshId("title")} reports`, publishedAt: null, source }
        const lies: Partial<ArticleRecord> = {
          ...{ title: "Victim files for bankruptcy", excerpt: "Forged.", language: "de", publishedAt: 1_000 },
          ...{ imageUrl: "https://evil.example/i.png", authors: ["Mallory"], type: "regulatory_filing" }
        }
        const named = { ...source, name: "Evil", domain: "evil.example" }
        for (const order of [0, 1, 2, 3]) {
          const honest = entryOf([secondary(key, 0.3)], own)
          const reports = [
            honest,
            { ...entryOf([primary(forged), secondary(key, 0.9)], lies), id: honest.id },
            { ...entryOf([primary(other)], { ...lies, title: "Evil's own", source: named }), id: honest.id }
          ]
          const turned = [...reports.slice(order), ...reports.slice(0, order)]
          if (order === 3) yield* put(reports.toReversed())
          else for (const report of turned) yield* put([report])
          assert.deepStrictEqual(yield* put(reports), { added: 0, filled: 0 }, `changes again, from ${order}`)
          const [found] = yield* search([key], { filter: { ...everything, sourceDomains: ["paper.example"] } })
          assert.deepStrictEqual(found?.record, honest.record, `from ${order}`)
          assert.deepStrictEqual([found?.level, found?.confidence], ["secondary", 0.4])
          // What others say of it finds it in passing alone.
          const passing = (yield* search([forged])).find(({ id }) => id === honest.id)
          assert.deepStrictEqual([passing?.level, passing?.confidence], ["secondary", 0.4])
          const mine = yield* search([key], { filter: { ...everything, sourceDomains: ["evil.example"] } })
          assert.lengthOf(mine, 0)
          yield* (yield* NewsStore).prune(
            { keepSince: Number.MAX_SAFE_INTEGER, maxArticles: 0, bandsSince: 0 },
            100_000
          )
        }
      })
    )

    it.effect("finds an article by whom its publisher names, however many others named", () =>
      Effect.gen(function* () {
        const key = freshKey()
        const bare = entryOf([], { source: { name: "Paper", domain: "paper.example", country: null, isDirect: true } })
        const strange = Array.from({ length: 80 }, () => primary(freshKey()))
        yield* put([bare])
        yield* put([{ ...entryOf(strange), id: bare.id }])
        yield* put([{ ...bare, mentions: [primary(key)] }])
        const [found] = yield* search([key])
        assert.deepStrictEqual([found?.id, found?.level, found?.confidence], [bare.id, "primary", 0.8])
      })
    )

    it.effect("gives an article the story that its publisher tells, once he tells it", () =>
      Effect.gen(function* () {
        const key = freshKey()
        const mark = freshId("word").replace(/\W/g, "")
        const source = { name: "Paper", domain: "paper.example", country: null, isDirect: true }
        const title = `Fulmar ${mark} raises twelve million from Clay Ventures`
        const lie = { title: `Petrel ${mark} loses nine hundred jobs in Graz this year` }
        const [told, popular] = [entryOf([secondary(key)], { title }), entryOf([secondary(key)], lie)]
        yield* put([told, popular])
        const forged = entryOf([secondary(key)], lie)
        yield* put([forged])
        const storyOf = Effect.fnUntraced(function* ({ id }: NewsEntry) {
          return (yield* search([key])).find((one) => one.id === id)?.storyId
        })
        assert.strictEqual(yield* storyOf(forged), popular.id)
        yield* put([{ ...entryOf([secondary(key)], { title, source }), id: forged.id }])
        assert.strictEqual(yield* storyOf(forged), told.id)
        const copy = entryOf([secondary(key)], { title })
        const own = entryOf([secondary(key)], { ...lie, title: `Guillemot ${mark} opens six bakeries beside the sea` })
        yield* put([copy, own])
        assert.deepStrictEqual([yield* storyOf(copy), yield* storyOf(own)], [told.id, own.id])
      })
    )

    it.effect("keeps the surest mentions of an article, however many report it", () =>
      Effect.gen(function* () {
        const [key, last] = [freshKey(), freshKey()]
        const entry = entryOf([primary(key)])
        for (let round = 0; round < 4; round++) {
          yield* put([{ ...entry, mentions: Array.from({ length: 40 }, () => secondary(freshKey())) }, entry])
        }
        yield* put([{ ...entry, mentions: [secondary(last)] }])
        assert.deepStrictEqual(idsOf(yield* search([key])), [entry.id])
        assert.lengthOf(yield* search([last]), 0)
      })
    )

    it.effect("gives the newest first, those without a date last, equals by their ids", () =>
      Effect.gen(function* () {
        const key = freshKey()
        const at = (publishedAt: number | null, order: number) =>
          entryOf([secondary(key)], { publishedAt }, { id: idOf(order) })
        const [undated, old, first, second, recent] = [
          at(null, 9),
          at(1_000, 1),
          at(5_000, 2),
          at(5_000, 3),
          at(9_000, 1)
        ]
        yield* put([first, undated, recent, second, old])
        const order = [recent, second, first, old, undated].map(({ id }) => id)
        assert.deepStrictEqual(idsOf(yield* search([key])), order)
        for (const limit of [1, 2, 3]) {
          assert.deepStrictEqual(yield* listed([{ key, factor: 1_000 }], { order: "newest" }, limit), order)
        }
        const within = (from: number | null, to: number | null) =>
          Effect.map(search([key], { filter: { ...everything, from, to } }), idsOf)
        assert.deepStrictEqual(yield* within(5_000, null), order.slice(0, 3))
        assert.deepStrictEqual(yield* within(null, 5_000), order.slice(1, 4))
        assert.deepStrictEqual(yield* within(5_000, 5_000), order.slice(1, 3))
      })
    )

    it.effect("gives each article once among several keys, by its heaviest mention, on any pages", () =>
      Effect.gen(function* () {
        const keys = [freshKey(), freshKey(), freshKey()]
        const [a, b, c] = keys as [number, number, number]
        const entries: Array<NewsEntry> = []
        for (let index = 0; index < 40; index++) {
          const mentions = [
            ...(index % 2 === 0
              ? [index % 6 === 0 ? primary(a, (index % 10) / 10) : secondary(a, (index % 10) / 10)]
              : []),
            ...(index % 3 === 0 ? [index % 9 === 0 ? primary(b, 0.5) : secondary(b, (index % 7) / 7)] : []),
            ...(index % 5 === 0 || (index % 2 !== 0 && index % 3 !== 0) ? [primary(c, (index % 4) / 4)] : [])
          ]
          entries.push(entryOf(mentions, { publishedAt: (index % 8) * 1_000 }))
        }
        yield* put(entries)
        const wanted = [
          { key: a, factor: 1_000 },
          { key: b, factor: 700 },
          { key: c, factor: 333 }
        ]
        const worthOf = ({ mentions }: NewsEntry) =>
          Math.max(
            ...mentions.map(({ key, weight }) => {
              const { factor } = wanted.find((one) => one.key === key)!
              return weight > 1_000 ? 1_000_001 + (weight - 1_001) * factor : weight * factor
            })
          )
        for (const order of ["newest", "relevance"] as const) {
          const expected = entries
            .toSorted(
              (one, other) =>
                (order === "relevance" ? worthOf(other) - worthOf(one) : 0) ||
                other.record.publishedAt! - one.record.publishedAt! ||
                (one.id < other.id ? 1 : -1)
            )
            .map(({ id }) => id)
          for (const limit of [100, 7, 1]) {
            assert.deepStrictEqual(yield* listed(wanted, { order }, limit), expected, `${order} by ${limit}`)
          }
        }
        const found = yield* search([], { keys: wanted, order: "relevance" })
        for (const { confidence, id, level } of found) {
          const worth = worthOf(entries.find((entry) => entry.id === id)!)
          assert.strictEqual(level, worth >= 1_000_001 ? "primary" : "secondary")
          assert.closeTo(confidence, (worth >= 1_000_001 ? worth - 1_000_001 : worth) / 1e6, 0.001)
        }
      })
    )

    it.effect("finds what a filter wants and nothing else", () =>
      Effect.gen(function* () {
        const key = freshKey()
        const plain = entryOf([secondary(key)])
        const german = entryOf([secondary(key)], { language: "de" })
        const release = entryOf([secondary(key)], { type: "press_release" })
        const french = entryOf([secondary(key)], {
          source: { name: "Le", domain: "le.example", country: "fr", isDirect: true }
        })
        const unknown = entryOf([secondary(key)], {
          language: null,
          source: { name: "X", domain: "x.example", country: null, isDirect: true }
        })
        const all = [plain, german, release, french, unknown]
        yield* put(all)
        const ids = (filter: Partial<NewsFilter>, order: NewsQuestion["order"] = "newest") =>
          Effect.map(search([key], { filter: { ...everything, ...filter }, order }), (found) => idsOf(found).sort())
        const sorted = (...entries: ReadonlyArray<NewsEntry>) => entries.map(({ id }) => id).sort()
        for (const order of ["newest", "relevance"] as const) {
          assert.deepStrictEqual(yield* ids({}, order), sorted(...all))
          assert.deepStrictEqual(yield* ids({ languages: ["de", "xx"] }, order), sorted(german))
          assert.deepStrictEqual(yield* ids({ types: ["press_release"] }, order), sorted(release))
          assert.deepStrictEqual(yield* ids({ sourceCountries: ["fr"] }, order), sorted(french))
          assert.deepStrictEqual(
            yield* ids({ sourceDomains: ["le.example", "x.example"] }, order),
            sorted(french, unknown)
          )
          assert.deepStrictEqual(yield* ids({ languages: ["it"] }, order), [])
        }
      })
    )

    it.effect("gives copies of one report one story, of that day and language alone", () =>
      Effect.gen(function* () {
        const key = freshKey()
        const mark = freshId("word").replace(/\W/g, "")
        const title = `Fulmar ${mark} raises twelve million from Clay Ventures`
        const one = entryOf([secondary(key)], { title })
        const copy = entryOf([secondary(key)], { title: `${title} - The Paper` })
        const later = entryOf(
          [secondary(key)],
          { title },
          { day: day + 1, bands: bandsOf({ title, excerpt: null }, day + 1, "en") }
        )
        const german = entryOf([secondary(key)], { title, language: "de" })
        const other = entryOf([secondary(key)], { title: `Petrel ${mark} loses nine hundred jobs in Graz this year` })
        yield* put([one])
        yield* put([copy, later])
        yield* put([german, other])
        const stories = new Map((yield* search([key])).map(({ id, storyId }) => [id, storyId]))
        assert.strictEqual(stories.get(copy.id), one.id)
        for (const own of [one, later, german, other]) assert.strictEqual(stories.get(own.id), own.id)
      })
    )

    it.effect("gives copies that are put at once one story", () =>
      Effect.gen(function* () {
        const key = freshKey()
        const title = `Fulmar ${freshId("word").replace(/\W/g, "")} opens a colony on the northern cliffs`
        const copies = Array.from({ length: 12 }, () => entryOf([secondary(key)], { title }))
        yield* Effect.forEach([copies.slice(0, 3), ...copies.slice(3).map((copy) => [copy])], (some) => put(some), {
          concurrency: "unbounded"
        })
        const found = yield* search([key])
        assert.lengthOf(found, 12)
        assert.strictEqual(new Set(found.map(({ storyId }) => storyId)).size, 1)
      })
    )

    it.effect("drops what is old and what is too much, oldest first, with all that found it", () =>
      Effect.gen(function* () {
        const store = yield* NewsStore
        const key = freshKey()
        const entries = [1, 2, 3, 4, 5].map(() => entryOf([secondary(key)]))
        // Before all that other tests put.
        for (const [index, entry] of entries.entries()) yield* put([entry], 1_000 + index)
        const keep = { keepSince: 0, maxArticles: Number.MAX_SAFE_INTEGER, bandsSince: 0 }
        assert.strictEqual(yield* store.prune(keep, 100), 0)
        assert.strictEqual(yield* store.prune({ ...keep, keepSince: 1_002 }, 1), 1)
        assert.strictEqual(yield* store.prune({ ...keep, keepSince: 1_002 }, 100), 1)
        const left = entries.slice(2).map(({ id }) => id)
        assert.deepStrictEqual(idsOf(yield* search([key])).sort(), left.toSorted())
        const count = yield* store.count
        assert.strictEqual(yield* store.prune({ ...keep, maxArticles: count - 2 }, 100), 2)
        assert.deepStrictEqual(idsOf(yield* search([key])), [entries[4]!.id])
        assert.strictEqual(yield* store.count, count - 2)
        // Its bands are gone: what tells the same begins a story of its own.
        assert.strictEqual(yield* store.prune({ ...keep, bandsSince: 2_000 }, 100), 0)
        const copy = entryOf([secondary(key)], { title: entries[4]!.record.title })
        yield* put([copy])
        assert.strictEqual((yield* search([key])).find(({ id }) => id === copy.id)?.storyId, copy.id)
        yield* put([entries[0]!])
        assert.include(idsOf(yield* search([key])), entries[0]!.id)
      })
    )
  })
}
