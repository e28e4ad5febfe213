/** `kittiwake people enrich`: asks the running server, which knows what was imported and who asked to be forgotten. */
import type { EnrichBody, EnrichedRecord } from "@kittiwake/http/internal/people/api"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { forOutput } from "./terminal.ts"
import { given, number, withScheme, word, words, yes } from "./webFlags.ts"

type Found = Omit<typeof EnrichedRecord.Type, "key_metadata" | "request_id">
type Asked = typeof EnrichBody.Type

const evidenceText = ({ clue, source, url, weight }: Found["evidence"][number]): string =>
  `  ${weight > 0 ? "+" : ""}${weight}  ${clue.replaceAll("_", " ")}${source === undefined ? "" : `  ${source}`}${url === undefined ? "" : `  ${forOutput(url)}`}`

const textOf = ({ evidence, match, partial }: Found): string => {
  const late = partial === true ? ["Time ended the search; with more there may be more."] : []
  if (match.status === "not_found") return ["Nobody was found.", ...late].join("\n")
  const { person, score } = match
  const { current_role: role, email, location, name, social_urls, website_urls } = person
  return [
    `${forOutput(name?.full ?? "Somebody without a name")}  ${score} of 100`,
    ...(role === undefined ? [] : [forOutput(`${role.title}, ${role.organization.name}`)]),
    ...(location?.display === undefined ? [] : [forOutput(location.display)]),
    ...(email === undefined ? [] : [forOutput(email)]),
    ...[...website_urls, ...social_urls].map(forOutput),
    "By:",
    ...evidence.map(evidenceText),
    ...late
  ].join("\n")
}

const some = <K extends string>(key: K, fields: object) => (Object.keys(fields).length === 0 ? {} : { [key]: fields })

export const enrich = Command.make(
  "enrich",
  {
    email: word("email", "Address at work; private ones and those of free providers are refused"),
    url: words("url", "Address of a profile or a page of the person's own"),
    first: word("first", "First name"),
    last: word("last", "Last name"),
    company: word("company", "Name of the employer"),
    domain: word("domain", "Domain of the employer, such as example.com"),
    school: words("school", "Name of a school"),
    city: word("city", "City"),
    region: word("region", "Region"),
    country: word("country", "Country"),
    timeout: number("timeout", "Milliseconds until there must be an answer; 55000 unless given, 300000 at most"),
    part: yes("part", "Take what is known when the time is over"),
    zdr: Flag.Boolean("zdr").pipe(
      Flag.withDescription("Keep nothing of the call"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const payload = {
      ...given("email", flags.email),
      ...(flags.url.length === 0 ? {} : { social_urls: flags.url.map(withScheme) }),
      ...some("name", { ...given("first", flags.first), ...given("last", flags.last) }),
      ...some("company", { ...given("name", flags.company), ...given("domain", flags.domain) }),
      ...(flags.school.length === 0 ? {} : { education: flags.school.map((name) => ({ institution: { name } })) }),
      ...some("location", {
        ...given("city", flags.city),
        ...given("region", flags.region),
        ...given("country", flags.country)
      }),
      ...(Option.isNone(flags.timeout) && !flags.part
        ? {}
        : {
            timeoutOpts: {
              milliseconds: Option.getOrElse(flags.timeout, () => 55_000),
              behavior: flags.part ? ("return-partial" as const) : ("fail" as const)
            }
          }),
      ...(flags.zdr ? { zdr: "enabled" as const } : {})
    } satisfies Asked as Asked
    const found = yield* ask((client) => Effect.map(client.people.enrich({ payload }), withoutCall))
    yield* print(flags.json, found, () => textOf(found))
  })
).pipe(
  Command.withDescription(
    "Find who somebody is by an e-mail address at work, a profile, or a name with something beside it, through the running server, and show what speaks for it"
  ),
  Command.withShortDescription("Find a person"),
  Command.withExamples([
    {
      command: "kittiwake people enrich --first Ann --last Reed --domain example.com",
      description: "Who that is at a company, with the signs by which it is told"
    }
  ])
)
