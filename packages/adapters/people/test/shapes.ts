/** Answers of the services, in the shape that they have. */
import type { ScriptedPerson } from "@kittiwake/core/testing/personSourceSuite"
import type { Asked } from "./peopleServer.ts"

/** As version 2022-11-28 of GitHub's API writes a user. */
export const githubUser = (login: string, more: object = {}) => ({
  ...{ login, id: 583_231, node_id: "MDQ6VXNlcjU4MzIzMQ==", gravatar_id: "", type: "User", user_view_type: "public" },
  avatar_url: "https://avatars.githubusercontent.com/u/583231?v=4",
  ...{ url: `https://api.github.com/users/${login}`, html_url: `https://github.com/${login}`, site_admin: false },
  ...{ name: null, company: null, blog: "", location: null, email: null, hireable: null, bio: null },
  ...{ twitter_username: null, public_repos: 8, public_gists: 8, followers: 1, following: 9 },
  ...{ created_at: "2011-01-25T18:44:36Z", updated_at: "2026-05-22T11:25:30Z" },
  ...more
})

export const github =
  (people: ReadonlyArray<ScriptedPerson>) =>
  ({ path }: Asked): unknown => {
    if (path === "/search/users") {
      const items = people.map((_, n) => ({ login: `ada${n}`, id: n, type: "User", score: 1 }))
      return { total_count: items.length, incomplete_results: false, items }
    }
    const [, n, accounts] = /^\/users\/ada(\d+)(\/social_accounts)?$/.exec(path) ?? []
    const person = n === undefined ? undefined : people[Number(n)]
    if (person === undefined) return undefined
    if (accounts !== undefined) return person.urls.map((url) => ({ provider: "generic", url }))
    return githubUser(`ada${n}`, {
      name: person.name,
      bio: person.bio,
      email: "ada@tern.example",
      blog: person.urls[0]
    })
  }

/** As version 3 of Gravatar's API writes a profile. */
export const gravatarProfile = (more: object = {}) => ({
  hash: "31c5543c1734d25c7206f5fd591525d0295bec6fe84ff82f946a34fe970a1e66",
  ...{ display_name: "Ada", profile_url: "https://gravatar.com/ada", avatar_alt_text: "", location: "" },
  avatar_url: "https://0.gravatar.com/avatar/31c5543c1734d25c7206f5fd591525d0295bec6fe84ff82f946a34fe970a1e66",
  ...{ description: "", job_title: "", company: "", pronunciation: "", pronouns: "", timezone: "Europe/Rome" },
  ...{ languages: [{ code: "en", name: "English", is_primary: true, order: 1 }], is_organization: false },
  ...{ verified_accounts: [], links: [], interests: [], number_verified_accounts: 0, gallery: [] },
  ...{ last_profile_edit: "2026-01-04T17:30:01Z", registration_date: "2012-03-01T00:00:00Z" },
  ...more
})

export const gravatar =
  ([person]: ReadonlyArray<ScriptedPerson>) =>
  (): unknown =>
    person === undefined
      ? undefined
      : gravatarProfile({
          ...{ display_name: person.name, description: person.bio },
          links: person.urls.map((url) => ({ label: "Site", url }))
        })

const value = (text: string | number | null) => (text === null ? null : { value: text })

/** As version 3.0 of ORCID's API writes an employment or a school. */
export const orcidAffiliation = (
  kind: "education" | "employment",
  name: string,
  role: string | null,
  dates: readonly [string | null, string | null]
) => {
  const date = (written: string | null) => {
    if (written === null) return null
    const [year = null, month = null, day = null] = written.split("-")
    return { year: value(year), month: value(month), day: value(day) }
  }
  return {
    "last-modified-date": value(1_700_000_000_000),
    "external-ids": { "external-id": [] },
    summaries: [
      {
        [`${kind}-summary`]: {
          ...{ "created-date": value(1_600_000_000_000), source: { "source-name": value("Ada Arden") } },
          ...{ "put-code": 7, "department-name": "Physics", "role-title": role, url: null, visibility: "public" },
          ...{ "start-date": date(dates[0]), "end-date": date(dates[1]), "display-index": "1" },
          organization: {
            ...{ name, address: { city: "Turin", region: null, country: "IT" } },
            "disambiguated-organization": {
              "disambiguated-organization-identifier": "x",
              "disambiguation-source": "ROR"
            }
          }
        }
      }
    ]
  }
}

/** The same of a record. */
export const orcidRecord = (id: string, person: object = {}, activities: object = {}) => ({
  "orcid-identifier": { uri: `https://orcid.org/${id}`, path: id, host: "orcid.org" },
  preferences: { locale: "en" },
  history: { "creation-method": "DIRECT", "last-modified-date": value(1_700_000_000_000), claimed: true },
  person: {
    "last-modified-date": null,
    name: { "given-names": value("Ada"), "family-name": value("Arden"), "credit-name": null, visibility: "public" },
    "other-names": { "last-modified-date": null, "other-name": [] },
    biography: null,
    "researcher-urls": { "researcher-url": [] },
    emails: { email: [] },
    addresses: { address: [] },
    keywords: { keyword: [] },
    "external-identifiers": { "external-identifier": [] },
    ...person
  },
  "activities-summary": {
    employments: { "affiliation-group": [] },
    educations: { "affiliation-group": [] },
    works: { group: [] },
    ...activities
  }
})

const orcidIdOf = (n: number): string => `0000-0002-1825-${String(n).padStart(4, "0")}`

export const orcid =
  (people: ReadonlyArray<ScriptedPerson>) =>
  ({ path }: Asked): unknown => {
    if (path === "/expanded-search/") {
      const found = people.map((_, n) => ({
        ...{ "orcid-id": orcidIdOf(n), "given-names": "Ada", "family-names": "Arden", "credit-name": null },
        ...{ "other-name": [], email: [], "institution-name": ["University of Turin"] }
      }))
      return { "expanded-result": found.length === 0 ? null : found, "num-found": found.length }
    }
    const n = people.findIndex((_, index) => path === `/${orcidIdOf(index)}/record`)
    const person = people[n]
    if (person === undefined) return undefined
    return orcidRecord(orcidIdOf(n), {
      name: { "given-names": null, "family-name": null, "credit-name": value(person.name) },
      biography: { content: person.bio, visibility: "public" },
      "researcher-urls": { "researcher-url": person.urls.map((url) => ({ "url-name": "Site", url: value(url) })) }
    })
  }

const snak = (content: unknown) => ({ snaktype: "value", hash: "x", datavalue: { value: content, type: "x" } })

export const wikidataItem = (id: string) => snak({ "entity-type": "item", "numeric-id": Number(id.slice(1)), id })

export const wikidataTime = (time: string, precision: number) =>
  snak({ time, timezone: 0, before: 0, after: 0, precision, calendarmodel: "http://www.wikidata.org/entity/Q1985727" })

/** A statement as Wikidata writes it. */
export const wikidataStatement = (
  content: unknown,
  qualifiers: Readonly<Record<string, ReadonlyArray<object>>> = {},
  rank = "normal"
) => ({
  mainsnak: typeof content === "string" ? snak(content) : content,
  ...{ type: "statement", id: "Q1$x", rank },
  ...(Object.keys(qualifiers).length === 0 ? {} : { qualifiers, "qualifiers-order": Object.keys(qualifiers) })
})

/** An item of a human. */
export const wikidataHuman = (id: string, label: string, claims: object = {}, more: object = {}) => ({
  ...{ pageid: 1, ns: 0, title: id, lastrevid: 1, modified: "2026-02-03T04:05:06Z", type: "item", id },
  labels: { en: { language: "en", value: label } },
  descriptions: {},
  aliases: {},
  claims: { P31: [wikidataStatement(wikidataItem("Q5"))], ...claims },
  ...more
})

export const wikidata =
  (people: ReadonlyArray<ScriptedPerson>) =>
  ({ parameters }: Asked): unknown => {
    if (parameters["action"] === "wbsearchentities") {
      return {
        searchinfo: { search: "Ada" },
        search: people.map((_, n) => ({ id: `Q${n + 10}`, label: "Ada" })),
        success: 1
      }
    }
    const ids = (parameters["ids"] ?? "").split("|")
    const entities = people.flatMap(({ bio, name, urls }, n) => {
      const id = `Q${n + 10}`
      if (!ids.includes(id)) return []
      const description = { descriptions: { en: { language: "en", value: bio } } }
      return [[id, wikidataHuman(id, name, { P856: urls.map((url) => wikidataStatement(url)) }, description)]]
    })
    return { entities: Object.fromEntries(entities), success: 1 }
  }
