/** The whole command, and how it ends when it could not do what it was asked. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Cause, type Config, Console, Effect } from "effect"
import { CliError, Command } from "effect/cli"
import { type CommandFailed, unavailable, wrongUsage } from "./CommandFailed.ts"
import { crawl } from "./commands/crawl.ts"
import { delivery } from "./commands/delivery.ts"
import { doctor } from "./commands/doctor.ts"
import { key } from "./commands/key.ts"
import { logs } from "./commands/logs.ts"
import { monitor } from "./commands/monitor.ts"
import { org } from "./commands/org.ts"
import { parse } from "./commands/parse.ts"
import { scrape } from "./commands/scrape.ts"
import { screenshot } from "./commands/screenshot.ts"
import { sealingKey } from "./commands/sealingKey.ts"
import { backup, restore, snapshot } from "./commands/snapshot.ts"
import { migrate, start, worker } from "./commands/start.ts"
import { exportCommand, importCommand } from "./commands/transfer.ts"
import { usage } from "./commands/usage.ts"
import { type StorageUnusable, storageUnusable } from "./StorageUnusable.ts"
import * as usagePresenter from "./usagePresenter.ts"

/** Every subcommand. */
export const kittiwake = Command.make("kittiwake").pipe(
  Command.withDescription("Web data and website monitoring that you own."),
  Command.withSubcommands([
    start,
    worker,
    migrate,
    doctor,
    scrape,
    crawl,
    screenshot,
    parse,
    monitor,
    delivery,
    logs,
    usage,
    key,
    org,
    sealingKey,
    backup,
    restore,
    snapshot,
    exportCommand,
    importCommand
  ])
)

/** What a command can fail with, besides a wrong command line. */
type Failure = CommandFailed | Config.ConfigError | StorageUnusable | StoreUnavailable

const commandFailed = (failure: Failure): CommandFailed => {
  switch (failure._tag) {
    case "CommandFailed":
      return failure
    case "StorageUnusable":
      return unavailable(failure.message)
    case "StoreUnavailable":
      return unavailable(storageUnusable(failure).message)
    case "ConfigError":
      return wrongUsage(failure.message)
  }
}

const reported = (error: Failure | CliError.CliError) => {
  // The wrong command line was explained with the help already.
  if (CliError.isCliError(error)) return Effect.fail(wrongUsage("The command line is wrong."))
  const failure = commandFailed(error)
  return Effect.andThen(Console.error(`kittiwake: ${failure.message}`), Effect.fail(failure))
}

/** A bug keeps its stack, for whoever mends it. */
const reportedDefect = (defect: unknown) =>
  Effect.andThen(Console.error(Cause.pretty(Cause.die(defect))), Effect.die(defect))

/** Every failure ends as one line and a number. */
export const reporting = <A, R>(
  run: Effect.Effect<A, Failure | CliError.CliError, R>
): Effect.Effect<A, CommandFailed, R> =>
  run.pipe(Effect.provide(usagePresenter.layer), Effect.catch(reported), Effect.catchDefect(reportedDefect))
