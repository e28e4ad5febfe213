import { assert, describe, it } from "@effect/vitest"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Effect, Result } from "effect"
import { makeMatching } from "../src/Matching.ts"
import { layer } from "../src/PageReader.ts"
import { makeNodeCount } from "../src/PageTree.ts"
import { readPage } from "../src/readPage.ts"
import { textOf } from "./reading.ts"

describe("main content", () => {
  it.effect("is <main> alone when it holds a good part of the page", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf("<div>Offer ends soon</div><main>All systems work</main>"), "All systems work")
      assert.strictEqual(
        yield* textOf("<main>Hi</main><div>The plans and their prices stand here: $10 and $20</div>"),
        "Hi\nThe plans and their prices stand here: $10 and $20"
      )
    })
  )

  it.effect("is the whole page when nothing else is left", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf("<nav>Home</nav><footer>Imprint</footer>"), "Home\nImprint")
      assert.strictEqual(
        yield* textOf("<nav>Home</nav><footer>Imprint</footer>", { excludeSelectors: ["nav"] }),
        "Imprint"
      )
    })
  )

  it.effect("knows clutter by whole words", () =>
    Effect.gen(function* () {
      const page = `<p class="stock">3 left</p><p class="cookies-recipe">Butter</p><p class="Toc">1. Intro</p>
        <p class="a cookie-banner b">Accept</p><p id="onetrust-banner-sdk">Accept</p><p class="navbars">Bars</p>`
      assert.strictEqual(yield* textOf(page), "3 left\nButter\nBars")
    })
  )

  it.effect("keeps headers of cards and drops those of sites", () =>
    Effect.gen(function* () {
      const site = "<header><h1>Acme</h1><nav><h2>Products</h2></nav></header>"
      const card = "<div><header><h3>Pro</h3>$49</header></div>"
      assert.strictEqual(yield* textOf(site + card), "Pro\n$49")
    })
  )

  it.effect("keeps a header that holds the title of the page, and none with the logo of its site", () =>
    Effect.gen(function* () {
      const main = "<main><h2>About</h2></main>"
      const told = "<header><h1>Major outage</h1><p>Since 10:00</p></header>"
      assert.strictEqual(yield* textOf(told + main), "Major outage\nSince 10:00\nAbout")
      const said = "We tell here how our kilns are, all day and all night. ".repeat(8).trim()
      const long = `<main><h2>About</h2><p>${said}</p></main><p>Written by Ann</p>`
      assert.strictEqual(yield* textOf(told + long), `Major outage\nSince 10:00\nAbout\n${said}`)
      assert.strictEqual(yield* textOf(`<header><h1>Acme</h1><nav>A</nav></header>${long}`), `About\n${said}`)
      const linked = `<header><h1>Outage</h1><p>By <a href=/ann>Ann</a> in <a href=/news>News</a></p><a href=/s>Subscribe</a></header>`
      assert.strictEqual(yield* textOf(linked + main), "Outage\nBy Ann in News\nSubscribe\nAbout")
      for (const logo of [
        '<h1><a href="/">Acme</a></h1>',
        '<a href="/"><h1>Acme</h1></a>',
        '<h1><img src="/logo.png"></h1>',
        "<h1>Acme</h1><nav><a href=/a>A</a></nav>",
        "<h1>Acme Inc</h1><div class=menu><ul><li><a>Shop</a><li><a>Cart (3)</a></ul></div>",
        "<h1>Acme Inc</h1><ul><li><a href=/cart>Cart</a> (3)</ul>",
        "<h1>Acme Inc</h1><div role=navigation>Shop</div>",
        "<h1>Acme Inc</h1><div><a href=/shop>Shop</a> | <a href=/cart>Cart</a></div>",
        `<h1>Acme Inc</h1><p>${"<b>x</b>".repeat(400)}</p>`
      ])
        assert.strictEqual(yield* textOf(`<header>${logo}<p>The best pots</p></header>${main}`), "About", logo)
    })
  )

  it.effect("keeps the title of the page with buttons, authors, files, tabs and crumbs beside it", () =>
    Effect.gen(function* () {
      const main = "<section><p>All you need to know of it</p></section>"
      const headers = [
        `<header class=masthead><h1>@</h1><p>12 of 14 lifts run</p><a class="btn" href="/buy">Buy</a><a class="btn" href="/more">Learn more</a><a class=btn href=/x>Login</a></header>`,
        `<header class=page-header><h1>@</h1><div><span>By <a href="/ann">Ann</a></span><span><a href="/c">News</a></span><span><a href="/t">Transport</a></span></div></header>`,
        `<header><h1>@</h1><p><a href="/a.pdf">PDF</a> <a href="/b.epub">EPUB</a></p></header>`,
        `<header class=event><p>5 May 2026</p><h1>@</h1><p>Town Hall, Leeds</p><a href="/ics">Add to calendar</a><a href="/map">Map</a><a href="/tickets">Tickets</a></header>`,
        `<header><ol class=crumbs><li><a href="/">Home</a></li><li><a href="/x">Lifts</a></li></ol><h1>@</h1><p>Updated daily</p></header>`,
        `<header><h1>@</h1><p>Season 2026</p><div class=tabs><a href="#1">Info</a><a href="#2">Prices</a></div></header>`
      ]
      for (const header of headers) {
        const text = yield* textOf(header.replace("@", "Cable car: closed") + main)
        assert.include(text, "Cable car: closed", header)
      }
      const titled = (title: string, inside: string) =>
        textOf(`<title>${title}</title><header><h1>Cable car</h1>${inside}<p>Closed</p></header>${main}`)
      const list = "<ul><li><a href=/a>Lifts</a></li><li><a href=/b>Slopes</a></li></ul>"
      assert.strictEqual(
        yield* titled("Cable car | Peak", `<nav>A</nav>${list}`),
        "Cable car\nClosed\nAll you need to know of it"
      )
      for (const [title, inside] of [
        ["Cable car", list],
        ["Peak | Cable car", list],
        ["Cable car | Peak", `${list}<a href="/cart">Cart (2)</a>`],
        ["Cable car | Peak", "<nav>A</nav><form role=search><input></form>"],
        ["", "<a href=/><img src=l.png></a><a href=/a>Lifts</a>"],
        ["", "<a href=/a>Lifts</a><a href=/b>Slopes</a><a href=/c>Snow</a><a href=/d>Rooms</a>"],
        ["", "<a href=/about>About us</a><a href=/contact>Contact</a>"],
        ["", "<a href=/a>Lifts</a><a href=/l>Login</a><a href=/s>Search</a>"]
      ] as const)
        assert.strictEqual(yield* titled(title, inside), "All you need to know of it", title + inside)
    })
  )

  it.effect("takes the name of a site for no title of a page", () =>
    Effect.gen(function* () {
      const around = (head: string, heading: string) =>
        textOf(
          `${head}<header>${heading}<div>12° rain</div><div>Sunday, 29 November 2026</div><nav><a href=/a>A</a></nav><a href=/l>Log in</a></header><main><p>Closed</p></main>`
        )
      const name = "<h1>Town News</h1>"
      const title = "<title>Town News | Peak</title>"
      for (const [head, heading] of [
        ["<title>Town News – latest news</title>", name],
        ["<title>Town News | Home</title>", name],
        [`${title}<meta property="og:site_name" content="Town  news">`, name],
        [`${title}<meta name="application-name" content="Town News">`, name],
        [`${title}<link rel="canonical" href="https://www.town-news.example/">`, name],
        [`${title}<meta property="og:url" content="https://townnews.example">`, name],
        [title, `<h1 class="site-title">Town News</h1>`],
        [title, `<div class="logo"><h1>Town News</h1></div>`]
      ] as const)
        assert.strictEqual(yield* around(head, heading), "Closed", head + heading)
      for (const head of [
        title,
        `${title}<meta property="og:site_name" content="Peak">`,
        `${title}<link rel="canonical" href="https://townnews.example/town-news">`,
        `${title}<link rel="canonical" href="https://status.example/">`,
        "<title>Town News | npm</title>",
        "<title>Town News | latest news | Peak</title>"
      ])
        assert.include(yield* around(head, name), "Town News\n12° rain", head)
      const shop = `<header><h1>Acme</h1><span>Cart: 3 items</span><a href="/login">Log in</a><a href="/x">Deals 50%</a></header>`
      assert.strictEqual(yield* textOf(`<title>Acme | Home</title>${shop}<main><p>Closed</p></main>`), "Closed")
      const hero = `<header><h1>Acme</h1><p>12 of 14 lifts run</p><a class="btn" href="/buy">Buy</a></header>`
      assert.include(yield* textOf(`<title>Acme | Home</title>${hero}<main><p>Closed</p></main>`), "12 of 14 lifts")
    })
  )

  it.effect("takes a header with the title of its page for no <main>", () =>
    Effect.gen(function* () {
      const header = "<header><h1>Blue Widget Pro</h1><p>Made of steel and sold since 1984</p></header>"
      const text = "Blue Widget Pro\nMade of steel and sold since 1984"
      const stock = "<div><p>Price: $49.00</p><p>In stock</p></div>"
      assert.strictEqual(yield* textOf(header + stock), `${text}\nPrice: $49.00\nIn stock`)
      assert.strictEqual(yield* textOf(`${header}<main></main>${stock}`), `${text}\nPrice: $49.00\nIn stock`)
      const small = "<main><p>Hi</p></main>"
      assert.strictEqual(yield* textOf(header + small + stock), `${text}\nHi\nPrice: $49.00\nIn stock`)
      // Nor for what stands around it: a long header makes no `main` small.
      assert.strictEqual(
        yield* textOf(`${header}<main><p>Sold out</p></main><div>Offer ends soon</div>`),
        `${text}\nSold out`
      )
      assert.strictEqual(yield* textOf(header), text)
    })
  )

  it.effect("keeps cents, exponents and marks of notes apart from their numbers", () =>
    Effect.gen(function* () {
      const texts = {
        "$19<sup>99</sup> a month": "$19.99 a month",
        "<b>$</b><span>1,019</span><sup>99</sup>": "$1,019.99",
        "19<sup>99</sup> € im Monat": "19.99 € im Monat",
        "€ 1.299<sup>99</sup>": "€ 1.299,99",
        "€ 1,299<sup>99</sup>": "€ 1,299.99",
        "€ 1 299<sup>99</sup>": "€ 1 299.99",
        "1.299<sup>99</sup> €": "1.299,99 €",
        "1.001.299<sup>99</sup> €": "1.001.299,99 €",
        "1,299<sup>99</sup> €": "1,299.99 €",
        "19.99<sup>12</sup> €": "19.99^12 €",
        "$39<sup>1</sup>": "$39^1",
        "$39.00<sup>12</sup>": "$39.00^12",
        "10<sup>12</sup> and 10<sup>−3</sup>": "10^12 and 10^−3",
        "the 21<sup>st</sup>, 4 m<sup>2</sup>, CO<sub>2</sub>": "the 21st, 4 m2, CO2",
        "<sup>1</sup> A note": "1 A note"
      }
      for (const [html, text] of Object.entries(texts)) assert.strictEqual(yield* textOf(`<p>${html}</p>`), text)
    })
  )

  it.effect("reads what icons stand for by words that are not drawn", () =>
    Effect.gen(function* () {
      const check = "<svg class=h-5></svg>"
      const texts = {
        [`<table><tr><th></th><th>Pro</th></tr><tr><th>SSO</th><td>${check}<span class=sr-only>Not included in Pro</span></td></tr></table>`]:
          "| Pro\nSSO | Not included in Pro",
        "<li><span class='badge bg-danger'><span class=visually-hidden>Closed</span></span> Pool</li>": "Closed Pool",
        "<li>Pool<span class='badge bg-danger'><span class=visually-hidden>Closed</span></span></li>": "Pool Closed",
        "<p class=level><span class=bar></span><span class=screen-reader-text>Level 4 of 5</span></p>": "Level 4 of 5",
        "<p><span>●</span> <span class=visually-hidden>Pool: open</span></p>": "● Pool: open",
        "<li>Lift 1 <i class=dot></i><span class=sr-only>closed</span></li>": "Lift 1 closed",
        [`<li>${check}<span class=sr-only>Not included:</span> SSO</li>`]: "Not included: SSO",
        "<dl><dt>Water</dt><dd><span class=icon role=img aria-label='Not advised'></span></dd></dl>":
          "Water\nNot advised",
        "<p>Line 4 <img src='/bad.svg' alt=Suspended></p>": "Line 4 Suspended",
        "<p>Line 4<img src='/bad.png' width=16 alt=Suspended>today</p>": "Line 4 Suspended today",
        "<p>Line 4 <svg role=img><title>Suspended</title></svg></p>": "Line 4 Suspended",
        "<div class=rating role=img aria-label='Rated 4.5 of 5'><i></i></div>": "Rated 4.5 of 5",
        // What names a control, a place to go or a part of the page says nothing of how things are, and what is drawn is enough.
        "<p>A <a href=/x><svg></svg><span class=sr-only>Follow us</span></a></p>": "A",
        "<p>A <a class=sr-only href=#main>Skip</a></p>": "A",
        "<p>A</p><button><svg></svg><span class=sr-only>Close</span></button>": "A",
        "<p>A</p><div class=spinner role=status><span class=visually-hidden>Loading…</span></div>": "A",
        "<p>A</p><h2 class=sr-only>Menu of the page</h2>": "A",
        "<p><s>$49</s> <span class=sr-only>Price now:</span><ins>$39</ins></p>": "$49 $39",
        "<p>A <img src=/photo.jpg alt='A lake'></p>": "A",
        "<p>A <a href=/><img src=/logo.svg alt=Peak></a></p>": "A",
        "<p>A <span role=img aria-label=rocket>🚀</span></p>": "A 🚀"
      }
      for (const [html, text] of Object.entries(texts)) assert.strictEqual(yield* textOf(html), text, html)
    })
  )

  it.effect("keeps words for screen readers only where the page may show them", () =>
    Effect.gen(function* () {
      const page = `<p>A<span class="sr-only"> hidden</span></p><p>B<span class="sr-only md:not-sr-only"> shown</span></p>`
      assert.strictEqual(yield* textOf(page), "A\nB shown")
    })
  )
})

describe("regions", () => {
  it.effect("may be inline, cells and rows", () =>
    Effect.gen(function* () {
      const page = "<table><tr><td>Pro<td class=p>$9<td>a<tr><td>Max<td class=p>$19<td>b</table><b>x</b> <i>y</i>"
      assert.strictEqual(yield* textOf(page, { includeSelectors: [".p"] }), "$9\n$19")
      assert.strictEqual(
        yield* textOf(page, { includeSelectors: ["tr:last-child"], excludeSelectors: ["td:last-child"] }),
        "Max | $19"
      )
      assert.strictEqual(yield* textOf(page, { includeSelectors: ["b", "i"] }), "x\ny")
    })
  )

  it.effect("may be what the main content leaves out, but not what is hidden", () =>
    Effect.gen(function* () {
      const page = "<nav>Home</nav><p hidden>secret</p><script>1</script><div class=toc>Intro</div>"
      assert.strictEqual(yield* textOf(page, { includeSelectors: ["nav", "p", "script", ".toc"] }), "Home\nIntro")
    })
  )

  it.effect("find names whatever their case, and attributes of any kind", () =>
    Effect.gen(function* () {
      const page = `<DIV DATA-Plan="pro">$9</DIV><svg viewBox="0 0 1 1"><text class="t">42</text></svg>`
      assert.strictEqual(
        yield* textOf(page, { includeSelectors: ["Div[data-PLAN='pro']", "svg[viewbox] .t"] }),
        "$9\n42"
      )
    })
  )
})

describe("selectors", () => {
  const refused = {
    "a list that is too long": `${"a,".repeat(200)}a`,
    "a name that is too long": "a".repeat(3_000),
    "nesting that is too deep": `${":not(".repeat(6)}a${")".repeat(6)}`,
    "deep nesting that would overflow a parser": `${":not(".repeat(300)}a${")".repeat(300)}`,
    ":has inside :has": "p:has(b:has(i))",
    "pseudo-elements": "p::first-line",
    "old pseudo-elements": "p:before",
    "unknown pseudo-classes": "p:visible-ish",
    XPath: "//div[1]",
    parents: "a < p",
    "an at-rule": "@media",
    "a rule": "p { color: red }",
    "an attribute that never ends": '[a="b'
  }

  it.effect.each(Object.entries(refused))("refuse %s", ([, selector]) =>
    Effect.gen(function* () {
      const reader = yield* PageReader
      const error = yield* Effect.flip(reader.checkSelectors([selector]))
      assert.strictEqual(error._tag, "InvalidSelector")
      assert.isAtMost(error.selector.length, 200)
      assert.isNotEmpty(error.message)
    }).pipe(Effect.provide(layer))
  )
})

describe("the message of a refused selector", () => {
  it.effect.each([
    ["main[", "It ends where a name is expected."],
    ["[", "It ends where a name is expected."],
    ["p.", "It ends where a name is expected."],
    ["main[]", "A name is expected in place of ]"]
  ])("says of %s what is wrong", ([selector, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip((yield* PageReader).checkSelectors([selector!]))
      assert.strictEqual(error.message, message)
    }).pipe(Effect.provide(layer))
  )
})

describe("text that is not HTML", () => {
  const json = (body: string) => textOf(body, { mediaType: "application/json" })

  it.effect("has one value of JSON a line, every digit and key as it was", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* json(`{"b":[12.50,9007199254740993,1e400,{}],"1":"a: {b, \\"c\\"}","b":[ ],"__proto__":null}`),
        `{\n  "b": [\n    12.50,\n    9007199254740993,\n    1e400,\n    {}\n  ],\n  "1": "a: {b, \\"c\\"}",\n  "b": [],\n  "__proto__": null\n}`
      )
    })
  )

  it.effect("stays as it is for JSON that white space would swell", () =>
    Effect.gen(function* () {
      const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`
      assert.strictEqual(yield* json(deep), deep)
    })
  )

  it.effect("is kept for feeds, styles and the like", () =>
    Effect.gen(function* () {
      for (const mediaType of ["application/rss+xml", "text/xml", "text/css", "application/yaml", "text/markdown"]) {
        assert.strictEqual(yield* textOf("<a>\r\n b</a>", { mediaType }), "<a>\n b</a>")
      }
    })
  )
})

describe("what selectors find", () => {
  const asked = {
    body: `<main><p>One</p><p>Two</p></main><p>Three 🐦</p>`,
    mediaType: "text/html",
    includeSelectors: ["main", "p"],
    excludeSelectors: [],
    leavesOutNoise: false,
    tellsRegions: true
  }
  const reading = (steps: number) =>
    Result.getOrThrow(
      readPage(asked, {
        nodes: makeNodeCount(),
        matching: makeMatching(),
        taking: makeMatching().spend,
        finding: makeMatching(steps),
        mending: { left: 0, exceeded: null },
        filling: { most: Number.POSITIVE_INFINITY, exceeded: null }
      })
    )

  it("is not known where matching once more costs too much, and the text is", () => {
    assert.deepStrictEqual(
      reading(1_000).regions?.map(({ elements }) => elements),
      [1, 3]
    )
    // Both are compiled, at 40 steps each.
    const { regions, text } = reading(83)
    assert.deepStrictEqual([regions, text], [null, "One\nTwo\nThree 🐦"])
  })

  it.effect("begins with whole characters, and with words whatever stands around them", () =>
    Effect.gen(function* () {
      const reader = yield* PageReader
      const body = `<p>${" \n".repeat(3_000)}</p><p>${"🐦".repeat(150)}</p><td>half <b>an</b>swer<br>more</td>`
      const { regions } = yield* reader.read({ ...asked, body, includeSelectors: ["p", "body"] })
      const [pages, whole] = regions ?? []
      assert.deepStrictEqual([pages?.elements, pages?.characters, pages?.excerpt], [2, 300, "🐦".repeat(100)])
      assert.isTrue(whole?.excerpt.startsWith("🐦"))
    }).pipe(Effect.provide(layer))
  )
})
