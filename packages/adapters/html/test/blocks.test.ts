import { assert, describe, it } from "@effect/vitest"
import { blockLimits, type PageBlock } from "@kittiwake/core/pages/domain/PageBlock"
import { Effect } from "effect"
import { read } from "./reading.ts"

const blocksOf = (body: string) => Effect.map(read(body, { tellsRegions: true }), ({ blocks }) => blocks!)

/** What is read of one part, and how often its selector finds something. */
const foundBy = (body: string, { selector }: PageBlock) =>
  Effect.map(read(body, { includeSelectors: [selector!], tellsRegions: true }), ({ regions, text }) => ({
    text: text.replace(/\s+/g, " "),
    elements: regions?.[0]?.elements
  }))

const prices = `<header><nav><a href="/">Home</a></nav></header>
  <main><h1>Simple prices</h1>
    <section class="plan"><h2>Pro</h2><p>$20 a month</p></section>
    <section class="plan"><h2>Team</h2><p>$49 a month</p><script>let x</script><p hidden>secret</p></section>
    <div id="note-9f3a77" class="css-1x2y3z">Updated just now</div>loose words
  </main>`

describe("parts of a page", () => {
  it.effect("are its lines, each with what holds it, and without what nobody sees", () =>
    Effect.gen(function* () {
      const { blocks, isCut } = yield* blocksOf(prices)
      assert.isFalse(isCut)
      assert.deepStrictEqual(
        blocks.filter(({ text }) => text !== "").map(({ text }) => text),
        ["Home", "Simple prices", "Pro", "$20 a month", "Team", "$49 a month", "Updated just now", "loose words"]
      )
      const pro = blocks.find(({ text }) => text === "Pro")!
      const plan = blocks[pro.within!]!
      assert.deepStrictEqual([plan.text, plan.selector], ["", "main > section:nth-of-type(1)"])
      assert.strictEqual(blocks[plan.within!]!.selector, "main")
      assert.isNull(blocks.at(-1)!.selector)
    })
  )

  it.effect("have selectors that find each alone, and none that a build made up", () =>
    Effect.gen(function* () {
      const { blocks } = yield* blocksOf(prices)
      for (const block of blocks.filter(({ selector }) => selector !== null)) {
        const { elements, text } = yield* foundBy(prices, block)
        assert.strictEqual(elements, 1, block.selector!)
        if (block.text !== "") assert.strictEqual(text, block.text)
        assert.notMatch(block.selector!, /css-|9f3a77/)
      }
      assert.strictEqual(blocks.find(({ text }) => text === "$49 a month")!.selector!.includes("nth-of-type(2)"), true)
      const named = yield* blocksOf(
        '<div><p id="price">$5</p><p class="note">soon</p><p class="row">a</p><p class="row">b</p></div>'
      )
      assert.deepStrictEqual(
        named.blocks.filter(({ text }) => text !== "").map(({ selector }) => selector),
        ["#price", "p.note", "div > p:nth-of-type(3)", "div > p:nth-of-type(4)"]
      )
    })
  )

  it.effect("stay bounded on a page of many and of deep ones", () =>
    Effect.gen(function* () {
      const many = yield* blocksOf(`<main>${"<p>line</p>".repeat(5_000)}</main>`)
      assert.lengthOf(many.blocks, blockLimits.blocks)
      assert.isTrue(many.isCut)
      const deep = yield* blocksOf(`${"<div>".repeat(20_000)}end`)
      assert.isAtMost(deep.blocks.length, blockLimits.blocks)
      const long = yield* blocksOf(`<p>${"word ".repeat(50_000)}</p>`)
      assert.isAtMost(long.blocks[0]!.text.length, blockLimits.characters)
      assert.isUndefined((yield* read("<p>x</p>")).blocks)
    })
  )
})
