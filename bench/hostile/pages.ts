/** A hundred ways to answer a request for a page; each stands for a line of the catalogue of hostile inputs. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib"

const megabyte = 1024 * 1024

export type Page = (response: ServerResponse, request: IncomingMessage) => void

const html = { "content-type": "text/html; charset=utf-8" }

/** A page of this markup, made when it is asked for. */
const markup =
  (make: () => string, headers: Readonly<Record<string, string>> = html): Page =>
  (response) =>
    void response.writeHead(200, headers).end(make())

const inBody = (make: () => string): Page => markup(() => `<!doctype html><title>t</title><body>${make()}`)

const coded = (coding: string, bytes: () => Buffer): Page => {
  let made: Buffer | undefined
  return (response) => {
    made ??= bytes()
    response.writeHead(200, { ...html, "content-encoding": coding }).end(made)
  }
}

/** Bytes on the socket itself, which no HTTP library would write, again and again until it is closed. */
const raw =
  (head: string, piece = "", pieces = 0, everyMillis = 0): Page =>
  ({ socket }) => {
    if (socket === null) return
    socket.write(head)
    let left = pieces
    const write = () => {
      while (left > 0 && socket.writable) {
        left -= 1
        const isWritten = socket.write(piece)
        if (everyMillis > 0) return void setTimeout(write, everyMillis).unref()
        if (!isWritten) return void socket.once("drain", write)
      }
      if (left === 0 && pieces > 0) socket.end()
    }
    write()
  }

const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`

const times = (count: number, make: (index: number) => string): string => {
  const parts: Array<string> = []
  for (let index = 0; index < count; index++) parts.push(make(index))
  return parts.join("")
}

const redirect =
  (to: (request: IncomingMessage) => string): Page =>
  (response, request) =>
    void response.writeHead(302, { location: to(request) }).end()

/** A ladder of entities that would unfold to a gigabyte. */
const laughs = () =>
  `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a0 "ha">${times(9, (n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`)}]><l>&a9;</l>`

const xml = { "content-type": "application/xml" }

const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 24 } })

/** Pages that are scraped, by what they do. */
export const pages: Readonly<Record<string, Page>> = {
  "20 MB in 1-byte chunks": raw(chunked, "1\r\na\r\n".repeat(10_000), 2_000),
  "a million chunks of 2 bytes": raw(chunked, "2\r\nab\r\n".repeat(10_000), 100),
  "endless body": raw(`${ok}\r\n`, "a".repeat(65_536), 1e9),
  "21 MB of text": markup(() => "word ".repeat((21 * megabyte) / 5)),
  "19 MB of one word": inBody(() => "x".repeat(19 * megabyte)),
  "19 MB of words": inBody(() => "word ".repeat((19 * megabyte) / 5)),
  "gzip bomb of 200 MB": coded("gzip", () => gzipSync(Buffer.alloc(200 * megabyte))),
  "gzip bomb of 19 MB": coded("gzip", () => gzipSync(Buffer.alloc(19 * megabyte, "a "))),
  "gzip in gzip": coded("gzip, gzip", () => gzipSync(gzipSync(Buffer.alloc(200 * megabyte)))),
  "gzip six times": coded("gzip, gzip, gzip, gzip, gzip, gzip", () => gzipSync("x")),
  "brotli bomb": coded("br", () => brotli(Buffer.alloc(100 * megabyte))),
  "zstd bomb": coded("zstd", () => zstdCompressSync(Buffer.alloc(200 * megabyte))),
  "10,000 gzip members": coded("gzip", () => Buffer.concat(Array(10_000).fill(gzipSync("abc")))),
  "coding that lies": (response) => void response.writeHead(200, { ...html, "content-encoding": "gzip" }).end("plain"),
  "300 KB of headers": raw(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(40_000)}\r\n`),
  "endless headers": raw("HTTP/1.1 200 OK\r\n", `X-A: ${"b".repeat(60)}\r\n`, 1e9),
  "headers byte by byte": raw("HTTP/1.1 200 OK\r\nX-A: ", "a", 1e9, 5),
  "body byte by byte": raw(`${ok}Content-Length: 1000000\r\n\r\n`, "a", 1e9, 5),
  "no answer": () => {},
  "no body": raw(`${ok}Content-Length: 5\r\n\r\n`),
  "chunk extension of 20 MB": raw(`${chunked}1;x=`, "a".repeat(65_536), 320),
  "endless trailers": raw(`${chunked}0\r\n`, `X-A: ${"b".repeat(60)}\r\n`, 1e9),
  "1xx without end": raw("", "HTTP/1.1 103 Early Hints\r\n\r\n", 1e9),
  "chunk of 2^64 bytes": raw(`${chunked}FFFFFFFFFFFFFFFFF\r\n`),
  "length of 10 GB": raw(`${ok}Content-Length: 10000000000\r\n\r\n`, "a".repeat(65_536), 1e9),
  "redirect to itself": redirect(({ url }) => url ?? "/"),
  "redirects that grow": redirect(({ url }) => `${url}x`),
  "redirect of 60 KB": redirect(({ url }) => `${url}?${"x".repeat(60_000)}`),
  "20 redirects to pages of 1 MB": (response, { url }) =>
    void response.writeHead(302, { location: `${url}1` }).end(Buffer.alloc(megabyte)),
  "div 5,000 deep": inBody(() => "<div>".repeat(5_000)),
  "div 500,000 deep": inBody(() => "<div>".repeat(500_000)),
  "div 4,000,000 deep": inBody(() => "<div>".repeat(4_000_000 - 10_000)),
  "100,000 b and p": inBody(() => "<b>".repeat(100_000) + "<p>".repeat(100_000)),
  "100,000 tables in text": inBody(() => "<table>x".repeat(100_000)),
  "100,000 a with div": inBody(() => `${"<a><div>".repeat(100_000)}</a>`),
  "nested lists": inBody(() => "<ul><li>x".repeat(50_000)),
  "nested quotes": inBody(() => "<blockquote>x".repeat(50_000)),
  "nested emphasis": inBody(() => "<em><strong>x".repeat(50_000)),
  "a tag with 100,000 attributes": inBody(() => `<p ${times(100_000, (n) => `a${n}=1 `)}>x`),
  "100,000 same attributes": inBody(() => `<p ${"a=1 ".repeat(100_000)}>x`),
  "an attribute of 19 MB": inBody(() => `<p title="${"a".repeat(19 * megabyte)}">x`),
  "1,000,000 entities": inBody(() => "&amp".repeat(1_000_000)),
  "1,000,000 comments": inBody(() => "<!--x-->".repeat(1_000_000)),
  "unclosed comments": inBody(() => "<!--".repeat(1_000_000)),
  "1,000,000 elements": inBody(() => "<i>x</i>".repeat(1_000_000)),
  "1,000,000 empty elements": inBody(() => "<br>".repeat(1_000_000)),
  "200,000 links": inBody(() => times(200_000, (n) => `<a href="/${n}">${n}</a>`)),
  "1,000,000 links": inBody(() => times(800_000, (n) => `<a href=${n}>x</a>`)),
  "200,000 pictures": inBody(() => times(200_000, (n) => `<img src="/${n}.png" alt="${n}">`)),
  "srcset of 1 MB": inBody(() => `<img srcset="${times(50_000, (n) => `/${n}.png ${n}w, `)}">`),
  "title of 10 MB": markup(() => `<title>${"t".repeat(10 * megabyte)}</title><p>x`),
  "10,000 metas": markup(() => `${times(10_000, (n) => `<meta name="n${n}" content="${n}">`)}<p>x`),
  "JSON-LD of 15 MB": markup(
    () => `<script type="application/ld+json">[${'{"@type":"Thing"},'.repeat(800_000)}{}]</script>x`
  ),
  "deep JSON-LD": markup(() => `<script type="application/ld+json">${"[".repeat(500_000)}</script>x`),
  "10,000 JSON-LD blocks": markup(
    () => `${'<script type="application/ld+json">{"@type":"Thing"}</script>'.repeat(10_000)}x`
  ),
  "select of 500,000": inBody(() => `<select>${"<option>x".repeat(500_000)}`),
  "templates 10,000 deep": inBody(() => "<template>".repeat(10_000)),
  "svg and math in turns": inBody(() => "<svg><foreignObject><math><mi>".repeat(10_000)),
  "table of 1,000 by 1,000": inBody(() => `<table>${`<tr>${"<td>1".repeat(1_000)}`.repeat(1_000)}</table>`),
  "colspans of 1,000": inBody(() => `<table>${'<tr><td colspan="1000" rowspan="65534">x'.repeat(2_000)}</table>`),
  "1,000,000 combining marks": inBody(() => `a${"\u0301".repeat(1_000_000)}`),
  "zero-width joiners": inBody(() => "\u200d".repeat(6_000_000)),
  "1,000,000 blanks": inBody(() => `x${" \n".repeat(4_000_000)}x`),
  "lines of backticks": inBody(() => `<pre>${"`".repeat(2_000_000)}</pre>`),
  "markdown to escape": inBody(() => "*_`[]()#+-.!|<>".replaceAll("<", "&lt;").repeat(500_000)),
  "css of 15 MB": markup(() => `<style>${"a{display:none}".repeat(1_000_000)}</style><p>x`),
  "invalid UTF-8": (response) => void response.writeHead(200, html).end(Buffer.alloc(19 * megabyte, 0xff)),
  "UTF-16 without a mark": (response) =>
    void response.writeHead(200, html).end(Buffer.from("<p>x</p>".repeat(megabyte), "utf16le")),
  "JSON 1,000,000 deep": markup(() => "[".repeat(1_000_000), { "content-type": "application/json" }),
  "JSON of 5,000,000 elements": markup(() => `[${"0,".repeat(5_000_000)}0]`, { "content-type": "application/json" }),
  "CSV of 1,000,000 rows": markup(() => "a,b,c\n".repeat(1_000_000), { "content-type": "text/csv" }),
  "CSV of 1,000,000 columns": markup(() => "a,".repeat(1_000_000), { "content-type": "text/csv" }),
  "a billion laughs": markup(laughs, xml),
  "XML 500,000 deep": markup(() => "<a>".repeat(500_000), xml),
  "SVG of 200,000 uses": markup(
    () => `<svg xmlns="http://www.w3.org/2000/svg">${"<use href='#a'/>".repeat(200_000)}</svg>`,
    { "content-type": "image/svg+xml" }
  ),
  "feed of 500,000 items": markup(() => `<rss><channel>${"<item><link>http://x/</link></item>".repeat(500_000)}`, {
    "content-type": "application/rss+xml"
  })
}

const robots = (origin: string) => `User-agent: *\nAllow: /\nSitemap: ${origin}/index/0\n`

/** What a site lists of itself: an index of 50,000 indexes. */
export const sitemaps: Page = (response, { headers, url = "" }) => {
  const origin = `http://${headers.host}`
  if (url === "/robots.txt") return void response.writeHead(200, { "content-type": "text/plain" }).end(robots(origin))
  const entries = times(50_000, (n) => `<sitemap><loc>${origin}${url}/${n}</loc></sitemap>`)
  response.writeHead(200, xml).end(`<sitemapindex>${entries}</sitemapindex>`)
}
