/** Goals about one of several cards, whose price or badge stands above or below its name. */
import { assert, describe, it } from "@effect/vitest"
import * as HtmlReader from "@kittiwake/html/PageReader"
import { Effect } from "effect"
import { judged } from "./onPages.ts"

/** A card by what it is called, what it costs and how it can be had. */
type Card = (name: string, price: string, badge: string) => string

const badge = (text: string): string => (text === "" ? "" : `<span class=badge>${text}</span>`)

const cards: Readonly<Record<string, Card>> = {
  "a badge above and a price below": (name, price, state) =>
    `<li>${badge(state)}<a href="/${name}"><img src="/p.jpg" alt=""><h3>${name}</h3></a><span>${price}</span></li>`,
  "a badge above, a price and a sentence below": (name, price, state) =>
    `<article><div>${badge(state)}</div><h2>${name}</h2><p>${price}</p><p>Made of steel, and boils water fast.</p></article>`,
  "a badge and a price above": (name, price, state) => `<div>${badge(state)}<p>${price}</p><h3>${name}</h3></div>`,
  "what it was and is above": (name, price, state) =>
    `<div><p><s>€99</s> ${price}</p>${badge(state)}<h3>${name}</h3><p>Brand: Acme</p></div>`,
  "both below": (name, price, state) => `<li><h3>${name}</h3><p>${price}</p><p>${state}</p></li>`,
  "both below without a space": (name, price, state) =>
    `<li><a href="/${name}"><h3>${name}</h3></a><span>${price}</span><span>${state}</span></li>`,
  "both above without a space": (name, price, state) =>
    `<li><span>${price}</span><span>${state}</span><h3>${name}</h3></li>`,
  "names that are no headings, all below": (name, price, state) =>
    `<div><div>${name}</div><div>${price}</div><div>${state}</div></div>`,
  "names that are no headings, a badge above": (name, price, state) =>
    `<div><div>${state}</div><div>${name}</div><div>${price}</div></div>`,
  "a button below, a badge above": (name, price, state) =>
    `<li><p>${state}</p><h3>${name}</h3><p>${price}</p><button>Add to wish list</button></li>`
}

const names = ["Kettle Alba", "Kettle Brio", "Kettle Corto"]

const pageOf = (card: Card, prices: ReadonlyArray<string>, states: ReadonlyArray<string>): string =>
  `<h1>Kettles</h1><div>${names.map((name, at) => card(name, prices[at]!, states[at]!)).join("")}</div><p>We ship to all of Europe within two days.</p>`

const prices = ["€61", "€62", "€63"]
const soldOut = ["Sold out", "Sold out", "Sold out"]

/** The list with another value at one place. */
const withAt = (all: ReadonlyArray<string>, at: number, value: string) => all.with(at, value)

describe("cards with what is said above or below their names", () => {
  for (const [kind, card] of Object.entries(cards)) {
    it.effect(`of ${kind}, the one that changed is told`, () =>
      Effect.gen(function* () {
        const wrong: Array<string> = []
        const before = pageOf(card, prices, soldOut)
        for (const [at, changed] of names.entries()) {
          const after = {
            state: pageOf(card, prices, withAt(soldOut, at, "In stock")),
            price: pageOf(card, withAt(prices, at, "€45"), soldOut)
          }
          for (const name of names) {
            const asked = [
              [`${name} is back in stock`, after.state],
              [`price of ${name} below €50`, after.price]
            ] as const
            for (const [goal, now] of asked) {
              const { confidence, isRelevant, reasons, title } = yield* judged(goal, before, now)
              const isRight = isRelevant === (name === changed) && confidence > 0.8
              const isNamed = title.startsWith(changed)
              if (!isRight || !isNamed)
                wrong.push(`${goal} of ${changed}: ${confidence} ${title} ${reasons.join("; ")}`)
            }
          }
        }
        assert.deepStrictEqual(wrong, [])
      }).pipe(Effect.provide(HtmlReader.layer))
    )
  }

  it.effect("are told of neither with certainty, and by no name, where the list does not say which", () =>
    Effect.gen(function* () {
      const above: Card = (name, price, state) => `<li>${badge(state)}<h3>${name}</h3><p>${price}</p></li>`
      const [was, now] = [
        ["", "Sold out", ""],
        ["", "In stock", ""]
      ].map((states) => pageOf(above, prices, states))
      const asked = [
        [`${names[0]} is back in stock`, true, 0.76],
        [`${names[1]} is back in stock`, true, 0.76],
        [`${names[2]} is back in stock`, false, 0.88],
        ["any kettle back in stock", true, 0.95]
      ] as const
      for (const [goal, isRelevant, confidence] of asked) {
        const judgement = yield* judged(goal, was!, now!)
        assert.deepInclude(judgement, { isRelevant, confidence, title: "Sold out → In stock" }, goal)
      }
    }).pipe(Effect.provide(HtmlReader.layer))
  )

  it.effect("leave what stands above all cards to the page", () =>
    Effect.gen(function* () {
      const page = (price: string) =>
        `<h1>Kettle</h1><p>${price}</p><h3>Red</h3><p>€39</p><h3>Blue</h3><p>€41</p><p>Delivery takes two days.</p>`
      const blue = yield* judged("price of Red below €38", page("€40"), page("€37"))
      assert.isFalse(blue.isRelevant)
      const sections = (delivery: string) =>
        `<h1>Kettle</h1><p>€40</p><h2>Delivery</h2><p>${delivery}</p><h2>Warranty</h2><p>3 years</p><h2>Returns</h2><p>30 days</p>`
      const warranty = yield* judged("the warranty changes", sections("2 days"), sections("4 days"))
      assert.isFalse(warranty.isRelevant)
    }).pipe(Effect.provide(HtmlReader.layer))
  )
})
