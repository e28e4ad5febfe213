/** `kittiwake competitors`: who competes with a company. */
import { Competitors, type FoundCompetitors } from "@kittiwake/core/competitors/Competitors"
import { competitorRequest } from "@kittiwake/http/internal/competitors/requests"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { readSettings } from "../config.ts"
import { CompetitorsInput } from "../embed/CompetitorMethods.ts"
import { reads } from "../embed/input.ts"
import { newCall } from "../embed/webRequest.ts"
import { json, print } from "../output.ts"
import { inProcess } from "./inProcess.ts"
import { showing } from "./terminal.ts"
import { webFailureOf } from "./webFailure.ts"
import { given, number } from "./webFlags.ts"

const read = reads(CompetitorsInput)

const textOf = ({ competitors, isPart, target }: FoundCompetitors): string =>
  [
    `${target.companyName}: ${target.field}`,
    ...competitors.flatMap(({ confidence, description, domain, name, sourceUrls }) => [
      `${domain}  ${confidence}  ${name}${description === "" ? "" : `: ${description}`}`,
      ...sourceUrls.map((url) => `    ${url}`)
    ]),
    ...(competitors.length === 0 ? ["No page names a competitor."] : []),
    ...(isPart ? ["Time ended the search; with more there may be others."] : [])
  ].join("\n")

/** The command. */
export const competitors = Command.make(
  "competitors",
  {
    domain: Argument.String("domain").pipe(Argument.withDescription("Domain of the company, such as example.com")),
    count: number("count", "How many at most; 5 unless given, 10 at most"),
    timeout: number("timeout", "Milliseconds until there must be an answer; 55000 unless given, 300000 at most"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const found = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const input = yield* read({
          domain: flags.domain,
          ...given("numCompetitors", flags.count),
          ...given("timeoutMS", flags.timeout)
        })
        const call = yield* newCall(organization.id, "/web/competitors", input, rulesOf.site)
        return (yield* (yield* Competitors).find(call, competitorRequest(input))).value
      }).pipe(
        Effect.mapError(webFailureOf({ domain: "DOMAIN" })),
        showing(`Looking for competitors of ${flags.domain}`)
      )
    )
    yield* print(flags.json, found, () => textOf(found))
  })
).pipe(
  Command.withDescription(
    "Find who competes with a company, from pages that compare it with others, and show the pages that say so, in this process"
  ),
  Command.withShortDescription("Find competitors of a company"),
  Command.withExamples([
    { command: "kittiwake competitors example.com --count 3", description: "The three surest, with their pages" }
  ])
)
