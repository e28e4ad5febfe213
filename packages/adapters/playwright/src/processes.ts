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

const pageBytes = 4_096

/** Processes of a group that still live. */
export const membersOf = (group: number): ReadonlyArray<number> =>
  processGroups().flatMap((one) => (one.group === group ? [one.pid] : []))

/** What one process of a browser holds. */
export interface ProcessSize {
  readonly pid: number
  /** Resident memory, what it shares with others too. */
  readonly bytes: number
  /** Whether it shows pages or frames of them, and does nothing else. */
  readonly isRenderer: boolean
}

/** All processes of a group; none where they cannot be known. */
export const sizesOf = (group: number): ReadonlyArray<ProcessSize> =>
  membersOf(group).map((pid) => ({
    pid,
    bytes: Number(readOf(`/proc/${pid}/statm`).split(" ")[1] ?? 0) * pageBytes,
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
