/** `kittiwake news`: what sources report of companies, and which sources there are. */
import { Command } from "effect/cli"
import { search } from "./newsSearch.ts"
import { sources } from "./newsSources.ts"

/** The command. */
export const news = Command.make("news").pipe(
  Command.withDescription("Find news of companies, and choose where they come from"),
  Command.withSubcommands([search, sources])
)
