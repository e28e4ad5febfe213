/** The configuration of the tests, for a run with one mutant in it. */
import { defineConfig } from "vitest/config"
import { common, testFiles } from "../../vitest.config.ts"
import { patchedSource } from "../patching/SourcePatch.ts"
import { mutantOf, pathOf } from "./environment.ts"

const mutant = mutantOf(process.env)

export default defineConfig({
  ...common,
  // The cache knows a file by what is on the disk, where no mutant ever is.
  test: { ...common.test, include: testFiles, fsModuleCache: false },
  plugins: [
    {
      name: "mutant",
      enforce: "pre",
      load: (id) => (mutant !== null && id.split("?")[0] === pathOf(mutant) ? patchedSource(mutant) : null)
    }
  ]
})
