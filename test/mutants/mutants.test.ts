/** Observed: what `npm run mutants` says and how it ends. */
import { assert, describe, it } from "@effect/vitest"
import { run } from "../../scripts/run.ts"
import { patchedSource } from "../patching/SourcePatch.ts"
import { harmless, mutants } from "./mutants.ts"

const timeout = 240_000

const command = (...args: ReadonlyArray<string>) => run(process.execPath, ["test/mutants/main.ts", ...args])

describe("npm run mutants", { timeout }, () => {
  it("says which mutant survived, and fails for it", async () => {
    const { code, output } = await command("--only", harmless.name)
    assert.strictEqual(code, 1, output)
    assert.match(output, /SURVIVED +\d+ s {2}none: changes what nobody can see/)
    assert.include(output, "1 mutants: 0 killed, 1 survived, 0 broken")
  })

  it("says that a mutant was killed", async () => {
    // The test before has shown that its tests pass without any.
    const { code, output } = await command("--only", "limits: windows begin with the first call", "--trust-tests")
    assert.strictEqual(code, 0, output)
    assert.include(output, "1 mutants: 1 killed, 0 survived, 0 broken")
  })

  it("refuses a mutant whose text is no longer there", () => {
    const gone = { file: harmless.file, replace: [{ from: "a text that is not there", to: "" }] }
    assert.throws(() => patchedSource(gone), "0 times, not once")
  })

  it("has mutants for the sources of now, each with a name of its own", () => {
    for (const mutant of mutants) assert.notStrictEqual(patchedSource(mutant), "")
    assert.isAtLeast(new Set(mutants.map(({ name }) => name)).size, 30)
    assert.strictEqual(new Set(mutants.map(({ name }) => name)).size, mutants.length)
  })
})
