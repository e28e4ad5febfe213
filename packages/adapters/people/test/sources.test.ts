/** What each service is asked in its own words, and what its answers become. */
import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import type { PersonSource } from "@kittiwake/core/people/PersonSource"
import type { Signer } from "@kittiwake/core/security/Signer"
import { noClues } from "@kittiwake/core/testing/personSourceSuite"
import type { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { DateTime, Effect, Redacted, Result } from "effect"
import * as GitHub from "../src/GitHub.ts"
import * as Gravatar from "../src/Gravatar.ts"
import * as Orcid from "../src/Orcid.ts"
import * as Wikidata from "../src/Wikidata.ts"
import { type Asked, answers, key, made, routed, serve } from "./peopleServer.ts"
import {
  githubUser,
  gravatarProfile,
  orcidAffiliation,
  orcidRecord,
  wikidataHuman,
  wikidataItem,
  wikidataStatement,
  wikidataTime
} from "./shapes.ts"

const turn = {
  organizationId: OrganizationId.make("org_00000000000000000000000000000001"),
  leftMillis: 20_000,
  zeroRetention: false
}

/** Asks a source whose service answers as the table says. */
const finding = Effect.fnUntraced(function* (
  make: (url: string) => Effect.Effect<PersonSource, never, ServiceCaller | Signer>,
  clues: Partial<PersonClues>,
  table: (asked: Asked) => unknown
) {
  const { asked, url } = yield* serve(routed(table))
  const source = yield* made(make(url))
  const found = yield* Effect.result(source.find({ ...noClues, ...clues }, turn))
  return { asked, found, records: found._tag === "Success" ? found.success : [] }
})

const day = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIsoDateUtc(at))

const token = Redacted.make(key)

describe("GitHub", () => {
  const github = (clues: Partial<PersonClues>, table: (asked: Asked) => unknown) =>
    finding((url) => GitHub.make({ url, token }), clues, table)

  it.live("tells a profile with all that the person links to", () =>
    Effect.gen(function* () {
      const { asked, records } = yield* github({ socialUrls: ["https://github.com/Ada"] }, ({ path }) =>
        path === "/users/ada"
          ? githubUser("ada", {
              ...{ name: "Ada Arden", company: "@tern @gull", blog: "ada.example", location: "Turin, Italy" },
              ...{ email: "Ada@Tern.example", bio: "I <3 birds", twitter_username: "adaarden" }
            })
          : [{ provider: "linkedin", url: "https://www.linkedin.com/in/ada" }]
      )
      assert.deepStrictEqual(
        asked.map(({ path }) => path),
        ["/users/ada", "/users/ada/social_accounts"]
      )
      for (const { headers } of asked) {
        assert.strictEqual(headers["authorization"], `Bearer ${key}`)
        assert.strictEqual(headers["x-github-api-version"], "2022-11-28")
        assert.isNotEmpty(headers["user-agent"])
      }
      const [record] = records
      assert.deepInclude(record, {
        ...{ source: "github", url: "https://github.com/ada", foundBy: "profile", fullName: "Ada Arden" },
        ...{ emails: ["ada@tern.example"], bio: "I <3 birds", websiteUrls: ["https://ada.example/"] },
        socialUrls: ["https://github.com/ada", "https://x.com/adaarden", "https://www.linkedin.com/in/ada"]
      })
      assert.deepStrictEqual(
        record!.roles.map(({ isCurrent, organization, title }) => [title, organization.name, isCurrent]),
        [
          ["", "tern", true],
          ["", "gull", true]
        ]
      )
      assert.deepStrictEqual([record!.place?.display, day(record!.updatedAt)], ["Turin, Italy", "2026-05-22"])
    }).pipe(Effect.scoped)
  )

  it.live("takes nobody for the owner of an address whose profile does not show it, nor an organization", () =>
    Effect.gen(function* () {
      const users: Readonly<Record<string, object>> = {
        "/users/like": githubUser("like", { email: "ada@tern.example.org" }),
        "/users/silent": githubUser("silent"),
        "/users/club": githubUser("club", { type: "Organization", email: "ada@tern.example" })
      }
      const { asked, records } = yield* github({ email: "ada@tern.example" }, ({ path }) =>
        path === "/search/users"
          ? { total_count: 3, incomplete_results: false, items: ["like", "silent", "club"].map((login) => ({ login })) }
          : users[path]
      )
      assert.deepStrictEqual(records, [])
      assert.strictEqual(asked[0]?.parameters["q"], "ada@tern.example in:email")
    }).pipe(Effect.scoped)
  )

  it.live("is never asked for a name", () =>
    Effect.gen(function* () {
      const { asked } = yield* github({ firstName: "Ada", lastName: "Arden" }, () => undefined)
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.scoped)
  )

  it.live("says when its hourly allowance comes back, and rests as long as a second limit asks", () =>
    Effect.gen(function* () {
      const reset = Math.floor(Date.now() / 1_000) + 900
      const limited = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) }
      const refused = (headers: Readonly<Record<string, string>>) =>
        github({ email: "ada@tern.example" }, () => answers(403, '{"message":"API rate limit exceeded"}', headers))
      const hourly = Object((yield* refused(limited)).found).failure
      assert.strictEqual(hourly.reason, "throttled")
      assert.isTrue(hourly.retryAfterSeconds > 800 && hourly.retryAfterSeconds <= 901)
      const second = Object((yield* refused({ "retry-after": "60", "x-ratelimit-remaining": "59" })).found).failure
      assert.deepInclude(second, { reason: "throttled", retryAfterSeconds: 60 })
      const other = Object((yield* refused({ "x-ratelimit-remaining": "59" })).found).failure
      assert.strictEqual(other.reason, "rejected")
    }).pipe(Effect.scoped)
  )

  it.live("is not believed where it answers with more than a profile can hold", () =>
    Effect.gen(function* () {
      const wide = { ...githubUser("ada"), more: Array.from({ length: 30_000 }, () => 0) }
      const { found } = yield* github({ socialUrls: ["https://github.com/ada"] }, () => wide)
      assert(Result.isFailure(found))
      const { message, reason } = found.failure
      assert.deepStrictEqual([reason, message], ["malformed", "Its answer holds more than one can."])
    }).pipe(Effect.scoped)
  )

  it.live("keeps what was found when a later request fails", () =>
    Effect.gen(function* () {
      const clues = { socialUrls: ["https://github.com/ada", "https://github.com/bea"] }
      const { records } = yield* github(clues, ({ path }) =>
        path === "/users/ada" ? githubUser("ada", { name: "Ada" }) : answers(502, "")
      )
      assert.deepStrictEqual(
        records.map(({ fullName }) => fullName),
        ["Ada"]
      )
    }).pipe(Effect.scoped)
  )
})

describe("Gravatar", () => {
  it.live("is asked by a digest alone, and its checked accounts are told as checked", () =>
    Effect.gen(function* () {
      const { asked, records } = yield* finding(
        (url) => Gravatar.make({ url, key: token }),
        { email: "ada@tern.example" },
        () =>
          gravatarProfile({
            ...{ display_name: "Ada", first_name: "Ada", last_name: "Arden", job_title: "Keeper", company: "Tern" },
            ...{ description: "Birds.", location: "Turin" },
            verified_accounts: [
              { service_type: "github", service_label: "GitHub", url: "https://github.com/ada", is_hidden: false },
              { service_type: "tumblr", service_label: "Tumblr", url: "https://ada.tumblr.com", is_hidden: true },
              { service_type: "wordpress", service_label: "WordPress", url: "https://ada.blog", is_hidden: false }
            ],
            links: [{ label: "Site", url: "https://ada.example" }],
            interests: [{ id: 1, name: "Birds" }]
          })
      )
      const digest = createHash("sha256").update("ada@tern.example").digest("hex")
      assert.deepStrictEqual(
        asked.map(({ headers, path }) => [path, headers["authorization"]]),
        [[`/profiles/${digest}`, `Bearer ${key}`]]
      )
      const [record] = records
      assert.deepInclude(record, {
        ...{ fullName: "Ada", firstName: "Ada", lastName: "Arden", foundBy: "email", skills: ["Birds"] },
        ...{ socialUrls: ["https://github.com/ada"], websiteUrls: ["https://ada.blog/", "https://ada.example/"] },
        verifiedUrls: ["https://github.com/ada", "https://ada.blog/"]
      })
      assert.deepStrictEqual([record!.roles[0]?.title, record!.roles[0]?.organization.name], ["Keeper", "Tern"])
    }).pipe(Effect.scoped)
  )

  it.live("tells no organization for a person", () =>
    Effect.gen(function* () {
      const { records } = yield* finding(
        (url) => Gravatar.make({ url }),
        { socialUrls: ["https://gravatar.com/tern"] },
        ({ path }) => (path === "/profiles/tern" ? gravatarProfile({ is_organization: true }) : undefined)
      )
      assert.deepStrictEqual(records, [])
    }).pipe(Effect.scoped)
  )
})

describe("ORCID", () => {
  const orcid = (clues: Partial<PersonClues>, table: (asked: Asked) => unknown) =>
    finding((url) => Orcid.make({ url }), clues, table)

  const id = "0000-0002-1825-009X"

  it.live("tells employments and schools with their dates", () =>
    Effect.gen(function* () {
      const { asked, records } = yield* orcid({ socialUrls: [`https://orcid.org/${id}`] }, () =>
        orcidRecord(
          id,
          {
            "other-names": { "other-name": [{ content: "A. Arden" }] },
            emails: { email: [{ email: "Ada@Uni.example", verified: true, primary: true }] },
            addresses: { address: [{ country: { value: "IT" } }] },
            keywords: { keyword: [{ content: "birds, light" }] },
            "external-identifiers": {
              "external-identifier": [
                {
                  "external-id-type": "Scopus",
                  "external-id-value": "7",
                  "external-id-url": { value: "https://scopus.example/7" }
                }
              ]
            }
          },
          {
            employments: {
              "affiliation-group": [
                orcidAffiliation("employment", "University of Turin", "Professor", ["2019-09", null]),
                orcidAffiliation("employment", "Tern Institute", null, ["2010", "2019-08-31"])
              ]
            },
            educations: {
              "affiliation-group": [orcidAffiliation("education", "Polytechnic", "PhD", ["2004", "2008"])]
            }
          }
        )
      )
      assert.deepStrictEqual(
        asked.map(({ headers, path }) => [path, headers["accept"]]),
        [[`/${id}/record`, "application/json"]]
      )
      const [record] = records
      assert.deepInclude(record, {
        ...{ url: `https://orcid.org/${id}`, foundBy: "profile", fullName: "Ada Arden", listsAllRoles: true },
        ...{ emails: ["ada@uni.example"], otherNames: ["A. Arden"], skills: ["birds", "light"] },
        websiteUrls: ["https://scopus.example/7"]
      })
      assert.deepStrictEqual(
        record!.roles.map((one) => [one.title, one.organization.name, one.startDate, one.endDate, one.isCurrent]),
        [
          ["Professor", "University of Turin", { year: 2019, month: 9, day: null }, null, true],
          ["", "Tern Institute", { year: 2010, month: null, day: null }, { year: 2019, month: 8, day: 31 }, false]
        ]
      )
      const [school] = record!.education
      assert.deepStrictEqual(
        [school?.institution.name, school?.degree, school?.fieldOfStudy, school?.endDate?.year],
        ["Polytechnic", "PhD", "Physics", 2008]
      )
      assert.deepStrictEqual([record!.place?.country, record!.place?.countryCode], ["Italy", "IT"])
      assert.strictEqual(day(record!.updatedAt), "2023-11-14")
    }).pipe(Effect.scoped)
  )

  it.live("looks at the places that are given first, and everywhere when nobody is there", () =>
    Effect.gen(function* () {
      const { asked } = yield* orcid(
        { firstName: "Ada", lastName: 'Ar"den', company: { name: "Tern", domain: null } },
        () => ({ "expanded-result": null, "num-found": 0 })
      )
      assert.deepStrictEqual(
        asked.map(({ parameters }) => parameters["q"]),
        [
          'given-names:"Ada" AND family-name:"Ar den" AND (affiliation-org-name:"Tern")',
          'given-names:"Ada" AND family-name:"Ar den"'
        ]
      )
    }).pipe(Effect.scoped)
  )
})

describe("Wikidata", () => {
  const wikidata = (clues: Partial<PersonClues>, table: (asked: Asked) => unknown) =>
    finding((url) => Wikidata.make({ url }), clues, table)

  const labels = (all: Readonly<Record<string, string>>) => ({
    entities: Object.fromEntries(
      Object.entries(all).map(([id, value]) => [id, { id, type: "item", labels: { en: { language: "en", value } } }])
    )
  })

  const ada = wikidataHuman(
    "Q11",
    "Ada Arden",
    {
      P108: [
        wikidataStatement(wikidataItem("Q21"), {
          P580: [wikidataTime("+1999-00-00T00:00:00Z", 9)],
          P582: [wikidataTime("+2004-06-00T00:00:00Z", 10)]
        }),
        wikidataStatement(wikidataItem("Q22"), {
          P39: [wikidataItem("Q31")],
          P580: [wikidataTime("+2005-02-03T00:00:00Z", 11)]
        }),
        wikidataStatement(wikidataItem("Q23"), {}, "deprecated")
      ],
      P69: [
        wikidataStatement(wikidataItem("Q24"), {
          P512: [wikidataItem("Q32")],
          P585: [wikidataTime("+1998-00-00T00:00:00Z", 9)]
        })
      ],
      P2002: [wikidataStatement("AdaArden")],
      P2037: [wikidataStatement("ada")],
      P496: [wikidataStatement("0000-0002-1825-0097")],
      P4033: [wikidataStatement("ada@mastodon.example")],
      P856: [wikidataStatement("https://ada.example/"), wikidataStatement({ snaktype: "novalue" })],
      P18: [wikidataStatement("Ada Arden.jpg")]
    },
    {
      descriptions: { en: { language: "en", value: "Italian ornithologist" } },
      aliases: { en: [{ language: "en", value: "A. Arden" }] }
    }
  )

  it.live("tells of humans alone, with the places that their statements name", () =>
    Effect.gen(function* () {
      const { asked, records } = yield* wikidata({ firstName: "Ada", lastName: "Arden" }, ({ parameters }) => {
        switch (parameters["action"]) {
          case "wbsearchentities":
            return { search: [{ id: "Q11" }, { id: "Q12" }, { id: "Q13" }] }
          case "wbgetclaims":
            return {
              claims: parameters["entity"] === "Q22" ? { P856: [wikidataStatement("https://www.tern.example/en")] } : []
            }
          default:
            return parameters["ids"] === "Q11|Q12|Q13"
              ? {
                  entities: {
                    Q11: ada,
                    Q12: {
                      ...wikidataHuman("Q12", "Ada Arden"),
                      claims: { P31: [wikidataStatement(wikidataItem("Q3305213"))] }
                    },
                    Q13: { id: "Q13", missing: "" }
                  }
                }
              : labels({ Q21: "Gull", Q22: "Tern", Q24: "Polytechnic", Q31: "Keeper", Q32: "Doctorate" })
        }
      })
      assert.isAtMost(asked.length, 8)
      assert.strictEqual(records.length, 1)
      const [record] = records
      assert.deepInclude(record, {
        ...{ source: "wikidata", url: "https://www.wikidata.org/wiki/Q11", foundBy: "name", fullName: "Ada Arden" },
        ...{ otherNames: ["A. Arden"], bio: "Italian ornithologist", websiteUrls: ["https://ada.example/"] },
        avatarUrl: "https://commons.wikimedia.org/wiki/Special:FilePath/Ada%20Arden.jpg"
      })
      assert.sameMembers(
        [...record!.socialUrls],
        [
          ...["https://github.com/ada", "https://x.com/adaarden", "https://orcid.org/0000-0002-1825-0097"],
          "https://mastodon.example/@ada"
        ]
      )
      assert.deepStrictEqual(
        record!.roles.map((one) => [one.title, one.organization, one.startDate, one.endDate, one.isCurrent]),
        [
          [
            ...["", { name: "Gull", domain: null }, { year: 1999, month: null, day: null }],
            ...[{ year: 2004, month: 6, day: null }, false]
          ],
          ["Keeper", { name: "Tern", domain: "tern.example" }, { year: 2005, month: 2, day: 3 }, null, null]
        ]
      )
      assert.deepStrictEqual(
        record!.education.map((one) => [one.institution.name, one.degree, one.endDate?.year]),
        [["Polytechnic", "Doctorate", 1998]]
      )
    }).pipe(Effect.scoped)
  )

  it.live("finds an account by the statement that names it, and believes no other hit", () =>
    Effect.gen(function* () {
      const { asked, records } = yield* wikidata({ socialUrls: ["https://twitter.com/AdaArden"] }, ({ parameters }) => {
        if (parameters["action"] === "query") return { query: { search: [{ title: "Q11" }, { title: "Q14" }] } }
        return { entities: { Q11: ada, Q14: wikidataHuman("Q14", "Somebody Else") } }
      })
      assert.strictEqual(asked[0]?.parameters["srsearch"], "haswbstatement:P2002=AdaArden|P2002=adaarden")
      assert.deepStrictEqual(
        records.map(({ foundBy, fullName }) => [fullName, foundBy]),
        [["Ada Arden", "profile"]]
      )
    }).pipe(Effect.scoped)
  )

  it.live("takes an error that comes as an answer for one", () =>
    Effect.gen(function* () {
      const refused = (code: string) =>
        wikidata({ firstName: "Ada", lastName: "Arden" }, () => ({ error: { code, info: "No." }, servedby: "mw" }))
      assert.strictEqual(Object((yield* refused("ratelimited")).found).failure.reason, "throttled")
      assert.strictEqual(Object((yield* refused("badvalue")).found).failure.reason, "rejected")
    }).pipe(Effect.scoped)
  )
})
