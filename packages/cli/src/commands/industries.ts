/** `kittiwake naics` and `kittiwake sic`: in which industries a company is. */
import { sicLists } from "@kittiwake/core/industries/domain/IndustryScheme"
import { type CompanyIndustries, Industries, type NamedIndustry } from "@kittiwake/core/industries/Industries"
import { industryRequest } from "@kittiwake/http/internal/industries/requests"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { readSettings } from "../config.ts"
import { NaicsInput, SicInput } from "../embed/IndustryMethods.ts"
import { reads } from "../embed/input.ts"
import { newCall } from "../embed/webRequest.ts"
import { json, print } from "../output.ts"
import { inProcess } from "./inProcess.ts"
import { showing } from "./terminal.ts"
import { webFailure } from "./webFailure.ts"
import { given, number } from "./webFlags.ts"

const readNaics = reads(NaicsInput)
const readSic = reads(SicInput)

const company = Argument.String("company").pipe(
  Argument.withDescription(
    "Domain of the company, such as example.com, or its name; of names those of the brands that ship are known"
  )
)

const flags = {
  company,
  min: number("min", "Least codes; 1 unless given, 10 at most"),
  max: number("max", "Most codes; 5 unless given, 10 at most"),
  timeout: number("timeout", "Milliseconds until there must be an answer; 55000 unless given, 300000 at most"),
  json
}

interface Flags {
  readonly company: string
  readonly min: Option.Option<number>
  readonly max: Option.Option<number>
  readonly timeout: Option.Option<number>
}

const wantedOf = (flags: Flags) => ({
  input: flags.company,
  ...given("minResults", flags.min),
  ...given("maxResults", flags.max),
  ...given("timeoutMS", flags.timeout)
})

const line = ({ code, confidence, majorGroupName, name, office }: NamedIndustry): string => {
  const more = majorGroupName ?? office
  return `${code}  ${confidence.padEnd(6)}  ${name}${more === undefined ? "" : ` (${more})`}`
}

const textOf = ({ codes }: CompanyIndustries): string => codes.map(line).join("\n")

/** The 2022 NAICS codes. */
export const naics = Command.make(
  "naics",
  flags,
  Effect.fnUntraced(function* (flags) {
    const found = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const input = yield* readNaics(wantedOf(flags))
        const call = yield* newCall(organization.id, "/web/naics", input, rulesOf.site)
        return (yield* (yield* Industries).name(call, industryRequest("naics_2022", input))).value
      }).pipe(Effect.mapError(webFailure), showing(`Reading the site of ${flags.company}`))
    )
    yield* print(flags.json, found, () => textOf(found))
  })
).pipe(
  Command.withDescription("Say in which industries of NAICS 2022 a company is, by what its site says, in this process"),
  Command.withShortDescription("Name the NAICS codes of a company"),
  Command.withExamples([
    { command: "kittiwake naics example.com --max 3", description: "The three likeliest codes" },
    { command: "kittiwake naics Spotify", description: "Those of a company by its name" }
  ])
)

/** The SIC codes. */
export const sic = Command.make(
  "sic",
  {
    ...flags,
    list: Flag.Literals("list", sicLists).pipe(
      Flag.withDescription("The manual of 1987, or the list of the SEC; original_sic unless given"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* (flags) {
    const found = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const input = yield* readSic({ ...wantedOf(flags), ...given("type", flags.list) })
        const call = yield* newCall(organization.id, "/web/sic", input, rulesOf.site)
        const list = Option.getOrElse(flags.list, () => "original_sic" as const)
        return (yield* (yield* Industries).name(call, industryRequest(list, input))).value
      }).pipe(Effect.mapError(webFailure), showing(`Reading the site of ${flags.company}`))
    )
    yield* print(flags.json, found, () => textOf(found))
  })
).pipe(
  Command.withDescription("Say which SIC codes a company has, by what its site says, in this process"),
  Command.withShortDescription("Name the SIC codes of a company"),
  Command.withExamples([
    {
      command: "kittiwake sic example.com --list latest_sec",
      description: "By the list of the SEC, with its review offices"
    }
  ])
)
