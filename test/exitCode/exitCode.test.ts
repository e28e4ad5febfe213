/** Observed: how `npm test` ends. It runs on fixtures, with the configuration and the servers of all other tests. */
import { assert, describe, it } from "@effect/vitest"
import { npmTest } from "./npmTest.ts"

const timeout = 120_000

describe("npm test", { timeout }, () => {
  it("ends with a failing exit code when a test failed that used the Postgres server", async () => {
    const { code, output } = await npmTest("failing")
    assert.match(output, /1 failed/)
    assert.strictEqual(code, 1, output)
  })

  it("ends with code 0 when all passed", async () => {
    const { code, output } = await npmTest("passing")
    assert.match(output, /1 passed/)
    assert.strictEqual(code, 0, output)
  })
})
