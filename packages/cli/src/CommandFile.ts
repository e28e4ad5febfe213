/** With what this process was started. */
import { Context } from "effect"

/** The file of the command that runs in this process, with which others like it are started; null where a program runs it. */
export const CommandFile = Context.Reference<string | null>("@kittiwake/cli/CommandFile", { defaultValue: () => null })
