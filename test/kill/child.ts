/** Starts, kills and waits for processes that the tests kill. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { testProgram } from "../setup/sharedServers.ts"
import { type Beat, type JournalLine, journalDescriptor, type Trap } from "./Beat.ts"
import { type BatchKind, workerKills } from "./batchStory.ts"
import type { Report } from "./Report.ts"
import type { Sweep } from "./Sweep.ts"
import type { StoryKind } from "./targets.ts"

const program = await testProgram("test/kill/process.ts")

/** Longest life of a process. */
const lifetimeMillis = 180_000

/** A process that was killed, or came to its end. */
export interface Ended {
  readonly signal: NodeJS.Signals | null
  readonly exitCode: number | null
  readonly stderr: string
  /** The beats that it passed. */
  readonly passed: ReadonlyArray<{ readonly beat: Beat; readonly subject: string }>
  /** Null when it did not come to its end. */
  readonly report: Report | null
  /** Null unless it swept. */
  readonly sweep: Sweep | null
}

/** What a process is for. */
export interface ChildOptions {
  readonly env: Readonly<Record<string, string>>
  readonly part: "story" | "work" | "lastEdit" | "calls" | "batch" | "rest"
  /** What its story is of; a page unless it says otherwise. */
  readonly kind?: StoryKind
  /** What its batch is; a list unless it says otherwise. */
  readonly batch?: BatchKind
  /** Whether it sweeps before it works. */
  readonly sweeps?: boolean
  /** Where it dies by itself. */
  readonly trap?: Trap
  /** What its monitors are called, when its part is to work. */
  readonly work?: string
}

export interface Child {
  /** Kept when it has passed this many beats, or has ended before. */
  readonly hasPassed: (count: number) => Promise<unknown>
  /** The first line of its journal with this beat, now or later; null when it ended before. */
  readonly passing: (beat: Beat) => Promise<Ended["passed"][number] | null>
  /** Lets it go on where it stands still. */
  readonly thaw: () => void
  readonly kill: () => void
  readonly ended: Promise<Ended>
}

const textOf = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let text = ""
  for await (const chunk of stream) text += String(chunk)
  return text
}

const journalOf = (stream: Readable) => {
  const passed: Array<Ended["passed"][number]> = []
  const waiting = new Map<number, () => void>()
  const awaited = new Map<Beat, (line: Ended["passed"][number]) => void>()
  let report: Report | null = null
  let sweep: Sweep | null = null
  const lines = createInterface({ input: stream })
  lines.on("line", (text) => {
    // Death may cut the last line short.
    if (!text.endsWith("}")) return
    const line = JSON.parse(text) as JournalLine
    if ("report" in line) report = line.report
    else if ("sweep" in line) sweep = line.sweep
    else {
      waiting.get(passed.push(line))?.()
      awaited.get(line.beat)?.(line)
    }
  })
  return {
    hasPassed: (count: number) =>
      passed.length >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(count, resolve)),
    passing: (beat: Beat) => {
      const found = passed.find((line) => line.beat === beat)
      return found === undefined
        ? new Promise<Ended["passed"][number]>((resolve) => awaited.set(beat, resolve))
        : Promise.resolve(found)
    },
    closed: once(lines, "close").then(() => ({ passed, report, sweep }))
  }
}

/** Starts a process. */
export const startChild = ({ batch = "list", env, kind = "page", part, sweeps, trap, work }: ChildOptions): Child => {
  // With the room for new objects that the command is started with.
  const child = spawn(process.execPath, ["--max-semi-space-size=16", program.file], {
    env: {
      PATH: process.env.PATH ?? "",
      ...program.env,
      KILL_PART: part,
      KILL_KIND: kind,
      KILL_BATCH: batch,
      KITTIWAKE_BATCH_KILLS: String(workerKills),
      ...(trap === undefined ? {} : { KILL_AT: `${trap.beat}#${trap.nth}` }),
      ...(trap?.isFreeze === true ? { KILL_FREEZE: "1" } : {}),
      ...(sweeps === true ? { KILL_SWEEP: "1" } : {}),
      ...(work === undefined ? {} : { KILL_WORK: work }),
      ...env
    },
    stdio: ["ignore", "ignore", "pipe", "pipe"]
  })
  const journal = journalOf(child.stdio[journalDescriptor] as Readable)
  const lateness = setTimeout(() => child.kill("SIGABRT"), lifetimeMillis)
  const stderr = textOf(child.stderr!)
  const ended = once(child, "close").then(async (): Promise<Ended> => {
    clearTimeout(lateness)
    const told = await journal.closed
    return { signal: child.signalCode, exitCode: child.exitCode, stderr: await stderr, ...told }
  })
  return {
    hasPassed: (count) => Promise.race([journal.hasPassed(count), ended]),
    passing: (beat) => Promise.race([journal.passing(beat), ended.then(() => null)]),
    thaw: () => void child.kill("SIGCONT"),
    kill: () => void child.kill("SIGKILL"),
    ended
  }
}
