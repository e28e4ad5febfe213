/** Places of one process: the reference for keepers that several share. */
import { Clock, Effect, Layer } from "effect"
import { PlaceKeeper, type PlaceKeeping } from "../sharing/PlaceKeeper.ts"

/** Who has a place, and who waits for one, first come first; each until when. */
interface Subject {
  readonly taken: Map<string, number>
  readonly line: Map<string, number>
}

const expire = (ends: Map<string, number>, nowMillis: number) => {
  for (const [token, endMillis] of ends) if (endMillis <= nowMillis) ends.delete(token)
}

const makeKeeper = (): PlaceKeeping => {
  const subjects = new Map<string, Subject>()

  const enter = (options: Parameters<PlaceKeeping["enter"]>[0], nowMillis: number) => {
    const { leaseMillis, limit, lineMillis, subject, token } = options
    const { line, taken } = subjects.get(subject) ?? { taken: new Map(), line: new Map() }
    subjects.set(subject, { taken, line })
    for (const ends of [taken, line]) expire(ends, nowMillis)
    const before = line.has(token) ? [...line.keys()].indexOf(token) : line.size
    const admitted = taken.has(token) || taken.size + before < limit
    if (admitted) {
      line.delete(token)
      taken.set(token, nowMillis + leaseMillis)
    } else if (lineMillis > 0) line.set(token, nowMillis + lineMillis)
    return { admitted, taken: taken.size }
  }

  return {
    enter: (options) => Clock.clockWith((clock) => Effect.succeed(enter(options, clock.currentTimeMillisUnsafe()))),
    leave: (subject, token) =>
      Effect.sync(() => {
        const found = subjects.get(subject)
        if (found === undefined) return
        found.taken.delete(token)
        found.line.delete(token)
        if (found.taken.size + found.line.size === 0) subjects.delete(subject)
      })
  }
}

/** `PlaceKeeper` in memory. */
export const layer: Layer.Layer<never> = Layer.sync(PlaceKeeper, makeKeeper)
