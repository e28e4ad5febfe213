/** The product: the worker's own loop runs every monitor that is due. */
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Scheduler from "@kittiwake/worker/scheduler"
import { Duration, Effect, Layer, ManagedRuntime } from "effect"
import * as services from "../../packages/cli/src/services.ts"
import { answerCalls } from "../children.ts"
import { layerAdapters, layerLog, shiftedClock } from "../installation.ts"
import { timed } from "../measure.ts"
import { putMonitors, putOrganization } from "../outcomes.ts"
import { makeTally } from "../tally.ts"
import { pageUrl, type Watched } from "./site.ts"

const clock = shiftedClock()
const recorded = makeTally()
const outcomes: Record<string, number> = {}

/** Counts what is recorded, and changes nothing. */
const layerCounted = Layer.effect(
  RunStore,
  Effect.map(RunStore, (store) =>
    RunStore.of({
      ...store,
      claimDue: (given) =>
        Effect.tap(store.claimDue(given), (claims) =>
          Effect.sync(() => {
            if (claims.length === 0) return
            outcomes.claims = (outcomes.claims ?? 0) + 1
          })
        ),
      record: (given) =>
        Effect.tap(store.record(given), (results) =>
          Effect.sync(() => {
            outcomes.records = (outcomes.records ?? 0) + 1
            for (const [n, { _tag }] of results.entries()) {
              const name = _tag === "Recorded" ? (given[n]!.change === null ? given[n]!.run.status : "changed") : _tag
              outcomes[name] = (outcomes[name] ?? 0) + 1
            }
            recorded.add(results.filter(({ _tag }) => _tag === "Recorded").length)
          })
        )
    })
  )
)

const runtime = ManagedRuntime.make(
  Scheduler.layer().pipe(
    Layer.provide(services.layer),
    Layer.provideMerge(layerCounted),
    Layer.provideMerge(layerAdapters),
    Layer.provide([Pulse.layer, layerLog]),
    Layer.provideMerge(clock.layer)
  )
)

const store = (watched: Watched) =>
  Effect.flatMap(putOrganization, (organizationId) =>
    putMonitors(organizationId, watched.monitors, (monitor, index) => ({
      ...monitor,
      target: { ...monitor.target, url: pageUrl(watched, index) }
    }))
  )

/** A loop that has nothing to do rests until somebody says that something is due, and these make monitors due past it. */
const wake = () => runtime.runPromise(Wakeups.use((wakeups) => wakeups.wake("runs")))

answerCalls(
  {
    /** Stores the monitors and waits until each has its baseline. */
    prepare: async (watched: Watched) => {
      const all = recorded.more(watched.monitors)
      await runtime.runPromise(store(watched))
      await wake()
      await all
    },

    /**
     * Lets days pass, one after the other, so that for `millis` every monitor is due again as soon as it has run, and
     * tells how many runs were recorded. What has begun by then is finished, and not counted.
     */
    round: async (millis: number) => {
      const day = () => {
        clock.putForward(Duration.days(1))
        return wake()
      }
      await day()
      const days = setInterval(day, 100)
      const measured = await timed(async () => {
        const before = recorded.count()
        await new Promise((resolve) => setTimeout(resolve, millis))
        return recorded.count() - before
      })
      clearInterval(days)
      await recorded.rest()
      return measured
    },

    outcomes: () => outcomes
  },
  () => runtime.dispose()
)
