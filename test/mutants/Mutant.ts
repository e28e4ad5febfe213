/** A mistake in one file, and the tests that must notice it. */
import type { SourcePatch } from "../patching/SourcePatch.ts"

export interface Mutant extends SourcePatch {
  /** What is wrong then. */
  readonly name: string
  /** Test files of which at least one must fail. */
  readonly tests: ReadonlyArray<string>
}

/** Makes mutants of the files of one package. */
export const mutantsOf =
  (folder: string) =>
  (name: string, file: string, from: string, to: string, ...tests: ReadonlyArray<string>): Mutant => ({
    name,
    file: `${folder}/${file}`,
    replace: [{ from, to }],
    tests: tests.map((test) => (test.startsWith("packages/") ? test : `${folder}/${test}`))
  })
