/** Hostile sites, each under a name below localhost: what they forbid, list and lead to without end. */

import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { gzipSync } from "node:zlib"
import { html, megabyte, type Page, raw, redirect, served, times } from "./answers.ts"
import { type Attack, ask, counted, type World } from "./asking.ts"

const plain = { "content-type": "text/plain" }
const xml = { "content-type": "application/xml" }

const origin = ({ headers }: IncomingMessage) => `http://${headers.host}`

const isRobots = ({ url }: IncomingMessage) => url === "/robots.txt"

/** A site whose `robots.txt` is this, and whose pages are small. */
const withRobots =
  (robots: Page): Page =>
  (response, request) =>
    isRobots(request) ? robots(response, request) : void response.writeHead(200, html).end("<p>x <a href=/2>y</a>")

/** A site that lists this as its sitemap. */
const withSitemap =
  (sitemap: (origin: string, url: string) => string | Buffer, headers = xml): Page =>
  (response, request) =>
    isRobots(request)
      ? void response.writeHead(200, plain).end(`User-agent: *\nAllow: /\nSitemap: ${origin(request)}/index/0\n`)
      : void response.writeHead(200, headers).end(sitemap(origin(request), request.url ?? ""))

/** A site of pages, without rules. */
const ofPages =
  (page: Page): Page =>
  (response, request) =>
    isRobots(request) ? void response.writeHead(404).end() : page(response, request)

const linked =
  (make: (request: IncomingMessage) => string): Page =>
  (response, request) =>
    void response.writeHead(200, html).end(make(request))

/** A sitemap of 19 MB, 150 KB on the wire, that takes twice as much as a text of JavaScript: one letter is beyond Latin-1. */
const dense = gzipSync(
  Buffer.from(
    `<urlset><!-- ż ${randomBytes(100_000).toString("base64")}${" that says nothing of use".repeat(760_000)} --><url><loc>/only</loc></url></urlset>`
  )
)

/** A site whose robots.txt names six of them. */
const crowded: Page = (response, request) =>
  isRobots(request)
    ? void response.writeHead(200, plain).end(times(6, (n) => `Sitemap: ${origin(request)}/${n}.xml\n`))
    : void response.writeHead(200, { ...xml, "content-encoding": "gzip" }).end(dense)

const bomb = gzipSync(Buffer.alloc(100 * megabyte, "<url>"))

const headOf = (index: number) => `<item><title>t${index}</title><link>/a/${index}</link>`

/** A site whose front page leads to a feed of these items. */
const withFeed =
  (items: (origin: string) => string): Page =>
  (response, request) => {
    if (request.url === "/feed.xml") {
      const feed = `<rss><channel><title>x</title>${items(origin(request))}</channel></rss>`
      return void response.writeHead(200, { "content-type": "application/rss+xml" }).end(feed)
    }
    if (request.url !== "/") return void response.writeHead(404).end()
    const link = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    return void response.writeHead(200, html).end(`<title>x</title>${link}<p>News of the bay`)
  }

/** By what stands before `.localhost` in its address. */
const names = {
  r1: ["robots of 20 MB", withRobots(served(() => "Disallow: /x\n".repeat(1_600_000), plain))],
  r2: [
    "robots of 50,000 patterns",
    withRobots(served(() => `User-agent: *\n${times(50_000, (n) => `Disallow: /*a*b*c*${n}$\n`)}`, plain))
  ],
  r3: ["robots that redirect for ever", withRobots(redirect(({ url }) => `${url}?`))],
  r4: [
    "robots without end",
    withRobots(raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", "#".repeat(65_536), 1e9))
  ],
  r5: ["robots byte by byte", withRobots(raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", "#", 1e9, 5))],
  r7: [
    "robots of 20,000 wildcards before 400 long addresses",
    (response, request) =>
      isRobots(request)
        ? void response
            .writeHead(200, plain)
            .end(`User-agent: *\nDisallow: /p\n${times(20_000, (n) => `Allow: *aaaaa${n}b\n`)}`)
        : void response
            .writeHead(200, html)
            .end(times(400, (n) => `<a href="/products/${"a".repeat(1_900)}-${n}">Mug ${n}</a>`))
  ],
  r6: ["robots that ask for a day's delay", withRobots(served(() => "User-agent: *\nCrawl-delay: 86400\n", plain))],
  s1: [
    "sitemaps of 50,000 sitemaps without end",
    withSitemap(
      (at, url) =>
        `<sitemapindex>${times(50_000, (n) => `<sitemap><loc>${at}${url}/${n}</loc></sitemap>`)}</sitemapindex>`
    )
  ],
  s2: [
    "sitemap of itself",
    withSitemap((at, url) => `<sitemapindex><sitemap><loc>${at}${url}</loc></sitemap></sitemapindex>`)
  ],
  s3: [
    "sitemap of 19 MB",
    withSitemap((at) => `<urlset>${times(300_000, (n) => `<url><loc>${at}/${n}</loc></url>`)}</urlset>`)
  ],
  s4: ["sitemap that unfolds to 100 MB", withSitemap(() => bomb, { "content-type": "application/gzip" })],
  s5: ["sitemap 1,000,000 deep", withSitemap(() => "<urlset>".repeat(1_000_000))],
  s6: [
    "sitemap of one address of 15 MB",
    withSitemap((at) => `<urlset><url><loc>${at}/${"x".repeat(15 * megabyte)}</loc></url></urlset>`)
  ],
  s7: ["sitemap of text, 2,000,000 lines", withSitemap((at) => `${at}/\n`.repeat(500_000), plain)],
  s8: ["sitemaps of 20 MB in crowds", crowded],
  c1: ["crawl of links without end", ofPages(linked(({ url }) => times(100, (n) => `<a href="${url}/${n}">x</a>`)))],
  c2: [
    "crawl of pages of 5 MB",
    ofPages(
      linked(({ url }) => `${times(30, (n) => `<a href="${url}/${n}">x</a>`)}<p>${url} ${"word ".repeat(megabyte)}`)
    )
  ],
  c3: [
    "crawl of 100,000 links a page",
    ofPages(linked(({ url }) => times(100_000, (n) => `<a href="${url}/${n}">x</a>`)))
  ],
  c4: [
    "crawl of pages that hang",
    ofPages(
      (response, { url }) =>
        void (url === "/" && response.writeHead(200, html).end(times(50, (n) => `<a href="/${n}">x</a>`)))
    )
  ],
  c5: [
    "crawl of hosts without end",
    ofPages(linked(({ headers, url }) => times(20, (n) => `<a href="http://h${n}.${headers.host}${url}${n}">x</a>`)))
  ],
  c6: [
    "crawl of 500,000 elements a page",
    ofPages(linked(({ url }) => `${times(20, (n) => `<a href="${url}/${n}">x</a>`)}${"<i>x</i>".repeat(200_000)}`))
  ],
  c7: [
    "crawl of tables of 100,000 rows",
    ofPages((response, request) =>
      request.url === "/"
        ? linked(() => times(20, (n) => `<a href="/${n}.csv">x</a>`))(response, request)
        : served(() => "a,b,c\n".repeat(100_000), { "content-type": "text/csv" })(response, request)
    )
  ],
  n1: [
    "feed of tags that nobody closes",
    withFeed(() =>
      times(
        48,
        (n) =>
          `${headOf(n)}<description><![CDATA[${"<aa>".repeat(12_500)}${"</ab>".repeat(9_900)}]]></description></item>`
      )
    )
  ],
  n2: [
    "feed of items within titles",
    withFeed(
      () => `${"<item><link>/a</link><title>".repeat(120)}${"x".repeat(4_900_000)}${"</title></item>".repeat(120)}`
    )
  ],
  n3: ["feed of one item of 1,200,000 elements", withFeed(() => `${headOf(1)}${"<a/>".repeat(1_200_000)}</item>`)],
  n4: [
    "feed of short elements under a long base",
    withFeed((at) =>
      times(
        1_000,
        (n) =>
          `${headOf(n)}<description xml:base="${at}/${"a".repeat(3_900)}/">${"<a href='b'/>".repeat(60)}</description></item>`
      )
    )
  ]
} as const satisfies Readonly<Record<string, readonly [string, Page]>>

/** An honest site with a long sitemap. */
const honest = withSitemap((at) => `<urlset>${times(5_000, (n) => `<url><loc>${at}/a-page/${n}</loc></url>`)}</urlset>`)

/** The site that the host of a request names. */
export const siteOf = ({ headers: { host = "" } }: IncomingMessage): Page | undefined =>
  host.startsWith("honest.")
    ? honest
    : Object.entries(names).find(([name]) => new RegExp(`(^|\\.)${name}\\.localhost`).test(host))?.[1][1]

const json = { "content-type": "application/json" }

const crawling = (name: string, { sitePort }: World) =>
  JSON.stringify({
    ...{ url: `http://${name}.localhost:${sitePort}/`, maxPages: 30, followSubdomains: true, maxAgeMs: 0 },
    ...{ stopAfterMs: 10_000, timeoutMS: 8_000 }
  })

/** What is reported of a company is gathered from its feeds when somebody asks first. */
const askingNews = (name: string, { sitePort }: World) =>
  JSON.stringify({
    searchBy: { type: "entity", entity: { type: "domain", domain: `${name}.localhost:${sitePort}` } }
  })

const attackOn =
  (name: string): Attack =>
  (world) =>
    name.startsWith("n")
      ? ask(world, "POST", "/v1/news/search", askingNews(name, world), json)
      : name.startsWith("s")
        ? ask(world, "GET", `/v1/web/scrape/sitemap?domain=${name}.localhost:${world.sitePort}&timeoutMS=8000`)
        : ask(world, "POST", "/v1/web/crawl", crawling(name, world), json)

/** Ten calls of one organization, each for a site of its own. */
const inCrowd =
  (name: string): Attack =>
  async (world) => {
    const calls = Array.from({ length: 10 }, (_, at) => attackOn(`s-${at}.${name}`)(world))
    const answers = await Promise.all(calls)
    return counted(answers.map((one) => (typeof one === "string" ? one : one.answer)))
  }

export const sites: Readonly<Record<string, Attack>> = Object.fromEntries(
  Object.entries(names).map(([name, [what]]) => [what, what.endsWith(" in crowds") ? inCrowd(name) : attackOn(name)])
)
