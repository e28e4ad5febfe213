import { monitorEventLoopDelay } from "node:perf_hooks"
import { assert, describe, it } from "@effect/vitest"
import type { FactSheet } from "@kittiwake/core/extraction/domain/FactSheet"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Duration, Effect, ManagedRuntime, Result } from "effect"
import { defaultFactLimits, layer, layerWith } from "../src/FactReader.ts"

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

/** Pages whose cost would be the square of their length, or worse, to a careless reader. */
const pages = {
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
      const { facts, groups } = yield* read(`<main><h1>Shop</h1>${numbered(1_100, card)}</main><p>Behind: it</p>`)
      assert.strictEqual(groups[0]?.items.length, 1_000)
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
