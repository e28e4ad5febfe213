/** What `SitemapReader` promises, run against any adapter. */
import { assert, layer as withLayer } from "@effect/vitest"
import { Effect, Fiber, type Layer } from "effect"
import { maxSitemapChildren, maxSitemapEntries, SitemapReader, type SitemapText } from "../sites/SitemapReader.ts"

const read = (text: SitemapText) => Effect.flatMap(SitemapReader, (reader) => reader.read(text))

const urlsOf = (text: string) => Effect.map(read(text), ({ entries }) => entries.map(({ url }) => url))

const urlset = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inside}</urlset>`

const located = (url: string, more = "") => `<url><loc>${url}</loc>${more}</url>\n`

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
  <title>News</title><link>https://a.example/</link><atom:link href="https://a.example/feed" rel="self"/>
  <item><title>One</title><link>https://a.example/1</link><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>
    <enclosure url="https://a.example/1.mp3" type="audio/mpeg"/></item>
  <item><guid>https://a.example/2</guid></item>
  <item><guid isPermaLink="false">tag:3</guid><link>https://a.example/3?a=1&amp;b=2</link></item>
</channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://b.example/"/>
  <entry><link rel="self" href="https://b.example/1.atom"/><link rel="alternate" href="https://b.example/1"/>
    <published>2024-01-01T00:00:00Z</published><updated>2024-02-02T00:00:00Z</updated>
    <source><link href="https://other.example/"/></source></entry>
  <entry><link href="https://b.example/2"></link></entry></feed>`

const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
  <channel><link>https://c.example/</link></channel>
  <item rdf:about="https://c.example/1"><link>https://c.example/1</link><dc:date>2024-03-03</dc:date></item></rdf:RDF>`

/** Documents that want time or memory. Each is read, or refused, at once. */
const hostile: ReadonlyArray<readonly [what: string, text: string]> = [
  ["elements nested a million deep", urlset("<a>".repeat(1_000_000))],
  ["100,000 elements that are closed by another name", urlset(`${"<a>".repeat(100_000)}${"</b>".repeat(100_000)}`)],
  ["100,000 attributes", urlset(`<url ${Array.from({ length: 100_000 }, (_, index) => `a${index}="1"`).join(" ")}/>`)],
  ["an attribute of 5 MB", urlset(`<url a="${"x".repeat(5_000_000)}"/>`)],
  ["an address of 5 MB", urlset(located("x".repeat(5_000_000)))],
  ["a processing instruction of 5 MB", `<?xml version="1.0"?><?${"x".repeat(5_000_000)}`],
  ["a comment that never ends", urlset(`<!--${"-- ".repeat(1_000_000)}`)],
  ["a million CDATA sections", urlset("<![CDATA[".repeat(1_000_000))],
  ["a million ampersands", urlset(`<url><loc>${"&".repeat(1_000_000)}</loc></url>`)],
  ["five million brackets", "<".repeat(5_000_000)],
  ["five million lines", "x\n".repeat(2_500_000)]
]

const patience = 60_000

/** What this process takes meanwhile, in all its threads: a machine that is busy with other work takes its time. */
const processorMillis = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const before = process.cpuUsage()
    return Effect.map(work, () => {
      const { system, user } = process.cpuUsage(before)
      return (system + user) / 1_000
    })
  })

/** Runs every promise of the port. The clock is the real one. */
export const suite = (name: string, layer: Layer.Layer<SitemapReader>) =>
  withLayer(layer, { excludeTestServices: true })(`SitemapReader (${name})`, (it) => {
    it.effect("lists the pages of a sitemap in order, with their dates as written", () =>
      Effect.gen(function* () {
        const text = urlset(
          located(
            "\n  https://a.example/?q=1&amp;r=%20&#x41;  ",
            "<priority>0.5</priority><lastmod> 2024-01-01 </lastmod>"
          ) +
            located("<![CDATA[https://a.example/b?c=1&d=2]]>") +
            located("", "<lastmod>2024</lastmod>") +
            located("/relative")
        )
        assert.deepStrictEqual(yield* read(text), {
          entries: [
            { url: "https://a.example/?q=1&r=%20A", lastModified: "2024-01-01" },
            { url: "https://a.example/b?c=1&d=2", lastModified: null },
            { url: "/relative", lastModified: null }
          ],
          children: [],
          childrenBeyond: 0,
          beyond: 0
        })
      })
    )

    it.effect("takes no guid for a page that is none by its own word, whatever it looks like", () =>
      Effect.gen(function* () {
        const items = [
          '<guid isPermaLink="false">https://a.example/?p=1</guid>',
          '<guid ISPERMALINK="False">https://a.example/?p=2</guid><link>https://a.example/2</link>',
          '<guid isPermaLink="true">https://a.example/3</guid>',
          "<guid>https://a.example/4</guid>"
        ]
        const text = `<rss version="2.0"><channel>${items.map((item) => `<item>${item}</item>`).join("")}</channel></rss>`
        const paths = ["2", "3", "4"]
        assert.deepStrictEqual(
          yield* urlsOf(text),
          paths.map((path) => `https://a.example/${path}`)
        )
      })
    )

    it.effect("lists the sitemaps of an index", () =>
      Effect.gen(function* () {
        const one = "<sitemap><loc>https://a.example/1.xml.gz</loc><lastmod>2024-01-01</lastmod></sitemap>"
        const text = `<sitemapindex>${one}<sitemap><loc>https://a.example/2.xml</loc></sitemap></sitemapindex>`
        assert.deepStrictEqual(yield* read(text), {
          entries: [],
          children: ["https://a.example/1.xml.gz", "https://a.example/2.xml"],
          childrenBeyond: 0,
          beyond: 0
        })
      })
    )

    it.effect("takes no picture, film or translation for a page", () =>
      Effect.gen(function* () {
        const extensions =
          "<image:image><image:loc>https://a.example/i.png</image:loc></image:image>" +
          "<image:loc>https://a.example/j.png</image:loc>" +
          "<video:video><video:content_loc>https://a.example/v.mp4</video:content_loc><loc>https://a.example/w</loc></video:video>" +
          '<xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/>' +
          "<news:news><news:publication_date>2024-01-01</news:publication_date></news:news>"
        const text = urlset(`<url>${extensions}<loc>https://a.example/</loc></url>`)
        assert.deepStrictEqual((yield* read(text)).entries, [{ url: "https://a.example/", lastModified: null }])
      })
    )

    it.effect("reads elements with a prefix, and without the root", () =>
      Effect.gen(function* () {
        const prefixed = "<s:urlset><s:url><s:loc>https://a.example/</s:loc></s:url></s:urlset>"
        assert.deepStrictEqual(yield* urlsOf(prefixed), ["https://a.example/"])
        assert.deepStrictEqual(yield* urlsOf(`${located("a")}${located("b")}`), ["a", "b"])
        assert.deepStrictEqual(yield* urlsOf(`\ufeff\n<!-- made by hand -->${urlset(located("a"))}`), ["a"])
      })
    )

    it.effect("lists the posts of RSS and Atom feeds", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* read(rss)).entries, [
          { url: "https://a.example/1", lastModified: "Mon, 01 Jan 2024 00:00:00 GMT" },
          { url: "https://a.example/2", lastModified: null },
          { url: "https://a.example/3?a=1&b=2", lastModified: null }
        ])
        assert.deepStrictEqual((yield* read(atom)).entries, [
          { url: "https://b.example/1", lastModified: "2024-02-02T00:00:00Z" },
          { url: "https://b.example/2", lastModified: null }
        ])
        assert.deepStrictEqual((yield* read(rdf)).entries, [{ url: "https://c.example/1", lastModified: "2024-03-03" }])
      })
    )

    it.effect("reads a list of addresses, one a line", () =>
      Effect.gen(function* () {
        const text = "\ufeffhttps://a.example/1\r\n\r\n  http://a.example/2  \n# a comment\nhttps://a.example/3"
        assert.deepStrictEqual(yield* urlsOf(text), [
          "https://a.example/1",
          "http://a.example/2",
          "https://a.example/3"
        ])
      })
    )

    it.effect("selects the addresses of a site, each once and as they are compared", () =>
      Effect.gen(function* () {
        const reader = yield* SitemapReader
        const listed = [
          "https://WWW.a.example/Shop/",
          "/shop?b=1#top",
          "https://a.example/Shop",
          "https://b.example/shop"
        ]
        const others = [
          "mailto:a@a.example",
          "https://nota.example/shop",
          "https://a.example/about",
          "https://a.example/shop/x"
        ]
        const text = urlset([...listed, ...others].map((url) => located(url)).join(""))
        const selection = { site: "a.example", include: ["/shop*", "/Shop"], exclude: ["/shop/*x"] }
        assert.deepStrictEqual(yield* reader.select(text, "https://a.example/sitemap.xml", selection), {
          urls: ["https://www.a.example/Shop", "https://a.example/shop?b=1", "https://a.example/Shop"],
          children: [],
          childrenBeyond: 0,
          beyond: 0,
          isBroken: false
        })
        const index = "<sitemapindex><sitemap><loc>/1.xml</loc></sitemap></sitemapindex>"
        assert.deepStrictEqual((yield* reader.select(index, "https://a.example/", selection)).children, ["/1.xml"])
        assert.strictEqual((yield* Effect.flip(reader.select("hello", "", selection)))._tag, "SitemapUnreadable")
      })
    )

    it.effect(
      "selects from 50,000 addresses, says how many more there are, and holds up nobody meanwhile",
      () =>
        Effect.gen(function* () {
          const reader = yield* SitemapReader
          const selection = { site: "a.example", include: ["/*7"], exclude: [] }
          const list = (count: number) =>
            urlset(Array.from({ length: count }, (_, index) => located(`https://a.example/a-page-${index}`)).join(""))
          const select = (count: number) => reader.select(list(count), "https://a.example/", selection)
          assert.strictEqual((yield* select(maxSitemapEntries)).beyond, 0)
          assert.strictEqual((yield* reader.read(list(maxSitemapEntries))).beyond, 0)
          // Others have their turns meanwhile: a reader that held the thread would leave them one.
          const turns = { count: 0 }
          const takeTurn = Effect.sync(() => {
            turns.count += 1
          })
          const watching = Effect.forever(Effect.andThen(Effect.sleep("1 millis"), takeTurn))
          const text = list(maxSitemapEntries + 21)
          const { beyond, urls } = yield* Effect.raceFirst(
            reader.select(text, "https://a.example/", selection),
            watching
          )
          assert.strictEqual(beyond, 21)
          const whole = yield* reader.read(text)
          assert.deepStrictEqual([whole.entries.length, whole.beyond], [maxSitemapEntries, 21])
          assert.strictEqual(urls.length, maxSitemapEntries / 10)
          assert.isAbove(turns.count, 3)
        }),
      patience
    )

    it.effect("refuses what is none of these", () =>
      Effect.gen(function* () {
        const others = [
          "",
          "hello",
          "<!doctype html><html><body><a href='/'>a</a>",
          "<svg/>",
          '{"a":1}',
          "a,b\n1,2\n",
          "<"
        ]
        for (const text of others) assert.strictEqual((yield* Effect.flip(read(text)))._tag, "SitemapUnreadable", text)
        assert.deepStrictEqual(yield* read("<urlset/>"), { entries: [], children: [], childrenBeyond: 0, beyond: 0 })
      })
    )

    it.effect("gives what stands before a break, and no address that was cut", () =>
      Effect.gen(function* () {
        const whole = urlset(located("https://a.example/1") + located("https://a.example/2"))
        const cut = whole.slice(0, whole.indexOf("example/2") + 7)
        assert.deepStrictEqual(yield* urlsOf(cut), ["https://a.example/1"])
        assert.deepStrictEqual(yield* urlsOf(urlset(`${located("a")}<url><loc>b</url>${located("c & d")}<`)), [
          "a",
          "b",
          "c & d"
        ])
        assert.deepStrictEqual(yield* urlsOf(`<urlset>${located("a")}</wrong></urlset>`), ["a"])
      })
    )

    it.effect("says of a selection where the document was never closed", () =>
      Effect.gen(function* () {
        const reader = yield* SitemapReader
        const isBroken = (text: string) =>
          Effect.map(
            reader.select(text, "https://a.example/", { site: "a.example", include: [], exclude: [] }),
            (selected) => selected.isBroken
          )
        const whole = urlset(located("https://a.example/1") + located("https://a.example/2"))
        const index = "<sitemapindex><sitemap><loc>/1.xml</loc></sitemap></sitemapindex>"
        for (const text of [
          whole,
          index,
          `${whole}\n<!-- made today -->`,
          "https://a.example/1\nhttps://a.example/2"
        ]) {
          assert.isFalse(yield* isBroken(text), text)
        }
        for (const text of [whole, index]) {
          for (const cut of [10, 1]) assert.isTrue(yield* isBroken(text.slice(0, -cut)), `${text} without ${cut}`)
        }
        // Between two entries nothing else tells.
        assert.isTrue(yield* isBroken(whole.slice(0, whole.indexOf("</url>") + "</url>".length)))
      })
    )

    it.effect("expands no entity but the five of XML, and loads nothing", () =>
      Effect.gen(function* () {
        const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
        const text = `<?xml version="1.0"?>${entities}<urlset>${located("https://a.example/&b;&x;&eacute;")}</urlset>`
        assert.deepStrictEqual(yield* urlsOf(text), ["https://a.example/&b;&x;&eacute;"])
      })
    )

    it.effect("tells the first sitemaps of an index and how many more there are, of a short and of a long one", () =>
      Effect.gen(function* () {
        const reader = yield* SitemapReader
        for (const beyond of [1, 20_000]) {
          const urls = Array.from({ length: maxSitemapChildren + beyond }, (_, index) => `https://a.example/${index}`)
          const text = `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`
          const selection = { site: "a.example", include: [], exclude: [] }
          for (const listed of [yield* reader.read(text), yield* reader.select(text, urls[0]!, selection)]) {
            assert.deepStrictEqual(listed.children, urls.slice(0, maxSitemapChildren))
            assert.strictEqual(listed.childrenBeyond, beyond)
            assert.strictEqual(listed.beyond, 0)
          }
        }
      })
    )

    it.effect("reads the same in a thread as here", () =>
      Effect.gen(function* () {
        const entries = located(" https://a.example/1 ", "<lastmod>2024-01-01</lastmod>") + located("/2")
        const long = urlset(`${entries}<!--${"x".repeat(300_000)}-->`)
        assert.deepStrictEqual(yield* read(long), yield* read(urlset(entries)))
      })
    )

    it.effect("reads what is encoded as it reads its text, and has no more of it then", () =>
      Effect.gen(function* () {
        const pages = Array.from({ length: 40_000 }, (_, index) => `https://a.example/żółw/${index}`)
        for (const text of [
          urlset(pages.map((url) => located(url)).join("")),
          pages.join("\n"),
          urlset(located("ż"))
        ]) {
          const utf16 = new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer)
          for (const [charset, bytes] of [
            ["utf-8", new TextEncoder().encode(text)],
            ["utf-16le", utf16]
          ] as const) {
            const isLong = bytes.length > 1024 * 1024
            assert.deepStrictEqual(yield* read({ bytes, charset }), yield* read(text), charset)
            if (isLong) assert.strictEqual(bytes.length, 0)
          }
        }
        const reader = yield* SitemapReader
        const selection = { site: "a.example", include: ["/*9"], exclude: [] }
        const list = pages.slice(0, 20).join("\n")
        const selected = (text: SitemapText) => reader.select(text, "https://a.example/", selection)
        const bytes = new TextEncoder().encode(list)
        assert.deepStrictEqual(yield* selected({ bytes, charset: "utf-8" }), yield* selected(list))
      })
    )

    it.effect("reads 50,000 entries and no more", () =>
      Effect.gen(function* () {
        const many = Array.from({ length: maxSitemapEntries + 1 }, (_, index) => `https://a.example/${index}`)
        assert.strictEqual((yield* urlsOf(urlset(many.map((url) => located(url)).join("")))).length, maxSitemapEntries)
        assert.strictEqual((yield* urlsOf(many.join("\n"))).length, maxSitemapEntries)
      })
    )

    it.effect(
      "reads 11 MB of 50,000 pages without a pause that matters",
      () =>
        Effect.gen(function* () {
          const text = urlset(
            Array.from({ length: maxSitemapEntries }, (_, index) =>
              located(
                `https://www.a.example/category/product-${index}/a-long-name-of-a-product-${index}.html?a=1&amp;b=2`,
                "<lastmod>2024-01-01T00:00:00+00:00</lastmod><changefreq>daily</changefreq><priority>0.8</priority>"
              )
            ).join("")
          )
          yield* read(text)
          assert.isBelow(yield* processorMillis(read(text)), 5_000)
        }),
      patience
    )

    it.effect("leaves the thread to others in between, of XML and of a list", () =>
      Effect.gen(function* () {
        const many = Array.from({ length: maxSitemapEntries }, (_, index) => `https://a.example/a-long-name/${index}`)
        for (const text of [urlset(many.map((url) => located(url)).join("")), many.join("\n")]) {
          // Who reads all of it at once is done when this goes on; how many turns there are else, the machine decides.
          const reading = yield* Effect.forkChild(read(text), { startImmediately: true })
          assert.isUndefined(reading.pollUnsafe(), "others have their turn before all is read")
          yield* Fiber.join(reading)
        }
      })
    )

    it.effect.each(hostile)(
      "takes no time over %s",
      ([, text]) =>
        Effect.gen(function* () {
          assert.isBelow(yield* processorMillis(Effect.exit(read(text))), 5_000)
        }),
      patience
    )
  })
