import { setImmediate as nextTurn } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { makeInTurns } from "../src/inTurns.ts"

/** Turns by a clock that only pieces move. */
const turns = () => {
  let millis = 0
  return {
    run: makeInTurns(() => millis),
    /** Takes longer than pieces may take together. */
    fillTurn: () => {
      millis += 6
    }
  }
}

/** Turns that are left to others after a turn that was filled. */
const ofOthers = ["others", "others", "others", "others"]

it("others get the thread between pieces that fill a turn, however many arrive together", async () => {
  const { fillTurn, run } = turns()
  const seen: Array<string> = []
  for (const name of ["first", "second", "third"]) {
    run(() => {
      seen.push(name)
      fillTurn()
    })
  }
  while (!seen.includes("third")) {
    seen.push("others")
    await nextTurn()
  }
  assert.deepStrictEqual(seen, ["first", ...ofOthers, "second", ...ofOthers, "third"])
})

it("a piece that comes when its turn is used up runs after those that wait already", async () => {
  const { fillTurn, run } = turns()
  const seen: Array<string> = []
  run(fillTurn)
  run(() => {
    seen.push("before")
    run(() => seen.push("inside"))
  })
  run(() => seen.push("after"))
  assert.deepStrictEqual(seen, [])
  while (seen.length < 3) await nextTurn()
  assert.strictEqual(seen[0], "before")
  assert.sameMembers(seen, ["before", "inside", "after"])
})

it("pieces of one who has few come before those of another who had many", async () => {
  const { fillTurn, run } = turns()
  const seen: Array<string> = []
  run(fillTurn, "many")
  for (let n = 0; n < 20; n++) run(() => seen.push("many"), "many")
  while (seen.length < 10) await nextTurn()
  assert.strictEqual(seen.length, 20)
  run(fillTurn, "many")
  for (let n = 0; n < 20; n++) run(() => seen.push("many"), "many")
  for (let n = 0; n < 3; n++) run(() => seen.push("few"), "few")
  while (seen.length < 43) await nextTurn()
  assert.deepStrictEqual(seen.slice(20, 25), ["few", "few", "few", "many", "many"])
})

it("two who always have pieces have as many each", async () => {
  const { fillTurn, run } = turns()
  const seen: Array<string> = []
  run(fillTurn, "one")
  for (let n = 0; n < 100; n++) for (const name of ["one", "other"]) run(() => seen.push(name), name)
  while (seen.length < 200) await nextTurn()
  assert.strictEqual(seen.slice(0, 40).filter((name) => name === "one").length, 20)
})

it("works of one have their turns among those of the one", async () => {
  const { fillTurn, run } = turns()
  const seen: Array<string> = []
  run(fillTurn, "one", "large")
  for (let n = 0; n < 4; n++) run(() => seen.push("large"), "one", "large")
  for (let n = 0; n < 2; n++) run(() => seen.push("small"), "one", "small")
  for (let n = 0; n < 4; n++) run(() => seen.push("other"), "other")
  while (seen.length < 10) await nextTurn()
  assert.deepStrictEqual(seen.slice(0, 8), ["other", "small", "other", "large", "other", "small", "other", "large"])
})

it("a piece that throws keeps no other from running", async () => {
  const { run } = turns()
  const seen: Array<string> = []
  assert.throws(() =>
    run(() => {
      throw new Error("broken")
    })
  )
  run(() => seen.push("next"))
  await nextTurn()
  assert.deepStrictEqual(seen, ["next"])
})
