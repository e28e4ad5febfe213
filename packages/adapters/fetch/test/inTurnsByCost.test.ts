import { setImmediate as nextTurn } from "node:timers/promises"
import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import { makeInTurnsByCost } from "../src/inTurnsByCost.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Turns by a clock that pieces and rests move; the thread works in a part of what pieces take. */
const turns = (workedOf = 1) => {
  let millis = 0
  let worked = 0
  const seen: Array<string> = []
  const run = makeInTurnsByCost({ nowMillis: () => millis, workedMillis: () => worked })
  return {
    run,
    seen,
    nowMillis: () => millis,
    /** A piece that takes the thread for so long. */
    ask: (owner: string, took: number, work = "") =>
      run(
        () => {
          seen.push(owner === "" ? work : `${owner}${work}`)
          millis += took
          worked += took * workedOf
        },
        owner,
        work
      ),
    /** Lets time pass with nothing to do, and then whoever waits have his turns. */
    pass: async (passed: number) => {
      millis += passed
      vi.advanceTimersByTime(passed)
      for (let turn = 0; turn < 12; turn++) await nextTurn()
    }
  }
}

it("an owner of long pieces has a third of the thread, and no turn before his rest is over", async () => {
  const { ask, nowMillis, pass, seen } = turns()
  for (let n = 0; n < 10; n++) ask("bad", 100)
  while (seen.length < 10) await pass(1)
  assert.isAtLeast(nowMillis(), 9 * 300 + 100)
})

it("several owners of long pieces have a third of it together", async () => {
  const { ask, nowMillis, pass, seen } = turns()
  for (const owner of ["a", "b", "c"]) for (let n = 0; n < 6; n++) ask(owner, 100)
  while (seen.length < 18) await pass(1)
  assert.isAtLeast(nowMillis(), 15 * 300)
})

it("what others did with the processor meanwhile makes no piece long, and the rest after a long one longer", async () => {
  const { ask, nowMillis, pass, seen } = turns(0.25)
  for (let n = 0; n < 6; n++) ask("short", 36)
  while (seen.length < 6) await nextTurn()
  assert.strictEqual(nowMillis(), 6 * 36)
  for (let n = 0; n < 6; n++) ask("long", 400)
  while (seen.length < 12) await pass(10)
  assert.isAtLeast(nowMillis(), 6 * 36 + 5 * 1_200)
})

it("a process that was stopped for an hour goes on in a moment", async () => {
  const { ask, nowMillis, pass, seen } = turns()
  ask("one", 3_600_000)
  ask("one", 1)
  while (seen.length < 2) await pass(100)
  assert.isBelow(nowMillis(), 3_600_000 + 6_000)
})

it("others wait for no rest of theirs", async () => {
  const { ask, pass, seen } = turns()
  for (let n = 0; n < 40; n++) ask("bad", 100, `${n}`)
  await pass(0)
  const waited: Array<number> = []
  for (let n = 0; n < 20; n++) {
    const before = seen.length
    ask("good", 2)
    await pass(0)
    waited.push(seen.slice(before).indexOf("good"))
    await pass(37)
  }
  assert.deepStrictEqual([...new Set(waited)], [0])
})

it("whoever cost the least lately comes first of those that wait", async () => {
  const { ask, pass, seen } = turns()
  ask("bad", 100)
  ask("some", 1)
  ask("bad", 100)
  ask("good", 1)
  while (seen.length < 4) await pass(10)
  assert.deepStrictEqual(seen, ["bad", "some", "good", "bad"])
})

it("works of one have their turns one after the other, however many another has", async () => {
  const { ask, pass, seen } = turns()
  ask("", 6, "first")
  for (let n = 0; n < 3; n++) ask("", 6, "large")
  ask("", 6, "small")
  while (seen.length < 5) await pass(1)
  assert.isBelow(seen.indexOf("small"), 3)
})

it("what somebody cost is forgotten in the end", async () => {
  const { ask, pass, seen } = turns()
  ask("once", 100)
  ask("bad", 100)
  ask("bad", 100)
  while (seen.length < 3) await pass(10)
  await pass(60_000)
  ask("other", 100)
  await pass(0)
  ask("other", 100)
  ask("once", 1)
  await pass(0)
  assert.deepStrictEqual(seen, ["once", "bad", "bad", "other", "once"])
})

it("pieces of a few milliseconds are followed by no rest, however many there are", async () => {
  const { ask, nowMillis, seen } = turns()
  for (let n = 0; n < 100; n++) ask("many", 5)
  while (seen.length < 100) await nextTurn()
  assert.strictEqual(nowMillis(), 500)
})

it("a piece that throws keeps no other from running, and costs what it took", async () => {
  const { ask, pass, run, seen } = turns()
  assert.throws(() =>
    run(
      () => {
        throw new Error("broken")
      },
      "one",
      ""
    )
  )
  ask("one", 1)
  await pass(0)
  assert.deepStrictEqual(seen, ["one"])
})
