/** The places at which a process can be told to die, and the journal of those it passed. */
import { writeSync } from "node:fs"
import type { Report } from "./Report.ts"
import type { Sweep } from "./Sweep.ts"

/** The beats of accepting a monitor, of accepting a run, of a run, of a batch, of a delivery and of a call that is charged, in their order. */
export const beats = [
  "monitor.creating",
  "monitor.created",
  "monitor.accepted",
  "run.queueing",
  "run.queued",
  "run.accepted",
  "run.claimed",
  "page.fetched",
  "version.staging",
  "version.staged",
  "run.recording",
  "run.recorded",
  "batch.opening",
  "batch.opened",
  "batch.adding",
  "batch.added",
  "batch.accepting",
  "batch.accepted",
  "batch.told",
  "item.claimed",
  "segment.putting",
  "segment.put",
  "item.recording",
  "item.recorded",
  "batch.cancelling",
  "batch.cancelled",
  "batch.settling",
  "batch.settled",
  "batch.pruned",
  "delivery.claimed",
  "delivery.sending",
  "delivery.sent",
  "delivery.recording",
  "delivery.recorded",
  "call.settling",
  "call.settled",
  "call.logging",
  "call.logged"
] as const
export type Beat = (typeof beats)[number]

/** Where to die: when this beat is passed for the `nth` time, from 1. */
export interface Trap {
  readonly beat: Beat
  readonly nth: number
  /** Whether to stand still there, until somebody says go on, instead of dying. */
  readonly isFreeze?: boolean
}

/** One line of a journal. */
export type JournalLine =
  | { readonly beat: Beat; readonly subject: string }
  /** The last line of a process that came to its end. */
  | { readonly report: Report }
  /** The first line of a process that sweeps before it works. */
  | { readonly sweep: Sweep }

/** Writes down what a process passes. */
export interface Journal {
  /** Notes that `subjects` passed `beat`, and dies when this is where the trap is. */
  readonly pass: (beat: Beat, subjects: ReadonlyArray<string>) => void
  /** Notes what is no beat. */
  readonly tell: (line: Exclude<JournalLine, { readonly beat: Beat }>) => void
}

/** Whether a text names a beat. */
export const isBeat = (text: string): text is Beat => (beats as ReadonlyArray<string>).includes(text)

/** The open file that a process inherits for its journal. */
export const journalDescriptor = 3

const writeWhole = (text: string): void => {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(journalDescriptor, bytes, written)
}

/** Opens the journal of this process. Each line has left the process before the next instruction. */
export const openJournal = (trap: Trap | null): Journal => {
  const passed = new Map<Beat, number>()
  const write = (lines: ReadonlyArray<JournalLine>) =>
    writeWhole(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
  return {
    pass: (beat, subjects) => {
      if (subjects.length === 0) return
      const before = passed.get(beat) ?? 0
      const after = before + subjects.length
      passed.set(beat, after)
      write(subjects.map((subject) => ({ beat, subject })))
      if (trap?.beat === beat && before < trap.nth && trap.nth <= after)
        process.kill(process.pid, trap.isFreeze === true ? "SIGSTOP" : "SIGKILL")
    },
    tell: (line) => write([line])
  }
}
