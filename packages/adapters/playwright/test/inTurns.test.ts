import { assert, describe, it } from "@effect/vitest"
import { inTurns } from "../src/devtools/inTurns.ts"

const source = () => {
  const calls: Array<string> = []
  return { calls, pause: () => calls.push("pause"), resume: () => calls.push("resume") }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Turns until `isDone`. */
const until = async (isDone: () => boolean): Promise<number> => {
  let turns = 0
  while (!isDone()) {
    await turn()
    turns += 1
  }
  return turns
}

describe("inTurns", () => {
  it("hands on one after the other, each when what came of the one before is done", async () => {
    const seen: Array<string> = []
    const take = inTurns(source(), (message) => {
      seen.push(`${message}`)
      void Promise.resolve().then(() => seen.push(`after ${message}`))
    })
    for (const name of ["a", "b", "c"]) take(Buffer.from(name))
    assert.deepStrictEqual(seen, [])
    await until(() => seen.length === 6)
    assert.deepStrictEqual(seen, ["a", "after a", "b", "after b", "c", "after c"])
    take(Buffer.from("d"))
    await until(() => seen.length === 8)
    assert.strictEqual(seen[6], "d")
  })

  it("leaves room for others between many, and between large ones", async () => {
    let count = 0
    const take = inTurns(source(), () => {
      count += 1
    })
    for (let at = 0; at < 640; at += 1) take(Buffer.alloc(1))
    assert.isAtLeast(await until(() => count === 640), 10)
    for (let at = 0; at < 6; at += 1) take(Buffer.alloc(300_000))
    assert.isAtLeast(await until(() => count === 646), 6)
  })

  it("lets a source rest that sends more than is handed on", async () => {
    let count = 0
    const one = source()
    const take = inTurns(one, () => {
      count += 1
    })
    for (let at = 0; at < 4_000; at += 1) take(Buffer.alloc(1))
    assert.deepStrictEqual(one.calls, [])
    for (let at = 0; at < 4_000; at += 1) take(Buffer.alloc(1))
    assert.deepStrictEqual(one.calls, ["pause"])
    await until(() => count === 8_000)
    assert.deepStrictEqual(one.calls, ["pause", "resume"])
    take(Buffer.alloc(9 * 1024 * 1024))
    await until(() => count === 8_001)
    await turn()
    assert.deepStrictEqual(one.calls, ["pause", "resume", "pause", "resume"])
  })
})
