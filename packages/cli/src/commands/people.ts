/** `kittiwake people`: who somebody is, by what is known of the person, and what is known by those who run the installation. */
import { Command } from "effect/cli"
import { clear, forget, imported, importPeople } from "./peopleImport.ts"
import { enrich } from "./personEnrich.ts"

/** The command. */
export const people = Command.make("people").pipe(
  Command.withDescription("Find people by what they publish of themselves, and keep records of people"),
  Command.withSubcommands([enrich, importPeople, imported, clear, forget])
)
