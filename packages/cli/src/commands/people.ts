/** `kittiwake people`: who somebody is, by what is known of the person. */
import { Command } from "effect/cli"
import { enrich } from "./personEnrich.ts"

/** The command. */
export const people = Command.make("people").pipe(
  Command.withDescription("Find people by what they publish of themselves"),
  Command.withSubcommands([enrich])
)
