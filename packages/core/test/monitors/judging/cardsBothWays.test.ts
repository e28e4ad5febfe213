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
})
