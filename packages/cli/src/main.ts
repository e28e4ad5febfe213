#!/usr/bin/env node
/** The command, run with the arguments of this process. */
import "./heapFlags.ts"
import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { kittiwake, reporting } from "./kittiwakeCommand.ts"
import * as logging from "./logging.ts"
import { runUntilSignalled } from "./Shutdown.ts"
import { version } from "./version.ts"

Command.run(kittiwake, { version }).pipe(
  reporting,
  Effect.provide(NodeServices.layer),
  Effect.provide(logging.layerCommand),
  runUntilSignalled
)
