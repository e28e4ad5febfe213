import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePlaces } from "../src/SharedPlaces.ts"

/** One place, and who had it in which order. */
const onePlace = () => {
  const ask = makePlaces(1)
  const order: Array<string> = []
  const leaving: Array<() => void> = []
  const asked = (owner: string, work: string) => {
    const { leave, turn } = ask(owner, work)
    return Effect.map(turn, () => {
      order.push(work === "" ? owner : `${owner} ${work}`)
      leaving.push(leave)
    })
  }
  return {
    order,
    wants: Effect.fnUntraced(function* (count: number, owner: string, work = "") {
      for (let n = 0; n < count; n++) yield* Effect.forkChild(asked(owner, work), { startImmediately: true })
    }),
    /** Whoever has the place leaves it, so often. */
    leaves: Effect.fnUntraced(function* (count: number) {
      for (let n = 0; n < count; n++) {
        leaving.shift()!()
        yield* Effect.repeat(Effect.yieldNow, { times: 5 })
      }
    })
  }
}

describe("shared places", () => {
  it.effect("are first for who had the fewest lately, until both have had as many", () =>
    Effect.gen(function* () {
      const { leaves, order, wants } = onePlace()
      yield* wants(60, "many")
      yield* leaves(20)
      yield* wants(30, "few")
      yield* leaves(39)
      assert.deepStrictEqual(
        order.slice(0, 21),
        Array.from({ length: 21 }, () => "many")
      )
      const after = order.slice(21)
      assert.deepStrictEqual(
        after.slice(0, 21),
        Array.from({ length: 21 }, () => "few")
      )
      assert.strictEqual(after.slice(21).filter((owner) => owner === "few").length, 9)
    })
  )

  it.effect("go round those who always want one", () =>
    Effect.gen(function* () {
      const { leaves, order, wants } = onePlace()
      for (const owner of ["a", "b", "c"]) yield* wants(70, owner)
      yield* leaves(200)
      for (const owner of ["a", "b", "c"]) {
        assert.approximately(order.filter((one) => one === owner).length, 67, 1)
      }
    })
  )

  it.effect("are first for the work of an owner that had the fewest lately", () =>
    Effect.gen(function* () {
      const { leaves, order, wants } = onePlace()
      yield* wants(40, "one", "large")
      yield* leaves(10)
      yield* wants(5, "one", "small")
      yield* leaves(6)
      assert.deepStrictEqual(order.slice(11), [...Array.from({ length: 5 }, () => "one small"), "one large"])
    })
  )

  it.effect("remember no more than the latest turns: who had many long ago waits for nobody", () =>
    Effect.gen(function* () {
      const { leaves, order, wants } = onePlace()
      yield* wants(200, "many")
      yield* leaves(199)
      yield* wants(200, "later")
      yield* leaves(100)
      yield* wants(10, "many")
      yield* leaves(20)
      const after = order.slice(300, 320)
      assert.strictEqual(after.slice(0, 10).filter((owner) => owner === "many").length, 10)
    })
  )
})
