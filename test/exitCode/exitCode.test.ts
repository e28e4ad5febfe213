/** Observed: how `npm test` ends. It runs on fixtures, with the configuration and the servers of all other tests. */
import { assert, describe, it } from "@effect/vitest"
import { needs } from "../setup/needs.ts"
import { npmTest } from "./npmTest.ts"

const timeout = 120_000

/** The last line that says how the run went. */
const closing = (output: string) => output.split("\n").findLast((line) => /^\d+ passed, /.test(line))

describe("npm test", { timeout }, () => {
  it("ends with a failing exit code when a test failed that used the Postgres server", async () => {
    const { code, output } = await npmTest("failing")
    assert.deepStrictEqual([code, closing(output)], [1, "0 passed, 1 failed"], output)
  })

  it("ends with code 0 when all passed", async () => {
    const { code, output } = await npmTest("passing")
    assert.deepStrictEqual([code, closing(output)], [0, "1 passed, 0 failed"], output)
  })

  it("fails when what stands around the tests failed", async () => {
    const { code, output } = await npmTest("broken")
    assert.deepStrictEqual([code, closing(output)], [1, "1 passed, 1 failed"], output)
  })

  it("says what was skipped and why, and fails for it in CI alone", async () => {
    const here = await npmTest("skipping", { CI: "" })
    assert.deepStrictEqual([here.code, closing(here.output)], [0, "1 passed, 0 failed, 2 skipped"], here.output)
    assert.include(here.output, `SKIPPED 1 test for want of a browser. ${needs.browser.howToMend}`)
    assert.include(here.output, "test/exitCode/skipping.fixture.ts: is skipped for none")
    const ci = await npmTest("skipping", { CI: "true" })
    assert.deepStrictEqual([ci.code, closing(ci.output)], [1, "1 passed, 2 failed"], ci.output)
  })
})
