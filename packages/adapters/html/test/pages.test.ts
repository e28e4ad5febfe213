import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { pageNamed, pageNames, textOf } from "./reading.ts"

/** What an owner watches a page for, line by line, and what would only alarm them. */
const expected = {
  pricing: {
    facts: [
      "Simple, honest pricing",
      "$0/month",
      "$59 $49",
      "€199",
      "Billed yearly: €1,990",
      "Annual (save 20%)",
      "90 days of history",
      "Buy Team",
      "| Starter | Team | Business",
      "Events per month | 10,000 | 1 million | Custom",
      "Overage per 1,000 events | — | $0.50 | $0.35",
      "SSO | No | Add-on, $15 | Included",
      "5 seats – $25",
      "20 seats – $80",
      "Yes, within 30 days."
    ],
    junk: [
      "privacy",
      "Log in",
      "Skip to",
      "999",
      "777",
      "12345",
      "4321",
      "$1 internal",
      "199 euros",
      "2026",
      "logo",
      "af81"
    ]
  },
  changelog: {
    facts: [
      "Last updated March 2, 2026",
      "v3.2.0",
      "New flag --retry-max (default 5)",
      "Dropped support for Node 18.",
      "harbor deploy \\\n  --retry-max 10\n\n# done",
      "Run harbor doctor after upgrading.",
      "Released by mira",
      "Fixed a crash when the config\nfile is empty."
    ],
    junk: ["Versions", "On this page", "3.2.0 link", "Popular posts", "newsletter"]
  },
  docs: {
    facts: [
      "Rate limits",
      "120 requests per minute",
      "Bursts above 20 are refused with status 429.",
      "Plan | Requests / min\nFree | 60\nPro | 600",
      "Retry-After\nSeconds to wait"
    ],
    junk: ["Acme API", "Search", "Home", "Contents entry", "Previous", "GitHub"]
  },
  product: {
    facts: [
      "Trail Runner 5",
      "£129.00 £99.00",
      "Only 3 left in stock",
      "Delivery by Friday",
      "43 (sold out)",
      "Add to basket",
      "Notify me",
      "Weight 280 g",
      "Made in Portugal"
    ],
    junk: ["Free shipping", "£59", "cookies", "Returns", "Out of stock", "Hidden", "popup", "Popover", "Regular price"]
  },
  listing: {
    facts: [
      "3 flats in Oslo",
      "Bright flat, Grünerløkka\n62 m² · 2 rooms\nNOK 18 500",
      "NOK 24 900 incl. heating",
      "NOK 11 200"
    ],
    junk: ["Rent", "Page 2", "Sitemap"]
  },
  forum: {
    facts: [
      "anna Posts: 41 | Since firmware 2.4 my battery goes from 80% to 5%. Any idea?",
      "ops_bob\nPosts: 1,302\nKnown bug, fixed in 2.4.1.",
      "2.4.1 | 4%"
    ],
    junk: ["Board footer"]
  },
  status: {
    facts: [
      "Partial outage",
      "Webhooks Degraded performance",
      "late by up to 12 minutes",
      "14:05 UTC",
      "99.95 % uptime"
    ],
    junk: ["Subscribe", "Statuskit", "unused", "tooltip"]
  },
  terms: {
    facts: [
      "Effective date: 1 January 2026",
      "1. Cookies\nWe keep session cookies for 14 days.",
      "You may withdraw consent at any time.",
      "We share data with 4 processors.\nHosting\nMail",
      "Clause 12"
    ],
    junk: ["Manage", "All rights", "Company"]
  },
  jobs: {
    facts: ["Open roles (3)", "€75,000 – €95,000", "Product Designer\nLisbon", "Data Analyst\nCloses on 15 May"],
    junk: ["About", "Equal opportunity"]
  }
} satisfies Record<(typeof pageNames)[number], { facts: Array<string>; junk: Array<string> }>

/** The text with the spaces of the source made plain, as `normalize_whitespace` compares it. */
const collapsed = (text: string) => text.replace(/^(?! {2}--)[^\n]*$/gm, (line) => line.replace(/\s+/g, " ").trim())

describe("pages people watch", () => {
  it.effect.each(pageNames.map((name) => [name] as const))("keeps the facts of a %s page and no clutter", ([name]) =>
    Effect.gen(function* () {
      const text = collapsed(yield* textOf(pageNamed(name)))
      for (const fact of expected[name].facts) assert.include(`\n${text}\n`, fact)
      for (const junk of expected[name].junk) assert.notInclude(text.toLowerCase(), junk.toLowerCase())
    })
  )

  it.each(pageNames)("reads the same from a %s page with noise in its markup", async (name) => {
    const page = pageNamed(name)
    const places = placesForNoise(page)
    const clean = await Effect.runPromise(textOf(page))
    const insertion = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...noise))
    await fc.assert(
      fc.asyncProperty(fc.array(insertion, { maxLength: 20 }), async (insertions) => {
        const noisy = insertions
          .toSorted(([a], [b]) => b - a)
          .reduce((text, [place, markup]) => text.slice(0, place) + markup + text.slice(place), page)
        assert.strictEqual(await Effect.runPromise(textOf(noisy)), clean)
      })
    )
  })
})

const noise = [
  "<!-- built 1723 -->",
  "<!-- <p>old</p> --!>",
  "<script>if (a < b && '</p>') track(1)</script>",
  "<script><!-- <script>x</script> --></script>",
  "<style>.a::before { content: '<p>' }</style>",
  "<template><p>later</p></template>",
  "<noscript><p>enable scripts</p></noscript>",
  "<span hidden>secret</span>",
  '<span style="Display:None !important">secret</span>',
  "<input type=hidden value=token>",
  "<link rel=stylesheet href=a.css>",
  "<svg viewBox='0 0 1 1'><title>icon</title></svg>"
]

/** Ends of tags inside the body where markup may stand. */
const placesForNoise = (page: string): ReadonlyArray<number> => {
  const closed = /<(script|style|noscript|template|svg|select|form|i|table)[\s>][\s\S]*?<\/\1>/g
  const inside = [...page.matchAll(closed)].map((match) => [match.index, match.index + match[0].length] as const)
  return [...page.matchAll(/>/g)]
    .map((match) => match.index + 1)
    .filter((place) => place > page.indexOf(">", page.indexOf("<body")))
    .filter((place) => place < page.indexOf("</body>"))
    .filter((place) => !inside.some(([from, to]) => place > from && place < to))
}
