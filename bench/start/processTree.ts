/** What a process and those that it started took so far, as Linux counts it. */
import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

const textOf = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "")

/** Processes below this one that are alive, and itself. */
const membersOf = async (pid: number): Promise<ReadonlyArray<number>> => {
  const children = (await textOf(`/proc/${pid}/task/${pid}/children`)).split(" ").filter((one) => one.trim() !== "")
  return [pid, ...(await Promise.all(children.map((child) => membersOf(Number(child))))).flat()]
}

const sumOver = async (pid: number, valueOf: (pid: number) => Promise<number>): Promise<number> => {
  const values = await Promise.all((await membersOf(pid)).map(valueOf))
  return values.reduce((sum, value) => sum + value, 0)
}

/** User and system, with those of processes that have ended and were waited for. */
export const cpuSecondsOf = (pid: number): Promise<number> =>
  sumOver(pid, async (one) => {
    const fields = (await textOf(`/proc/${one}/stat`)).split(") ")[1]?.split(" ") ?? []
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticksPerSecond
  })

/** What the main thread of a process worked so far, in milliseconds; not a number where the system does not tell. */
export const mainThreadMillisOf = (pid: number): number => {
  try {
    // At once: who waits for a file while the machine is busy is told what was worked later on.
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000_000
  } catch {
    return Number.NaN
  }
}

/** Memory that is in use, or the most that ever was, of this process alone. */
export const ownMegabytesOf = async (pid: number, field: "VmRSS" | "VmHWM"): Promise<number> => {
  const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(await textOf(`/proc/${pid}/status`)) ?? []
  return Number(kibibytes ?? 0) / 1_024
}

/** The same with that of those that it started. */
export const megabytesOf = (pid: number, field: "VmRSS" | "VmHWM"): Promise<number> =>
  sumOver(pid, (one) => ownMegabytesOf(one, field))
