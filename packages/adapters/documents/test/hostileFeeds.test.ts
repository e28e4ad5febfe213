import { assert, describe, it } from "@effect/vitest"
import { elementsOf, parseXml, saysAnything, textUpTo, type XmlElement } from "../src/reading/XmlTree.ts"
import type { Feed } from "../src/text/Feed.ts"
import { markupParts, titleText } from "../src/text/feedMarkup.ts"
import { type FeedWants, readFeed, wantedOfFeed } from "../src/text/readFeed.ts"

const treeOf = (xml: string, wants: FeedWants = {}): XmlElement => elementsOf(parseXml(xml, wantedOfFeed(wants)))[0]!

const feedOf = (xml: string, most?: number): Feed => readFeed(treeOf(xml), "https://petrel.example/feed", most)!

const rss = (items: string) => `<rss><channel><title>Petrel</title>${items}</channel></rss>`

const elementsIn = (element: XmlElement): number => elementsOf(element).reduce((sum, one) => sum + elementsIn(one), 1)

/** An element that counts how often somebody looks at what is in it. */
const watched = (children: ReadonlyArray<XmlElement | string>) => {
  const looks = { count: 0 }
  const counting = new Proxy(children, {
    get: (all, key) => {
      if (typeof key === "string" && /^\d+$/.test(key)) looks.count += 1
      return Reflect.get(all, key)
    }
  })
  return { looks, element: { name: "title", attributes: {}, children: counting } satisfies XmlElement }
}

describe("markup of items", () => {
  it("is read as deep as anybody writes, and no deeper", () => {
    assert.strictEqual(markupParts(`${"<font>".repeat(200)}said${"</font>".repeat(200)} after`).text, "said after")
    assert.strictEqual(markupParts(`before ${"<font>".repeat(10_000)}deep${"</b>".repeat(5_000)}`).text, "before")
    assert.strictEqual(markupParts(`${"<p>one <br>".repeat(2_000)}`).text.slice(0, 11), "one one one")
    assert.strictEqual(markupParts(`${"</b>".repeat(5_000)}said`).text, "said")
  })

  it("is no longer than it may be, however long the base is that a short element names", () => {
    const base = `https://petrel.example/${"a".repeat(4_000)}/`
    const content = '<a href="x">y</a>'.repeat(5_000)
    const feed = `<feed xml:base="${base}"><entry><title>t</title><content type="xhtml"><div>${content}</div></content></entry></feed>`
    assert.isBelow(feedOf(feed, 100_000).items[0]!.long.markup.length, 105_000)
  })

  it("is written once for all that take it", () => {
    const { items } = feedOf(rss("<item><title>t</title><description><b>one</b><i>two</i></description></item>"))
    assert.strictEqual(items[0]!.short, items[0]!.long)
    assert.strictEqual(items[0]!.summary, items[0]!.long)
    assert.strictEqual(items[0]!.long.markup, "<b>one</b><i>two</i>")
  })

  it("says nothing of what stands behind the longest title", () => {
    assert.strictEqual(titleText(`Terns &amp; gulls`), "Terns & gulls")
    assert.strictEqual(titleText(`${"x ".repeat(50_000)}`).length, 19_999)
  })
})

describe("text of an element", () => {
  it("is put together up to a length, and what stands behind is not looked at", () => {
    const { element, looks } = watched(Array.from({ length: 10_000 }, () => "word "))
    assert.strictEqual(textUpTo(element, 23), "word word word word wor")
    assert.isAtMost(looks.count, 6)
    assert.strictEqual(textUpTo({ ...element, children: ["a", { ...element, children: ["b"] }, "c"] }, 9), "abc")
    assert.strictEqual(textUpTo(undefined, 9), "")
  })

  it("is known to say anything by its first word", () => {
    const { element, looks } = watched(["  ", "\n", ...Array.from({ length: 10_000 }, () => "word ")])
    assert.isTrue(saysAnything(element))
    assert.isAtMost(looks.count, 4)
    assert.isFalse(saysAnything({ ...element, children: [" ", { ...element, children: ["\n"] }] }))
  })
})

describe("items of a feed", () => {
  it("are none that stand in another, of which nothing is kept", () => {
    const within = "<item><link>/a</link><title>".repeat(60) + "x".repeat(1_000) + "</title></item>".repeat(60)
    const tree = treeOf(rss(`<item><link>/1</link><title>One</title></item>${within}<item><title>Last</title></item>`))
    const { items } = readFeed(tree, "https://petrel.example/feed")!
    assert.deepStrictEqual(
      items.map(({ title }) => title),
      ["One", "", "Last"]
    )
    assert.strictEqual(elementsIn(tree), 11)
  })

  it("are those of RDF beside the channel, and those in groups", () => {
    const rdf =
      "<rdf:RDF><channel><title>t</title><items><rdf:Seq/></items></channel><item><title>a</title></item></rdf:RDF>"
    assert.lengthOf(feedOf(rdf).items, 1)
    assert.lengthOf(feedOf(rss("<group><item><title>a</title></item><item><title>b</title></item></group>")).items, 2)
  })

  it("have a thousand fields each, and what they stand in as many beside them", () => {
    const item = (title: string) => `<item><title>${title}</title>${"<a/>".repeat(20_000)}<link>/late</link></item>`
    const tree = treeOf(rss(`${item("one")}${item("two")}${"<b/>".repeat(20_000)}<language>late</language>`))
    assert.isAtMost(elementsIn(tree), 3_100)
    const feed = readFeed(tree, null)!
    assert.deepStrictEqual(
      feed.items.map(({ address, title }) => [title, address]),
      [
        ["one", null],
        ["two", null]
      ]
    )
    assert.strictEqual(feed.language, "")
  })

  it("leave room for what a feed says of itself behind a thousand of them", () => {
    const feed = feedOf(rss(`${"<item><title>t</title></item>\n".repeat(1_000)}<language>de</language>`))
    assert.strictEqual(feed.language, "de")
    assert.lengthOf(feed.items, 1_000)
  })

  it("have no more elements together than whoever reads them allows", () => {
    const entry = `<entry><title>t</title><content><div>${"<p>x</p>".repeat(1_000)}</div></content></entry>`
    const feed = `<feed>${entry.repeat(20)}</feed>`
    assert.strictEqual(elementsIn(treeOf(feed)), 1 + 20 * 1_004)
    assert.strictEqual(elementsIn(treeOf(feed, { mostElements: 5_000 })), 5_001)
  })
})
