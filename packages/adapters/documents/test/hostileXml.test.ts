import { assert, vi, layer as withLayer } from "@effect/vitest"
import { Effect } from "effect"
import { layer } from "../src/DocumentReader.ts"
import { parseXml, textOf } from "../src/reading/XmlTree.ts"
import { readFeed, wantedOfFeed } from "../src/text/readFeed.ts"
import { read } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

withLayer(layer(), { excludeTestServices: true })("hostile XML", (it) => {
  it("keeps text of many references as one text", () => {
    const { children } = parseXml(`<a>${"x&lt;y&amp;".repeat(10_000)}<b/>z&lt;</a>tail&lt;`)
    const [a] = children
    assert.isTrue(typeof a === "object")
    const inside = (a as Exclude<typeof a, string | undefined>).children
    assert.deepStrictEqual(
      inside.map((node) => (typeof node === "string" ? node.length : node.name)),
      [40_000, "b", 2]
    )
    assert.strictEqual(textOf({ name: "", attributes: {}, children }), `${"x<y&".repeat(10_000)}z<tail<`)
  })

  it("makes no tree of XML that is no feed, and none of items that are not read", () => {
    assert.deepStrictEqual(parseXml(`<urlset>${"<url/>".repeat(10)}</urlset><rss/>`, wantedOfFeed()).children, [])
    const items = Array.from({ length: 1_500 }, (_, at) => `<item><title>t${at}</title></item>`).join("")
    const tree = parseXml(
      `<rss><channel><title>T</title>${items}<description>D</description></channel></rss>`,
      wantedOfFeed()
    )
    const [rss] = tree.children
    const channel = (rss as Exclude<typeof rss, string | undefined>).children[0]
    assert.strictEqual((channel as Exclude<typeof channel, string | undefined>).children.length, 1_002)
    const feed = readFeed(rss as Exclude<typeof rss, string | undefined>)
    assert.deepStrictEqual([feed?.title, feed?.description.markup], ["T", "D"])
    assert.strictEqual(feed?.items.at(-1)?.title, "t999")
  })

  it("counts the depth of what it makes no tree of, and goes on after it", () => {
    const none = (name: string) => name !== "none"
    const nested = (levels: number) => "<none>".repeat(levels) + "</none>".repeat(levels)
    assert.throws(() => parseXml(`<a>${nested(5_000)}</a>`, none), "nested too deep")
    const { children } = parseXml(`<a>one ${"<none>no<b>no</b></none>".repeat(3)}${nested(20)}two<b/></a>`, none)
    assert.deepStrictEqual(children, [
      { name: "a", attributes: {}, children: ["one two", { name: "b", attributes: {}, children: [] }] }
    ])
  })

  it.effect("reads a feed of 300,000 items and of one item with 800,000 references", () =>
    Effect.gen(function* () {
      const many = `<rss><channel><title>Many</title>${"<item><title>One</title></item>".repeat(300_000)}</channel></rss>`
      assert.strictEqual((yield* read("xml", many)).html.split("<h2>").length - 1, 1_000)
      const one = `<rss><channel><item><title>One</title><description>${"&lt;b&gt;w&lt;/b&gt;".repeat(200_000)}</description></item></channel></rss>`
      assert.include((yield* read("xml", one)).html, "<b>w</b><b>w</b>")
    })
  )
})
