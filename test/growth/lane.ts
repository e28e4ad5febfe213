/** Calls functions in a process of its own, which may neither write nor start anything, and which others can end. */
import { readFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../../scripts/workspace.ts"
import { type Growth, growthOf } from "./growthOf.ts"
import type { Shapes } from "./shapes.ts"

/** What a lane tells: which function it is at, that it goes on, and what it found. */
export type Told =
  | { readonly kind: "at"; readonly at: number }
  | { readonly kind: "beat" }
  | { readonly kind: "found"; readonly at: number; readonly growth: Growth }
  | { readonly kind: "failed"; readonly at: number; readonly message: string }

/** How often it tells that it goes on. Where it is asked to, it also writes each call before it is made. */
const beatMillis = 300

const [file, tellsAll, ...mine] = process.argv.slice(2)
const shapes: Shapes = JSON.parse(readFileSync(file!, "utf8"))
const tell = (told: Told) => {
  process.send!(told)
}

let last = 0
const beat = (calling: string): void => {
  // What does not end leaves no turn in which a message would be sent.
  if (tellsAll === "all") writeSync(process.stderr.fd, `\n${calling}`)
  const now = performance.now()
  if (now - last < beatMillis) return
  last = now
  tell({ kind: "beat" })
}

for (const at of mine.map(Number)) {
  const taking = shapes.functions[at]!
  tell({ kind: "at", at })
  try {
    const module = await import(pathToFileURL(join(root, taking.file)).href)
    tell({ kind: "found", at, growth: growthOf(shapes, taking, module[taking.name], beat) })
  } catch (error) {
    tell({ kind: "failed", at, message: String(error).slice(0, 300) })
  }
}
process.disconnect()
