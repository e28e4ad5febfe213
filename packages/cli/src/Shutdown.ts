/** How the process ends when it is told to. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Context, Effect, Exit, Runtime } from "effect"

/** Told by a server that it serves until it is told to stop. */
export class Serving extends Context.Service<Serving, { readonly begin: Effect.Effect<void> }>()(
  "kittiwake/Shutdown/Serving"
) {}

/** Exit codes of a process that a signal ended. */
const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Runs the command. The first SIGTERM or SIGINT lets a server finish what has begun; the second ends the process at once.
 *
 * **Details.** Whatever the second signal cuts off was not acknowledged, or is finished by the next process: its leases
 * end by themselves.
 */
export const runUntilSignalled = <A, E>(command: Effect.Effect<A, E, Serving>): void => {
  let isServing = false
  let asked: keyof typeof signalCodes | null = null
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (asked !== null) process.exit(signalCodes[signal])
      asked = signal
      if (isServing) process.stderr.write("Stopping: finishing what has begun. A second signal stops at once.\n")
    })
  }
  const begin = Effect.sync(() => {
    isServing = true
  })
  // A server that was asked to stop and stopped has done what it should; any other command was cut short.
  const teardown: Runtime.Teardown = (exit, onExit) =>
    asked !== null && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
      ? onExit(isServing ? 0 : signalCodes[asked])
      : Runtime.defaultTeardown(exit, onExit)
  NodeRuntime.runMain(Effect.provideService(command, Serving, { begin }), { teardown, disableErrorReporting: true })
}
