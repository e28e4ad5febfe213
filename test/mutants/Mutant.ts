/** A mistake in one file, and the tests that must notice it. */
import type { SourcePatch } from "../patching/SourcePatch.ts"

export interface Mutant extends SourcePatch {
  /** What is wrong then. */
  readonly name: string
  /** Test files of which at least one must fail. */
  readonly tests: ReadonlyArray<string>
}

/** Makes mutants of the files of one package. */
const mutantsOf =
  (folder: string) =>
  (name: string, file: string, from: string, to: string, ...tests: ReadonlyArray<string>): Mutant => ({
    name,
    file: `${folder}/${file}`,
    replace: [{ from, to }],
    tests: tests.map((test) => (test.startsWith("packages/") ? test : `${folder}/${test}`))
  })

export const blobs = mutantsOf("packages/adapters/blobs")
export const browser = mutantsOf("packages/adapters/playwright")
export const children = mutantsOf("packages/adapters/children")
export const cli = mutantsOf("packages/cli")
export const core = mutantsOf("packages/core")
export const crypto = mutantsOf("packages/adapters/crypto")
export const dashboard = mutantsOf("packages/dashboard")
export const documents = mutantsOf("packages/adapters/documents")
export const fetch = mutantsOf("packages/adapters/fetch")
export const html = mutantsOf("packages/adapters/html")
export const http = mutantsOf("packages/http")
export const mcp = mutantsOf("packages/mcp")
export const patterns = mutantsOf("packages/adapters/patterns")
export const postgres = mutantsOf("packages/adapters/postgres")
export const redis = mutantsOf("packages/adapters/redis")
export const sqlite = mutantsOf("packages/adapters/sqlite")
export const storage = mutantsOf("packages/adapters/storage")
export const threads = mutantsOf("packages/adapters/threads")
export const worker = mutantsOf("packages/worker")
