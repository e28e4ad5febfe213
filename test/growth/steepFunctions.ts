/** Looks at functions in a few processes at a time, and ends those that hang. */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../scripts/workspace.ts"
import { type Growth, making } from "./growthOf.ts"
import type { Told } from "./lane.ts"
import type { Shapes } from "./shapes.ts"

export interface Looked {
  readonly at: number
  readonly growth: Growth | null
  /** The call that did not end. */
  readonly hangs: string | null
  readonly failed: string | null
}

export interface LookOptions {
  readonly lanes: number
  /** Without a sign for so long, what is called has no end. */
  readonly quietMillis: number
  readonly seen?: (one: Looked) => void
}

const laneOf = (file: string, tellsAll: boolean, functions: ReadonlyArray<number>): ChildProcess =>
  fork(join(import.meta.dirname, "lane.ts"), [file, tellsAll ? "all" : "some", ...functions.map(String)], {
    cwd: root,
    execArgv: ["--permission", "--allow-fs-read=*", "--allow-addons", "--max-old-space-size=1500", "--no-warnings"],
    stdio: ["ignore", "ignore", "pipe", "ipc"]
  })

/** Until the process has looked at all that it was given, hangs or dies; what it did not come to is left. */
const lookIn = (
  file: string,
  tellsAll: boolean,
  functions: ReadonlyArray<number>,
  quietMillis: number,
  seen: (one: Looked) => void
): Promise<{ readonly left: ReadonlyArray<number>; readonly hung: number | null; readonly calling: string }> =>
  new Promise((resolve) => {
    const lane = laneOf(file, tellsAll, functions)
    const left = new Set(functions)
    // It is not quiet before it has begun to speak.
    let [at, last, errors] = [functions[0]!, Number.POSITIVE_INFINITY, ""]
    const watch = setInterval(() => {
      if (Date.now() - last > quietMillis) lane.kill("SIGKILL")
    }, 500)
    lane.stderr!.on("data", (chunk) => {
      errors = (errors + String(chunk)).slice(-2_000)
    })
    lane.on("message", (told: Told) => {
      last = Date.now()
      if (told.kind === "at") at = told.at
      else if (told.kind !== "beat") {
        left.delete(told.at)
        seen({
          at: told.at,
          growth: told.kind === "found" ? told.growth : null,
          hangs: null,
          failed: told.kind === "failed" ? told.message : null
        })
      }
    })
    lane.on("exit", () => {
      clearInterval(watch)
      const isDone = left.size === 0
      if (!isDone) left.delete(at)
      resolve({ left: [...left], hung: isDone ? null : at, calling: errors.slice(errors.lastIndexOf("\n") + 1) })
    })
  })

/** What comes of looking at the functions of `shapes` that are asked for. */
export const lookAt = async (
  shapes: Shapes,
  functions: ReadonlyArray<number>,
  { lanes, quietMillis, seen = () => {} }: LookOptions
): Promise<ReadonlyArray<Looked>> => {
  const folder = mkdtempSync(join(tmpdir(), "growth-"))
  const file = join(folder, "shapes.json")
  writeFileSync(file, JSON.stringify(shapes))
  const found: Array<Looked> = []
  const add = (one: Looked) => {
    found.push(one)
    seen(one)
  }
  const lane = async (mine: ReadonlyArray<number>): Promise<void> => {
    let rest = mine
    while (rest.length > 0) {
      const { hung, left } = await lookIn(file, false, rest, quietMillis, add)
      rest = left
      if (hung === null) continue
      const told = await lookIn(file, true, [hung], quietMillis, () => {})
      // What it takes is too large to be made in the time: it was looked at in part.
      const isMaking = told.hung === null || told.calling === making || told.calling === ""
      add({
        at: hung,
        growth: isMaking ? { steep: [], isCalled: true } : null,
        hangs: isMaking ? null : told.calling,
        failed: null
      })
    }
  }
  try {
    await Promise.all(
      Array.from({ length: lanes }, (_, one) => lane(functions.filter((_at, index) => index % lanes === one)))
    )
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}
