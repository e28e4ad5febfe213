/** Replies of one turn of the event loop, written right after one another. */
import { ServerResponse } from "node:http"
import { Effect } from "effect"
import { cutWhenSlow } from "./slowReaders.ts"

/** Replies that are complete and wait for the turn to end. */
const complete: Array<() => void> = []

/** Replies that are written in one go: writing thousands would hold the thread. */
const mostTogether = 64

const writeSome = () => {
  const writes = complete.splice(0, mostTogether)
  if (complete.length > 0) setImmediate(writeSome)
  for (const write of writes) write()
}

/** Waits until the replies that are complete now are written. */
export const batchWritten: Effect.Effect<void> = Effect.callback((resume) => {
  const look = () => (complete.length === 0 ? resume(Effect.void) : void setImmediate(look))
  setImmediate(look)
})

/**
 * A response whose end is written when every request that arrived in this turn was looked at, for `createServer`.
 *
 * **Details.** The first bytes for a reader that sleeps wake it, which costs the writer more than the writing. Written one
 * by one between requests each reply finds its reader asleep again; written together, most find it awake. A reply that is
 * alone waits for nothing.
 */
export class BatchedResponse extends ServerResponse {
  override end(callback?: () => void): this
  override end(chunk: unknown, callback?: () => void): this
  override end(chunk: unknown, encoding: BufferEncoding, callback?: () => void): this
  override end(...given: ReadonlyArray<unknown>): this {
    const write = () => {
      try {
        Reflect.apply(super.end, this, given)
        cutWhenSlow(this)
      } catch (error) {
        // There is nobody left to throw it at, and a reply that cannot be finished must not look finished.
        this.destroy(error instanceof Error ? error : undefined)
      }
    }
    if (complete.push(write) === 1) setImmediate(writeSome)
    return this
  }
}
