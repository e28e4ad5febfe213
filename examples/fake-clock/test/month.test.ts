import { assert, describe, it } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { vi } from "vitest"
import { aMonth, receiver } from "../src/month.ts"

describe("a month with a fake clock", () => {
  it("is 720 hourly runs, two changes, an outage, and a receiver that misses nothing although it was down", async () => {
    const lines: Array<string> = []
    const month = await aMonth((line) => lines.push(line))

    assert.deepStrictEqual(month.runs, { completed: 715, failed: 5 })
    assert.deepStrictEqual(month.changes, ['Changed "10 €" to "12 €".', 'Changed "12 €" to "9 €".'])
    assert.strictEqual(month.credits, 10_000 - 715, "a failed run costs nothing")
    assert.isTrue(lines.some((line) => line.includes("is failed")))
    assert.isTrue(lines.some((line) => line.includes("is active again")))

    // Every run that completed was told once, and both changes, each under an id of its own.
    assert.strictEqual(month.events.length, 717)
    assert.strictEqual(new Set(month.events.map(({ id }) => id)).size, 717)
    assert.isTrue(month.events.every(({ verified }) => verified))

    // What came while the receiver was down was tried until it arrived.
    const attempts = month.missed.toReversed()
    assert.isAbove(attempts.length, 3)
    assert.isTrue(attempts.slice(0, -1).every(({ error }) => error?.code === "connection_failed"))
    assert.strictEqual(attempts.at(-1)?.httpStatus, 200)
    assert.isTrue(attempts.every(({ url }) => url === receiver))
  }, 30_000)

  it("signs so that the library of any receiver agrees", async () => {
    const { events, secret } = await aMonth()
    vi.useFakeTimers({ toFake: ["Date"] })
    const library = new Webhook(secret)
    try {
      for (const { receivedAt, request } of events) {
        // The library refuses old signatures by the machine's date, which must be that of the story.
        vi.setSystemTime(receivedAt.epochMilliseconds)
        assert.isObject(library.verify(request.body, { ...request.headers }))
      }
    } finally {
      vi.useRealTimers()
    }
  }, 30_000)

  it("is the same month every time", async () => {
    assert.strictEqual(JSON.stringify(await aMonth()), JSON.stringify(await aMonth()))
  }, 30_000)
})
