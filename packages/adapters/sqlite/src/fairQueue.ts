/**
 * Calls to a thread that does one at a time, in turns between their owners: one who has sent a hundred holds up another
 * by one.
 */
import type { Done } from "./Thread.ts"

interface Waiting {
  readonly operation: string
  readonly input: unknown
  readonly done: Done
}

/** Sends a call to the thread. */
type Call = (operation: string, input: unknown, done: Done) => void

/** Takes a call; tells how to take it back before its turn. Null: this owner has too many that wait. */
export type FairQueue = (owner: string, call: Waiting) => (() => void) | null

/** Calls of one owner that may wait. */
const maxWaiting = 200

/** A queue in front of `call`. */
export const makeFairQueue = (call: Call): FairQueue => {
  // Whoever stands first is next; after a turn an owner stands last.
  const owners = new Map<string, Array<Waiting>>()
  let isBusy = false

  const next = (): void => {
    if (isBusy) return
    const [first] = owners
    if (first === undefined) return
    const [owner, waiting] = first
    const { done, input, operation } = waiting.shift()!
    owners.delete(owner)
    if (waiting.length > 0) owners.set(owner, waiting)
    isBusy = true
    call(operation, input, (exit) => {
      isBusy = false
      done(exit)
      next()
    })
  }

  return (owner, one) => {
    const waiting = owners.get(owner) ?? []
    if (waiting.length >= maxWaiting) return null
    waiting.push(one)
    owners.set(owner, waiting)
    next()
    return () => {
      const at = waiting.indexOf(one)
      if (at < 0) return
      waiting.splice(at, 1)
      if (waiting.length === 0 && owners.get(owner) === waiting) owners.delete(owner)
    }
  }
}
