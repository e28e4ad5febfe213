/** Pages, as readers read them: in threads, and as far as that goes on the thread that answers calls. */

import type { FactSheet } from "@kittiwake/core/extraction/domain/FactSheet"
import type { FactRequest } from "@kittiwake/core/extraction/FactReader"
import type { ExtractRules } from "@kittiwake/core/pages/domain/ExtractRules"
import type { ReadRequest, ShapeRequest } from "@kittiwake/core/pages/PageReader"
import { doInline, doPageWork } from "../../../packages/adapters/html/src/PageWork.ts"
import { type Door, whole } from "./Door.ts"

export const pageUrl = "https://brasero.example/stoves/k2"

/** All that is asked of a page that is scraped. */
export const shapeRequest = (html: string, extract: ExtractRules | null, mainContentOnly: boolean): ShapeRequest => ({
  html,
  sourceUrl: pageUrl,
  finalUrl: pageUrl,
  includeSelectors: [],
  excludeSelectors: [],
  mainContentOnly,
  frames: [],
  markdown: { includeLinks: true, includeImages: true, shortenBase64Images: true },
  wantsHtml: true,
  wantsMetadata: true,
  wantsLinks: true,
  wantsImages: true,
  extract
})

const readRequest = (body: string): ReadRequest => ({
  body,
  mediaType: "text/html",
  includeSelectors: [],
  excludeSelectors: [],
  leavesOutNoise: true,
  normalizesWhitespace: true,
  tellsRegions: true,
  tellsMarks: true,
  locates: ["Price: $5", "a", "Kettle K2"]
})

const factRequest = (html: string): FactRequest => ({ html, url: pageUrl, tellsThings: true })

export const shaped = (html: string) => doPageWork({ kind: "shape", request: shapeRequest(html, null, false) }, {})
export const mainContentOf = (html: string) =>
  doPageWork({ kind: "shape", request: shapeRequest(html, null, true) }, {})
export const watched = (html: string) => doPageWork({ kind: "read", request: readRequest(html) }, {})
export const facts = (html: string) => doPageWork({ kind: "facts", request: factRequest(html) }, {})
export const shapedInline = (html: string) => doInline({ kind: "shape", request: shapeRequest(html, null, true) })
export const watchedInline = (html: string) => doInline({ kind: "read", request: readRequest(html) })
export const factsInline = (html: string) => doInline({ kind: "facts", request: factRequest(html) })

/** What a page says, as filling and the rules of products and people take it; null where it is refused. */
export const sheetOf = (html: string): FactSheet | null => {
  const answer = facts(html)
  return answer.kind === "done" ? (answer.page as FactSheet) : null
}

export const words: ReadonlyArray<string> = [
  ...[
    "<p>",
    "<p>a</p>",
    "<div>",
    "</div>",
    "<div>a</div>",
    "<div class='price'>$5</div>",
    "<span>",
    "<span>a</span>",
    "<b>",
    "<i><b>",
    "<a href=/№>",
    "</a>"
  ],
  ...[
    "<a href=/p/№>Kettle №</a>",
    "<a href=#№>",
    "<a href='mailto:a№@b.example'>a</a>",
    "<a href='tel:+49 30 №'>",
    "<a rel=nofollow href=?a=№>a</a>",
    "<a name=№></a>"
  ],
  ...[
    "<ul>",
    "<ol>",
    "<li>",
    "<li>a",
    "<li>a</li>",
    "<ul><li>",
    "<ul><li>a</ul>",
    "<ol reversed start=№><li value=№>",
    "</ul>",
    "<menu>",
    "<dir>"
  ],
  ...[
    "<dl>",
    "<dt>",
    "<dd>",
    "<dt>a<dd>b",
    "<dt>Price №",
    "<dd>$№",
    "<dl><dt>a</dt><dd>b</dd></dl>",
    "<dl><dd>",
    "</dl>",
    "<dl><div><dt>a<dd>b</div>"
  ],
  ...[
    "<table>",
    "<tr>",
    "<td>",
    "<th>",
    "<td>a</td>",
    "<tr><td>a<td>b",
    "<tr><th>a<td>№",
    "<td colspan=9999>",
    "<td rowspan=65534>",
    "<td colspan=1000 rowspan=1000>a",
    "<th scope=row>a№"
  ],
  ...[
    "<table><tr><td>",
    "<table><tr><td>a</table>",
    "</table>",
    "<caption>",
    "<caption>a</caption>",
    "<thead>",
    "<tbody>",
    "<tfoot>",
    "<colgroup>",
    "<col span=1000>",
    "<table>a",
    "<table><a>"
  ],
  ...[
    "<sup>",
    "<sup>1</sup>",
    "<sub>2</sub>",
    "a<sup>№</sup>",
    "$5<sup>99</sup>",
    "<s>$9</s>$8 ",
    "<del>a</del>",
    "<ins>b</ins>",
    "<small>a</small>",
    "<sup><a href=#fn№>№</a></sup>",
    "<li id=fn№>a"
  ],
  ...[
    "<details>",
    "<summary>",
    "<details><summary>a</summary>b</details>",
    "<dialog>",
    "<template>",
    "<template>a</template>",
    "<template shadowrootmode=open>",
    "<slot>",
    "<slot name=a>",
    "<p slot=a>"
  ],
  ...[
    "<svg>",
    "<svg><title>a</title></svg>",
    "<svg><path d='M0 0'/></svg>",
    "</svg>",
    "<svg><foreignObject>",
    "<math>",
    "<math><mi>x</mi></math>",
    "<mfrac>",
    "<msup><mi>",
    "<annotation encoding='application/x-tex'>x"
  ],
  ...[
    "<form>",
    "<input>",
    "<input type=password>",
    "<input type=checkbox checked>",
    "<input type=radio name=a id=r№>",
    "<label for=r№>a",
    "<select>",
    "<option>",
    "<option selected>a",
    "<select><option>a</select>",
    "<optgroup>",
    "<button>",
    "<button>a</button>",
    "<textarea>",
    "<fieldset><legend>a",
    "<datalist>"
  ],
  ...[
    "<img src=/№.png alt=a>",
    "<img srcset='a.png 1x, b.png 2x'>",
    "<img srcset='",
    "a№.png 100w, ",
    "<picture>",
    "<source srcset=a№.png>",
    "<picture><source srcset=a><img src=b></picture>",
    "<figure>",
    "<figcaption>",
    "<figure><img src=№><figcaption>a</figure>",
    "<video poster=a.png>",
    "<video><source src=a№.mp4>",
    "<audio>",
    "<object data=a>",
    "<embed src=a>"
  ],
  ...[
    "<iframe src=/№>",
    "<iframe srcdoc='<p>a'>",
    "<iframe>",
    "<noscript>",
    "<noscript><img src=№></noscript>",
    "<script>",
    '<script>var a = {"price":5}</script>',
    "<style>",
    "<style>a{}</style>",
    "<!--",
    "<!-- a -->",
    "<![CDATA[",
    "<?xml?>",
    "<!DOCTYPE html>"
  ],
  ...[
    "<meta name=description content='a'>",
    "<meta property=og:image content=/№.png>",
    "<meta name=a№ content=b>",
    "<meta property='product:price:amount' content=5>",
    "<link rel=canonical href=/№>",
    "<link rel=stylesheet href=/№.css>",
    "<link rel=alternate hreflang=de href=/№>",
    "<link rel=icon sizes=№x№ href=a>",
    "<base href=/№/>",
    "<title>",
    "<title>a</title>"
  ],
  ...[
    "<h1>",
    "<h1>a</h1>",
    "<h2>a №</h2>",
    "<h3>",
    "<h2><a href=#№>a</a></h2>",
    "<hgroup>",
    "<header>",
    "<footer>",
    "<nav>",
    "<main>",
    "<article>",
    "<section>",
    "<aside>",
    "<address>",
    "<search>",
    "</article>",
    "</section>",
    "<article><h2>a</h2><p>b</article>"
  ],
  ...[
    "<pre>",
    "<pre>a\n</pre>",
    "<code>",
    "<code>a</code>",
    "<pre><code class=language-js>",
    "<kbd>",
    "<samp>",
    "<blockquote>",
    "<blockquote><p>a</blockquote>",
    "<q>",
    "<cite>",
    "<hr>",
    "<br>",
    "a<br>",
    "<wbr>",
    "<ruby>",
    "<ruby>漢<rt>kan</rt></ruby>",
    "<rb>",
    "<rt>",
    "<rp>",
    "<bdo dir=rtl>",
    "<time datetime=2026-01-01>a</time>",
    "<data value=5>",
    "<meter value=5>",
    "<abbr title=a>b"
  ],
  ...[
    "<div itemscope>",
    "<div itemscope itemtype='https://schema.org/Product'>",
    "<span itemprop=name>a</span>",
    "<meta itemprop=price content=5>",
    "<div itemprop=offers itemscope>",
    "<div itemscope itemref='a b c'>",
    "<div id=a itemprop=b>",
    "<div itemscope itemref=a id=a>",
    "<link itemprop=url href=/№>"
  ],
  ...[
    "<div role=tablist>",
    "<button role=tab aria-controls=t№>",
    "<div role=tabpanel id=t№>",
    "<div role=tabpanel hidden>",
    "<div role=row>",
    "<div role=cell>",
    "<div role=list><div role=listitem>",
    "<div role=heading aria-level=2>",
    "<div aria-hidden=true>",
    "<div hidden>",
    "<div style='display:none'>",
    "<div aria-label='a'>",
    "<div aria-labelledby='a b c №'>",
    "<div aria-describedby=a>",
    "<div id=№>",
    "<div id=a>",
    "<div role=img aria-label='5 stars'>"
  ],
  ...[
    "<div class='content'>",
    "<div class='nav menu'>",
    "<div class='sidebar'>",
    "<div class='comment'>",
    "<div class='cookie-banner'>",
    "<div class='ad'>",
    "<div class='sr-only'>a</div>",
    "<div class='h-card'>",
    "<div class='tabs'>",
    "<div class='product-price sale'>",
    "<div class='modal'>",
    "<div class='carousel'>",
    "<div class='author'>a</div>",
    "<div class='a№ b№'>",
    "<ul class='breadcrumb'>",
    "<section class='footnotes'>",
    "<span class='price'><span>$</span>5</span>",
    "<div class='row'><div class='col'>",
    "<div class='highlight'><pre>"
  ],
  ...[
    '<script type=\'application/ld+json\'>{"@type":"Product"}</script>',
    "<script type='application/json'>{\"price\":№}</script>",
    "<script id=__NEXT_DATA__ type='application/json'>{\"a\":[",
    "<div data-price=5>",
    "<div onclick=a>",
    "<a№>",
    "<x-№>",
    "<div a№=b>",
    "<font>",
    "<center>",
    "<nobr>",
    "<marquee>",
    "<frameset>",
    "<body a№=b>",
    "<html b№=c>",
    "<plaintext>"
  ],
  ...[
    "Price: $5",
    "$5 ",
    "5 € ",
    "1,",
    "3 hours ago ",
    "In stock ",
    "was $9 now $8 ",
    "Jane Roe, CEO ",
    "a@b.example ",
    "+49 30 1234 ",
    "https://a.example/№ ",
    "www.a.example ",
    "12:30 ",
    "2026-01-01 ",
    "a: b",
    "a | ",
    "★",
    "✓ ",
    "• a ",
    "a. A",
    "[a](b) ",
    "Lorem ipsum dolor. ",
    "Tel. 030 / 12 34 ",
    "10.000,00 ",
    "- ",
    "№. ",
    "(№) ",
    "&nbsp;",
    "&#8203;",
    "\u200b",
    "©",
    "12 people are viewing this "
  ]
]

const long = [
  "a",
  " ",
  "a ",
  "a№ ",
  ",",
  "1x,",
  "a 1x, ",
  "/",
  "a/",
  "a;",
  "a:b;",
  "&quot;",
  "€",
  "+",
  "#",
  "?",
  "{",
  "\\",
  "a\n",
  "-",
  "a-",
  ".",
  "$5 ",
  "1",
  "%20"
]

/** Values of attributes and texts that are long by themselves. */
const longPlaces: ReadonlyArray<readonly [string, string, string]> = [
  ["class", "<body><p class='", "'>a</p>"],
  ["href", "<body><a href='", "'>a</a>"],
  ["srcset", "<body><img srcset='", "'>"],
  ["style", "<body><p style='", "'>a</p>"],
  ["alt", "<body><p>a <img src=a.png alt='", "'>"],
  ["description", "<head><meta name=description content='", "'>"],
  ["image", "<head><meta property=og:image content='", "'>"],
  ["title", "<head><title>", "</title>"],
  ["label", "<body><div aria-label='", "'>a</div>"],
  ["itemref", "<body><div itemscope itemref='", "'>a</div>"],
  ["heading", "<body><h1>", "</h1><p>a"],
  ["link text", "<body><a href=/a>", "</a>"],
  ["cell", "<body><table><tr><th>a<td>", "</table>"],
  ["term", "<body><dl><dt>", "<dd>a</dl>"],
  ["code", "<body><pre><code>", "</code></pre>"],
  ["item", "<body><ul><li>", "</ul>"],
  ["option", "<body><select><option>", "</select>"],
  ["time", "<body><time datetime='", "'>a</time>"],
  ["name", "<body><div itemscope><span itemprop='", "'>a</span></div>"]
]

const head =
  "<html lang=en><head><title>Kettle K2</title></head><body><h1>Kettle K2</h1><p>A kettle for 5 cups, at $89.</p>"

const inThreads: ReadonlyArray<readonly [string, (html: string) => unknown]> = [
  ["html shape", shaped],
  ["html main content", mainContentOf],
  ["html watched", watched],
  ["html facts", facts]
]
const onMain: ReadonlyArray<readonly [string, (html: string) => unknown, number]> = [
  ["html inline shape", shapedInline, 256 * 1024],
  ["html inline watched", watchedInline, 256 * 1024],
  ["html inline facts", factsInline, 128 * 1024]
]

export const doors: ReadonlyArray<Door> = [
  ...inThreads.map(([name, run]): Door => ({ name, open: whole(run), words, before: head })),
  ...onMain.map(([name, run, most]): Door => ({ name, open: whole(run), words, before: head, most, isMain: true })),
  ...longPlaces.flatMap(([place, before, after]) => [
    ...inThreads
      .slice(1)
      .map(([name, run]): Door => ({ name: `${name}: ${place}`, open: whole(run), words: long, before, after })),
    ...onMain.map(
      ([name, run, most]): Door => ({
        name: `${name}: ${place}`,
        open: whole(run),
        words: long,
        before,
        after,
        most,
        isMain: true
      })
    )
  ])
]
