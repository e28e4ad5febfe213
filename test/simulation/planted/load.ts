/** Prepares the sources before anything imports them: makes them lean, and puts a planted bug in, if it is one of those. */
import { applyPatches } from "../../patching/SourcePatch.ts"
import { lean } from "../lean.ts"
import { patches } from "./patches.ts"

export const load = (bug: string | null): void => {
  const patch = bug === null ? undefined : patches[bug]
  applyPatches(patch === undefined ? lean : [...lean, patch])
}
