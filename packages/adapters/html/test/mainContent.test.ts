import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf, shape, textOf } from "./reading.ts"

const folder = new URL("../../../../bench/quality/pages/", import.meta.url)

const expected: Readonly<
  Record<string, { readonly keep: ReadonlyArray<string>; readonly drop: ReadonlyArray<string> }>
> = JSON.parse(readFileSync(new URL("expected.json", folder), "utf8"))

const main = (html: string) => markdownOf(html, { mainContentOnly: true })

const sentence = "The frame moves with you, and the rain cover hides in the base, so that nothing gets wet on the way. "

describe("main content of pages that are no articles", () => {
  it.effect.each(Object.entries(expected))("keeps what a %s page is read for, and drops the rest", ([name, pieces]) =>
    Effect.gen(function* () {
      const page = readFileSync(new URL(`${name}.html`, folder), "utf8")
      const { html } = yield* shape(page, { mainContentOnly: true })
      const text = (yield* textOf(html ?? "", { includeSelectors: ["html"] })).replace(/\s+/g, " ")
      for (const piece of pieces.keep) assert.include(text, piece)
      for (const piece of pieces.drop) assert.notInclude(text, piece)
    })
  )
})

describe("main content that is named for the frame of a page", () => {
  const about = `<p>${sentence.repeat(2)}</p>`
  const page = (inside: string) =>
    main(
      `<title>T</title><div class="topnav"><a href="/">Home</a><a href="/b">Shop</a></div>${inside}<div class="footer">© X</div>`
    )

  it.effect.each([
    [
      "ul.menu",
      `<ul class="menu"><li><h3>Soup</h3><span>£4.50</span></li><li><h3>Pie</h3><span>£7.20</span></li></ul>`
    ],
    [
      ".menu-item",
      `<div><div class="menu-item"><h3>Soup</h3><b>£4.50</b></div><div class="menu-item">Pie £7.20</div></div>`
    ],
    [".food-menu", `<div class="food-menu"><div>Soup £4.50</div><div>Pie £7.20</div></div>`],
    ["#menu", `<section id="menu"><h2>Lunch</h2><p>Soup £4.50</p><p>Pie £7.20</p></section>`],
    [".hidden-xs", `<div class="hidden-xs"><p>Soup from 9–17, £4.50 and £7.20</p></div>`],
    [".social", `<div class="social"><h2>Social kitchen</h2><p>Soup at £4.50 and pie at £7.20.</p></div>`],
    [".toolbar", `<div class="toolbar"><p>Soup £4.50, 8 kg of pie £7.20</p></div>`],
    [".header", `<div class="header"><h2>Lunch</h2><p>Soup rises to £4.50 and pie to £7.20 in June.</p></div>`]
  ] as const)("is kept where it tells prices, hours or measures: %s", ([, inside]) =>
    Effect.gen(function* () {
      const text = yield* page(`<main><h1>The Bell</h1>${about}${inside}${about.replace("frame", "cover")}</main>`)
      for (const part of ["Soup", "4.50", "7.20"]) assert.include(text, part)
    })
  )

  it.effect.each([
    `<div id="header"><h1>Cook</h1><div class="location">Berlin</div></div><div id="content">${about}${about}</div>`,
    `<main><div class="page-header"><h1>Cook</h1><p>Berlin until 5 May</p></div>${about}${about}</main>`,
    `<main><div class="banner"><h1>Cook</h1><p>Berlin until 5 May</p></div>${about}${about}</main>`,
    `<div class="jumbotron"><h1>Cook</h1><p>Berlin until 5 May</p></div>${about}${about}`
  ])("is kept with the title of the page: %s", (inside) =>
    Effect.gen(function* () {
      const text = yield* page(inside)
      assert.include(text, "# Cook")
      assert.include(text, "Berlin")
    })
  )

  it.effect.each([
    `<div class="header"><span>Cart</span> <b>£0.00</b></div>`,
    `<div class="banner"><p>Free shipping over $60</p></div>`,
    `<div class="ad"><p>Try VPN $2.99/mo</p></div>`,
    `<ul class="menu"><li><a href="/a">Under £5</a></li><li><a href="/b">Under £9</a></li></ul>`,
    `<div class="toolbar"><button>A</button> 9–17 <select><option>100 kg</option></select></div>`,
    `<div class="popup"><p>Now €5</p></div>`
  ])("is left out where it tells of the site: %s", (inside) =>
    Effect.gen(function* () {
      const text = yield* page(`<main><h1>The Bell</h1>${about}${inside}${about.replace("frame", "cover")}</main>`)
      assert.notMatch(text ?? "", /0\.00|\$60|VPN|Under|100 kg|Now/)
    })
  )

  it.effect("is what a short <main> says, without what is around it", () =>
    Effect.gen(function* () {
      const around = `<nav><a href="/">Home of the page</a></nav>@<footer><p>© 2026 Orbit, with all rights, and where the office is.</p></footer>`
      const short = around.replace("@", "<main><p>All systems work.</p></main>")
      assert.strictEqual(yield* main(short), "All systems work.")
      const titled = around.replace("@", "<header><h1>Status</h1></header><main><p>All systems work.</p></main>")
      assert.strictEqual(yield* main(titled), "# Status\n\nAll systems work.")
      assert.include(yield* main(around.replace("@", "<main></main>")), "Orbit")
      const elsewhere = `<main><p>Loading</p></main><aside>${about.repeat(5)}</aside>`
      assert.include(yield* main(elsewhere), sentence.trim())
    })
  )
})

describe("main content of articles", () => {
  it.effect("is the article without what is strewn in", () =>
    Effect.gen(function* () {
      const paragraph = `<p>${sentence.repeat(3)}</p>`
      const page = `<meta property="og:type" content="article"><nav><a href="/">Home</a></nav><div class="wrap"><article>
        <h1>Packs</h1><p>By Ana Prado</p>${paragraph}<div class="share-buttons"><a href="#">Tweet</a></div>${paragraph}
        <p>Advertisement</p><div class="related-posts"><h3>Related</h3><ul><li><a href="/b">Belts</a></li></ul></div>${paragraph}
        </article><div id="comments"><p>First! ${sentence}</p></div></div><footer>Imprint</footer>`
      const text = sentence.repeat(3).trim()
      assert.strictEqual(yield* main(page), ["# Packs", text, text, text].join("\n\n"))
    })
  )

  it.effect("has the lead that stands above it", () =>
    Effect.gen(function* () {
      const lead = "A pack that moves with whoever carries it, and what it costs to make one."
      const body = `<div class="article-body"><p>${sentence.repeat(4)}</p></div>`
      const text = sentence.repeat(4).trim()
      const page = `<header><h1>Packs</h1><div class="teaser-text">${lead}</div></header><article>${body}</article>`
      assert.strictEqual(yield* main(page), `${lead}\n\n${text}`)
    })
  )

  it.effect("has the header that holds the title of its page", () =>
    Effect.gen(function* () {
      const body = `<main><h2>Features</h2><p>${sentence.repeat(2)}</p></main>`
      const text = `## Features\n\n${sentence.repeat(2).trim()}`
      const hero = "<header><h1>Acme 3.0</h1><p>Price $129.</p></header>"
      const site = `<header><a href="/"><h1>Acme</h1></a><p>Pots</p></header>`
      assert.strictEqual(yield* main(site + hero + body), `# Acme 3.0\n\nPrice $129.\n\n${text}`)
      assert.strictEqual(yield* main(hero + body.replace("<h2>", "<h1>Own</h1><h2>")), `# Own\n\n${text}`)
      assert.strictEqual(yield* main(site + body), text)
    })
  )

  it.effect("loses headlines of others, and a listing keeps its own", () =>
    Effect.gen(function* () {
      const kind = `<meta property="og:type" content="article">`
      const paragraph = `<p>${sentence.repeat(2)}</p>`
      const headline = `<p><a href="/b">Belts that nobody has asked for are back</a></p>`
      assert.notInclude(yield* main(`${kind}<article>${paragraph.repeat(4)}${headline}${paragraph}</article>`), "Belts")
      const entry = `<div>${headline}<p>${sentence}</p></div>`
      assert.include(yield* main(`${kind}<main>${entry.repeat(9)}</main>`), "Belts")
    })
  )

  it.effect("is what the page tells to search engines where nothing else holds it", () =>
    Effect.gen(function* () {
      const script = (told: object) =>
        `<script type="application/ld+json">${JSON.stringify({ "@type": "NewsArticle", ...told })}</script>`
      const articleBody = `<p>${sentence.repeat(3)}</p><p>${sentence.repeat(3)}</p>`
      const text = sentence.repeat(3).trim()
      const page = "<h1>Packs</h1><div id=app>Loading</div>"
      assert.strictEqual(yield* main(script({ articleBody }) + page), ["# Packs", text, text].join("\n\n"))
      assert.notInclude(yield* main(script({ articleBody, isAccessibleForFree: false }) + page), text)
      const teaser = "The frame moves with you, and nothing gets wet."
      assert.strictEqual(yield* main(`${script({ articleBody: teaser })}<div id="root"></div>`), teaser)
      assert.notInclude(yield* main(`${script({ articleBody: teaser })}<p>A page of its own words.</p>`), teaser)
    })
  )

  it.effect("keeps notes that stand elsewhere", () =>
    Effect.gen(function* () {
      const page = `<article><p>${sentence.repeat(8)}<a class="footnote-ref" href="#fn1">1</a></p></article>
        <aside class="footnotes" style="display:none"><ol><li id="fn1">Tested in Iceland.</li></ol></aside>`
      assert.include(yield* main(page), "[^1]: Tested in Iceland.")
    })
  )

  it.effect("is looked for in what the selectors keep", () =>
    Effect.gen(function* () {
      const page = `<div id="a"><nav>Menu</nav><p>${sentence}</p></div><div id="b"><p>${sentence.repeat(20)}</p></div>`
      assert.strictEqual(yield* markdownOf(page, { mainContentOnly: true, includeSelectors: ["#a"] }), sentence.trim())
    })
  )

  it.effect("is empty on an empty page", () =>
    Effect.gen(function* () {
      for (const page of ["", "<body></body>", "<script>1</script>"]) assert.strictEqual(yield* main(page), "")
    })
  )
})
