import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { readPlain, readTree } from "../src/readHtml.ts"
import { pageNamed, pageNames } from "./reading.ts"

const all = { include: [], exclude: [], leavesOutNoise: false }
const quiet = { ...all, leavesOutNoise: true }

const plain = (page: string) => readPlain(page, all)

/** Says whether the page was read without parse5's builder; what it says is the same in any case. */
const agrees = (page: string): boolean => {
  const read = plain(page)
  if (read !== undefined) assert.deepStrictEqual(read, readTree(page, all), page)
  const quietly = readPlain(page, quiet)
  if (quietly !== undefined) assert.deepStrictEqual(quietly, readTree(page, quiet), page)
  return read !== undefined
}

const attributes = [
  "",
  "",
  "",
  "",
  " hidden",
  ' HIDDEN="until-found"',
  ' style="display: none"',
  " popover",
  " open",
  ' role="main"',
  " ROLE=navigation",
  ' role="note"',
  ' class="cookie-banner"',
  ' class="gl-alert" data-type="tip"',
  ' class="gl-alert" data-callout=warning',
  ' id="toc"',
  ' id="S:0"',
  ' id="B:0"',
  ' title="sign"',
  ' aria-label="mark &amp; sign"',
  ' alt="picture"',
  ' class="ad-slot"',
  ' class="related-posts"',
  ' class="share-buttons"',
  ' class="view-count"',
  ' class="byline"',
  ' aria-label="Share"',
  " data-ad-slot=1",
  ' type="submit" value="Send"',
  " REVERSED start=3",
  " value=5",
  " x=1",
  " Dy=1em",
  " type=hidden",
  ' xlink:title="drawn"',
  ' href="/a" width=1 data-x',
  " color=red",
  ' class="a" class="cookie-banner"',
  "/"
]

const names =
  "a abbr address area article aside b base blockquote body br button caption center circle code col colgroup custom-tag " +
  "datalist dd defs desc details dialog div dl dt em embed fieldset figcaption figure font footer foreignObject form " +
  "frameset g h1 h2 h3 head header hr html i iframe image img input label li link listing main math menu meta nav nobr " +
  "noscript object ol optgroup option p path plaintext pre rt ruby script search section select small source span strong " +
  "style summary svg table tbody td template text textarea tfoot th thead title tr tspan ul video wbr xmp SECTION Div " +
  "linearGradient linearGradient"

const texts = [
  " ",
  "\n",
  "\n\n",
  "one",
  "two words ",
  " three",
  "&amp;",
  "&nbsp;",
  "é\n\tè",
  "&lt;p&gt;",
  "4 < 5",
  "<!-- x -->",
  "Share",
  "3 hours ago",
  "1,234 views",
  "<a href=/a>one</a> <a href=/b>two</a>",
  "Related articles"
]
const oddities = [
  "<!doctype html>",
  "<![CDATA[x]]>",
  "</br>",
  "</p>",
  "<p/>",
  "<?x?>",
  "</body>",
  "</html>",
  "<b",
  "\0",
  "\r"
]

const plainNames =
  "a abbr article aside b blockquote button code custom-tag dd details div dl dt em figure footer form g h1 h2 header label " +
  "li main nav noscript ol optgroup option p path pre script section select span strong style summary svg text textarea " +
  "title tspan ul SECTION Div"

const name = fc.constantFrom(...names.split(" "))
const plainName = fc.constantFrom(...plainNames.split(" "))
const attribute = fc.constantFrom(...attributes)
const startTag = fc.tuple(name, attribute).map(([tag, given]) => `<${tag}${given}>`)
const text = fc.constantFrom(...texts)

/** Any tags in any order. */
const soup = fc
  .array(
    fc.oneof(
      startTag,
      name.map((tag) => `</${tag}>`),
      text,
      fc.constantFrom(...oddities)
    ),
    { maxLength: 24 }
  )
  .map((pieces) => pieces.join(""))

/** Elements in one another, nearly all of them closed. */
const nested = fc.letrec<{ node: string; nodes: string; row: string; table: string }>((tie) => ({
  nodes: fc.array(tie("node"), { maxLength: 4 }).map((nodes) => nodes.join("")),
  row: fc
    .array(fc.tuple(fc.constantFrom("td", "th"), attribute, tie("nodes"), fc.boolean()), { maxLength: 3 })
    .map((cells) =>
      cells.map(([tag, given, inside, closed]) => `<${tag}${given}>${inside}${closed ? `</${tag}>` : " "}`).join("")
    ),
  table: fc
    .tuple(
      fc.constantFrom(
        "",
        "<caption>about</caption>",
        "<colgroup><col><col></colgroup>",
        "<thead><tr><th>a<th>b</thead>"
      ),
      fc.constantFrom("", "<tbody>", "<tfoot>"),
      fc.array(fc.tuple(tie("row"), fc.constantFrom("</tr>", "", "</tr>\n", "</tr></tbody>")), { maxLength: 3 })
    )
    .map(
      ([head, group, rows]) => `<table>${head}${group}${rows.map(([row, end]) => `<tr>${row}${end}`).join("")}</table>`
    ),
  node: fc.oneof(
    { depthSize: "medium" },
    { weight: 8, arbitrary: text },
    {
      weight: 12,
      arbitrary: fc
        .tuple(plainName, attribute, tie("nodes"))
        .map(([tag, given, inside]) => `<${tag}${given}>${inside}</${tag}>`)
    },
    {
      weight: 1,
      arbitrary: fc.tuple(plainName, attribute, tie("nodes")).map(([tag, given, inside]) => `<${tag}${given}>${inside}`)
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(name, attribute, tie("nodes"))
        .map(([tag, given, inside]) => `<${tag}${given}>${inside}</${tag}>`)
    },
    { weight: 3, arbitrary: tie("table") }
  )
})).nodes

const around = fc.constantFrom(
  (body: string) => body,
  (body: string) =>
    `<!doctype html><html lang=en><head><meta charset=utf-8><title>T  &amp; t</title></head><body>\n${body}`,
  (body: string) => `<head><title>a</title><title>b</title><script>1<2</script><style>x</style>${body}</body></html>\n`,
  (body: string) => `<!doctype html>\n<title>x</title>\n<main>${body}</main>\n<footer>end</footer>`,
  (body: string) => `<body><table><tr><td title=a>1<td><svg><title>sign</title><path d=x /></svg><td>${body}</table>`
)

describe("plain markup", () => {
  it("says what its tree says, of any markup", () => {
    fc.assert(
      fc.property(soup, around, (body, wrap) => {
        agrees(wrap(body))
      }),
      { numRuns: 5_000 }
    )
  }, 30_000)

  it("says what its tree says, of elements in one another", () => {
    let read = 0
    fc.assert(
      fc.property(nested, around, (body, wrap) => {
        if (agrees(wrap(body))) read += 1
      }),
      { numRuns: 5_000 }
    )
    assert.isAbove(read, 1_000)
  }, 30_000)

  it.each(pageNames)("says what its tree says of a %s page, cut anywhere", (page) => {
    const whole = pageNamed(page)
    agrees(whole)
    fc.assert(fc.property(fc.nat(whole.length), (end) => void agrees(whole.slice(0, end))))
  })

  it.each([
    ["a list whose items are not closed", "<ul><li>one<li><p>two<li>three</ul>"],
    ["a list in a list", "<ul><li>one<ul><li>two</ul><li>three</ul>"],
    ["paragraphs that are not closed", "<p>one<p>two<div>three</div>"],
    ["a table without its optional tags", "<table><tr><th>a<th>b<tr><td>1<td>2</table>"],
    ["cells without their row", "<table><td>1<td>2<tbody><td>3</table>"],
    [
      "drawings with names",
      '<table><tr><td>a<td><svg><path xlink:title="b"/></svg><td><svg><title>c</title></svg></table>'
    ],
    ["a drawing", '<svg viewBox="0 0 1 1"><title>no</title><path d="M0"/><text>yes</text></svg>'],
    [
      "a form with its controls",
      "<form><select><option>a<option>b</select><button>go</button><input type=submit></form>"
    ],
    ["headers of cards and of the site", "<header>site</header><header><h2>card</h2></header><p>x"],
    ["notes beside and apart", '<aside>apart</aside><aside class="note">beside</aside><p>x'],
    ["preformatted lines", "<pre>\n a\n  b</pre><p>x"],
    ["scripts, styles and comments", "<p>x<script>'<p>'</script><style>a</style><!-- y --><noscript><p>n</noscript>z"]
  ])("needs no builder for %s", (_, page) => {
    assert.isTrue(agrees(`<!doctype html><html><head><title>t</title></head><body>${page}</body></html>`))
  })

  it.each([
    ["a heading", "<h3>Related articles</h3>"],
    ["a label", "<small>Advertisement</small>"],
    ["a label with a comment in it", "<small>Ad<!-- x -->vertisement</small>"]
  ])("needs no builder for %s at the head of noise", (_, head) => {
    const links = `<ul><li><a href="/a">How tea is picked</a><li><a href="/b">Tins and their history</a></ul>`
    const page = `<main><h1>Tea</h1><p>${"Sencha is steamed, rolled and dried. ".repeat(9)}</p><div>${head}${links}</div></main>`
    const read = readPlain(page, quiet)
    assert.notInclude(read?.text ?? links, "Tins")
    assert.deepStrictEqual(read, readTree(page, quiet))
  })

  it.each([
    ["text that a table moves out", "<table>text<tr><td>x</table>"],
    ["formatting that is not nested", "<p><b>one<p>two</b>three"],
    ["a template", "<p>x<div><template shadowrootmode=open>y</template></div>"],
    ["parts that were sent late", '<p>x<template id="B:0"></template><div hidden id="S:0">y</div>'],
    ["a button in a button", "<p>x<button hidden>one<button>two"],
    ["a form in a form", "<form>one<form>two</form>three</form>"],
    ["a table in a paragraph", "<!doctype html><p>x<p hidden>one<table><td>two</table>"],
    ["a heading in a heading", "<p>x<h2 hidden>one<h3>two"],
    ["a block in a part of a paragraph", "<p>x<p hidden><span>one<div>two</div></span>"],
    ["a link in a link", "<a>one<a>two</a></a>"],
    ["formulas", "<math><mi>x</mi></math>"]
  ])("leaves %s to parse5", (_, page) => {
    assert.isUndefined(plain(page))
  })

  it("leaves a page with many elements, much markup or deep markup to parse5", () => {
    assert.isDefined(plain("<p>x</p>".repeat(4_000)))
    assert.isUndefined(plain("<p>x</p>".repeat(6_000)))
    assert.isUndefined(plain(`<p>${"x".repeat(300_000)}`))
    assert.isUndefined(plain(`${"<div>".repeat(500)}x`))
  })
})
