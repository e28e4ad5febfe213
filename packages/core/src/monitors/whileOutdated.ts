/** Tries again what another write came before. */
import { Effect } from "effect"
import type { MonitorOutdated } from "./MonitorStore.ts"

/** Tries before a monitor that changes all the time is a defect. */
const maxTries = 20

/** Reads, decides and writes again while the monitor changes in between. */
export const whileOutdated = <A, E, R>(attempt: Effect.Effect<A, E | MonitorOutdated, R>) =>
  attempt.pipe(
    Effect.retry({
      times: maxTries,
      while: (error) => (error as { readonly _tag?: string })._tag === "MonitorOutdated"
    }),
    Effect.catchTag("MonitorOutdated" as never, Effect.die)
  ) as Effect.Effect<A, Exclude<E, MonitorOutdated>, R>
