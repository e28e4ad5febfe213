/** The processes of a browser, by their group. */
import { readdirSync, readFileSync } from "node:fs"
import { getPriority, setPriority } from "node:os"

/** What a process of this machine is doing. */
interface Running {
  readonly group: number
  readonly threads: number
  /** What all of its threads have used of the processor, those that have ended too. */
  readonly processorMillis: number
}

/** What the kernel counts time of the processor in, on every machine that has a browser. */
const tickMillis = 10

/** A process by its `/proc/<pid>/stat`; null of one that is gone, though nobody has buried it yet. */
export const runningIn = (stat: string): Running | null => {
  // The name of a program stands in parentheses and may hold anything, parentheses too.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  if (stat === "" || fields[0] === "Z") return null
  const processorMillis = (Number(fields[11]) + Number(fields[12])) * tickMillis
  return { group: Number(fields[2]), threads: Number(fields[17]), processorMillis }
}

/** Each process of a group that lives; none where there is no /proc. */
const runningOf = (group: number): ReadonlyArray<Running & { readonly pid: number }> => {
  try {
    return readdirSync("/proc")
      .filter((name) => /^[0-9]+$/.test(name))
      .flatMap((name) => {
        const running = runningIn(readOf(`/proc/${name}/stat`))
        return running?.group === group ? [{ pid: Number(name), ...running }] : []
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
export const membersOf = (group: number): ReadonlyArray<number> => runningOf(group).map(({ pid }) => pid)

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

/** What one process of a browser holds, and what it has used. */
export interface ProcessUse extends ProcessSize {
  /** Whether it starts those that show pages, and does nothing else. */
  readonly isZygote: boolean
  /** Whether it draws, for all pages of its browser. */
  readonly isDrawer: boolean
  readonly threads: number
  readonly processorMillis: number
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

/** Whether a process of a browser is of a kind, as its command line says it. */
const isOfType = (pid: number, type: string): boolean => readOf(`/proc/${pid}/cmdline`).includes(`--type=${type}`)

/** All processes of a group; none where they cannot be known. */
export const usesOf = (group: number): ReadonlyArray<ProcessUse> =>
  runningOf(group).map(({ pid, processorMillis, threads }) => ({
    pid,
    ...sizeIn(readOf(`/proc/${pid}/status`)),
    isRenderer: isOfType(pid, "renderer"),
    isZygote: isOfType(pid, "zygote"),
    isDrawer: isOfType(pid, "gpu-process"),
    threads,
    processorMillis
  }))

/** Whether a process is in the group still: its number may be another's by now. */
const isMember = (group: number, pid: number): boolean => runningIn(readOf(`/proc/${pid}/stat`))?.group === group

const threadsOf = (pid: number): ReadonlyArray<number> => {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

/**
 * Lowers what one process of a group may claim of the processor, and raises it for none of its threads.
 *
 * **Details.** Each thread has a claim of its own. A new one takes over that of the thread that starts it, unless it is a browser of root,
 * which sets it again: so this is done at each look.
 */
export const lowerClaim = (group: number, pid: number, niceness: number): void => {
  if (!isMember(group, pid)) return
  for (const thread of threadsOf(pid)) {
    try {
      if (getPriority(thread) < niceness) setPriority(thread, niceness)
    } catch {
      // It has ended.
    }
  }
}

/**
 * Lowers what the pages of a browser may claim: the processes that show pages now, and those that start others, which take over the claim of
 * theirs.
 *
 * **Details.** Of a browser of root both set it again when they begin, which may be after the browser is there: so this is done at its start,
 * and at each look.
 */
export const lowerPages = (group: number, processes: ReadonlyArray<ProcessUse>, niceness: number): void => {
  for (const { isRenderer, isZygote, pid } of processes) if (isRenderer || isZygote) lowerClaim(group, pid, niceness)
}

/** Ends one process of a group at once; one that is not in it any more is let be. */
export const killMember = (group: number, pid: number): void => {
  if (!isMember(group, pid)) return
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
