/** How log lines look, and where they go. */
import { Layer, Logger, type LogLevel, References } from "effect"
import type { LogFormat } from "./config.ts"
import { lineFor } from "./lineLog.ts"
import { quiet } from "./quietLog.ts"

const loggers = { pretty: Logger.withConsoleLog(lineFor(process.stdout)), json: Logger.consoleJson } as const

/** The log of a server from `level` on: on standard output, for people or one JSON value a line. */
export const layerServer = (format: LogFormat, level: LogLevel.LogLevel) =>
  Layer.mergeAll(
    Logger.layer([quiet(loggers[format])]),
    Layer.succeed(Logger.LogToStderr, false),
    Layer.succeed(References.MinimumLogLevel, level)
  )

/** The log of any other command: warnings on standard error, so that standard output holds the result alone. */
export const layerCommand = Layer.mergeAll(
  Logger.layer([Logger.withConsoleError(lineFor(process.stderr))]),
  Layer.succeed(Logger.LogToStderr, true),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)
