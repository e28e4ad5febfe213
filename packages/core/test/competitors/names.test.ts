/** Whom texts and pages set beside a company (contract/design-industry.md §3). */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { nameKey } from "../../src/brands/domain/titleParts.ts"
import {
  alternativesTo,
  comparedIn,
  comparedInPath,
  replacedIn,
  rivalsIn,
  tabledIn,
  tidyName
} from "../../src/competitors/domain/comparedNames.ts"
import { isAgainst, rivalsOfPage } from "../../src/competitors/domain/findingsOfPage.ts"
import { listedEntries } from "../../src/competitors/domain/listedEntries.ts"
import { isReviewing } from "../../src/competitors/domain/reviewSites.ts"

const isAcme = (name: string): boolean => nameKey(name) === "acme"
const acme = /(?<![\p{L}\p{N}])acme(?![\p{L}\p{N}])/iu

/** What work comes to between whose steps others may have the thread. */
const ended = <A>(work: Generator<void, A>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

describe("a name in a title", () => {
  it("is what stands there without what stands around it", () => {
    for (const [text, name] of [
      ["1. Bolt", "Bolt"],
      ["#2 The best Bolt alternatives", "Bolt"],
      ["Bolt (formerly Nut)", "Bolt"],
      ["monday.com", "monday.com"],
      ["**Bolt & Sons**", "Bolt & Sons"],
      ["Bolt: cheap and fast", "Bolt"],
      ["株式会社ボルト", "株式会社ボルト"]
    ] as const) {
      assert.strictEqual(tidyName(text), name, text)
    }
    for (const none of [
      "",
      "the",
      "Conclusion",
      "Pricing",
      "2026",
      "$ 12.50",
      "very small words only here now",
      "bolt"
    ]) {
      assert.isNull(tidyName(none), none)
    }
  })

  it("is compared where the company is named beside it, or on the company's own page", () => {
    for (const [title, names] of [
      ["Acme vs. Bolt: which is better?", ["Bolt"]],
      ["Bolt versus Acme", ["Bolt"]],
      ["Acme vs Bolt vs Crank", ["Bolt", "Crank"]],
      ["Acme compared to Bolt in 2026", ["Bolt"]],
      ["Acme im Vergleich mit Bolt", ["Bolt"]],
      ["Bolt vs Crank", []],
      ["Acme | Home", []]
    ] as const) {
      assert.deepStrictEqual(comparedIn(title, isAcme), names, title)
    }
    assert.deepStrictEqual(comparedIn("Bolt vs Crank", isAcme, true), ["Bolt", "Crank"])
    assert.deepStrictEqual(comparedIn("vs Bolt", isAcme, true), ["Bolt"])
    assert.deepStrictEqual(comparedIn("vs Bolt", isAcme), [])
  })

  it("is what alternatives are to, and what is left", () => {
    for (const [title, name] of [
      ["10 best alternatives to Acme in 2026", "Acme"],
      ["The 7 Best Acme Alternatives (free and paid)", "Acme"],
      ["Top Acme competitors", "Acme"],
      ["Alternativen zu Acme", "Acme"],
      ["How to bake bread", null]
    ] as const) {
      assert.strictEqual(alternativesTo(title), name, title)
    }
    assert.deepStrictEqual(replacedIn("The Bolt alternative that teams love", isAcme), ["Bolt"])
    assert.deepStrictEqual(replacedIn("Switch from Bolt", isAcme), ["Bolt"])
    assert.deepStrictEqual(replacedIn("Acme alternatives", isAcme), [])
  })

  it("stands in the address of a page that compares", () => {
    for (const [path, names] of [
      ["/vs/bolt", ["Bolt"]],
      ["/compare/acme-vs-bolt-works", ["Bolt Works"]],
      ["/bolt-alternative", ["Bolt"]],
      ["/blog/switch-from-bolt/", ["Bolt"]],
      ["/pricing", []]
    ] as const) {
      assert.deepStrictEqual(comparedInPath(path, isAcme), names, path)
    }
  })
})

describe("a sentence", () => {
  it("names competitors where it is about the company", () => {
    const rivals = (text: string, isAbout = false) => ended(rivalsIn(text, isAcme, acme, isAbout))
    assert.deepStrictEqual(rivals("Competitors of Acme include Bolt, Crank Works and Dyno."), [
      "Bolt",
      "Crank Works",
      "Dyno"
    ])
    assert.deepStrictEqual(rivals("Acme competes with Bolt in most countries."), ["Bolt"])
    assert.deepStrictEqual(rivals("Konkurrenten von Acme sind Bolt und Crank."), ["Bolt", "Crank"])
    assert.deepStrictEqual(rivals("Its main competitors are Bolt and Crank."), [])
    assert.deepStrictEqual(rivals("Its main competitors are Bolt and Crank.", true), ["Bolt", "Crank"])
    assert.deepStrictEqual(rivals("Acme has no competitors."), [])
  })

  it("names nobody whom it denies to be one", () => {
    const rivals = (text: string) => ended(rivalsIn(text, isAcme, acme, true))
    for (const text of [
      "Acme does not compete with Bolt.",
      "Acme doesn't compete with Bolt or Crank.",
      "We are no competitor of Bolt.",
      "Acme no longer competes with Bolt.",
      "Acme was never a rival of Bolt.",
      "Acme ist kein Konkurrent von Bolt.",
      "Acme is neither an alternative to Bolt."
    ]) {
      assert.deepStrictEqual(rivals(text), [], text)
    }
    assert.deepStrictEqual(rivals("Acme, which is not new, competes with Bolt."), ["Bolt"])
    assert.deepStrictEqual(rivals("No competitor such as Bolt has it."), ["Bolt"])
    for (const title of ["Acme is not a Bolt alternative", "Why Acme isn't an alternative to Bolt"]) {
      assert.isNull(alternativesTo(title), title)
      assert.deepStrictEqual(replacedIn(title, isAcme), [], title)
    }
    assert.deepStrictEqual(replacedIn("Do not switch from Bolt", isAcme), [])
  })

  it("lists them at its end, however long it is", () => {
    const rivals = (text: string) => ended(rivalsIn(text, isAcme, acme, true))
    const before = `${"What rivals said of us in spring is of no weight here, and ".repeat(9)}rivals of Acme include`
    assert.deepStrictEqual(rivals(`${before} Bolt and Crank.`), ["Bolt", "Crank"])
    assert.deepStrictEqual(rivals(`Rivals: ${"x".repeat(450)}, and rivals are Bolt and Crank`), ["Bolt", "Crank"])
    assert.deepStrictEqual(rivals(`Rivals are Bolt, ${"then many words ".repeat(26)}`), [])
    assert.deepStrictEqual(rivals("Rivals are B"), [])
  })

  it("lets others have the thread soon, whatever it says", () => {
    const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
    const sentences = [
      "rivals of A B C ",
      "rivals of ",
      "competitors for x ",
      "competes with ",
      "rivals of [",
      "not not "
    ]
    const texts = [
      ...sentences.map((unit) => filled(`${filled(unit, 690)} zz.\n`, 300_000)),
      filled(`|${filled("a|", 790)}\n|---|---|\n`, 300_000),
      filled(`|${filled("the |", 790)}\n|---|---|\n`, 300_000),
      filled("[](a", 300_000)
    ]
    for (const text of texts) {
      const page = { url: "https://acme.example/", title: "Acme alternatives", headings: [], markdown: text, links: [] }
      const work = rivalsOfPage(page, isAcme, acme, false)
      const began = process.cpuUsage()
      let [longest, before] = [0, 0]
      for (;;) {
        const isDone = work.next().done === true
        const { system, user } = process.cpuUsage(began)
        longest = Math.max(longest, system + user - before)
        before = system + user
        if (isDone) break
      }
      assert.isBelow(longest / 1_000, 80, text.slice(0, 40))
      assert.isBelow(before / 1_000, 600, text.slice(0, 40))
    }
  })

  it("is a table's head as well", () => {
    const table = (head: string) => `${head}\n|---|---|---|\n| Price | 1 | 2 |`
    assert.deepStrictEqual(ended(tabledIn(table("| Feature | Acme | Bolt |"), isAcme, false)), ["Bolt"])
    assert.deepStrictEqual(ended(tabledIn(table("| Feature | Bolt | Crank |"), isAcme, false)), [])
  })
})

describe("a page", () => {
  const page = (title: string, markdown: string, links: ReadonlyArray<{ text: string; url: string }> = []) => ({
    ...{ url: "https://list.example/page", title, headings: [], markdown },
    links: links.map((link) => ({ ...link, rel: null, isContent: true }))
  })

  it("lists its entries with what each links to", () => {
    const markdown = [
      "# Best Acme alternatives",
      "Words.",
      "## 1. Bolt",
      "Fast. [Visit](https://bolt.example/?ref=list)",
      "## 2. Crank",
      "- **Price**: 5",
      "[Visit Crank](https://crank.example/)",
      "## Conclusion",
      "[Our shop](https://list.example/shop)"
    ].join("\n")
    assert.deepStrictEqual(
      ended(listedEntries(markdown)).filter(({ urls }) => urls.length > 0),
      [
        { name: "Bolt", urls: ["https://bolt.example/?ref=list"] },
        ...ended(listedEntries(markdown)).filter(({ urls }) => urls.includes("https://crank.example/"))
      ]
    )
    const found = ended(rivalsOfPage(page("Best Acme alternatives", markdown) as never, isAcme, acme, false))
    assert.deepInclude(found[0], { name: "Bolt", kind: "listed" })
    assert.isEmpty(ended(rivalsOfPage(page("Best Zeta alternatives", markdown) as never, isAcme, acme, false)))
  })

  it("takes the addresses of an entry that are no longer than addresses are, and so many", () => {
    const long = `https://bolt.example/${"a".repeat(900)}`
    const linked = (...urls: ReadonlyArray<string>) =>
      ended(listedEntries(`## Bolt\n${urls.map((url) => `[b](${url})`).join(" ")}`))[0]?.urls
    assert.deepStrictEqual(linked(long, 'https://bolt.example/ "Bolt"', "https://bolt.example/a b"), [
      "https://bolt.example/",
      "https://bolt.example/a"
    ])
    assert.lengthOf(linked(...Array.from({ length: 100 }, (_, index) => `https://bolt.example/${index}`))!, 20)
    assert.deepStrictEqual(ended(listedEntries(`## Bolt\n${`[b](${long} `.repeat(100)}`))[0]?.urls, [])
  })

  it("is the company's own word on its own site, and heavier than a list", () => {
    const own = ended(rivalsOfPage(page("Acme vs Bolt", "## Bolt") as never, isAcme, acme, true))
    assert.deepStrictEqual(
      own.map(({ kind, name }) => [name, kind]),
      [["Bolt", "own"]]
    )
    const others = ended(
      rivalsOfPage(
        page("Best Acme alternatives: Acme vs Bolt", "## 1. Bolt\n[b](https://bolt.example/)") as never,
        isAcme,
        acme,
        false
      )
    )
    assert.strictEqual(others.find(({ name }) => name === "Bolt")?.urls.includes("https://bolt.example/"), true)
  })

  it("says little where the company's own page sets others beside each other", () => {
    const kinds = (title: string, url = "https://acme.example/blog/x") =>
      ended(rivalsOfPage({ ...page(title, ""), url } as never, isAcme, acme, true)).map(({ kind, name }) => [
        name,
        kind
      ])
    assert.deepStrictEqual(kinds("Stoneware vs Porcelain: which clay?"), [
      ["Stoneware", "beside"],
      ["Porcelain", "beside"]
    ])
    assert.deepStrictEqual(kinds("Clay", "https://acme.example/blog/stoneware-vs-porcelain"), [
      ["Stoneware", "beside"],
      ["Porcelain", "beside"]
    ])
    assert.deepStrictEqual(kinds("Clay", "https://acme.example/acme-vs-bolt"), [["Bolt", "own"]])
    assert.deepStrictEqual(kinds("Clay", "https://acme.example/vs/bolt"), [["Bolt", "own"]])
    assert.deepStrictEqual(kinds("vs Bolt"), [["Bolt", "own"]])
  })

  it("speaks against the company for itself alone", () => {
    const against = (title: string, names: ReadonlyArray<string>, isFirst = false) =>
      isAgainst({ title, headings: [] }, isAcme, names, isFirst)
    assert.isTrue(against("Acme vs Bolt", ["Bolt"]))
    assert.isTrue(against("Bolt, the Acme alternative", ["Bolt"]))
    assert.isTrue(against("The open Acme alternative", ["Bolt"], true))
    assert.isFalse(against("The open Acme alternative", ["Bolt"]))
    assert.isFalse(against("10 best Acme alternatives", ["Bolt"], true))
    assert.isFalse(against("Acme vs Bolt", ["List"]))
    assert.isFalse(against("The Zeta alternative", ["Bolt"], true))
  })

  it("never names the company itself, whatever it says", () => {
    const words = fc.constantFrom(
      ...[
        "Acme",
        "Bolt",
        "vs",
        "vs.",
        "alternatives",
        "to",
        "##",
        "1.",
        "|",
        "---",
        "\n",
        "competitors",
        "include",
        ","
      ]
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), fc.boolean(), (parts, isOwn) => {
        const text = parts.join(" ").replace(/ \n /g, "\n")
        const found = ended(rivalsOfPage(page(text.split("\n", 1)[0]!, text) as never, isAcme, acme, isOwn))
        assert.isTrue(found.every(({ name }) => !isAcme(name) && name.trim() !== ""))
        assert.strictEqual(new Set(found.map(({ name }) => nameKey(name))).size, found.length)
      })
    )
  })
})

describe("a site that reviews others", () => {
  it("is told by how it speaks of itself", () => {
    for (const text of [
      "Software reviews by real people",
      "Compare business software and find the right tool",
      "Peerpick: read verified user reviews",
      "Reviews of accounting software",
      "Find the best apps for your team",
      "Das Vergleichsportal für Unternehmen"
    ])
      assert.isTrue(isReviewing(text), text)
    for (const text of [
      "Help desk software for teams",
      "Review code with your team",
      "Find the best time to meet",
      "Compare versions of a document",
      "Trusted by 4,000 companies. See reviews on our site"
    ])
      assert.isFalse(isReviewing(text), text)
  })
})
