/**
 * The door with one part of metering after the other switched on, so that what each costs can be told apart: rung `n` has
 * the first `n` of `parts`. What is switched off answers at once. Without any there is the door alone: routes, ids, scopes,
 * headers and encoding.
 */
import { Credits } from "@kittiwake/core/credits/Credits"
import type { Bucket } from "@kittiwake/core/limits/domain/Window"
import { Limits } from "@kittiwake/core/limits/Limits"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Usage } from "@kittiwake/core/usage/Usage"
import * as NodeServer from "@kittiwake/http/NodeServer"
import { Readiness } from "@kittiwake/http/system/Readiness"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { HttpServer } from "effect/http"
import * as services from "../../packages/cli/src/services.ts"
import { answerCalls } from "../children.ts"
import { layerAdapters, layerLog } from "../installation.ts"
import { cpuSeconds } from "./cpu.ts"
import { type Part, parts } from "./parts.ts"

/** What is asked of the door: the keys that will come, and how many parts are on. */
export interface RungOptions {
  readonly keys: ReadonlyArray<string>
  readonly rung: number
  /** Draws every call on this bucket, whose size an operator can choose; null draws on the operation's own. */
  readonly bucket: Bucket | null
}

const callersOf = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
  const { authenticate } = yield* Organizations
  const callers = yield* Effect.forEach(keys, authenticate, { concurrency: 32 })
  return new Map<string, Principal>(keys.map((key, index) => [key, callers[index]!]))
})

/** The facades, with nothing behind those whose part is off. */
const facades = ({ bucket, keys, rung }: RungOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const on = new Set<Part>(parts.slice(0, rung))
      const pick = <A extends object>(part: Part, real: A, off: Partial<A>): A =>
        on.has(part) ? real : { ...real, ...off }
      const callers = yield* callersOf(keys)
      const real = yield* Limits
      const limits: typeof real =
        bucket === null ? real : { ...real, admit: (caller, _, weight) => real.admit(caller, bucket, weight) }
      const account = { balance: 1_000_000, held: 0, available: 1_000_000 }
      return Context.make(
        Organizations,
        pick("key", yield* Organizations, { authenticate: (secret) => Effect.succeed(callers.get(secret)!) })
      ).pipe(
        Context.add(Limits, pick("limit", limits, { admit: () => Effect.succeed(null) })),
        Context.add(Credits, pick("ledger context", yield* Credits, { recentAccount: () => Effect.succeed(account) })),
        Context.add(
          Monitors,
          pick("the operation's own read", yield* Monitors, {
            limits: ({ plan }) => Effect.succeed({ used: 0, limit: 10_000, plan })
          })
        ),
        Context.add(Usage, pick("log", yield* Usage, { record: () => Effect.void }))
      )
    })
  )

let close = async (): Promise<unknown> => undefined

const listen = async (options: RungOptions): Promise<number> => {
  const runtime = ManagedRuntime.make(
    NodeServer.layer({ host: "127.0.0.1", port: 0 }).pipe(
      Layer.provide(facades(options)),
      Layer.provide(services.layer),
      Layer.provide([layerAdapters, Readiness.layerAlways]),
      Layer.provide(layerLog)
    )
  )
  close = () => runtime.dispose()
  const { address } = await runtime.runPromise(HttpServer.HttpServer)
  return "port" in address ? address.port : 0
}

answerCalls({ listen, cpuSeconds }, () => close())
