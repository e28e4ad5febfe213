/** A person as it is answered with (contract/people.md). */

import type { Person } from "@kittiwake/core/internal/people/domain/Person"
import type { Education, PartialDate, Place, Role } from "@kittiwake/core/people/domain/PersonRecord"
import type { Enrichment } from "@kittiwake/core/people/People"
import { DateTime, Schema } from "effect"
import { callFields } from "../Replies.ts"

const DateRecord = Schema.Struct({
  year: Schema.Int,
  month: Schema.optionalKey(Schema.Int),
  day: Schema.optionalKey(Schema.Int)
})

const OrganizationRecord = Schema.Struct({ name: Schema.String, domain: Schema.optionalKey(Schema.String) })

const RoleRecord = Schema.Struct({
  title: Schema.String,
  organization: OrganizationRecord,
  location: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  start_date: Schema.optionalKey(DateRecord),
  end_date: Schema.optionalKey(DateRecord),
  is_current: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "PersonRole" })

const EducationRecord = Schema.Struct({
  institution: OrganizationRecord,
  degree: Schema.optionalKey(Schema.String),
  field_of_study: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  start_date: Schema.optionalKey(DateRecord),
  end_date: Schema.optionalKey(DateRecord)
}).annotate({ identifier: "PersonEducation" })

const PersonRecord = Schema.Struct({
  current_role_status: Schema.Literals(["present", "none", "unknown"]),
  experience: Schema.Array(RoleRecord),
  education: Schema.Array(EducationRecord),
  skills: Schema.Array(Schema.String),
  social_urls: Schema.Array(Schema.String),
  website_urls: Schema.Array(Schema.String),
  name: Schema.optionalKey(
    Schema.Struct({
      full: Schema.optionalKey(Schema.String),
      first: Schema.optionalKey(Schema.String),
      last: Schema.optionalKey(Schema.String)
    })
  ),
  email: Schema.optionalKey(Schema.String),
  avatar_url: Schema.optionalKey(Schema.String),
  bio: Schema.optionalKey(Schema.String),
  location: Schema.optionalKey(
    Schema.Struct({
      display: Schema.optionalKey(Schema.String),
      city: Schema.optionalKey(Schema.String),
      region: Schema.optionalKey(Schema.String),
      country: Schema.optionalKey(Schema.String),
      country_code: Schema.optionalKey(Schema.String)
    })
  ),
  current_role: Schema.optionalKey(RoleRecord),
  last_updated: Schema.optionalKey(Schema.String),
  checked_at: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Person" })

const MatchRecord = Schema.Union([
  Schema.Struct({ status: Schema.Literal("candidate"), score: Schema.Int, person: PersonRecord }),
  Schema.Struct({ status: Schema.Literal("not_found"), score: Schema.Null, person: Schema.Null })
])

/** What speaks for the person, or against: points of the score. */
const SignRecord = Schema.Struct({
  clue: Schema.String,
  weight: Schema.Int,
  source: Schema.optionalKey(Schema.String),
  url: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "PersonSign" })

export const EnrichedRecord = Schema.Struct({
  match: MatchRecord,
  evidence: Schema.Array(SignRecord),
  partial: Schema.optionalKey(Schema.Literal(true)),
  ...callFields
}).annotate({ identifier: "EnrichedPerson" })

/** A field where it is known. */
const known = <const K extends string, A>(name: K, value: A | null): { readonly [_ in K]?: A } =>
  value === null ? {} : ({ [name]: value } as { readonly [_ in K]?: A })

const dateRecord = ({ day, month, year }: PartialDate): typeof DateRecord.Type => ({
  year,
  ...known("month", month),
  // A day of a month that nobody knows is none.
  ...known("day", month === null ? null : day)
})

const dates = ({ endDate, startDate }: Pick<Role, "endDate" | "startDate">) => ({
  ...known("start_date", startDate === null ? null : dateRecord(startDate)),
  ...known("end_date", endDate === null ? null : dateRecord(endDate))
})

const organizationRecord = ({ domain, name }: Role["organization"]) => ({ name, ...known("domain", domain) })

const roleRecord = (role: Role): typeof RoleRecord.Type => ({
  title: role.title,
  organization: organizationRecord(role.organization),
  ...known("location", role.location),
  ...known("description", role.description),
  ...dates(role),
  ...known("is_current", role.isCurrent)
})

const educationRecord = (school: Education): typeof EducationRecord.Type => ({
  institution: organizationRecord(school.institution),
  ...known("degree", school.degree),
  ...known("field_of_study", school.fieldOfStudy),
  ...known("description", school.description),
  ...dates(school)
})

const locationRecord = ({ city, country, countryCode, display, region }: Place) => ({
  ...known("display", display),
  ...known("city", city),
  ...known("region", region),
  ...known("country", country),
  ...known("country_code", countryCode)
})

const personRecord = (person: Person, checkedAt: DateTime.Utc): typeof PersonRecord.Type => {
  const { name, place } = person
  const names = { ...known("full", name.full), ...known("first", name.first), ...known("last", name.last) }
  return {
    current_role_status: person.roleStatus,
    experience: person.roles.map(roleRecord),
    education: person.education.map(educationRecord),
    skills: person.skills,
    social_urls: person.socialUrls,
    website_urls: person.websiteUrls,
    ...(Object.keys(names).length === 0 ? {} : { name: names }),
    ...known("email", person.email),
    ...known("avatar_url", person.avatarUrl),
    ...known("bio", person.bio),
    ...known("location", place === null ? null : locationRecord(place)),
    ...known("current_role", person.currentRole === null ? null : roleRecord(person.currentRole)),
    ...known("last_updated", person.updatedAt === null ? null : DateTime.formatIso(person.updatedAt)),
    checked_at: DateTime.formatIso(checkedAt)
  }
}

/** As it is answered. */
export const enrichedRecord = ({ checkedAt, isPart, match }: Enrichment) => ({
  match:
    match === null
      ? { status: "not_found" as const, score: null, person: null }
      : { status: "candidate" as const, score: match.score, person: personRecord(match.person, checkedAt) },
  evidence: (match?.signs ?? []).map(({ clue, source, url, weight }) => ({
    clue,
    weight,
    ...(source === "" ? {} : { source }),
    ...known("url", url)
  })),
  ...(isPart ? { partial: true as const } : {})
})
