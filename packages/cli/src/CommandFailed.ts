/** How a command ends when it could not do what it was asked: one line for the reader, one number for scripts. */
import { Runtime, Schema } from "effect"

/** What the exit code of the command means. */
export const exitCodes = {
  /** The request was refused, or something failed. */
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** A server, a database or the data directory cannot be used now. */
  unavailable: 3
} as const

/** Ends the command with one line on standard error. Nothing else is printed. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  message: Schema.String,
  exitCode: Schema.Literals([exitCodes.failed, exitCodes.usage, exitCodes.unavailable])
}) {
  /** Read by the runner of the process. */
  override get [Runtime.errorExitCode](): number {
    return this.exitCode
  }
}

/** Refused, or failed. */
export const failed = (message: string) => new CommandFailed({ message, exitCode: exitCodes.failed })

/** Wrong command line or setting. */
export const wrongUsage = (message: string) => new CommandFailed({ message, exitCode: exitCodes.usage })

/** Not reachable now. */
export const unavailable = (message: string) => new CommandFailed({ message, exitCode: exitCodes.unavailable })
