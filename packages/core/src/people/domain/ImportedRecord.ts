/** A person as an organization brought it, as it is kept and carried. */
import { DateTime, Schema } from "effect"
import type { PersonRecord } from "./PersonRecord.ts"

const Text = Schema.NullOr(Schema.String)
const Texts = Schema.Array(Schema.String)

const PartialDate = Schema.Struct({
  year: Schema.Int,
  month: Schema.NullOr(Schema.Int),
  day: Schema.NullOr(Schema.Int)
})

const NamedPlace = Schema.Struct({ name: Schema.String, domain: Text })

const lasting = { startDate: Schema.NullOr(PartialDate), endDate: Schema.NullOr(PartialDate) }

const Role = Schema.Struct({
  title: Schema.String,
  organization: NamedPlace,
  location: Text,
  description: Text,
  ...lasting,
  isCurrent: Schema.NullOr(Schema.Boolean)
})

const Education = Schema.Struct({
  institution: NamedPlace,
  degree: Text,
  fieldOfStudy: Text,
  description: Text,
  ...lasting
})

const Place = Schema.Struct({ display: Text, city: Text, region: Text, country: Text, countryCode: Text })

/** What is kept of it: all but what any import is, and how it was found. */
export const ImportedRecord = Schema.Struct({
  fullName: Text,
  firstName: Text,
  lastName: Text,
  otherNames: Texts,
  emails: Texts,
  avatarUrl: Text,
  bio: Text,
  place: Schema.NullOr(Place),
  roles: Schema.Array(Role),
  listsAllRoles: Schema.Boolean,
  education: Schema.Array(Education),
  skills: Texts,
  socialUrls: Texts,
  websiteUrls: Texts,
  /** Milliseconds since 1970. */
  updatedAtMillis: Schema.NullOr(Schema.Int)
})
export type ImportedRecord = typeof ImportedRecord.Type

/** The record as a source tells it. It has an address only where the row names one. */
export const toPersonRecord = (
  { updatedAtMillis, ...record }: ImportedRecord,
  foundBy: PersonRecord["foundBy"]
): PersonRecord => ({
  ...record,
  source: "import",
  url: record.socialUrls[0] ?? record.websiteUrls[0] ?? "",
  foundBy,
  verifiedUrls: [],
  updatedAt: updatedAtMillis === null ? null : DateTime.makeUnsafe(updatedAtMillis)
})
