/** What is asked of people, as the core takes it: every door maps here. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { lackOfClues } from "@kittiwake/core/internal/people/domain/checkClues"
import { emailHost } from "@kittiwake/core/internal/sites/domain/EmailAddress"
import { siteHost } from "@kittiwake/core/internal/sites/domain/SiteScope"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { planTerms } from "@kittiwake/core/organizations/domain/Plan"
import { PaidPlanRequired } from "@kittiwake/core/organizations/errors"
import type { NamedOrganization, PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import { Effect, type Schema } from "effect"
import type { DeadlineRules } from "../web/call.ts"
import type { EnrichBody } from "./api.ts"

type Asked = Pick<
  Schema.Schema.Type<typeof EnrichBody>,
  "company" | "education" | "email" | "location" | "name" | "social_urls"
>

const trimmed = (said: string | undefined): string | null => {
  const text = said?.trim() ?? ""
  return text === "" ? null : text
}

const organizationOf = Effect.fnUntraced(function* (
  field: string,
  said: { readonly name?: string; readonly domain?: string }
) {
  const domain = said.domain === undefined ? null : siteHost(said.domain)
  if (said.domain !== undefined && domain === null) {
    return yield* new InvalidInput({ field: `${field}.domain`, message: "is not a domain such as example.com" })
  }
  return { name: trimmed(said.name), domain } satisfies NamedOrganization as NamedOrganization
})

/** The clues of a call, when they say who is meant. */
export const personClues = Effect.fnUntraced(function* (asked: Asked) {
  const email = asked.email?.trim().toLowerCase() ?? null
  if (email !== null && emailHost(email) === null) {
    return yield* new InvalidInput({ field: "email", message: "is not an email address such as name@example.com" })
  }
  const education = yield* Effect.forEach(
    asked.education ?? [],
    Effect.fnUntraced(function* ({ degree, field_of_study, graduation_year, institution }, index) {
      return {
        institution:
          institution === undefined ? null : yield* organizationOf(`education.${index}.institution`, institution),
        degree: trimmed(degree),
        fieldOfStudy: trimmed(field_of_study),
        graduationYear: graduation_year ?? null
      }
    })
  )
  const { city, country, region } = asked.location ?? {}
  const clues: PersonClues = {
    email,
    socialUrls: asked.social_urls ?? [],
    firstName: trimmed(asked.name?.first),
    lastName: trimmed(asked.name?.last),
    company: asked.company === undefined ? null : yield* organizationOf("company", asked.company),
    education,
    location: { city: trimmed(city), region: trimmed(region), country: trimmed(country) }
  }
  const lack = lackOfClues(clues)
  if (lack !== null) return yield* new InvalidInput({ field: "body", message: lack })
  return clues
})

/** People are looked for on paid plans, whoever asks. */
export const checkPeoplePlan = ({ plan }: Pick<Organization, "plan">) =>
  planTerms[plan].paid ? Effect.void : Effect.fail(new PaidPlanRequired({ feature: "Looking for people" }))

/** A part is an answer however little time there was. */
export const rulesOfPeople: DeadlineRules = { partialNeedsTime: false }
