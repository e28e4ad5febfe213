/** The command as this process was called. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { kittiwake, reporting } from "./kittiwakeCommand.ts"
import * as logging from "./logging.ts"
import { runUntilSignalled } from "./Shutdown.ts"
import { version } from "./version.ts"

/** Runs the command with the arguments of this process, which it ends. */
export const runCommand = (): void =>
  Command.run(kittiwake, { version }).pipe(
    reporting,
    Effect.provide(NodeServices.layer),
    Effect.provide(logging.layerCommand),
    runUntilSignalled
  )
