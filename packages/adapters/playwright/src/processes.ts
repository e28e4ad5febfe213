/** The processes of a browser, by their group. */
import { readdirSync, readFileSync } from "node:fs"

/** The group of each process of this machine; empty where there is no /proc. */
const processGroups = (): ReadonlyArray<{ readonly pid: number; readonly group: number }> => {
  try {
    return readdirSync("/proc")
      .filter((name) => /^[0-9]+$/.test(name))
      .flatMap((name) => {
        const stat = readOf(`/proc/${name}/stat`)
        // The name of a program stands in parentheses and may hold anything, parentheses too.
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
        return stat === "" || fields[0] === "Z" ? [] : [{ pid: Number(name), group: Number(fields[2]) }]
      })
  } catch {
    return []
  }
}

const readOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Processes of a group that still live. */
export const membersOf = (group: number): ReadonlyArray<number> =>
  processGroups().flatMap((one) => (one.group === group ? [one.pid] : []))

/** What one process of a browser holds. */
export interface ProcessSize {
  readonly pid: number
  /** Memory that is there because of it: what it has for itself, and what it made to be shown, as canvases and layers are. */
  readonly bytes: number
  /** What it has in memory of files: the program and its libraries, which are there once for all processes. */
  readonly fileBytes: number
  /** Whether it shows pages or frames of them, and does nothing else. */
  readonly isRenderer: boolean
}

/** Bytes of one line of what a kernel says of a process; null where it has no such line. */
const bytesIn = (status: string, name: string): number | null => {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status) ?? []
  return kilobytes === undefined ? null : Number(kilobytes) * 1_024
}

/**
 * What a process holds, by its `/proc/<pid>/status`.
 *
 * **Details.** `statm` counts what a process draws into among the program that it shares with all others, so that a page of large canvases
 * would be told by half. Of a kernel that does not tell the kinds of memory apart, all of it is taken for the process's own.
 */
export const sizeIn = (status: string): { readonly bytes: number; readonly fileBytes: number } => {
  const own = bytesIn(status, "RssAnon")
  if (own === null) return { bytes: bytesIn(status, "VmRSS") ?? 0, fileBytes: 0 }
  return { bytes: own + (bytesIn(status, "RssShmem") ?? 0), fileBytes: bytesIn(status, "RssFile") ?? 0 }
}

/** All processes of a group; none where they cannot be known. */
export const sizesOf = (group: number): ReadonlyArray<ProcessSize> =>
  membersOf(group).map((pid) => ({
    pid,
    ...sizeIn(readOf(`/proc/${pid}/status`)),
    isRenderer: readOf(`/proc/${pid}/cmdline`).includes("--type=renderer")
  }))

/** Ends one process of a group at once; one that is not in it any more is let be, for its number may be another's. */
export const killMember = (group: number, pid: number): void => {
  if (!membersOf(group).includes(pid)) return
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It is gone already.
  }
}

/** Ends every process of a group at once. */
export const killGroup = (group: number): void => {
  try {
    process.kill(-group, "SIGKILL")
  } catch {
    // They are gone already.
  }
}

/** Whether a process lives, whoever it belongs to. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}

/** The directory that a browser keeps its profile in, as its command line says it; null where that cannot be known. */
export const profileOf = (pid: number): string | null =>
  readOf(`/proc/${pid}/cmdline`)
    .split("\0")
    .find((argument) => argument.startsWith("--user-data-dir="))
    ?.slice("--user-data-dir=".length) ?? null
