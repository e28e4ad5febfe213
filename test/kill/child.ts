/** Starts, kills and waits for processes that the tests kill. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Beat, type JournalLine, readJournal, type Trap } from "./Beat.ts"
import type { Report } from "./Report.ts"

const program = join(import.meta.dirname, "process.ts")

/** Longest life of a process. */
const lifetimeMillis = 60_000

/** Spares every process after the first the reading of the same sources. */
const compileCache = join(tmpdir(), "node-compile-cache")

export type Environment = Readonly<Record<string, string>>

/** A process that was killed, or came to its end. */
export interface Ended {
  readonly signal: NodeJS.Signals | null
  readonly exitCode: number | null
  readonly stderr: string
  /** The beats that it passed. */
  readonly passed: ReadonlyArray<{ readonly beat: Beat; readonly subject: string }>
  /** Null when it did not come to its end. */
  readonly report: Report | null
}

/** What a process is for. */
export interface ChildOptions {
  readonly env: Environment
  /** File of its journal, which no other process has. */
  readonly journal: string
  readonly part: "story" | "work" | "rest"
  /** Where it dies by itself. */
  readonly trap?: Trap
  /** What its monitors are called, when its part is to work. */
  readonly work?: string
}

export interface Child {
  /** Kept when it begins its part, or has ended before. */
  readonly ready: Promise<unknown>
  readonly kill: () => void
  readonly ended: Promise<Ended>
}

const textOf = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let text = ""
  for await (const chunk of stream) text += String(chunk)
  return text
}

const passedIn = (lines: ReadonlyArray<JournalLine>) => lines.flatMap((line) => ("beat" in line ? [line] : []))

const reportIn = (lines: ReadonlyArray<JournalLine>) =>
  lines.flatMap((line) => ("report" in line ? [line.report] : []))[0] ?? null

const endOf = async (child: ChildProcess, journal: string): Promise<Ended> => {
  const lateness = setTimeout(() => child.kill("SIGABRT"), lifetimeMillis)
  const [stderr] = await Promise.all([textOf(child.stderr!), once(child, "close")])
  clearTimeout(lateness)
  const lines = readJournal(journal)
  return {
    signal: child.signalCode,
    exitCode: child.exitCode,
    stderr,
    passed: passedIn(lines),
    report: reportIn(lines)
  }
}

/** Starts a process. */
export const startChild = ({ env, journal, part, trap, work }: ChildOptions): Child => {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH ?? "",
      KILL_JOURNAL: journal,
      KILL_PART: part,
      ...(trap === undefined ? {} : { KILL_AT: `${trap.beat}#${trap.nth}` }),
      ...(work === undefined ? {} : { KILL_WORK: work }),
      NODE_COMPILE_CACHE: compileCache,
      ...env
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = endOf(child, journal)
  return {
    ready: Promise.race([once(child.stdout!, "data"), ended]),
    kill: () => void child.kill("SIGKILL"),
    ended
  }
}
