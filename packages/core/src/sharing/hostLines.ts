/** Lines of a process at hosts: who stands first in one asks for the next turn there. */
import { Effect } from "effect"
import { makePlaces } from "../SharedPlaces.ts"

/** Work of one owner that waits for turns of one host, one after the other. */
interface Line {
  readonly ask: ReturnType<typeof makePlaces>
  users: number
}

export interface HostLines {
  /**
   * Runs the effect when its turn in the line has come. Who waits for an answer goes before whoever `givesWay`, and never twice in a row before
   * one that waits. Who is interrupted leaves the line.
   */
  readonly stand: (
    key: string,
    givesWay: boolean
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Lines in which somebody stands: a line is forgotten when nobody does. */
  readonly size: () => number
}

export const makeHostLines = (): HostLines => {
  const lines = new Map<string, Line>()
  const enter = (key: string, givesWay: boolean) => {
    const line = lines.get(key) ?? { ask: makePlaces(1), users: 0 }
    lines.set(key, line)
    line.users += 1
    const place = line.ask("", "", givesWay)
    const leave = () => {
      place.leave()
      line.users -= 1
      if (line.users === 0) lines.delete(key)
    }
    return { turn: place.turn, leave }
  }
  return {
    stand: (key, givesWay) => (effect) =>
      Effect.acquireUseRelease(
        Effect.sync(() => enter(key, givesWay)),
        ({ turn }) => Effect.andThen(turn, effect),
        ({ leave }) => Effect.sync(leave)
      ),
    size: () => lines.size
  }
}
