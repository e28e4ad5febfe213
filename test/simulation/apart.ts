/** Sweeps in processes of their own: one for each core. */
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { slowBugs } from "./planted/bugs.ts"
import { addSweep, nothingSwept, type Sweep } from "./sweep.ts"

/** Most seeds of one process. A seed leaves nothing behind, and to start and to warm up costs as much as some dozens of them. */
const share = 1_000

interface Part {
  readonly from: number
  readonly seeds: number
  readonly bug: string | null
  readonly stopAtFirst: boolean
  /** How its scale is said to the process. */
  readonly scaled: ReadonlyArray<string>
}

/** Most of what a seed makes is garbage before its end: with a larger place for it less is moved, and a seed takes a fifth less. */
const execArgv = ["--max-semi-space-size=64"]

const main = fileURLToPath(new URL("main.ts", import.meta.url))

/** Where processes find what others compiled: a start takes a third less then. */
const compiled = fileURLToPath(new URL("../../node_modules/.cache/simulation", import.meta.url))

/** Sweeps a part in a process of its own. */
const sweepPart = ({ bug, from, scaled, seeds, stopAtFirst }: Part): Promise<Sweep> =>
  new Promise((resolve, reject) => {
    const args = ["--part", "--from", String(from), "--seeds", String(seeds), ...scaled]
    if (bug !== null) args.push("--bug", bug)
    if (stopAtFirst) args.push("--planted")
    const env = { NODE_COMPILE_CACHE: compiled, ...process.env }
    const child = fork(main, args, { execArgv, env, stdio: ["ignore", "inherit", "inherit", "ipc"] })
    let swept: Sweep | undefined
    child.on("message", (message) => {
      swept = message as Sweep
    })
    child.on("error", reject)
    child.on("exit", (code, signal) => {
      if (swept !== undefined && code === 0) resolve(swept)
      else reject(new Error(`seeds ${from} to ${from + seeds - 1} ended with ${signal ?? code}`))
    })
  })

/** Does `work` for each item, some at once. */
const inLanes = async <A>(items: ReadonlyArray<A>, lanes: number, work: (item: A) => Promise<void>): Promise<void> => {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

export const sweepApart = async (options: {
  readonly from: number
  readonly seeds: number
  readonly bug: string | null
  readonly processes: number
  readonly scaled: ReadonlyArray<string>
}): Promise<Sweep> => {
  const { bug, from, processes, scaled, seeds } = options
  const size = Math.min(share, Math.ceil(seeds / processes))
  const parts: Array<Part> = []
  for (let start = from; start < from + seeds; start += size)
    parts.push({ from: start, seeds: Math.min(size, from + seeds - start), bug, stopAtFirst: false, scaled })
  const swept = nothingSwept()
  await inLanes(parts, processes, async (part) => addSweep(swept, await sweepPart(part)))
  return swept
}

/** Days of a few monitors, for bugs that minutes do not show. */
const someDays = ["--quarter", "--monitors", "20", "--days", "5"]

/** Looks for every bug until a seed finds it, and says which; tells how many were missed. */
export const findApart = async (
  bugs: ReadonlyArray<string>,
  options: Pick<Part, "from" | "seeds" | "scaled"> & { readonly processes: number }
): Promise<number> => {
  let missed = 0
  await inLanes(bugs, options.processes, async (bug) => {
    const scaled = slowBugs.has(bug) && options.scaled.length === 0 ? someDays : options.scaled
    const { failed, seeds } = await sweepPart({ ...options, scaled, bug, stopAtFirst: true })
    const [first] = failed
    if (first === undefined) missed++
    console.log(first === undefined ? `MISSED in ${seeds} seeds: ${bug}` : `${seeds}: ${bug} (${first.violations[0]})`)
  })
  return missed
}
