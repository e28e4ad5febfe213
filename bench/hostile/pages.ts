/** A hundred ways to answer a request for a page; each stands for a line of the catalogue of hostile inputs. */
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib"
import { chunked, coded, html, inBody, markup, megabyte, ok, type Page, raw, redirect, times } from "./answers.ts"

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
  "redirects that grow": redirect(({ url }) => `${url}/x`),
  "redirect of 60 KB": redirect(({ url }) => `${url}?${"x".repeat(60_000)}`),
  "20 redirects to pages of 1 MB": (response, { url }) =>
    void response.writeHead(302, { location: `${url}/1` }).end(Buffer.alloc(megabyte)),
  "redirects with 15 cookies of 4 KB each": (response, { url = "" }) =>
    void response
      .writeHead(url.length > 40 ? 200 : 302, {
        "content-type": "text/html",
        location: `${url}/1`,
        "set-cookie": Array.from({ length: 15 }, (_, n) => `c${url.length}-${n}=${"x".repeat(4_000)}`)
      })
      .end("<p>x"),
  "1,000 cookies": (response) =>
    void response
      .writeHead(200, { "content-type": "text/html", "set-cookie": Array.from({ length: 1_000 }, (_, n) => `c${n}=1`) })
      .end("<p>x"),
  "meta refresh to itself": inBody(() => '<meta http-equiv="refresh" content="0"><p>x'),
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
  "table of 500 by 480": inBody(() => `<table>${`<tr>${"<td>1".repeat(500)}`.repeat(480)}</table>`),
  "table of 160,000 rows under a wide one": inBody(
    () => `<table><tr>${"<td>1".repeat(500)}${"<tr><td>1".repeat(160_000)}</table>`
  ),
  "colspans of 160,000 rows": inBody(() => `<table>${'<tr><td colspan="1000" rowspan="2">x'.repeat(160_000)}</table>`),
  "colspans of 1,000": inBody(() => `<table>${'<tr><td colspan="1000" rowspan="65534">x'.repeat(2_000)}</table>`),
  "1,000,000 combining marks": inBody(() => `a${"\u0301".repeat(1_000_000)}`),
  "zero-width joiners": inBody(() => "\u200d".repeat(6_000_000)),
  "1,000,000 blanks": inBody(() => `x${" \n".repeat(4_000_000)}x`),
  "lines of backticks": inBody(() => `<pre>${"`".repeat(2_000_000)}</pre>`),
  "markdown to escape": inBody(() => "*_`[]()#+-.!|<>".replaceAll("<", "&lt;").repeat(500_000)),
  "css of 15 MB": markup(() => `<style>${"a{display:none}".repeat(1_000_000)}</style><p>x`),
  "3,900 labels of 3,900 values": inBody(() => `<dl>${"<dt>".repeat(3_900)}${"<dd>".repeat(3_900)}</dl>`),
  "100,000 labels of 100,000 values": inBody(() => `<dl>${"<dt>a".repeat(100_000)}${"<dd>b".repeat(100_000)}</dl>`),
  "names of microdata 200 deep": inBody(
    () =>
      `<div itemscope>${`${"<b itemprop=a>".repeat(200)}${"word ".repeat(2_000)}${"</b>".repeat(200)}`.repeat(380)}</div>`
  ),
  "3,000,000 names of microdata": inBody(
    () =>
      `<div itemscope>${times(1_000, (n) => `<b itemprop="${times(3_000, (at) => `${(n * 3_000 + at).toString(36)} `)}">x</b>`)}</div>`
  ),
  "things of microdata under 100 names each": inBody(
    () =>
      `<div itemscope>${`<div itemscope itemprop="${times(100, (n) => `n${n} `)}">`.repeat(5)}<b itemprop=x>y</b></div>`
  ),
  "JSON-LD whose objects refer to 700 others": markup(
    () =>
      `<script type="application/ld+json">{"@graph":[${times(4, (n) => `{"@id":"${n}","x":[${`{"@id":"${n + 1}"},`.repeat(700)}0]},`)}{}]}</script><p>x`
  ),
  "labels 190 deep": inBody(() =>
    `${"<div><b>x</b>".repeat(190)}${"word ".repeat(1_200)}${"</div>".repeat(190)}`.repeat(600)
  ),
  "400,000 empty paragraphs": inBody(() => "<p>".repeat(400_000)),
  "3,500 elements 390 deep": inBody(() => `${"<div>".repeat(390)}${"<b></b>".repeat(3_500)}`),
  "150 elements that are opened again 3,000 times": inBody(
    () => `<p>${times(150, (n) => `<b i=${n} ${times(250, (at) => `a${at} `)}>`)}${"x<p>".repeat(3_000)}`
  ),
  "150 elements without attributes that are opened again 3,000 times": inBody(
    () => `<p>${times(150, (n) => `<b i=${n}>`)}${"x<p>".repeat(3_000)}`
  ),
  "an address of 60 KB that is opened again 9,000 times": inBody(
    () => `<p><a href="/${"x".repeat(60_000)}">${"x<p>".repeat(9_000)}`
  ),
  "1,800 paragraphs": inBody(() => "<p>x</p>".repeat(1_800)),
  "a language of 2,700 parts": markup(
    () => `<!doctype html><html lang="aa${"-bb".repeat(2_700)}">${"<p>x</p>".repeat(1_400)}`
  ),
  "letters that are alike": inBody(() => `<p title="${"a".repeat(7_900)}">`.repeat(20)),
  "table of 700 rows": inBody(
    () =>
      `<table><tr><th>Name<th>Price<th>Title<th>Stock${times(700, (n) => `<tr><td>N${n}<td>$${n}.99<td>CEO ${n}<td>In stock`)}</table>`
  )
}
