/** Memory that all share. Observed: who goes where it is too much. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { HeldByOwners } from "../src/HeldByOwners.ts"
import { Ranks } from "../src/Ranks.ts"

/** What goes when `one` of `owner` holds so much now, where organizations, and strangers, may hold so much together. */
const makeHolding = (bytes: number) => {
  const held = new HeldByOwners<string>(2 * bytes)
  const hold = (owner: string, one: string, holds: number): ReadonlyArray<string> => {
    const gone: Array<string> = []
    held.set(one, holds, () => owner)
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
    const { held, hold } = makeHolding(1_000)
    for (const one of ["a", "b", "c"]) assert.deepStrictEqual(hold("many", one, 200), [])
    assert.deepStrictEqual(hold("few", "d", 390), [])
    assert.deepStrictEqual(hold("another", "e", 20), ["a"])
    assert.strictEqual(held.bytes, 810)
  })

  it("goes of strangers where these hold too much, however little each does, and of organizations only for organizations", () => {
    const { hold } = makeHolding(1_000)
    assert.deepStrictEqual(hold("one", "a", 900), [])
    for (let one = 0; one < 10; one++) assert.deepStrictEqual(hold(`network ${one}`, `${one}`, 100), [])
    assert.deepStrictEqual(hold("another", "b", 90), [])
    assert.deepStrictEqual(hold("network 10", "c", 20), ["0"])
    assert.deepStrictEqual(hold("another", "b", 110), ["a"])
  })

  it("goes of who brings it where several hold about as much", () => {
    const { hold } = makeHolding(300)
    for (const one of ["a", "b", "c"]) assert.deepStrictEqual(hold(one, one, 100), [])
    assert.deepStrictEqual(hold("d", "d", 100), ["d"])
  })

  it("goes until it is not too much any more, also where what is brought is more than any other holds", () => {
    const { held, hold } = makeHolding(1_000)
    for (let one = 0; one < 60; one++) assert.deepStrictEqual(hold("many", `${one}`, 10), [])
    assert.lengthOf(hold("few", "long", 450), 5)
    assert.strictEqual(held.bytes, 1_000)
  })

  it("is whose it was when it began to hold something, for as long as it does", () => {
    const { held, hold } = makeHolding(1_000)
    hold("one", "a", 400)
    hold("another", "a", 450)
    hold("another", "b", 500)
    // Of one who had both the other one would go.
    assert.deepStrictEqual(hold("third", "c", 100), ["b"])
    held.set("a", 0, () => "")
    assert.isFalse(held.has("a"))
    hold("another", "a", 400)
    hold("third", "d", 450)
    assert.deepStrictEqual(hold("fourth", "e", 100), ["d"])
  })

  it("is told of who holds most: of strangers, but where organizations hold more", () => {
    const { held, hold } = makeHolding(1_000)
    assert.isUndefined(held.first())
    hold("one", "a", 500)
    for (const one of ["b", "c"]) hold("network 1", one, 200)
    hold("network 2", "d", 100)
    assert.strictEqual(held.first(), "b")
    held.set("d", 0, () => "")
    assert.strictEqual(held.first(), "a")
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
