/** What the doctor says about who is asked about people. */
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import { type PersonSource, PersonSources } from "@kittiwake/core/people/PersonSource"
import { Effect } from "effect"
import { layerPeople } from "../adapters.ts"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const clues: PersonClues = {
  ...{ email: null, socialUrls: [], firstName: null, lastName: null, company: null, education: [] },
  location: { city: null, region: null, country: null }
}

/** A question about nobody alive: GitHub's mascot, an address of nobody, ORCID's own example, and the first who wrote programs. */
const questions: Readonly<Record<string, PersonClues>> = {
  github: { ...clues, socialUrls: ["https://github.com/octocat"] },
  gravatar: { ...clues, email: "nobody@example.com" },
  orcid: { ...clues, socialUrls: ["https://orcid.org/0000-0002-1825-0097"] },
  wikidata: { ...clues, firstName: "Ada", lastName: "Lovelace" }
}

const turn = { organizationId: OrganizationId.make("doctor"), leftMillis: 8_000, zeroRetention: true }

const settingOf: Readonly<Record<string, string>> = {
  github: "Mend KITTIWAKE_GITHUB_TOKEN, or its address: docs/operate/people-sources.md.",
  gravatar: "Mend KITTIWAKE_GRAVATAR_KEY, or its address: docs/operate/people-sources.md.",
  orcid: "Mend KITTIWAKE_ORCID_TOKEN, or its address: docs/operate/people-sources.md.",
  wikidata: "Leave wikidata out of KITTIWAKE_PEOPLE_SOURCES where it cannot be reached."
}

const look = ({ find, name }: PersonSource) =>
  find(questions[name] ?? clues, turn).pipe(
    Effect.timeout("9 seconds"),
    Effect.match({
      onSuccess: () => ok(`people: ${name}`, "answers"),
      onFailure: (error) =>
        broken(
          `people: ${name}`,
          error._tag === "PersonSourceFailed" ? `${error.reason}: ${error.message}` : "no answer in nine seconds",
          settingOf[name] ?? "See docs/operate/people-sources.md."
        )
    })
  )

const spared = ({ name }: PersonSource) =>
  ok(`people: ${name}`, "is set; not asked now, because it counts its questions. kittiwake doctor asks it")

const alone = absent(
  "people: sources",
  "pages that persons publish and imported records are asked; nobody outside hears of a person",
  "Name some in KITTIWAKE_PEOPLE_SOURCES: docs/operate/people-sources.md."
)

/** Each source, asked once where that `mayCost` some of the questions that it answers in a day. */
export const people = (settings: Settings, mayCost: boolean): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { sources } = yield* PersonSources
    if (sources.length === 0) return [alone]
    return mayCost ? yield* Effect.forEach(sources, look, { concurrency: "unbounded" }) : sources.map(spared)
  }).pipe(Effect.provide(layerPeople(settings)))
