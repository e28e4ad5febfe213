/**
 * What is asked of a database that writes durably: so many callers, each writing again when it was answered, and beside
 * them a read each millisecond. It is the same for ours and for the bare loop.
 */
import { percentile } from "../measure.ts"
import { openLog } from "./log.ts"

/** A database as it is asked here. */
export interface Asked {
  readonly file: string
  /** Adds an entry to the ledger of an organization; resolves when it is on the disk. */
  readonly write: (organization: string, index: number) => Promise<unknown>
  /** Reads what the organization has. */
  readonly read: (organization: string) => Promise<unknown>
}

export interface WritingOptions {
  readonly writers: number
  readonly millis: number
}

/** How long each of many took, in milliseconds. */
export interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export interface WritingReport {
  readonly done: number
  readonly seconds: number
  readonly writes: Spread
  readonly reads: Spread
  /** How often the log was copied into the file. */
  readonly copies: number
  /** The longest time in which nobody was answered, and the longest of those in which the log was copied. */
  readonly longestSilenceMillis: number
  readonly longestCopyMillis: number
  /** The largest that the log was. */
  readonly logBytes: number
}

/** Organizations that have the credits. */
export const organizations = Array.from({ length: 64 }, (_, at) => `org_${String(at).padStart(32, "0")}`)

const spreadOf = (millis: ReadonlyArray<number>): Spread => ({
  p50: percentile(millis, 0.5),
  p99: percentile(millis, 0.99),
  max: millis.reduce((most, one) => Math.max(most, one), 0)
})

let written = 0

/** Writes and reads for so long. */
export const writeFor = async ({ file, read, write }: Asked, { millis, writers }: WritingOptions) => {
  const log = openLog(file)
  const writes: Array<number> = []
  const reads: Array<number> = []
  const began = performance.now()
  const until = began + millis
  let silences = { last: began, longest: 0, longestCopy: 0, copies: 0 }
  let before = log.state()
  let logBytes = before.bytes

  /** Answers that come together share a commit: only the first of them ends a silence. */
  const answered = (now: number) => {
    const silence = now - silences.last
    silences.last = now
    if (silence < 0.2) return
    const state = log.state()
    logBytes = Math.max(logBytes, state.bytes)
    // A log that has started over was copied before.
    const isCopied = state.copiedFrames > before.copiedFrames || state.frames < before.frames
    before = state
    silences = {
      last: now,
      longest: Math.max(silences.longest, silence),
      longestCopy: isCopied ? Math.max(silences.longestCopy, silence) : silences.longestCopy,
      copies: silences.copies + (isCopied ? 1 : 0)
    }
  }

  const writer = async () => {
    while (performance.now() < until) {
      const index = ++written
      const sentAt = performance.now()
      await write(organizations[index % organizations.length]!, index)
      const now = performance.now()
      writes.push(now - sentAt)
      answered(now)
    }
  }

  const reader = async () => {
    while (performance.now() < until) {
      const askedAt = performance.now()
      await read(organizations[reads.length % organizations.length]!)
      reads.push(performance.now() - askedAt)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  await Promise.all([reader(), ...Array.from({ length: writers }, writer)])
  const seconds = (performance.now() - began) / 1e3
  log.close()
  return {
    done: writes.length,
    seconds,
    writes: spreadOf(writes),
    reads: spreadOf(reads),
    copies: silences.copies,
    longestSilenceMillis: silences.longest,
    longestCopyMillis: silences.longestCopy,
    logBytes
  } satisfies WritingReport
}
