/** How a command ends that could not do what it was asked. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Cause, type Config, Console, Effect } from "effect"
import { CliError } from "effect/cli"
import { type CommandFailed, unavailable, wrongUsage } from "./CommandFailed.ts"
import { end, isReaderGone } from "./readerGone.ts"
import { type StorageUnusable, storageUnusable } from "./StorageUnusable.ts"
import * as usagePresenter from "./usagePresenter.ts"

/** What a command can fail with, besides a wrong command line. */
type Failure = CommandFailed | Config.ConfigError | StorageUnusable | StoreUnavailable

const ofStorage = ({ isWrongSetting, message }: StorageUnusable): CommandFailed =>
  isWrongSetting === true ? wrongUsage(message) : unavailable(message)

const commandFailed = (failure: Failure): CommandFailed => {
  switch (failure._tag) {
    case "CommandFailed":
      return failure
    case "StorageUnusable":
      return ofStorage(failure)
    case "StoreUnavailable":
      return ofStorage(storageUnusable(failure))
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
  isReaderGone(defect)
    ? Effect.sync(end)
    : Effect.andThen(Console.error(Cause.pretty(Cause.die(defect))), Effect.die(defect))

/** Every failure ends as one line and a number. */
export const reporting = <A, R>(
  run: Effect.Effect<A, Failure | CliError.CliError, R>
): Effect.Effect<A, CommandFailed, R> =>
  run.pipe(Effect.provide(usagePresenter.layer), Effect.catch(reported), Effect.catchDefect(reportedDefect))
