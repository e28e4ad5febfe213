/** Puts a planted bug into the sources before anything imports them, if it is one of those. */
import { applyPatches } from "../../patching/SourcePatch.ts"
import { patches } from "./patches.ts"

export const load = (bug: string | null): void => {
  const patch = bug === null ? undefined : patches[bug]
  if (patch !== undefined) applyPatches([patch])
}
