/** Runs the command inside the test, which is much faster than a process of its own. */
import { NodeServices } from "@effect/platform-node"
import { Cause, ConfigProvider, Console, Effect, Exit, Option } from "effect"
import { Command } from "effect/cli"
import { kittiwakeFor } from "../../src/kittiwakeCommand.ts"
import * as logging from "../../src/logging.ts"
import { reporting } from "../../src/reporting.ts"
import { Serving } from "../../src/Shutdown.ts"
import type { Ended, Environment } from "./command.ts"

/** What the command printed, and how it ended. `aside` gets what goes to standard error as it comes. */
export const runHere = async (
  args: ReadonlyArray<string>,
  env: Environment,
  aside: (text: string) => void = () => {}
): Promise<Ended> => {
  const printed = { stdout: "", stderr: "" }
  const to = (stream: "stdout" | "stderr") => (text: unknown) => {
    printed[stream] += `${String(text)}\n`
    if (stream === "stderr") aside(String(text))
  }
  const command = await kittiwakeFor(args)
  const exit = await Command.runWith(command, { version: "0.0.0" })(args).pipe(
    reporting,
    Effect.provide(NodeServices.layer),
    Effect.provide(logging.layerCommand),
    Effect.provideService(Serving, { begin: Effect.die("This is no place to serve from.") }),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env)),
    Effect.provideService(
      Console.Console,
      Object.assign(Object.create(console), { log: to("stdout"), error: to("stderr") })
    ),
    Effect.runPromiseExit
  )
  if (Exit.isSuccess(exit)) return { exitCode: 0, ...printed }
  const failure = Option.getOrThrowWith(Cause.findErrorOption(exit.cause), () => Cause.squash(exit.cause))
  return { exitCode: failure.exitCode, ...printed }
}
