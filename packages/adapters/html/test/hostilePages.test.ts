import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { read, textOf } from "./reading.ts"

const outcome = (body: string, includeSelectors: ReadonlyArray<string> = []) =>
  Effect.result(read(body, { includeSelectors })).pipe(
    Effect.map((result) =>
      Result.isSuccess(result) ? "read" : result.failure._tag === "UnreadablePage" ? result.failure.reason : "refused"
    )
  )

const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join("")

/** Pages whose cost would be the square of their length to a careless reader: minutes, where the test allows seconds. */
const pages = {
  "40,000 nested divs": `${"<div>".repeat(40_000)}x`,
  "40,000 attributes on a tag": `<div ${numbered(40_000, (index) => `a${index}=1 `)}>x`,
  "an attribute of 5 MB with tags inside": `<div class="${"<p>".repeat(1_600_000)}">x`,
  "an attribute that never ends": `x<div class="${">".repeat(2_000_000)}`,
  "unclosed formatting": numbered(3_000, (index) => `<b id=${index}>`) + "<p>x".repeat(3_000),
  "unclosed links around blocks": `x${"<a><div>".repeat(20_000)}${"</a>".repeat(20_000)}`,
  "unclosed tables with text": "<table>x".repeat(30_000),
  "unclosed comments": `x${"<!--".repeat(500_000)}`,
  "comments in error": `x${"<!--a--b-->".repeat(100_000)}`,
  CDATA: `<svg><text>x${"<![CDATA[a]]>".repeat(100_000)}`,
  "lone less-than signs": "x< ".repeat(200_000),
  "empty scripts": `x${"<script></script>".repeat(100_000)}`,
  "scripts with comments": `x${"<script><!--</script x>--></script>".repeat(30_000)}`,
  "scripts with odd end tags": `x${"<script></script x>".repeat(100_000)}`,
  "nested templates": `x${"<template>".repeat(10_000)}`,
  "drawings and text by turns": `x${"<svg><foreignObject>".repeat(10_000)}`,
  "nested table rows": "<table><tr><td>x".repeat(20_000),
  "repeated body tags": `x${numbered(50_000, (index) => `<body a${index}=1>`)}`,
  "character references": "&notit;&#x10FFFF;&amp".repeat(50_000),
  "a style of spaces and semicolons": `<p style="${"; ".repeat(1_000_000)}">x`,
  "labels of icons beside each other": `x${"<i></i><span class=sr-only>open</span>".repeat(20_000)}`,
  "a header of lists": `<header><h1>x</h1>${"<ul><li><a href=/a>A</a><li><a href=/b>B</a></ul>".repeat(20_000)}</header>x`,
  "nested headers": `x${"<header>".repeat(390)}${"<b></b>".repeat(50_000)}`
}

describe("hostile pages", () => {
  it.effect.each(Object.entries(pages))("reads %s in time", ([, page]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(page), "read")
    })
  )

  it.effect("keeps the text at the bottom of 40,000 nested elements, in order", () =>
    Effect.gen(function* () {
      const page =
        numbered(40_000, (index) => (index % 8_000 === 0 ? `<div>${index}` : "<div>")) + "end</div>".repeat(3)
      assert.strictEqual((yield* textOf(page)).replaceAll("\n", " "), "0 8000 16000 24000 32000 end endend")
    })
  )

  it.effect("gives up on pages with too many elements or too much text", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome("<i></i>".repeat(600_000)), "too_complex")
      assert.strictEqual(yield* outcome("lorem ipsum ".repeat(400_000)), "too_complex")
      assert.strictEqual(yield* outcome("&nbsp;.".repeat(3_000_000)), "too_complex")
    })
  )

  it.effect(
    "gives up on pages with too many elements inside one another before it has made as many as a page may have",
    () =>
      Effect.gen(function* () {
        const deep = (depth: number) => Effect.flip(textOf("<div>".repeat(depth)))
        assert.include((yield* deep(150_000)).message, "inside one another")
        assert.include((yield* deep(600_000)).message, "inside one another")
        assert.strictEqual(yield* outcome("<div>".repeat(90_000)), "read")
      })
  )

  it.effect("gives up on selectors that cost too much on a page", () =>
    Effect.gen(function* () {
      const flat = "<i></i>".repeat(50_000)
      const deep = "<div>".repeat(40_000)
      assert.strictEqual(yield* outcome(flat, ["i:nth-child(3)"]), "too_complex")
      assert.strictEqual(yield* outcome(flat, ["b ~ i ~ b"]), "read")
      assert.strictEqual(yield* outcome(deep, [":has(b)", ":has(i)"]), "too_complex")
      assert.strictEqual(yield* outcome(deep, ["* * * * * * * * b"]), "read")
    })
  )

  it.effect("reads a page of 5 MB with a hundred selectors", () =>
    Effect.gen(function* () {
      const page = `<section class="part"><h2>Part</h2><p class="price">$1</p><p>${"words ".repeat(200)}</p></section>`
      const text = yield* textOf(page.repeat(4_000), {
        includeSelectors: Array.from({ length: 50 }, (_, index) => `.part .price${index || ""}`),
        excludeSelectors: Array.from({ length: 50 }, (_, index) => `#part-${index}`)
      })
      assert.strictEqual(text, Array(4_000).fill("$1").join("\n"))
    })
  )
})
