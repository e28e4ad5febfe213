import { assert, layer as withLayer } from "@effect/vitest"
import { FeedReader } from "@kittiwake/core/news/FeedReader"
import { suite } from "@kittiwake/core/testing/feedReaderSuite"
import { Duration, Effect } from "effect"
import { layer } from "../src/FeedReader.ts"
import { feedReaderWith } from "../src/text/feedReaderWith.ts"

suite("documents", layer)

const bytesOf = (text: string) => new TextEncoder().encode(text)

const rss = (items: number) =>
  bytesOf(`<rss><channel>${"<item><title>One</title><link>/one</link></item>".repeat(items)}</channel></rss>`)

const list = (outlines: number) =>
  bytesOf(`<opml><body>${'<outline xmlUrl="https://petrel.example/feed"/>'.repeat(outlines)}</body></opml>`)

withLayer(feedReaderWith({ threads: 1, deadline: Duration.millis(1), heapMegabytes: 64 }), {
  excludeTestServices: true
})("what is long", (it) => {
  it.effect("is read in a thread that ends at its deadline, and what is short is not", () =>
    Effect.gen(function* () {
      const { read, readList } = yield* FeedReader
      const url = "https://petrel.example/feed"
      assert.lengthOf((yield* read({ bytes: rss(20), url })).items, 20)
      assert.lengthOf(yield* readList(list(20)), 20)
      const plain = `<rss><channel><item><title>One</title><link>/one</link><description>${"word ".repeat(12_000)}`
      assert.lengthOf((yield* read({ bytes: bytesOf(plain), url })).items, 1)
      const dense = bytesOf(`<rss><channel><item><link>/one</link>${"<a/>".repeat(10_000)}`)
      assert.strictEqual((yield* Effect.flip(read({ bytes: dense, url }))).reason, "too_complex")
      const feed = yield* Effect.flip(read({ bytes: rss(5_000), url }))
      assert.deepStrictEqual([feed.reason, feed.message], ["too_complex", "The feed takes more than 1ms to read."])
      const feeds = yield* Effect.flip(readList(list(5_000)))
      assert.deepStrictEqual([feeds.reason, feeds.message], ["too_complex", "The list takes more than 1ms to read."])
    })
  )

  it.effect("is left as it is for whoever handed it over", () =>
    Effect.gen(function* () {
      const bytes = rss(5_000)
      const length = bytes.length
      yield* Effect.flip((yield* FeedReader).read({ bytes, url: "https://petrel.example/feed" }))
      assert.strictEqual(bytes.length, length)
    })
  )
})

withLayer(layer)("a feed in JSON", (it) => {
  it.effect("is refused for values that take memory, before any is made", () =>
    Effect.gen(function* () {
      const { read } = yield* FeedReader
      const json = (rest: string) =>
        bytesOf(`{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"/a","title":"t"}],"x":${rest}}`)
      const url = "https://petrel.example/feed.json"
      const refused = yield* Effect.flip(read({ bytes: json(`[${"{},".repeat(400_000)}0]`), url }))
      assert.deepStrictEqual([refused.reason, refused.message], ["too_complex", "The feed has too many values."])
      assert.lengthOf((yield* read({ bytes: json(`"${"[{},".repeat(400_000)}"`), url })).items, 1)
    })
  )
})
