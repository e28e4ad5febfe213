/** Where relative addresses of feeds lead. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readHere } from "./reading.ts"

const url = "https://feeds.petrel.example/blog/feed.xml"

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

/** The addresses that a feed is given with, where it came from `from`. */
const linksOf = (type: "xml" | "json", text: string, from: string | null = url) =>
  Effect.map(readHere(type, text, from ?? undefined), ({ html }) => hrefs(html))

const item =
  "<item><title>One</title><link>posts/1</link><description>&lt;a href='/more'&gt;More&lt;/a&gt;</description></item>"

const rss = (items: string, channel = "<link>https://petrel.example/blog/</link>", attributes = "") =>
  `<rss${attributes}><channel><title>News</title>${channel}${items}</channel></rss>`

describe("relative addresses of RSS", () => {
  it.effect("are relative to the page that the channel is of", () =>
    Effect.gen(function* () {
      const found = ["https://petrel.example/blog/posts/1", "https://petrel.example/more"]
      assert.deepStrictEqual(yield* linksOf("xml", rss(item)), found)
      // A file that was sent came from nowhere.
      assert.deepStrictEqual(yield* linksOf("xml", rss(item), null), found)
      const rdf = `<rdf:RDF><channel><title>News</title><link>https://petrel.example/blog/</link></channel>${item}</rdf:RDF>`
      assert.deepStrictEqual(yield* linksOf("xml", rdf), found)
    })
  )

  it.effect(
    "are relative to the file where the channel names no page, and lead nowhere where that came from nowhere",
    () =>
      Effect.gen(function* () {
        for (const channel of ["", "<link></link>", "<link>javascript:alert(1)</link>"]) {
          assert.deepStrictEqual(
            yield* linksOf("xml", rss(item, channel)),
            ["https://feeds.petrel.example/blog/posts/1", "https://feeds.petrel.example/more"],
            channel
          )
          assert.deepStrictEqual(yield* linksOf("xml", rss(item, channel), null), [], channel)
        }
        assert.deepStrictEqual(
          yield* linksOf("xml", rss(item, "<link>/journal/</link>")),
          ["https://feeds.petrel.example/journal/posts/1", "https://feeds.petrel.example/more"],
          "the page of the channel is relative itself"
        )
      })
  )

  it.effect("are relative to a base that is named, the innermost of several", () =>
    Effect.gen(function* () {
      const named = rss(
        `${item}<item xml:base="2026/"><title>Two</title><link>2</link></item><item><title>Three</title><link xml:base="https://fulmar.example/">3</link></item>`,
        "<link>https://petrel.example/blog/</link>",
        ' xml:base="https://petrel.example/base/"'
      )
      assert.deepStrictEqual(yield* linksOf("xml", named), [
        "https://petrel.example/base/posts/1",
        "https://petrel.example/more",
        "https://petrel.example/base/2026/2",
        "https://fulmar.example/3"
      ])
    })
  )

  it.effect(
    "lead nowhere where they are no addresses of pages, or of the same text, and whole ones stay as they are",
    () =>
      Effect.gen(function* () {
        const links = [
          "#note",
          "javascript:alert(1)",
          "data:text/html,x",
          "mailto:a@petrel.example",
          "https://fulmar.example"
        ]
        const markup = links.map((href) => `&lt;a href="${href}"&gt;x&lt;/a&gt;`).join(" ")
        assert.deepStrictEqual(
          yield* linksOf("xml", rss(`<item><title>t</title><description>${markup}</description></item>`)),
          ["mailto:a@petrel.example", "https://fulmar.example"]
        )
      })
  )
})

describe("relative addresses of Atom", () => {
  const entry = (attributes = "", content = "") =>
    `<entry${attributes}><title>One</title><link href="1"/>${content}</entry>`

  const atom = (entries: string, attributes = "", head = "") =>
    `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>News</title>${head}${entries}</feed>`

  it.effect("are relative to the bases of what stands around them, and else to the file", () =>
    Effect.gen(function* () {
      const html = `<content type="html" xml:base="https://petrel.example/posts/one/">&lt;a href="img"&gt;Picture&lt;/a&gt;</content>`
      const both = atom(entry(' xml:base="posts/"', html), ' xml:base="https://petrel.example/blog/"')
      assert.deepStrictEqual(yield* linksOf("xml", both), [
        "https://petrel.example/blog/posts/1",
        "https://petrel.example/posts/one/img"
      ])
      // The page of a feed is no base (RFC 4287, 2).
      const page = '<link href="https://petrel.example/"/>'
      assert.deepStrictEqual(yield* linksOf("xml", atom(entry(), "", page)), ["https://feeds.petrel.example/blog/1"])
      const own = '<link rel="self" href="https://petrel.example/own/feed"/>'
      assert.deepStrictEqual(yield* linksOf("xml", atom(entry(), "", own), null), ["https://petrel.example/own/1"])
    })
  )

  it.effect("are found where all elements of a feed have a prefix, and no more of them than are read", () =>
    Effect.gen(function* () {
      const one = `<a:entry><a:title>One</a:title><a:link href="1"/><a:content type="xhtml"><div><a href="more">x</a></div></a:content></a:entry>`
      const prefixed = (entries: string) =>
        `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>News</a:title>${entries}</a:feed>`
      const { html, title } = yield* readHere("xml", prefixed(one), url)
      assert.strictEqual(title, "News")
      assert.deepStrictEqual(hrefs(html), [
        "https://feeds.petrel.example/blog/1",
        "https://feeds.petrel.example/blog/more"
      ])
      const many = yield* linksOf(
        "xml",
        prefixed(`<a:entry><a:title>t</a:title><a:link href="1"/></a:entry>`.repeat(1_200))
      )
      assert.strictEqual(many.length, 1_000)
      assert.include((yield* readHere("xml", "<x:feeds><x:title>t</x:title></x:feeds>", url)).html, "language-xml")
    })
  )

  it.effect("are found in elements of XHTML too, which are given as they are written", () =>
    Effect.gen(function* () {
      const content = `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One &lt;b&gt;</p>
        <p xml:base="/deep/">See <a href="more">more</a>,<br/>now. <em>Yes</em></p><script>bad()</script></div></content>`
      const { html } = yield* readHere("xml", atom(entry("", content)), url)
      assert.include(html, "<p>One &lt;b&gt;</p>")
      assert.include(html, '<a href="https://feeds.petrel.example/deep/more">more</a>,<br>now. <em>Yes</em>')
      assert.notInclude(html, "bad()")
      const said = "<content type='text'>1 &lt; 2 &amp; &lt;b&gt;</content>"
      assert.include((yield* readHere("xml", atom(entry("", said)), url)).html, "<p>1 &lt; 2 &amp; &lt;b&gt;</p>")
      const titled = atom(entry(), "", "").replace(">News<", ` type="xhtml"><div>Two<br/>lines &amp; more</div><`)
      assert.strictEqual((yield* readHere("xml", titled, url)).title, "Two lines & more")
      const list = `<content type="xhtml"><ol reversed="reversed" start="2024"><li>a</li><li value="0">b</li></ol></content>`
      assert.include(
        (yield* readHere("xml", atom(entry("", list)), url)).html,
        '<ol start="2024" reversed><li>a</li><li value="0">b</li></ol>'
      )
      const prefixed = `<summary type="xhtml"><xhtml:div><xhtml:ul><xhtml:li>a</xhtml:li><xhtml:li>b</xhtml:li></xhtml:ul></xhtml:div></summary>`
      assert.include((yield* readHere("xml", atom(entry("", prefixed)), url)).html, "<ul><li>a</li><li>b</li></ul>")
    })
  )
})

describe("relative addresses of JSON Feed", () => {
  const json = (more: Readonly<Record<string, unknown>>) =>
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "News",
      ...more,
      items: [{ id: "1", title: "One", url: "1", content_html: '<p><a href="/more">More</a></p>' }]
    })

  it.effect("are relative to its page, and else to its file", () =>
    Effect.gen(function* () {
      const home = { home_page_url: "https://petrel.example/blog/" }
      assert.deepStrictEqual(yield* linksOf("json", json(home)), [
        "https://petrel.example/blog/1",
        "https://petrel.example/more"
      ])
      assert.deepStrictEqual(yield* linksOf("json", json({})), [
        "https://feeds.petrel.example/blog/1",
        "https://feeds.petrel.example/more"
      ])
      const own = { feed_url: "https://petrel.example/own.json" }
      assert.deepStrictEqual(yield* linksOf("json", json(own), null), [
        "https://petrel.example/1",
        "https://petrel.example/more"
      ])
      assert.deepStrictEqual(yield* linksOf("json", json({}), null), [])
    })
  )
})
