/** The entries for tests, in a process where there is no Vitest. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const withoutVitest = `import { registerHooks } from "node:module"
registerHooks({
  resolve: (name, context, next) => {
    if (/^(@effect\\/)?vitest(\\/|$)/.test(name)) throw new Error("there is no " + name)
    return next(name, context)
  }
})`

const run = (program: string) =>
  spawnSync(
    process.execPath,
    [
      ...["--import", `data:text/javascript,${encodeURIComponent(withoutVitest)}`],
      ...["--input-type=module", "--eval", program]
    ],
    { encoding: "utf8", cwd: fileURLToPath(new URL(".", import.meta.url)) }
  )

describe("where Vitest is not installed", () => {
  it("a whole installation on a clock that is moved can be tested with", () => {
    const { stderr, stdout } = run(`
      import { TestKit } from "@kittiwake/core/testing"
      const kit = await TestKit.make()
      const began = await kit.clock.now()
      await kit.clock.advance("1 hour")
      console.log((await kit.clock.now()) - began)
      await kit.close()`)
    assert.strictEqual(stdout.trim(), "3600000", stderr)
  }, 60_000)

  it("the suites of the ports say what they lack", () => {
    const { status, stderr } = run(`import "@kittiwake/core/testing/suites"`)
    assert.notStrictEqual(status, 0)
    assert.include(stderr, "there is no @effect/vitest")
  }, 60_000)
})
