/** Memory that all share. Observed: who goes where it is too much. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { HeldByOwners } from "../src/HeldByOwners.ts"
import { Ranks } from "../src/Ranks.ts"

/** What goes when `one` of `owner` holds so much now. */
const makeHolding = (limits: { readonly all: number; readonly ofOne: number }) => {
  const held = new HeldByOwners<string>(limits)
  const hold = (owner: string, one: string, bytes: number): ReadonlyArray<string> => {
    const gone: Array<string> = []
    held.set(one, bytes, () => owner)
    held.whileTooMuch(one, (goes) => {
      gone.push(goes)
      held.set(goes, 0, () => owner)
    })
    return gone
  }
  return { held, hold }
}

describe("what connections hold", () => {
  it("goes of the owner who holds most, though another has the largest connection", () => {
    const { held, hold } = makeHolding({ all: 1_000, ofOne: 1_000 })
    for (const one of ["a", "b", "c"]) assert.deepStrictEqual(hold("many", one, 200), [])
    assert.deepStrictEqual(hold("few", "d", 390), [])
    assert.deepStrictEqual(hold("another", "e", 20), ["a"])
    assert.strictEqual(held.bytes, 810)
  })

  it("goes of the owner himself who has more than his part, and of nobody else", () => {
    const { hold } = makeHolding({ all: 1_000, ofOne: 500 })
    assert.deepStrictEqual(hold("large", "a", 490), [])
    assert.deepStrictEqual(hold("one", "b", 300), [])
    assert.deepStrictEqual(hold("one", "c", 199), [])
    assert.deepStrictEqual(hold("one", "d", 2), ["b"])
  })

  it("goes of who brings it where several hold about as much", () => {
    const { hold } = makeHolding({ all: 300, ofOne: 300 })
    for (const one of ["a", "b", "c"]) assert.deepStrictEqual(hold(one, one, 100), [])
    assert.deepStrictEqual(hold("d", "d", 100), ["d"])
  })

  it("goes until it is not too much any more, also where what is brought is more than any other holds", () => {
    const { held, hold } = makeHolding({ all: 1_000, ofOne: 1_000 })
    for (let one = 0; one < 60; one++) assert.deepStrictEqual(hold("many", `${one}`, 10), [])
    assert.lengthOf(hold("few", "long", 450), 5)
    assert.strictEqual(held.bytes, 1_000)
  })

  it("is whose it was when it began to hold something, for as long as it does", () => {
    const { held, hold } = makeHolding({ all: 1_000, ofOne: 500 })
    hold("one", "a", 400)
    hold("another", "a", 450)
    assert.deepStrictEqual(hold("another", "b", 490), [])
    held.set("a", 0, () => "")
    assert.deepStrictEqual(hold("another", "a", 400), ["b"])
  })

  it("is counted as it comes and goes, and who has most is found among any", () => {
    const amounts = fc.array(fc.tuple(fc.nat(20), fc.nat(1_000_000)), { maxLength: 200 })
    fc.assert(
      fc.property(amounts, (given) => {
        const ranks = new Ranks<number>()
        const told = new Map<number, number>()
        for (const [one, amount] of given) {
          ranks.set(one, amount)
          told.set(one, amount)
        }
        const most = Math.max(0, ...told.values())
        const first = ranks.first()
        if (most === 0) assert.isUndefined(first)
        else assert.isAtLeast(told.get(first!)!, most / 1.1)
      })
    )
  })
})
