import { assert, describe, it } from "@effect/vitest"
import { Exit } from "effect"
import { makeFairQueue } from "../src/fairQueue.ts"
import type { Done } from "../src/Thread.ts"

/** A thread that does one call at a time when it is told to, and who asked for what, in the order it was done. */
const makeThread = () => {
  const done: Array<string> = []
  let current: Done | undefined
  const queue = makeFairQueue((operation, _, answer) => {
    done.push(operation)
    current = answer
  })
  const ask = (owner: string, operation: string) => queue(owner, { operation, input: null, done: () => undefined })
  const finish = () => current?.(Exit.succeed(null))
  return { ask, done, finish }
}

describe("reads of several organizations", () => {
  it("take turns, however many one has sent", () => {
    const { ask, done, finish } = makeThread()
    for (let n = 0; n < 50; n++) ask("busy", `busy ${n}`)
    ask("quiet", "quiet")
    ask("other", "other")
    for (let n = 0; n < 4; n++) finish()
    assert.deepStrictEqual(done, ["busy 0", "busy 1", "quiet", "other", "busy 2"])
  })

  it("are done in the order of one organization, all of them", () => {
    const { ask, done, finish } = makeThread()
    for (let n = 0; n < 5; n++) ask("one", `${n}`)
    for (let n = 0; n < 5; n++) finish()
    assert.deepStrictEqual(done, ["0", "1", "2", "3", "4"])
  })

  it("that were taken back are not done", () => {
    const { ask, done, finish } = makeThread()
    ask("one", "first")
    const back = ask("one", "second")
    ask("one", "third")
    back?.()
    finish()
    finish()
    assert.deepStrictEqual(done, ["first", "third"])
    // Taking back what was done, or twice, changes nothing.
    back?.()
    ask("one", "fourth")
    assert.deepStrictEqual(done, ["first", "third", "fourth"])
  })

  it("beyond those that may wait are refused, to this organization alone", () => {
    const { ask } = makeThread()
    const asked = Array.from({ length: 300 }, (_, n) => ask("busy", `${n}`))
    // One is under way, two hundred wait.
    assert.strictEqual(asked.indexOf(null), 201)
    assert.isNotNull(ask("quiet", "quiet"))
  })
})
