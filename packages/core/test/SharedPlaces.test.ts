import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { allButOne, leavesRoom, makePlaces, type Place } from "../src/SharedPlaces.ts"

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

describe("places of which those who give way have few", () => {
  it("are never held by who waits: one who gives way holds none before it has both rights", () => {
    const ask = makePlaces(3, allButOne, 1)
    const first = ask("a", "", true)
    const second = ask("a", "", true)
    assert.deepStrictEqual([first.hasTurn(), second.hasTurn()], [true, false])
    const others = [ask("b"), ask("c")]
    assert.deepStrictEqual(
      others.map(({ hasTurn }) => hasTurn()),
      [true, true]
    )
    first.leave()
    assert.isTrue(second.hasTurn(), "nobody else wants the place")
  })

  it("go to who gives way although those who do not always want one", () => {
    const ask = makePlaces(2, allButOne, 1)
    const crowd = [...Array.from({ length: 60 }, () => ask("many")), ask("other")]
    const late = ask("late", "", true)
    let left = 0
    while (!late.hasTurn()) {
      crowd.find(({ hasTurn }) => hasTurn())!.leave()
      crowd.splice(
        crowd.findIndex(({ hasTurn }) => hasTurn()),
        1
      )
      left += 1
    }
    assert.isBelow(left, 4)
  })

  interface Waiter {
    readonly place: Place
    readonly owner: string
    readonly givesWay: boolean
    /** Pages of each other that began since it asked. */
    readonly passed: Map<string, number>
  }

  const steps = fc.array(
    fc.record({
      owner: fc.nat(4),
      givesWay: fc.boolean(),
      /** Asks, leaves a place that it has, or is interrupted while it waits. */
      act: fc.constantFrom("ask", "ask", "leave", "interrupt"),
      which: fc.nat(30)
    }),
    { minLength: 50, maxLength: 400 }
  )

  it("let nobody wait for more than some pages of each other organization, and keep nothing of who was interrupted", () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 3 }), (taken, mostBehind) => {
        const ask = makePlaces(4, allButOne, mostBehind)
        let waiting: Array<Waiter> = []
        const working: Array<Waiter> = []
        const settle = () => {
          for (let begun = waiting.filter(({ place }) => place.hasTurn()); begun.length > 0; begun = []) {
            waiting = waiting.filter((one) => !begun.includes(one))
            working.push(...begun)
            for (const { passed, owner } of waiting)
              for (const one of begun) if (one.owner !== owner) passed.set(one.owner, (passed.get(one.owner) ?? 0) + 1)
          }
          const behind = working.filter(({ givesWay }) => givesWay).length
          assert.isAtMost(working.length, 4)
          assert.isAtMost(behind, mostBehind)
          // The first of each organization in its line: those behind it wait for their own as well.
          const firsts = new Map(waiting.toReversed().map((one) => [`${one.owner} ${one.givesWay}`, one]))
          for (const { passed } of firsts.values()) for (const count of passed.values()) assert.isAtMost(count, 64 + 8)
        }
        for (const { act, givesWay, owner, which } of taken) {
          if (act === "ask") {
            waiting.push({ place: ask(`${owner}`, "", givesWay), owner: `${owner}`, givesWay, passed: new Map() })
          } else {
            const line = act === "leave" ? working : waiting
            const [one] = line.splice(which % Math.max(line.length, 1), 1)
            one?.place.leave()
          }
          settle()
        }
        // All end where everybody leaves: no place is lost.
        while (working.length > 0) {
          working.shift()!.place.leave()
          settle()
        }
        assert.lengthOf(waiting, 0)
        const free = Array.from({ length: 4 }, (_, n) => ask(`free ${n}`))
        assert.isTrue(free.every(({ hasTurn }) => hasTurn()))
      }),
      { numRuns: 200 }
    )
  })
})

describe("places for which nobody waits", () => {
  it.each([1, 2, 4, 8])(
    "leave room for whoever comes next after %i who are refused what they may not have",
    (count) => {
      const places = 1_024
      const held = Array.from({ length: count }, () => 0)
      let free = places
      for (const one of held.keys()) {
        while (leavesRoom(held[one]!, free)) {
          held[one]! += 1
          free -= 1
        }
      }
      assert.strictEqual(held[0], places / 2, "the first alone has half of all")
      assert.isAbove(free, 0)
      assert.isTrue(leavesRoom(0, free))
      assert.isFalse(leavesRoom(0, 0))
    }
  )
})
