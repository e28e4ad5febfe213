import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf, shape, textOf } from "./reading.ts"

/** What a page of this paragraph says, as its text and as Markdown without marks. */
const saidBy = Effect.fnUntraced(function* (inside: string) {
  const html = `<p>${inside}</p>`
  const { links } = yield* shape(`<a href="/x">${inside.replace(/<\/?a\b[^>]*>/g, "")}</a>`)
  const markdown = (yield* markdownOf(html)) ?? ""
  return { text: yield* textOf(html), markdown: markdown.replace(/\*|\[|\]\([^)]*\)/g, ""), link: links[0]?.text }
})

const says = (cases: ReadonlyArray<readonly [inside: string, said: string]>) =>
  Effect.gen(function* () {
    for (const [inside, said] of cases) {
      const { link, markdown, text } = yield* saidBy(inside)
      assert.deepStrictEqual([text, markdown], [said, said], inside)
      if (!inside.includes("<a ")) assert.strictEqual(link, said, inside)
    }
  })

describe("two inline elements with no white space between them", () => {
  it.effect("stand apart where no word has both", () =>
    says([
      ["<span>Price</span><span>12 €</span>", "Price 12 €"],
      ["<span>Price</span><span>€12</span>", "Price €12"],
      ["<b>Price</b><span>12 €</span>", "Price 12 €"],
      ["<span>USD</span><span>12</span>", "USD 12"],
      ["<span>Price:</span><span>12 €</span>", "Price: 12 €"],
      ["<span>Status:</span><b>open</b>", "Status: open"],
      ["<span>12</span><span>reviews</span>", "12 reviews"],
      ["<span>50%</span><span>off</span>", "50% off"],
      ["<span><span>Price</span></span><span><span>12</span></span>", "Price 12"],
      ["<my-label>Price</my-label><my-value>12</my-value>", "Price 12"]
    ])
  )

  it.effect("stand apart where styles or names say that they are two", () =>
    says([
      [`<span class="label">Colour</span><span class="value">red</span>`, "Colour red"],
      [`<span class="row__key">Colour</span><span class="row__value">red</span>`, "Colour red"],
      [`<label>Colour</label><span class="value">red</span>`, "Colour red"],
      [`<span class="mr-2">New</span><span>In stock</span>`, "New In stock"],
      [`<span>New</span><span class="ms-2 small">In stock</span>`, "New In stock"],
      [`<span class="d-block">New</span><span>In stock</span>`, "New In stock"],
      [`<span style="display:inline-block">New</span><span>In stock</span>`, "New In stock"],
      [`<span style="margin: 0 4px">New</span><span>In stock</span>`, "New In stock"],
      [`<span class="flex gap-2"><span>New</span><span>In stock</span></span>`, "New In stock"]
    ])
  )

  it.effect("are one word where nothing says that they are two", () =>
    says([
      ["<b>w</b>ord", "word"],
      ["<b>wo</b><i>rd</i>", "word"],
      [`<span class="c1">Hel</span><span class="c2">lo</span>`, "Hello"],
      ["<span>You</span><span>Tube</span>", "YouTube"],
      [`<span class="dropcap">O</span><span>nce</span>`, "Once"],
      [`<span class="flex"><span>W</span><span>o</span><span>w</span></span>`, "Wow"],
      ["<span>$</span><span>19</span>", "$19"],
      ["<span>19</span><span>.99</span>", "19.99"],
      ["<span>4</span><span>2</span>", "42"],
      [`$12<span class="cents">99</span>`, "$12.99"],
      ["<span>$</span><span>12</span><small>99</small>", "$12.99"],
      [`<span>12</span><span class="price__fraction">99</span> €`, "12.99 €"],
      ["12.50<small>99</small> €", "12.5099 €"],
      ["Room 12<small>99</small>", "Room 1299"],
      ["<span>12</span><span>kg</span>", "12kg"],
      ["<span>1</span><span>st</span>", "1st"],
      ["<span>H</span><span>2</span>O", "H2O"],
      ["<span>12:</span><span>30</span>", "12:30"],
      ["<span>価格</span><span>12円</span>", "価格12円"],
      ["<span>Price</span>12", "Price12"],
      [`<span class="ml-0">Hel</span><span class="m-0">lo</span>`, "Hello"],
      [`<span style="margin:0">Hel</span><span>lo</span>`, "Hello"],
      // One name for both says nothing of either.
      [`<span class="card-title">Hel</span><span class="card-title">lo</span>`, "Hello"],
      ["<span>Price</span><span><i hidden>12</i>ly</span>", "Pricely"],
      ["<span>Price</span><span hidden>12</span>", "Price"]
    ])
  )

  it.effect("are as they are written in code", () =>
    Effect.gen(function* () {
      const code = "<code><span>SHA</span><span>256</span></code>"
      assert.strictEqual(yield* textOf(`<p>${code}</p>`), "SHA256")
      assert.strictEqual(yield* markdownOf(`<pre>${code}</pre>`), "```\nSHA256\n```")
    })
  )
})
