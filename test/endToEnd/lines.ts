/** The lines that a process prints. */
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"

export interface Lines {
  readonly all: ReadonlyArray<string>
  /** The first line that `matches`, now or later; fails when the process closes its output before. */
  readonly first: (matches: (line: string) => boolean) => Promise<string>
  /** Kept when there will be no more lines. */
  readonly closed: Promise<unknown>
}

/** Reads a stream line by line. */
export const linesOf = (stream: Readable): Lines => {
  const all: Array<string> = []
  const waiting = new Set<(line: string) => void>()
  const reader = createInterface({ input: stream })
  reader.on("line", (line) => {
    all.push(line)
    for (const look of waiting) look(line)
  })
  const closed = once(reader, "close")
  return {
    all,
    closed,
    first: (matches) => {
      const found = all.find(matches)
      if (found !== undefined) return Promise.resolve(found)
      const { promise, resolve } = Promise.withResolvers<string>()
      waiting.add((line) => {
        if (matches(line)) resolve(line)
      })
      return Promise.race([
        promise,
        closed.then(() => Promise.reject(new Error(`its output ended before that line:\n${all.slice(-20).join("\n")}`)))
      ])
    }
  }
}
