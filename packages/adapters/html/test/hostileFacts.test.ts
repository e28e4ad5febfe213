import { monitorEventLoopDelay } from "node:perf_hooks"
import { assert, describe, it } from "@effect/vitest"
import type { FactSheet } from "@kittiwake/core/extraction/domain/FactSheet"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Duration, Effect, ManagedRuntime, Result } from "effect"
import { addressesOf } from "../src/Addresses.ts"
import { defaultFactLimits, layer, layerWith } from "../src/FactReader.ts"
import { readMicrodata } from "../src/facts/microdata.ts"
import { makeNodeCount } from "../src/PageTree.ts"
import { doInline, doPageWork } from "../src/PageWork.ts"
import { parseHtml } from "../src/parseHtml.ts"

const runtime = ManagedRuntime.make(layer)
const provided = <A, E>(effect: Effect.Effect<A, E, FactReader>): Effect.Effect<A, E> =>
  Effect.flatMap(runtime.contextEffect, (context) => Effect.provideContext(effect, context))

const read = (html: string) =>
  provided(FactReader.use((reader) => reader.read({ html, url: "https://hostile.example/", tellsThings: true })))

const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join("")

const script = (json: string, type = "application/ld+json") => `<script type="${type}">${json}</script>`

/** JSON that refers to itself in a circle, by the only means that JSON-LD has. */
const circle = script(
  JSON.stringify({
    "@graph": [
      { "@type": "Product", "@id": "#a", name: "Circle", isRelatedTo: { "@id": "#b" } },
      { "@type": "Thing", "@id": "#b", name: "Other", isRelatedTo: { "@id": "#a" } }
    ]
  })
)

const nestedCards = (depth: number): string =>
  depth === 0 ? "<b>x</b>" : `<div class="c"><div class="c">a</div>${nestedCards(depth - 1)}</div>`

const references = (id: string, count: number) => Array.from({ length: count }, () => ({ "@id": id }))

/** Small pages that say the same many times over: as often as a power of their length, where nobody counts. */
const multiplying = {
  "3,900 labels that name 3,900 values": `<dl>${"<dt>".repeat(3_900)}${"<dd>".repeat(3_900)}</dl>`,
  "1,900 labels that name 1,900 values": `<dl>${"<dt>a".repeat(1_900)}${numbered(1_900, (index) => `<dd>${index}`)}</dl>`,
  "things of microdata under 100 names each": `<div itemscope>${`<div itemscope itemprop="${numbered(100, (index) => `n${index} `)}">`.repeat(5)}<b itemprop=x>y</b></div>`,
  "objects that refer to 700 others each, and say nothing": script(
    JSON.stringify({
      "@graph": [
        { "@id": "a", x: references("b", 700) },
        { "@id": "b", x: references("c", 700) },
        { "@id": "c", x: references("d", 700) },
        { "@id": "d", mainEntityOfPage: 1, potentialAction: 1 }
      ]
    })
  ),
  "objects with 290 names of each other": script(
    JSON.stringify({
      "@graph": [0, 1, 2, 3].map((level) => ({
        "@id": `${level}`,
        k: 1,
        ...Object.fromEntries(Array.from({ length: 290 }, (_, index) => [`a${index}`, { "@id": `${level + 1}` }]))
      }))
    })
  )
}

const inside = (before: string, behind: string, times: number) =>
  `${before.repeat(190)}${"word ".repeat(1_500)}${behind.repeat(190)}`.repeat(times)

/** Pages of which each element has a copy of what stands in it. */
const copying = {
  "texts of microdata in each other": `<div itemscope>${inside("<b itemprop=a>", "</b>", 40)}</div>`,
  "names of microdata without end": `<div itemscope>${numbered(300, (index) => `<b itemprop="${numbered(1_000, (at) => `${index}x${at} `)}">${"word ".repeat(1_500)}</b>`)}</div>`,
  "labels in each other": inside("<div><b>x</b>", "</div>", 30)
}

/** Pages whose cost would be the square of their length, or worse, to a careless reader. */
const pages = {
  ...multiplying,
  "cells of long texts in all columns of 2,000 rows": `<table><tr>${`<td rowspan=2000 colspan=30>${"word ".repeat(800)}`.repeat(2)}${"<tr><td>".repeat(1_990)}</table>`,
  "2,000 heads over 60 columns": `<table>${numbered(2_000, (index) => `<tr><th colspan=60>${`h${index} `.repeat(20)}`)}<tr><td>x<td>y</table>`,
  "links that lead nowhere in nested tables": `${"<table><tr><td>".repeat(130)}${'<a href="javascript:">x</a>'.repeat(3_000)}`,
  "refer to a section of 5,000 steps 1,000 times": script(
    JSON.stringify({
      "@graph": [
        { "@id": "r", x: references("s", 1_000) },
        {
          "@type": "HowToSection",
          "@id": "s",
          a: 1,
          itemListElement: Array.from({ length: 5_000 }, () => ({ "@type": "HowToStep", text: "x" }))
        }
      ]
    })
  ),
  "100,000 pairs": numbered(100_000, (index) => `<p>Label ${index}: ${index}</p>`),
  "100,000 cells": `<table>${numbered(5_000, (row) => `<tr>${"<td>x</td>".repeat(20)}<td>${row}</td></tr>`)}</table>`,
  "cells that reach far": `<table>${"<tr><td rowspan=9999 colspan=9999>x</td></tr>".repeat(5_000)}</table>`,
  "nested tables": "<table><tr><td>x".repeat(5_000),
  "nested lists": "<ul><li>x".repeat(20_000),
  "nested cards": nestedCards(390),
  "cards in cards": numbered(50, () => `<div class="a">${"<div class=b><h3>x</h3><p>1 €</p></div>".repeat(200)}</div>`),
  "JSON-LD 10,000 levels deep": script(`${'{"@type":"A","b":'.repeat(10_000)}1${"}".repeat(10_000)}`),
  "JSON-LD in a circle": circle,
  "JSON-LD with 100,000 things": script(`[${numbered(50_000, () => '{"@type":"Product","name":"x"},')}{"name":"y"}]`),
  "JSON-LD with long lists in lists": script(
    JSON.stringify({
      "@type": "A",
      offers: Array.from({ length: 300 }, () => ({ x: Array(300).fill({ y: 1, z: 2 }) }))
    })
  ),
  "state 10,000 levels deep": script(`${'{"a":['.repeat(5_000)}1${"]}".repeat(5_000)}`, "application/json"),
  "state with 100,000 objects": script(`[${'{"name":"x","a":1,"b":2},'.repeat(80_000)}0]`, "application/json"),
  "state with 100,000 goods": script(
    `[${'{"name":"x","price":1,"variants":[{"a":[[[[1]]]]}]},'.repeat(30_000)}0]`,
    "application/json"
  ),
  "30,000 scripts that look like state": "<script>a={</script>".repeat(30_000),
  "40,000 items of microdata": numbered(40_000, () => '<p itemscope itemtype="A"><i itemprop="a">x</i>'),
  "one item with 40,000 names": `<div itemscope>${"<i itemprop=a>x</i>".repeat(40_000)}</div>`,
  "a text of colons": `<p>${"a: ".repeat(300_000)}</p>`,
  "a text of digits": `<p>${"1,".repeat(300_000)}</p>${"<p>1.1.1.1.1.1.1.1 €</p>".repeat(10_000)}`,
  "names without end": `<p class="${"price-now ".repeat(100_000)}">1 €</p>`
}

const shape = Result.getOrThrow(
  readDataSchema({
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [
        `field${index}Price`,
        { type: "array", items: { type: "object", properties: { name: { type: "string" } } } }
      ])
    )
  })
)

const factsOf = (html: string) => ({ kind: "facts" as const, request: { html, url: "https://hostile.example/" } })

describe("what multiplies", () => {
  it.each(Object.entries(multiplying))("is left to a thread: %s", (_, html) => {
    assert.isBelow(html.length, 128 * 1024)
    assert.strictEqual(doInline(factsOf(html)).kind, "costly")
  })

  it("is left to a thread where each element has a copy of what stands in it", () => {
    assert.strictEqual(doInline(factsOf(inside("<div><b>x</b>", "</div>", 10))).kind, "costly")
    assert.strictEqual(doInline(factsOf(`<p>${"word ".repeat(20_000)}</p>`)).kind, "done")
  })

  it.each(Object.entries(copying))("is cut, and said to be: %s", (_, html) => {
    const answer = doPageWork(factsOf(html), {})
    assert.isTrue(answer.kind === "done" && (answer.page as FactSheet).isCut)
  })

  it("keeps two million characters of microdata, however many names they have", () => {
    const markedBy = (html: string) => {
      const root = parseHtml(html, makeNodeCount(), true)
      return readMicrodata(root, addressesOf(root, "https://hostile.example/"))
    }
    const { isCut, things } = markedBy(copying["names of microdata without end"])
    const kept = Object.values(things[0]!).join("").length
    assert.isTrue(isCut && kept > 1_900_000 && kept <= 2_000_000)
    const few = markedBy('<div itemscope itemtype="a"><b itemprop="name title">x</b></div>')
    assert.deepStrictEqual(few, { things: [{ "@type": "a", name: "x", title: "x" }], isCut: false })
  })

  it.effect("gives one value to twenty labels at most", () =>
    Effect.gen(function* () {
      const { facts } = yield* read(`<dl>${numbered(30, (index) => `<dt>Name ${index}`)}<dd>x<dt>Other<dd>y</dl>`)
      assert.deepStrictEqual(
        [facts.filter(({ value }) => value === "x").length, facts.filter(({ value }) => value === "y").length],
        [20, 1]
      )
    })
  )

  it.effect("is told of a page that does not: several labels of one value, microdata in microdata, and a graph", () =>
    Effect.gen(function* () {
      const { facts, groups, isCut } = yield* read(`
        <dl><dt>Phone<dt>Fax<dd>555-0100<dt>Opens<dd>9:00<dd>13:00</dl>
        <div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name alternateName"><b itemprop=model>Tern</b> 3</h2>
          <div itemprop=brand itemscope><i itemprop=name>Kite</i></div></div>
        ${script('{"@graph":[{"@id":"#o","@type":"Organization","name":"Kite Works"},{"@type":"Event","name":"Fair","organizer":{"@id":"#o"}}]}')}`)
      const said = facts.map(({ name, value }) => `${name}: ${value}`)
      const told = ["Phone: 555-0100", "Fax: 555-0100", "Opens: 13:00", "alternateName: Tern 3", "model: Tern"]
      assert.includeMembers(said, [...told, "brand: Kite", "organizer: Kite Works"])
      assert.strictEqual(groups.find(({ source }) => source === "pair")?.items.length, 4)
      assert.isFalse(isCut)
    })
  )
})

const fieldsOf = (names: ReadonlyArray<string>, more: object = {}) =>
  Object.fromEntries(names.map((name) => [name, { type: "string", ...more }]))
const listOf = (properties: object) => ({ type: "array", items: { type: "object", properties } })
const asked = (properties: object) => Result.getOrThrow(readDataSchema({ type: "object", properties }))

const table = (rows: number, columns: ReadonlyArray<string>) =>
  `<table><tr>${columns.map((column) => `<th>${column}`).join("")}${numbered(rows, (row) => `<tr>${columns.map((column) => `<td>${column === "Price" ? `$${row}.99` : `${column} ${row}`}`).join("")}`)}</table>`

const usual = ["Name", "Price", "Title", "Stock"]
const names = (count: number) => Array.from({ length: count }, (_, index) => `name price ${index}`)
const words = (first: string) =>
  Array.from({ length: 24 }, (_, index) => `${first}${(index + 10).toString(36)}q`).join(" ")

const fillingOf = (page: string, properties: object) => {
  const read = doPageWork(factsOf(page), {})
  if (read.kind !== "done") throw new Error("The page was not read.")
  return {
    kind: "fill" as const,
    request: { shape: asked(properties), instructions: "", sheets: [read.page as FactSheet] }
  }
}

describe("filling a schema", () => {
  const long: ReadonlyArray<readonly [name: string, page: string, properties: object]> = [
    [
      "300 properties of each of 700 rows",
      table(700, usual),
      { rows: listOf(fieldsOf(names(300), { description: "the price of the title" })) }
    ],
    [
      "9 lists of 4 properties each",
      table(700, usual),
      Object.fromEntries(
        ["plans", "team", "jobs", "events", "faqs", "news", "offices", "reviews", "goods"].map((name) => [
          name,
          listOf(fieldsOf(["name", "price", "title", "url"]))
        ])
      )
    ],
    [
      "names of 24 words each",
      table(
        30,
        Array.from({ length: 20 }, (_, index) => words(`a${index}`).slice(0, 150))
      ),
      { rows: listOf(fieldsOf(Array.from({ length: 20 }, (_, index) => words(`b${index}`)))) }
    ]
  ]

  it.each(long)("is left to a thread where it takes long: %s", (_, page, properties) => {
    assert.strictEqual(doInline(fillingOf(page, properties)).kind, "costly")
  })

  it("is done at once where it does not", () => {
    const answer = doInline(fillingOf(table(50, usual), { rows: listOf(fieldsOf(["name", "price", "title"])) }))
    assert.isTrue(answer.kind === "done")
  })
})

describe("hostile pages", () => {
  it.effect.each(Object.entries(pages))("reads facts of %s in time", ([, page]) =>
    Effect.gen(function* () {
      const sheet = yield* read(page)
      assert.isAtMost(sheet.facts.length, 20_000)
    })
  )

  it.effect("fills a schema of 500 properties from 50 pages that say much", () =>
    Effect.gen(function* () {
      const page = yield* read(pages["cards in cards"])
      const sheets = Array.from(
        { length: 50 },
        (_, index): FactSheet => ({ ...page, url: `https://h.example/${index}` })
      )
      const filled = yield* provided(FactReader.use((reader) => reader.fill({ shape, instructions: "x", sheets })))
      assert.isTrue(filled.isCut)
    })
  )

  it.live("holds up nobody while it reads what costs much", () =>
    Effect.gen(function* () {
      const delay = monitorEventLoopDelay({ resolution: 5 })
      const page = pages["100,000 pairs"]
      delay.enable()
      yield* read(page)
      delay.disable()
      assert.isBelow(delay.max / 1e6, 400)
    })
  )

  it.live("gives up on a page that takes longer than its limit", () =>
    Effect.gen(function* () {
      const hurried = layerWith({ ...defaultFactLimits, deadline: Duration.millis(1) })
      const failure = yield* Effect.flip(
        FactReader.use((reader) => reader.read({ html: pages["100,000 pairs"], url: "https://hostile.example/" }))
      ).pipe(Effect.provide(hurried))
      assert.strictEqual(failure.reason, "too_complex")
    })
  )

  it.effect("takes none of a list that is longer than what is kept of it for what the page itself says", () =>
    Effect.gen(function* () {
      const card = (at: number) => `<div class="card"><h3>Item ${at}</h3><b class="price">€${at}.00</b></div>`
      const { facts, groups } = yield* read(`<main><h1>Shop</h1>${numbered(5_100, card)}</main><p>Behind: it</p>`)
      assert.strictEqual(groups[0]?.items.length, 5_000)
      assert.deepStrictEqual(
        facts.filter(({ name }) => name === "price" || name === "Behind").map(({ value }) => value),
        ["it"]
      )
    })
  )

  it.effect("takes no word of a page for what all objects have", () =>
    Effect.gen(function* () {
      const { facts } = yield* read('<meta name="constructor" content="x"><meta name="author" content="Ada">')
      assert.deepStrictEqual(
        facts.map(({ name, value }) => [name, value]),
        [["author", "Ada"]]
      )
    })
  )

  it.effect("takes no name that would change what all objects inherit", () =>
    Effect.gen(function* () {
      const { facts } = yield* read(script('{"@type":"Product","__proto__":{"polluted":"yes"},"name":"x"}'))
      assert.notInclude(
        facts.map(({ name }) => name),
        "polluted"
      )
      assert.isUndefined(({} as { readonly polluted?: string }).polluted)
    })
  )
})
