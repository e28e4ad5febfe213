/** A mistake in a file of the core. */
import type { SourcePatch } from "../../patching/SourcePatch.ts"

const core = "packages/core/src"

export const patch = (file: string, ...replace: ReadonlyArray<readonly [from: string, to: string]>): SourcePatch => ({
  file: `${core}/${file}`,
  replace: replace.map(([from, to]) => ({ from, to }))
})
