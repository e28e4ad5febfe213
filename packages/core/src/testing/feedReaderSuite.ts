import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, type Layer } from "effect"
import { listedFeed } from "../news/domain/ListedFeed.ts"
import { FeedReader, maxFeedBytes, maxFeedItems, maxListBytes, maxOutlines } from "../news/FeedReader.ts"

const at = "https://petrel.example/news/feed.xml"

const read = Effect.fnUntraced(function* (text: string | Uint8Array, url = at) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  return yield* (yield* FeedReader).read({ bytes, url })
})

const rss = (items: string, head = "") => `<?xml version="1.0"?><rss version="2.0"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Petrel &amp; Sons</title>
  <link>https://petrel.example/</link>${head}${items}</channel></rss>`

const millis = (iso: string) => Date.parse(iso)

/** What `FeedReader` promises, run against any adapter. */
export const suite = (name: string, readers: Layer.Layer<FeedReader>) =>
  layer(readers)(`FeedReader (${name})`, (it) => {
    it.effect("reads RSS", () =>
      Effect.gen(function* () {
        const feed = yield* read(
          rss(
            `<item><title>Petrel buys &lt;b&gt;Fulmar&lt;/b&gt;</title><link>/2026/fulmar?utm_source=rss&amp;id=7#top</link>
              <pubDate>Tue, 24 Nov 26 09:30 EST</pubDate><dc:creator>By Ada Example and Bob Example</dc:creator>
              <category>Deals</category><category domain="stocks">NYSE:PTRL</category><category>Deals</category>
              <description>Short &amp;amp; plain.</description>
              <content:encoded><![CDATA[<p>Long, with a <a href="https://www.fulmar.example/about">link</a>
                <a href="/own">home</a><img src="/pixel/1.gif"/><img src="/a.jpg" width="900"></p>]]></content:encoded></item>
            <item><guid isPermaLink="true">https://petrel.example/2</guid><title>Second</title>
              <author>desk@petrel.example (Cy Example)</author><media:content url="https://cdn.example/b.png" medium="image"/>
              <pubDate>2026-11-24T10:00:00+02:00</pubDate></item>`,
            "<language>de-AT</language><ttl>90</ttl>"
          )
        )
        assert.deepInclude(feed, {
          ...{ form: "rss", title: "Petrel & Sons", homeUrl: "https://petrel.example/", language: "de" },
          ...{ country: "at", ttlMinutes: 90 }
        })
        assert.deepStrictEqual(feed.items, [
          {
            url: "https://petrel.example/2026/fulmar?id=7",
            title: "Petrel buys Fulmar",
            excerpt: "Short & plain.",
            language: "de",
            imageUrl: "https://petrel.example/a.jpg",
            authors: ["Ada Example", "Bob Example"],
            publishedAtMillis: millis("2026-11-24T14:30:00Z"),
            labels: ["Deals", "NYSE:PTRL"],
            linkedHosts: ["www.fulmar.example"],
            publication: null
          },
          {
            url: "https://petrel.example/2",
            title: "Second",
            excerpt: null,
            language: "de",
            imageUrl: "https://cdn.example/b.png",
            authors: ["Cy Example"],
            publishedAtMillis: millis("2026-11-24T08:00:00Z"),
            labels: [],
            linkedHosts: [],
            publication: null
          }
        ])
      })
    )

    it.effect("takes no guid for an address that says it is none", () =>
      Effect.gen(function* () {
        const guids = ["false", "FALSE"].map((not) => `<guid isPermaLink="${not}">https://petrel.example/?p=1</guid>`)
        const items = [...guids, "<guid>https://petrel.example/3</guid>"].map(
          (guid) => `<item>${guid}<title>One</title></item>`
        )
        const linked = `<item>${guids[0]}<title>One</title><link>/4</link></item>`
        const feed = yield* read(rss([...items, linked].join("")))
        assert.deepStrictEqual(
          feed.items.map(({ url }) => url),
          ["https://petrel.example/3", "https://petrel.example/4"]
        )
      })
    )

    it.effect("opens relative addresses under the page of a channel, and under a base that is named", () =>
      Effect.gen(function* () {
        const from = "https://feeds.example/petrel"
        const item = "<item><title>One</title><link>posts/1</link></item>"
        const urlsOf = (text: string) => Effect.map(read(text, from), ({ items }) => items.map(({ url }) => url))
        assert.deepStrictEqual(yield* urlsOf(rss(item)), ["https://petrel.example/posts/1"])
        const entry = '<entry xml:base="2026/"><title>One</title><link href="1"/></entry>'
        const named = `<feed xml:base="https://petrel.example/blog/"><title>Journal</title>${entry}</feed>`
        assert.deepStrictEqual(yield* urlsOf(named), ["https://petrel.example/blog/2026/1"])
        const unnamed = `<feed><title>Journal</title><link href="https://petrel.example/"/>${entry}</feed>`
        assert.deepStrictEqual(yield* urlsOf(unnamed), ["https://feeds.example/2026/1"])
      })
    )

    it.effect("reads RDF", () =>
      Effect.gen(function* () {
        const feed = yield* read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
          xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>Old</title><dc:language>ja</dc:language></channel>
          <item rdf:about="https://petrel.example/r1"><title>One</title><dc:date>2026-11-20T10:00+09:00</dc:date>
          <dc:creator>Ada Example</dc:creator><dc:subject>Birds</dc:subject></item></rdf:RDF>`)
        assert.deepInclude(feed, { title: "Old", language: "ja" })
        assert.deepInclude(feed.items[0]!, {
          ...{ url: "https://petrel.example/r1", title: "One", authors: ["Ada Example"], labels: ["Birds"] },
          publishedAtMillis: millis("2026-11-20T01:00:00Z")
        })
      })
    )

    it.effect("reads Atom", () =>
      Effect.gen(function* () {
        const feed = yield* read(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title>Journal</title>
          <link rel="self" href="/atom.xml"/><link href="https://petrel.example/fr"/><author><name>Rédaction</name></author>
          <entry><title type="html">L&amp;#39;oiseau</title><link rel="enclosure" href="/e.mp3"/>
          <link href="/fr/1"/><updated>2026-11-23T08:00:00Z</updated><published>2026-11-22T08:00:00.5Z</published>
          <summary type="html">&lt;p&gt;Un&lt;/p&gt;&lt;p&gt;deux&lt;/p&gt;</summary><category term="a" label="Oiseaux"/></entry>
          <entry><title>Two</title><link href="/fr/2"/><author><name>Ada</name></author><author><name>Bob</name></author></entry></feed>`)
        assert.deepInclude(feed, {
          form: "atom",
          homeUrl: "https://petrel.example/fr",
          language: "fr",
          ttlMinutes: null
        })
        const [one, two] = feed.items
        assert.deepInclude(one!, {
          ...{ url: "https://petrel.example/fr/1", title: "L'oiseau", excerpt: "Un deux", authors: ["Rédaction"] },
          ...{ labels: ["Oiseaux"], publishedAtMillis: millis("2026-11-22T08:00:00Z") }
        })
        assert.deepInclude(two!, { authors: ["Ada", "Bob"], publishedAtMillis: null })
      })
    )

    it.effect("reads JSON Feed", () =>
      Effect.gen(function* () {
        const feed = yield* read(
          JSON.stringify({
            version: "https://jsonfeed.org/version/1.1",
            title: "Notes",
            home_page_url: "https://petrel.example/notes",
            language: "en-GB",
            authors: [{ name: "Ada" }],
            items: [
              {
                id: "1",
                url: "https://petrel.example/notes/1",
                content_html: '<p>Without a title. <a href="https://fulmar.example">it</a></p>',
                image: "/p.png",
                tags: ["one", 2],
                date_published: "2026-11-24T09:00:00-05:00"
              },
              { id: "2", content_text: "no address" }
            ]
          })
        )
        assert.deepInclude(feed, { form: "json", language: "en", country: "gb" })
        assert.lengthOf(feed.items, 1)
        assert.deepInclude(feed.items[0]!, {
          ...{ title: "Without a title. it", excerpt: null, authors: ["Ada"], labels: ["one"] },
          ...{ imageUrl: "https://petrel.example/p.png", linkedHosts: ["fulmar.example"] },
          publishedAtMillis: millis("2026-11-24T14:00:00Z")
        })
      })
    )

    it.effect("reads sitemaps of news, and no other sitemap", () =>
      Effect.gen(function* () {
        const feed = yield* read(`<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
          <url><loc>https://petrel.example/about</loc></url>
          <url><loc>https://petrel.example/n/1</loc><news:news><news:publication><news:name>The Petrel</news:name>
          <news:language>en</news:language></news:publication><news:publication_date>2026-11-24</news:publication_date>
          <news:title>Storm</news:title><news:stock_tickers>NASDAQ:PTRL, NYSE:FLMR</news:stock_tickers>
          <news:keywords>storm,sea</news:keywords></news:news><image:image><image:loc>/s.jpg</image:loc></image:image></url></urlset>`)
        assert.deepInclude(feed, { form: "sitemap", title: "The Petrel", language: "en" })
        assert.deepStrictEqual(feed.items, [
          {
            url: "https://petrel.example/n/1",
            ...{ title: "Storm", excerpt: null, language: "en", imageUrl: "https://petrel.example/s.jpg", authors: [] },
            publishedAtMillis: millis("2026-11-24T00:00:00Z"),
            labels: ["NASDAQ:PTRL", "NYSE:FLMR", "storm", "sea"],
            ...{ linkedHosts: [], publication: "The Petrel" }
          }
        ])
        const plain = yield* Effect.flip(read("<urlset><url><loc>https://petrel.example/</loc></url></urlset>"))
        assert.strictEqual(plain.reason, "no_feed")
      })
    )

    it.effect("leaves out what has no address that can be opened, and what says nothing", () =>
      Effect.gen(function* () {
        const bad = ["", "javascript:alert(1)", "ftp://petrel.example/", "https://a:b@petrel.example/", "https://"]
        const feed = yield* read(
          rss(
            bad.map((link) => `<item><title>t</title><link>${link}</link></item>`).join("") +
              "<item><link>https://petrel.example/empty</link></item>" +
              "<item><link>https://petrel.example/full</link><description>Says it.</description></item>"
          )
        )
        assert.deepStrictEqual(
          feed.items.map(({ excerpt, title, url }) => [url, title, excerpt]),
          [["https://petrel.example/full", "Says it.", null]]
        )
      })
    )

    it.effect("takes dates of odd forms, and none that is no date", () =>
      Effect.gen(function* () {
        const dates: ReadonlyArray<readonly [string, string | null]> = [
          ["Mon, 23 Nov 2026 09:30:15 GMT", "2026-11-23T09:30:15Z"],
          ["23 Nov 2026 09:30 +0530", "2026-11-23T04:00:00Z"],
          ["Monday, 23-Nov-26 09:30:00 PDT", "2026-11-23T16:30:00Z"],
          ["Mon, 23 November 2026 09:30:00 CEST", "2026-11-23T07:30:00Z"],
          ["Mon, 23 Nov 2026 09:30:00 GMT+0100", "2026-11-23T08:30:00Z"],
          ["2026-11-23 09:30:15", "2026-11-23T09:30:15Z"],
          ["2026-11-23T09:30:15.123-08:00", "2026-11-23T17:30:15Z"],
          ["2026-11-23", "2026-11-23T00:00:00Z"],
          ["20261123T093015Z", "2026-11-23T09:30:15Z"],
          ["Nov 23, 2026 9:30 PM EST", "2026-11-24T02:30:00Z"],
          ["November 23, 2026", "2026-11-23T00:00:00Z"],
          ["30 Feb 2026 09:30:00 GMT", null],
          ["1970-01-01T00:00:00Z", null],
          ["Mon, 23 Nov 2026 27:30:00 GMT", null],
          ["yesterday", null],
          ["", null]
        ]
        const feed = yield* read(
          rss(
            dates
              .map(([date], n) => `<item><title>t</title><link>/d${n}</link><pubDate>${date}</pubDate></item>`)
              .join("")
          )
        )
        assert.deepStrictEqual(
          feed.items.map(({ publishedAtMillis }, n) => [dates[n]![0], publishedAtMillis]),
          dates.map(([date, iso]) => [date, iso === null ? null : millis(iso)])
        )
      })
    )

    it.effect("expands no entity and reads no more than it may", () =>
      Effect.gen(function* () {
        const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`
        const feed = yield* read(bomb + rss("<item><title>T &b; &x;</title><link>/1</link></item>"))
        assert.notInclude(feed.items[0]!.title, "aaaa")
        assert.notInclude(feed.items[0]!.title, "root:")
        const many = yield* read(rss("<item><title>t</title><link>/1</link></item>".repeat(20_000)))
        assert.lengthOf(many.items, maxFeedItems)
        const deep = yield* Effect.flip(read(`<rss>${"<a>".repeat(100_000)}`))
        assert.strictEqual(deep.reason, "too_complex")
        const long = yield* Effect.flip(read(new Uint8Array(maxFeedBytes + 1)))
        assert.strictEqual(long.reason, "too_complex")
        for (const other of [
          "",
          "   ",
          "<html><body>no</body></html>",
          "{}",
          '{"version":"x"}',
          "plain",
          "<rss></rss>"
        ]) {
          assert.strictEqual((yield* Effect.flip(read(other))).reason, "no_feed", other)
        }
      })
    )

    it.effect("takes no item that stands in another for one of the feed, however they are nested", () =>
      Effect.gen(function* () {
        const nested = `${"<item><link>/in</link><title>".repeat(40)}x${"</title></item>".repeat(40)}`
        const feed = yield* read(
          rss(
            `<item><title>One</title><link>/1</link></item>${nested}<item><title>Two</title><link>/2</link><x:more>${nested}</x:more></item>`
          )
        )
        assert.deepStrictEqual(
          feed.items.map(({ title }) => title),
          ["One", "Two"]
        )
      })
    )

    it.effect("reads what is said before tags that nobody closes", () =>
      Effect.gen(function* () {
        const unmatched = `${"<aa>".repeat(12_500)}${"</ab>".repeat(9_900)}`
        const item = `<item><title>t</title><link>/1</link><description><![CDATA[<p>Said.${unmatched}]]></description></item>`
        const feed = yield* read(rss(item.repeat(10)))
        assert.strictEqual(feed.items[9]?.excerpt, "Said.")
      })
    )

    it.effect("cuts an excerpt at a word, and leaves out what programs put behind it", () =>
      Effect.gen(function* () {
        const words = "seabird ".repeat(200)
        const tail = "The post One appeared first on Petrel."
        const feed = yield* read(
          rss(
            `<item><title>a</title><link>/1</link><description>${words}</description></item>
            <item><title>b</title><link>/2</link><description>&lt;p&gt;Short. [&amp;hellip;]&lt;/p&gt;${tail}</description></item>
            <item><title>c</title><link>/3</link><description>&lt;script&gt;alert(1)&lt;/script&gt;Seen&lt;b&gt;&lt;/description></item>`
          )
        )
        const [long, tailed] = feed.items
        assert.isAtMost(long!.excerpt!.length, 500)
        assert.match(long!.excerpt!, /seabird…$/)
        assert.strictEqual(tailed!.excerpt, "Short.…")
      })
    )

    const listOf = (text: string) =>
      Effect.flatMap(FeedReader, (reader) => reader.readList(new TextEncoder().encode(text)))

    it.effect("reads lists of feeds, however deep their outlines are, with the lines where they stand", () =>
      Effect.gen(function* () {
        const found =
          yield* listOf(`\ufeff<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
          <outline text="Birds"><outline text="Sea"><outline type="rss" text="Petrel" title="The Petrel" language="de-AT"
          xmlUrl=" https://petrel.example/feed?a=1&amp;b=2 " htmlUrl="https://petrel.example/"/></outline></outline>
          <outline text="Nowhere" htmlUrl="https://petrel.example/"/><outline XMLURL="not an address"/>
          <outline TYPE='rss' text='Terns &lt;b&gt;&#233;&lt;/b&gt; &amp; gulls &lol;'/>
          <outline type="link" text="A page" url="https://petrel.example/"/></body></opml>`)
        const none = "It names no feed: xmlUrl is missing."
        assert.deepStrictEqual(found, [
          listedFeed("https://petrel.example/feed?a=1&b=2", {
            ...{ title: "The Petrel", homeUrl: "https://petrel.example/", language: "de", country: "at", line: 2 }
          }),
          listedFeed("", { title: "Nowhere", line: 4, problem: none }),
          listedFeed("not an address", { line: 4 }),
          listedFeed("", { title: "Terns é & gulls &lol;", line: 5, problem: none })
        ])
        assert.strictEqual((yield* Effect.flip(listOf("<rss/>"))).reason, "no_feed")
        assert.strictEqual((yield* Effect.flip(listOf("no XML"))).reason, "no_feed")
        assert.deepStrictEqual(yield* listOf("<opml/>"), [])
      })
    )

    it.effect("tells where a list breaks off, with what stands before", () =>
      Effect.gen(function* () {
        const found = yield* listOf(
          `<opml><body>\n<outline xmlUrl="https://a.example/"/>\n<outline xmlUrl="https://b.exam`
        )
        assert.deepStrictEqual(found, [
          listedFeed("https://a.example/", { line: 2 }),
          listedFeed("", { line: 3, problem: "The file breaks off: what stood behind is missing." })
        ])
      })
    )

    it.effect("expands nothing that a hostile list defines, and refuses one that takes too much", () =>
      Effect.gen(function* () {
        const entities = Array.from(
          { length: 20 },
          (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`
        ).join("")
        const found = yield* listOf(
          `<!DOCTYPE opml [<!ENTITY l0 "lol">${entities}<!ENTITY file SYSTEM "file:///etc/passwd">]>
          <opml><body><outline xmlUrl="https://a.example/&l20;" text="&file;"/></body></opml>`
        )
        assert.deepStrictEqual(found, [listedFeed("https://a.example/&l20;", { title: "&file;", line: 2 })])
        const reasonOf = (text: string) =>
          Effect.map(Effect.flip(listOf(text)), ({ message, reason }) => [reason, message])
        const [deep] = yield* reasonOf(`<opml><body>${"<outline>".repeat(2_000)}`)
        assert.strictEqual(deep, "too_complex")
        const outlines = (count: number) =>
          `<opml><body>${'<outline xmlUrl="https://a.example/"/>\n'.repeat(count)}</body></opml>`
        assert.lengthOf(yield* listOf(outlines(maxOutlines)), maxOutlines)
        assert.strictEqual((yield* listOf(outlines(maxOutlines))).at(-1)!.line, maxOutlines, "over many pieces")
        assert.deepStrictEqual(yield* reasonOf(outlines(maxOutlines + 1)), [
          "too_complex",
          "The list has more than 10,000 outlines: split it."
        ])
        const long = `<opml><body>${" ".repeat(maxListBytes)}</body></opml>`
        assert.deepStrictEqual(yield* reasonOf(long), ["too_complex", "The list is longer than 16 MB: split it."])
      })
    )

    it.effect("reads the charset that the XML declares", () =>
      Effect.gen(function* () {
        const text = `<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><title>Möwe</title>
          <item><title>Flügel</title><link>/1</link></item></channel></rss>`
        const feed = yield* read(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
        assert.deepStrictEqual([feed.title, feed.items[0]!.title], ["Möwe", "Flügel"])
      })
    )

    it.effect("lets others work while it reads a long feed", () =>
      Effect.gen(function* () {
        const item = `<item><title>t</title><link>/1</link><description>${"word ".repeat(800)}</description></item>`
        const fiber = yield* Effect.forkChild(read(rss(item.repeat(900))))
        let turns = 0
        while (fiber.pollUnsafe() === undefined) {
          turns += 1
          yield* Effect.yieldNow
        }
        assert.lengthOf((yield* Fiber.join(fiber)).items, 900)
        assert.isAtLeast(turns, 20)
      })
    )
  })
