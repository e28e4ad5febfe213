import { assert, layer as withLayer } from "@effect/vitest"
import { News } from "@kittiwake/core/news/News"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Effect, Layer } from "effect"
import { callOf, newReader, pageWith } from "../reading.ts"
import { layer, rssOf } from "./gathering.ts"

withLayer(Layer.provideMerge(News.layer, layer))("news that somebody asks for", (it) => {
  it.effect("are kept as asked for by an organization, and by nobody under zero retention", () =>
    Effect.gen(function* () {
      const [news, store, web] = [yield* News, yield* NewsSourceStore, yield* ScriptedWeb]
      const organizationId = yield* newReader()
      const askFor = Effect.fnUntraced(function* (domain: string, zeroRetention: boolean) {
        yield* web.page(
          `https://${domain}/`,
          pageWith("Petrel", "").replace(
            "<title>",
            '<link rel="alternate" type="application/rss+xml" title="News" href="/feed.xml"><title>'
          )
        )
        yield* web.page(`https://${domain}/feed.xml`, rssOf(`https://${domain}/1`))
        const call = yield* callOf(organizationId, { freshness: { maxAgeMillis: 0, zeroRetention } })
        const filter = { sourceDomains: [], sourceCountries: [], languages: [], types: [], from: null, to: null }
        yield* news.search(call, {
          entity: { _tag: "Domain", domain },
          filter,
          order: "newest",
          limit: 10,
          cursor: undefined
        })
        const all = yield* store.list({ filter: { origin: "found", kind: null }, after: null, limit: 1_000 })
        const found = all.filter(({ foundFor }) => foundFor === domain)
        assert.notInclude(JSON.stringify(zeroRetention ? found : []), organizationId)
        return found.map(({ broughtBy }) => broughtBy)
      })
      assert.deepStrictEqual(yield* askFor("open.com", false), [organizationId])
      assert.deepStrictEqual(yield* askFor("secret.com", true), [""])
    })
  )
})
