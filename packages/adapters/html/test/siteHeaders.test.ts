import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { html } from "parse5"
import { Headers } from "../src/headers.ts"
import { PageElement, PageText } from "../src/PageTree.ts"
import { textOf } from "./reading.ts"

interface Site {
  readonly head: string
  readonly header: string
  /** A piece that stays, or null where the header goes. */
  readonly kept: string | null
}

const nav = "<nav><a href=/a>News</a><a href=/b>Sport</a></nav>"
const login = "<a href=/login>Log in</a>"
const title = (text: string) => `<title>${text}</title>`
const named = (name: string) => `<meta property="og:site_name" content="${name}">`

/** Headers of pages whose name is that of their site, or looks so: what they say beside it is watched. */
const kept: Readonly<Record<string, Site>> = {
  "an article of a magazine that is written small": {
    head: title("Kiln fire in Leeds | heise online"),
    header: `${nav}<h1>Kiln fire in Leeds</h1><p>Water is off in Mill Street until 18:00</p>`,
    kept: "Kiln fire in Leeds\nWater is off in Mill Street until 18:00"
  },
  "a short title of a magazine that is written small": {
    head: title("Kiln Fire - manager magazin"),
    header: `${nav}<h1>Kiln Fire</h1><time>29 November 2026</time>${login}`,
    kept: "Kiln Fire\n29 November 2026"
  },
  "a title whose tail begins as a purpose does": {
    head: title("How we fire a kiln – all about clay"),
    header: `${nav}<h1>How we fire a kiln</h1><time>29 November 2026</time>${login}`,
    kept: "How we fire a kiln"
  },
  "a post of a blog, with its day": {
    head: title("Kiln fire | Town"),
    header: `${nav}<h1 class="blog-title">Kiln fire</h1><span>29 November 2026</span>${login}`,
    kept: "Kiln fire\n29 November 2026"
  },
  "a title in a colour of its brand": {
    head: title("Kiln fire | Town"),
    header: `${nav}<div class="hero bg-brand"><h1 class="text-3xl text-brand-600">Kiln fire</h1></div><span>29 November 2026</span>${login}`,
    kept: "Kiln fire\n29 November 2026"
  },
  "a title in a header with a logo": {
    head: title("Kiln fire | Town"),
    header: `<div class="header-with-logo"><h1>Kiln fire</h1><span>29 November 2026</span>${login}</div>${nav}`,
    kept: "Kiln fire\n29 November 2026"
  },
  "a product that is an application": {
    head: `${title("Kiln 9 | Acme")}<meta name="application-name" content="Kiln 9">`,
    header: `${nav}<h1>Kiln 9</h1><p>$49, in stock</p>${login}`,
    kept: "Kiln 9\n$49, in stock"
  },
  "the start of a status page": {
    head: `${title("Status | Acme")}<link rel=canonical href="https://status.acme.example/">`,
    header: `${nav}<h1>Status</h1><p>Major outage since 10:00</p>${login}`,
    kept: "Status\nMajor outage since 10:00"
  },
  "the day of a status page": {
    head: `${title("Status | Acme")}<link rel=canonical href="https://status.acme.example/">`,
    header: `${nav}<h1>Status</h1><time>29 November 2026</time>${login}`,
    kept: "Status\n29 November 2026"
  },
  "one word of a status page": {
    head: title("Acme Status | Home") + named("Acme Status"),
    header: `${nav}<h1>Acme Status</h1><b>Down</b><time>29 November 2026</time>${login}`,
    kept: "Down"
  },
  "the start of a site of jobs": {
    head: `${title("Jobs | Acme")}<link rel=canonical href="https://jobs.acme.example/">`,
    header: `${nav}<h1>Jobs</h1><p>12 open positions</p>`,
    kept: "12 open positions"
  },
  "a ski resort, with one link": {
    head: title("Hill Ski") + named("Hill Ski"),
    header: `<h1>Hill Ski</h1><p>12 of 14 lifts run today. Snow 40 cm.</p><a href="/snow">Snow report</a>`,
    kept: "12 of 14 lifts run today."
  },
  "a pool, with what it measures": {
    head: title("Mill Pool | Home"),
    header: `${nav}<h1>Mill Pool</h1><p>Water 18°</p><p>Sunday, 29 November 2026</p>${login}`,
    kept: "Water 18°"
  },
  "a festival, with its days": {
    head: title("Jazz Fest | Home") + named("Jazz Fest"),
    header: `${nav}<h1>Jazz Fest</h1><p>5 June 2027 – 7 June 2027</p>${login}`,
    kept: "5 June 2027"
  },
  "a concert, with its day alone": {
    head: title("Jazz Night | Home"),
    header: `${nav}<h1>Jazz Night</h1><p>Saturday, 5 June 2027</p><a href=/t>Tickets</a>`,
    kept: "5 June 2027"
  },
  "a restaurant, with its hours": {
    head: title("Da Mario | Home"),
    header: `${nav}<h1>Da Mario</h1><p>Sunday 10:00–18:00</p><p>12°</p>${login}`,
    kept: "Sunday 10:00–18:00"
  },
  "a municipality, with what is closed": {
    head: title("Millstadt | Startseite") + named("Millstadt"),
    header: `${nav}<h1>Millstadt</h1><p>Sonntag, 29. November 2026</p><p>Das Rathaus ist heute zu</p><a href=/k>Anmelden</a>`,
    kept: "Das Rathaus ist heute zu"
  },
  "a school, with a term that ends": {
    head: title("Mill School | Home"),
    header: `${nav}<h1 class="site-title">Mill School</h1><p>Apply by 1 March 2027</p>${login}`,
    kept: "Apply by 1 March 2027"
  },
  "a club, with a line that is a link": {
    head: title("Mill Rowing | Home"),
    header: `${nav}<h1>Mill Rowing</h1><p>29 November 2026</p><a href=/n>No training on Sunday</a>${login}`,
    kept: "No training on Sunday"
  },
  "a ferry, with an hour that is named": {
    head: title("Mill Ferry | Home"),
    header: `${nav}<h1>Mill Ferry</h1><p>Next boat</p><p>10:00</p><p>29 November 2026</p>${login}`,
    kept: "Next boat\n10:00"
  },
  "a shop, with what a cart does not hold": {
    head: title("Mill Pots | Home"),
    header: `<h1>Mill Pots</h1><span>Bag of 25 kg: sold out</span><p>29 November 2026</p>${login}`,
    kept: "Bag of 25 kg: sold out"
  },
  "a portfolio, with a motto that nobody calls one": {
    head: title("Ann Mill | Home"),
    header: `${nav}<h1>Ann Mill</h1><p>Open for work from May</p><p>29 November 2026</p>${login}`,
    kept: "Open for work from May"
  },
  "a weather that is a warning": {
    head: title("Mill Weather | Home"),
    header: `${nav}<h1>Mill Weather</h1><div class="weather">12° storm tonight</div><p>29 November 2026</p>${login}`,
    kept: "12° storm tonight"
  },
  "what the head says as well": {
    head: `${title("Acme Status | Major outage")}${named("Acme Status")}<meta name=description content="Major outage">`,
    header: `${nav}<h1>Acme Status</h1><p>Major outage</p><time>29 November 2026</time>${login}`,
    kept: "Major outage"
  },
  "a part of a site with a short name": {
    head: `${title("Status | Aws")}<link rel=canonical href="https://status.aws.com/">`,
    header: `${nav}<h1>Status</h1><time>29 November 2026</time>${login}`,
    kept: "Status\n29 November 2026"
  },
  "a name alone": {
    head: title("Mill Docs | Home"),
    header: `${nav}<h1>Mill Docs</h1>${login}`,
    kept: "Mill Docs"
  }
}

/** What changes by itself beside the name of a site, and is told to nobody. */
const dropped: Readonly<Record<string, Site>> = {
  "a newspaper, with day and weather": {
    head: title("Town News | Home"),
    header: `${nav}<h1>Town News</h1><div>12° rain</div><div>Sunday, 29 November 2026</div>`,
    kept: null
  },
  "a newspaper in German, on one line": {
    head: title("Stadtblatt – aktuelle Nachrichten") + named("Stadtblatt"),
    header: `${nav}<h1>Stadtblatt</h1><div><span>Sonntag, 29. November 2026</span><span>12 °C</span></div>`,
    kept: null
  },
  "a newspaper, with its motto": {
    head: title("Le Mill | Accueil"),
    header: `${nav}<h1>Le Mill</h1><p class=slogan>Le journal de la vallée</p><p>dimanche 29 novembre 2026</p><a href=/c>Se connecter</a>`,
    kept: null
  },
  "a newspaper, with a place in its weather": {
    head: title("Town News | Peak") + named("Town News"),
    header: `${nav}<div class=site-branding><h1>Town News</h1><p class=site-description>For all of us</p></div><div class="weather-box">Leeds 12°C</div><div>Nov 29, 2026</div>`,
    kept: null
  },
  "a newspaper in figures": {
    head: `${title("Town News | Peak")}<link rel=canonical href="https://townnews.co.uk/">`,
    header: `${nav}<h1>Town News</h1><div>Sun 29/11/2026 | 18:04</div>${login}`,
    kept: null
  },
  "a newspaper in Japanese": {
    head: title("まち新聞 | ホーム"),
    header: `${nav}<h1>まち新聞</h1><div>2026年11月29日(日)</div><a href=/l>ログイン</a>`,
    kept: null
  },
  "a shop, with its cart": {
    head: title("Acme | Home"),
    header: `<h1>Acme</h1><span>Cart: 3 items</span>${login}<a href="/x">Deals 50%</a>`,
    kept: null
  }
}

describe("the header of a site", () => {
  it.effect.each(Object.entries({ ...kept, ...dropped }))("of %s", ([, site]) =>
    Effect.gen(function* () {
      const text = yield* textOf(`${site.head}<header>${site.header}</header><main><p>What we do here</p></main>`)
      assert.include(text, "What we do here")
      if (site.kept === null) assert.strictEqual(text, "What we do here")
      else assert.include(text, site.kept)
    })
  )

  it("asks the head for names once, however many headers there are, and for none that is long", () => {
    const element = (name: string, children: ReadonlyArray<PageElement | PageText>, content = "") => {
      const attributes = [
        { name: "property", value: "og:site_name" },
        { name: "content", value: content }
      ]
      const made = new PageElement(name, html.NS.HTML, attributes, false)
      made.children = [...children]
      for (const child of children) child.parent = made
      return made
    }
    const long = `x${" ".repeat(400)}`
    const headers = Array.from({ length: 50 }, () => {
      const day = element("p", [new PageText("12° rain on 29 November 2026")])
      return element("header", [element("h1", [new PageText("x")]), element("nav", []), day])
    })
    const head = element("head", [element("meta", [], long), element("title", [new PageText("x | y")])])
    element("#document", [element("html", [head, element("body", headers)])])
    const { children } = head
    let asked = 0
    Object.defineProperty(head, "children", {
      get: () => {
        asked += 1
        return children
      }
    })
    const judge = new Headers()
    for (const header of headers) assert.isTrue(judge.isOfContent(header) && judge.isTitleHeader(header))
    assert.isAtMost(asked, 3)
  })
})
