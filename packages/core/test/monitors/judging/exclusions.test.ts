/** Observed: what a goal says is not wanted. */
import { assert, describe, it } from "@effect/vitest"
import { conditionsOf } from "../../../src/monitors/domain/judging/goal.ts"
import { check } from "./onPages.ts"

const page =
  "<h1>Robot 3000</h1><p>Price: £64</p><p>It cleans floors.</p><p>The colour is black.</p><h2>Delivery</h2><p>It takes 4 days.</p>"

describe("a goal that begins with what is not wanted", () => {
  it.effect("is told of everything else", () =>
    check(
      page,
      [
        "ignore the price",
        "don't tell me about the price",
        "Please ignore the price.",
        "everything but the price",
        "everything except the price",
        "alles außer dem Preis",
        "ignoriere den Preis",
        "tout sauf le prix",
        "todo menos el precio",
        "any change except the price"
      ].flatMap((goal) => [
        [goal, "£64", "£59", false] as const,
        [goal, "black", "green", true] as const,
        [goal, "4 days", "6 days", true] as const
      ])
    )
  )

  it.effect("may say behind it what is wanted", () =>
    check(
      page,
      [
        "Ignore the price. Tell me when the delivery changes.",
        "ignore the price, tell me about the delivery",
        "tell me about delivery, ignore the price"
      ].flatMap((goal) => [
        [goal, "£64", "£59", false] as const,
        [goal, "black", "green", false] as const,
        [goal, "4 days", "6 days", true] as const
      ])
    )
  )

  it("is read as any change without it", () => {
    assert.deepStrictEqual(
      conditionsOf("ignore the price").map(({ kind }) => kind),
      ["any"]
    )
  })
})

describe("a heading that names what is not wanted", () => {
  it.effect("hides nothing where it names more than that", () =>
    check(
      "<h1>Robot 3000</h1><p>It cleans floors.</p><h2>Prices and delivery</h2><p>Price: £64</p><p>It takes 4 days.</p>",
      [
        ["any change except the price", "£64", "£59", false],
        ["any change except the price", "4 days", "6 days", true]
      ]
    )
  )
})
