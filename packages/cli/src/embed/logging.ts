/** Where the log of an embedded instance goes. */
import { Cause, Layer, Logger, References } from "effect"
import { quiet } from "../quietLog.ts"
import type { LogEntry } from "./options.ts"

const levels: Readonly<Record<string, LogEntry["level"]>> = {
  Trace: "debug",
  Debug: "debug",
  Info: "info",
  Warn: "warn",
  Error: "error",
  Fatal: "error"
}

const toFunction = (onLog: (entry: LogEntry) => void) =>
  Logger.make<unknown, void>(({ cause, fiber, logLevel, message }) => {
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const texts = parts.filter((part) => typeof part === "string")
    const failure =
      parts.find((part) => typeof part !== "string") ?? (cause.reasons.length > 0 ? Cause.squash(cause) : undefined)
    onLog({
      level: levels[logLevel] ?? "info",
      message: texts.join(" "),
      fields: {
        ...fiber.getRef(References.CurrentLogAnnotations),
        ...(failure === undefined ? {} : { error: failure })
      }
    })
  })

const onStandardError = Layer.mergeAll(
  Logger.layer([quiet(Logger.consoleLogFmt)]),
  Layer.succeed(Logger.LogToStderr, true),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

/** Hands every entry to `onLog`; without one, warnings and errors go to standard error. */
export const layer = (onLog: ((entry: LogEntry) => void) | undefined): Layer.Layer<never> =>
  onLog === undefined ? onStandardError : Logger.layer([toFunction(onLog)])
