/** `kittiwake news`: what sources report of companies. */
import { Command } from "effect/cli"
import { search } from "./newsSearch.ts"

/** The command. */
export const news = Command.make("news").pipe(
  Command.withDescription("Find news of companies"),
  Command.withSubcommands([search])
)
