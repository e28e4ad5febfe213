/** One of several workers over one Postgres, with the scheduler's loop alone; it counts what it asks the database for. */
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Scheduler from "@kittiwake/worker/scheduler"
import { Effect, Layer, ManagedRuntime } from "effect"
import * as services from "../../packages/cli/src/services.ts"
import { answerCalls } from "../children.ts"
import { layerAdapters, layerLog } from "../installation.ts"
import { putOrganization } from "../outcomes.ts"

/** What a worker did since it was asked last. */
export interface WorkerFigures {
  readonly claims: number
  readonly runs: number
  /** In claims, until they are answered. */
  readonly claimMillis: number
  readonly cpuSeconds: number
  readonly seconds: number
}

let [claims, runs, claimMillis] = [0, 0, 0]
let since = { at: performance.now(), cpu: process.cpuUsage() }

const layerCounted = Layer.effect(
  RunStore,
  Effect.map(RunStore, (store) =>
    RunStore.of({
      ...store,
      claimDue: (given) =>
        Effect.suspend(() => {
          const began = performance.now()
          return Effect.tap(store.claimDue(given), (claimed) =>
            Effect.sync(() => {
              claims += 1
              runs += claimed.length
              claimMillis += performance.now() - began
            })
          )
        })
    })
  )
)

const adapters = Layer.provideMerge(layerCounted, layerAdapters)

const organizations = ManagedRuntime.make(layerAdapters.pipe(Layer.provide(layerLog)))

const loop = ManagedRuntime.make(
  Scheduler.layer().pipe(
    Layer.provide(services.layer),
    Layer.provideMerge(adapters),
    Layer.provide([Pulse.layer, layerLog])
  )
)

answerCalls(
  {
    /** Ids of so many new organizations that can pay. */
    organizations: (count: number) =>
      organizations.runPromise(Effect.all(Array.from({ length: count }, () => putOrganization))),

    begin: () => loop.runPromise(Effect.void),

    /** Tells all workers of rows that were written behind the product's back. */
    wake: () => loop.runPromise(Wakeups.use((wakeups) => wakeups.wake("runs"))),

    figures: (): WorkerFigures => {
      const { system, user } = process.cpuUsage(since.cpu)
      const seconds = (performance.now() - since.at) / 1_000
      const figures = { claims, runs, claimMillis, cpuSeconds: (user + system) / 1e6, seconds }
      ;[claims, runs, claimMillis] = [0, 0, 0]
      since = { at: performance.now(), cpu: process.cpuUsage() }
      return figures
    }
  },
  () => Promise.all([loop.dispose(), organizations.dispose()])
)
