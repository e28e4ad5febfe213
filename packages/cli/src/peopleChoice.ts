/** Who outside the installation is asked about people, as settings say it. */
import { Option, type Redacted, Result } from "effect"

export const peopleNames = ["github", "gravatar", "orcid", "wikidata"] as const
export type PeopleName = (typeof peopleNames)[number]

/** A source, and where it answers unless that is its own address. */
export interface NamedSource {
  readonly name: PeopleName
  readonly url: Option.Option<string>
}

/** Sources in the order of their weight, and what they take beside. */
export interface PeopleChoice {
  readonly sources: ReadonlyArray<NamedSource>
  readonly githubToken: Option.Option<Redacted.Redacted>
  readonly gravatarKey: Option.Option<Redacted.Redacted>
  readonly orcidToken: Option.Option<Redacted.Redacted>
}

/** Pages that persons publish and what organizations imported, and nobody beside. */
export const nobodyOutside: PeopleChoice = {
  sources: [],
  ...{ githubToken: Option.none(), gravatarKey: Option.none(), orcidToken: Option.none() }
}

const isAddress = (url: string): boolean =>
  URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol) && !/[?#]/.test(url)

const readSource = (written: string): ReadonlyArray<NamedSource> => {
  const at = written.indexOf("=")
  const name = (at < 0 ? written : written.slice(0, at)).trim().toLowerCase()
  const known = peopleNames.find((one) => one === name)
  const url = at < 0 ? Option.none<string>() : Option.some(written.slice(at + 1).trim())
  if (known === undefined || Option.exists(url, (one) => !isAddress(one))) return []
  return [{ name: known, url: Option.map(url, (one) => one.replace(/\/+$/, "")) }]
}

/** Names with commas between them, each once; `name=address` asks a mirror or a server of one's own. */
export const readPeopleSources = (text: string): Result.Result<ReadonlyArray<NamedSource>, string> => {
  const written = text.split(",")
  const sources = written.flatMap(readSource)
  return sources.length === written.length && new Set(sources.map(({ name }) => name)).size === sources.length
    ? Result.succeed(sources)
    : Result.fail(
        `KITTIWAKE_PEOPLE_SOURCES is "${text}": write some of ${peopleNames.join(", ")}, each once, such as github,orcid. Where one answers at another address: github=https://github.example/api/v3.`
      )
}

const owners = {
  github: ["KITTIWAKE_GITHUB_TOKEN", "githubToken"],
  gravatar: ["KITTIWAKE_GRAVATAR_KEY", "gravatarKey"],
  orcid: ["KITTIWAKE_ORCID_TOKEN", "orcidToken"]
} as const

/** The choice, where nothing is set that nobody would use. Unless they are named, nobody outside hears of a person. */
export const peopleChoice = (
  given: Omit<PeopleChoice, "sources"> & { readonly sources: Option.Option<PeopleChoice["sources"]> }
): Result.Result<PeopleChoice, string> => {
  const sources = Option.getOrElse(given.sources, (): PeopleChoice["sources"] => [])
  for (const [name, [setting, field]] of Object.entries(owners)) {
    if (Option.isSome(given[field]) && !sources.some((one) => one.name === name)) {
      return Result.fail(
        `${setting} is set, and KITTIWAKE_PEOPLE_SOURCES does not name ${name}: it would not be asked.`
      )
    }
  }
  return Result.succeed({ ...given, sources })
}
