/** `kittiwake brands`: what is publicly known of brands. */

import type { BrandResult } from "@kittiwake/core/brands/domain/BrandResult"
import { languages } from "@kittiwake/core/internal/brands/domain/languages"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json, print, table } from "../output.ts"
import { ask } from "../serverClient.ts"
import { brandImport, importedLists } from "./brandImport.ts"
import { brandShow } from "./brandShow.ts"
import { present } from "./lists.ts"
import { forOutput } from "./terminal.ts"
import { number, word, yes } from "./webFlags.ts"

const brandsText = (brands: ReadonlyArray<BrandResult>): string =>
  table(
    ["domain", "name", "country", "language"],
    brands.map(({ country, domain, language, name }) => [
      forOutput(domain),
      name === "" ? "-" : forOutput(name),
      country ?? "-",
      language ?? "-"
    ]),
    "No brands."
  )

const search = Command.make(
  "search",
  {
    words: Argument.String("words").pipe(
      Argument.withDescription("A part of a name, or of an address"),
      Argument.variadic({ min: 1 })
    ),
    country: word("country", "Only brands of this country: two letters, such as DE"),
    language: Flag.Literals("language", languages).pipe(
      Flag.withDescription("Only brands that write in this language"),
      Flag.optional
    ),
    by: Flag.Literals("by", ["name", "domain"]).pipe(
      Flag.withDescription("Look in names or in domains alone"),
      Flag.optional
    ),
    typos: number("typos", "Typos that a word may have, 2 at most; none unless given"),
    wholeWords: yes("whole-words", "Whole words alone, and not how they begin"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const query = {
      query: flags.words.join(" "),
      autocomplete: !flags.wholeWords,
      ...present({
        country: Option.getOrUndefined(Option.map(flags.country, (country) => country.toUpperCase())),
        language: Option.getOrUndefined(flags.language),
        queryBy: Option.getOrUndefined(Option.map(flags.by, (field) => [field])),
        typoTolerance: Option.getOrUndefined(flags.typos)
      })
    }
    const { results } = yield* ask((client) => client.brands.search({ query }))
    yield* print(flags.json, results, () => brandsText(results))
  })
).pipe(
  Command.withDescription("Find brands in the index, the most popular first"),
  Command.withExamples([
    { command: "kittiwake brands search gith", description: "Brands whose names or domains begin so" },
    { command: "kittiwake brands search spotfy --typos 1", description: "The same with a typo" }
  ])
)

/** All that can be asked of the index. */
export const brands = Command.make("brands").pipe(
  Command.withDescription("Look brands up in the index of the running server, and fill it with lists."),
  Command.withShortDescription("Look brands up, and import lists of them"),
  Command.withSubcommands([search, brandShow, brandImport, importedLists])
)
