/** The command as this process was called. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { CommandFile } from "./CommandFile.ts"
import { kittiwakeFor } from "./kittiwakeCommand.ts"
import * as logging from "./logging.ts"
import { endWithReader } from "./readerGone.ts"
import { reporting } from "./reporting.ts"
import { runUntilSignalled } from "./Shutdown.ts"
import { version } from "./version.ts"

/** Runs the command with the arguments of this process, which it ends. */
export const runCommand = (): void => {
  endWithReader()
  Effect.promise(() => kittiwakeFor(process.argv.slice(2))).pipe(
    Effect.flatMap(Command.run({ version })),
    Effect.provideServiceEffect(
      CommandFile,
      Effect.sync(() => process.argv[1] ?? null)
    ),
    reporting,
    Effect.provide(NodeServices.layer),
    Effect.provide(logging.layerCommand),
    runUntilSignalled
  )
}
