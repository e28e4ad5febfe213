/** How often a monitor runs. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { page, prices, watch } from "./watch.ts"

describe("a schedule", () => {
  const rows = rowsOf("1.4", ["type", "frequency", "unit", "(product)", "(omitted)"])

  const given = (schedule: object) => ({
    ...prices,
    schedule: { type: "interval", frequency: 1, unit: "days", ...schedule }
  })

  rows.hold(["type"], "is an interval; an exact time is reserved", async ({ call }) => {
    assert.strictEqual((await call("POST", "/monitors", given({}))).status, 201)
    for (const type of ["exact_time", "weekly", undefined, null]) {
      assert.strictEqual((await call("POST", "/monitors", given({ type }))).status, 400, String(type))
    }
    // Cron is taken as an extension: as it is reserved, by a shape of its own.
    assert.strictEqual((await call("POST", "/monitors", given({ type: "cron" }))).status, 400)
  })

  rows.hold(["frequency", "unit", "(product)"], "is from ten minutes to a year", async ({ call }) => {
    const all: ReadonlyArray<readonly [number: unknown, unit: unknown, status: number]> = [
      [10, "minutes", 201],
      [9, "minutes", 400],
      [525_600, "minutes", 201],
      [525_601, "minutes", 400],
      [1, "hours", 201],
      [8_760, "hours", 201],
      [8_761, "hours", 400],
      [365, "days", 201],
      [366, "days", 400],
      [0, "days", 400],
      [-1, "days", 400],
      [1.5, "days", 400],
      ["1", "days", 400],
      [undefined, "days", 400],
      [1, "weeks", 400],
      [1, undefined, 400]
    ]
    for (const [frequency, unit, status] of all) {
      const reply = await call("POST", "/monitors", given({ frequency, unit }))
      assert.strictEqual(reply.status, status, `${frequency} ${unit}`)
    }
  })

  rows.hold(["(omitted)"], "is once a day", async (server) => {
    const created = await watch(server)
    assert.deepStrictEqual(created.schedule, { type: "interval", frequency: 1, unit: "days" })
    // Its slot is some minutes after that of its first run, so that not all monitors are due at midnight.
    await server.advance("25 hours")
    const looks = await server.looks(page)
    await server.advance("10 days")
    assert.strictEqual((await server.looks(page)) - looks, 10)
  })

  rows.complete()
})
