/** What whoever waits for a batch is shown. */
import { assert, describe, it } from "@effect/vitest"
import { progressText, type ShownBatch } from "../src/commands/batchView.ts"

const batch = {
  progress: { succeeded: 3, failed: 0, pending: 2 },
  input: { reserved: 5 }
} as unknown as ShownBatch

describe("the progress of a batch", () => {
  it("says how much time is left while pages come", () => {
    assert.match(progressText(batch, { done: 0, millis: 6_000, idleMillis: 4_000 }), /0\.5\/s, 4 s left$/)
    assert.match(progressText(batch, { done: 3, millis: 6_000, idleMillis: 6_000 }), /0\.0\/s, - left$/)
  })

  it("says for how long no page has come, in place of a guess that grows late", () => {
    const text = progressText(batch, { done: 0, millis: 126_000, idleMillis: 120_000 })
    assert.match(text, /, no page for 2 min 0 s \(kittiwake doctor names sites that rest\)$/)
    const ended = { ...batch, progress: { succeeded: 5, failed: 0, pending: 0 } }
    assert.match(progressText(ended, { done: 0, millis: 126_000, idleMillis: 120_000 }), /0 s left$/)
  })
})
