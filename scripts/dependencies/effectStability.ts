/** Which modules of `effect` are stable, read from the marks in the package itself, so that an upgrade is noticed. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.ts"

const known = new Map<string, boolean>()

/** Functions that `effect` exports beside its modules, all from the stable `effect/Function`. */
const functions = new Set(["absurd", "flow", "hole", "identity", "pipe", "unsafeCoerce"])

/** Whether a name such as `effect/Schema` or `effect/encoding/Hex` is a module with stable exports. */
export const isStableEffect = (name: string): boolean => {
  const module = name.slice("effect/".length)
  if (functions.has(module)) return true
  const before = known.get(module)
  if (before !== undefined) return before
  const file = join(root, "node_modules/effect/dist", `${module}.d.ts`)
  const stable = existsSync(file) && readFileSync(file, "utf8").includes("@stability stable")
  known.set(module, stable)
  return stable
}
