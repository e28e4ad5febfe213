/** Pages that are more data than prose: feeds, tables, text in every charset. */
import { deflateSync } from "node:zlib"
import { coded, inBody, megabyte, type Page, served, times } from "./answers.ts"

const typed = (type: string, make: () => string | Buffer): Page => served(make, { "content-type": type })
const xml = (make: () => string): Page => typed("application/xml", make)

/** A ladder of entities that would unfold to a gigabyte. */
const laughs = () =>
  `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "lol">${times(30, (n) => `<!ENTITY l${n + 1} "&l${n};&l${n};">`)}]><l>&l30;</l>`

export const data: Readonly<Record<string, Page>> = {
  "JSON 1,000,000 deep": typed("application/json", () => "[".repeat(1_000_000)),
  "JSON of 5,000,000 elements": typed("application/json", () => `[${"0,".repeat(5_000_000)}0]`),
  "1,000,000 lines of JSON": typed("application/x-ndjson", () => '{"a":1}\n'.repeat(1_000_000)),
  "CSV of 1,000,000 rows": typed("text/csv", () => "a,b,c\n".repeat(1_000_000)),
  "CSV of 480 columns by 500 rows": typed("text/csv", () => `${"1,".repeat(479)}1\n`.repeat(500)),
  "CSV of 1,000,000 columns": typed("text/csv", () => "a,".repeat(1_000_000)),
  "CSV of 3,000,000 quotes": typed("text/csv", () => '"a""b",'.repeat(3_000_000)),
  "CSV of one open quote": typed("text/csv", () => `a,b\n"${"x,\n".repeat(5_000_000)}`),
  "TSV of 500,000 rows": typed("text/tab-separated-values", () => "a\tb\tc\td\te\tf\n".repeat(500_000)),
  "a billion laughs": xml(laughs),
  "XML 500,000 deep": xml(() => "<a>".repeat(500_000)),
  "XML of 3,000,000 elements": xml(() => `<r>${"<a/>".repeat(3_000_000)}</r>`),
  "XML with 500,000 attributes": xml(() => `<r ${times(500_000, (n) => `a${n}="1" `)}/>`),
  "XML of 15 MB of CDATA": xml(() => `<r><![CDATA[${"]]".repeat(7_000_000)}]]></r>`),
  "SVG of 200,000 uses": typed(
    "image/svg+xml",
    () => `<svg xmlns="http://www.w3.org/2000/svg">${"<use href='#a'/>".repeat(200_000)}</svg>`
  ),
  "feed of 500,000 items": typed(
    "application/rss+xml",
    () => `<rss><channel>${"<item><link>http://x/</link></item>".repeat(500_000)}`
  ),
  "feed of one item of 15 MB": typed(
    "application/rss+xml",
    () =>
      `<rss><channel><item><description>${"&lt;p&gt;word&lt;/p&gt;".repeat(700_000)}</description></item></channel></rss>`
  ),
  "Atom feed of 200,000 entries": typed(
    "application/atom+xml",
    () => `<feed>${'<entry><title>x</title><link href="/"/><summary>y</summary></entry>'.repeat(200_000)}</feed>`
  ),
  "JSON feed of 300,000 items": typed(
    "application/feed+json",
    () => `{"version":"https://jsonfeed.org/version/1.1","items":[${'{"url":"/","title":"x"},'.repeat(300_000)}{}]}`
  ),
  "sitemap of 200,000 addresses as a page": xml(
    () => `<urlset>${times(200_000, (n) => `<url><loc>http://x/${n}</loc></url>`)}</urlset>`
  ),
  "subtitles of 300,000 cues": typed("application/x-subrip", () =>
    times(300_000, (n) => `${n}\n00:00:00,000 --> 00:00:01,000\n<i>x</i>\n\n`)
  ),
  "19 MB of plain text": typed("text/plain", () => "word and word\n".repeat((19 * megabyte) / 14)),
  "plain text of blank lines": typed("text/plain", () => " \n".repeat(9 * megabyte)),
  "plain text of one line": typed("text/plain", () => "x".repeat(19 * megabyte)),
  "markdown of headings": typed("text/markdown", () => "# ".repeat(9 * megabyte)),
  "code of 19 MB": typed("application/javascript", () => "a=1;".repeat(4.75 * megabyte)),
  "YAML of anchors": typed("application/yaml", () => times(200_000, (n) => `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]\n`)),
  "19 MB in Shift_JIS": typed("text/html; charset=shift_jis", () =>
    Buffer.alloc(19 * megabyte, Buffer.from([0x82, 0xa0]))
  ),
  "19 MB in EUC-KR": typed("text/html; charset=euc-kr", () => Buffer.alloc(19 * megabyte, Buffer.from([0x8c, 0x63]))),
  "19 MB in Big5": typed("text/html; charset=big5", () => Buffer.alloc(19 * megabyte, Buffer.from([0x88, 0x62]))),
  "19 MB in GB 18030": typed("text/html; charset=gb18030", () =>
    Buffer.alloc(19 * megabyte, Buffer.from([0x81, 0x30, 0x81, 0x30]))
  ),
  "19 MB in windows-1252": typed("text/plain; charset=windows-1252", () => Buffer.alloc(19 * megabyte, 0xe9)),
  "19 MB of escapes in ISO-2022-JP": typed("text/html; charset=iso-2022-jp", () =>
    Buffer.alloc(19 * megabyte, Buffer.from("\u001b$B\u001b(B"))
  ),
  "charset of 20 KB": typed(`text/html; charset=${"x".repeat(20_000)}`, () => "<p>x"),
  "invalid UTF-8": typed("text/html; charset=utf-8", () => Buffer.alloc(19 * megabyte, 0xff)),
  "UTF-16 without a mark": typed("text/html; charset=utf-8", () => Buffer.from("<p>x</p>".repeat(megabyte), "utf16le")),
  "19 MB of NUL as text": typed("text/html", () => Buffer.alloc(19 * megabyte)),
  "deflate bomb": coded("deflate", () => deflateSync(Buffer.alloc(100 * megabyte))),
  "1,000 frames": inBody(() => times(1_000, (n) => `<iframe src="/page/${n}"></iframe>`)),
  "srcdoc in srcdoc": inBody(() => `${'<iframe srcdoc="'.repeat(10_000)}x`),
  "base of 1 MB and 10,000 links": inBody(
    () => `<base href="http://x/${"a".repeat(megabyte)}/">${times(10_000, (n) => `<a href="${n}">x</a>`)}`
  )
}
