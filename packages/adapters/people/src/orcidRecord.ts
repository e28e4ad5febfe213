/** A record of ORCID as one of a person. */
import type { Education, PersonRecord, Role } from "@kittiwake/core/people/domain/PersonRecord"
import { Schema } from "effect"
import { dateOf, emailsOf, limits, linksOf, momentOf, plain, plainAll, recordOf } from "./words.ts"

const maybe = <Item extends Schema.Top>(item: Item) => Schema.optionalKey(Schema.NullOr(item))

const Text = maybe(Schema.String)
const Value = maybe(Schema.Struct({ value: Text }))

const DateParts = maybe(Schema.Struct({ year: Value, month: Value, day: Value }))

const Summary = Schema.Struct({
  "department-name": Text,
  "role-title": Text,
  "start-date": DateParts,
  "end-date": DateParts,
  organization: Schema.Struct({
    name: Schema.String,
    address: maybe(Schema.Struct({ city: Text, region: Text, country: Text }))
  })
})
type Summary = typeof Summary.Type

const groupsOf = <Item extends Schema.Top>(summary: Item) =>
  maybe(Schema.Struct({ "affiliation-group": Schema.Array(Schema.Struct({ summaries: Schema.Array(summary) })) }))

const listOf = <Item extends Schema.Top>(item: Item) => maybe(Schema.Array(item))

const OrcidRecord = Schema.Struct({
  history: maybe(Schema.Struct({ "last-modified-date": maybe(Schema.Struct({ value: maybe(Schema.Number) })) })),
  person: Schema.Struct({
    name: maybe(Schema.Struct({ "given-names": Value, "family-name": Value, "credit-name": Value })),
    "other-names": maybe(Schema.Struct({ "other-name": listOf(Schema.Struct({ content: Text })) })),
    biography: maybe(Schema.Struct({ content: Text })),
    "researcher-urls": maybe(Schema.Struct({ "researcher-url": listOf(Schema.Struct({ url: Value })) })),
    emails: maybe(Schema.Struct({ email: listOf(Schema.Struct({ email: Text })) })),
    addresses: maybe(Schema.Struct({ address: listOf(Schema.Struct({ country: Value })) })),
    keywords: maybe(Schema.Struct({ keyword: listOf(Schema.Struct({ content: Text })) })),
    "external-identifiers": maybe(
      Schema.Struct({ "external-identifier": listOf(Schema.Struct({ "external-id-url": Value })) })
    )
  }),
  "activities-summary": maybe(
    Schema.Struct({
      employments: groupsOf(Schema.Struct({ "employment-summary": Summary })),
      educations: groupsOf(Schema.Struct({ "education-summary": Summary }))
    })
  )
})

export const readRecord = Schema.decodeUnknownOption(OrcidRecord)

type Parts = NonNullable<Summary["start-date"]> | null | undefined

const partialDate = (parts: Parts) => dateOf(parts?.year?.value, parts?.month?.value, parts?.day?.value)

/** Most employments and schools of one record. */
const most = 40

const locationOf = ({ organization: { address } }: Summary): string | null =>
  plain([address?.city, address?.region, address?.country].filter((part) => plain(part) !== null).join(", "))

const lasting = (summary: Summary) => ({
  startDate: partialDate(summary["start-date"]),
  endDate: partialDate(summary["end-date"])
})

const roleOf = (summary: Summary): ReadonlyArray<Role> => {
  const name = plain(summary.organization.name)
  if (name === null) return []
  const { endDate, startDate } = lasting(summary)
  return [
    {
      title: plain(summary["role-title"]) ?? "",
      organization: { name, domain: null },
      location: locationOf(summary),
      description: plain(summary["department-name"]),
      startDate,
      endDate,
      // There an employment without an end goes on; one without any date may be of whenever.
      isCurrent: endDate !== null ? false : startDate === null ? null : true
    }
  ]
}

const educationOf = (summary: Summary): ReadonlyArray<Education> => {
  const name = plain(summary.organization.name)
  if (name === null) return []
  return [
    {
      institution: { name, domain: null },
      degree: plain(summary["role-title"]),
      fieldOfStudy: plain(summary["department-name"]),
      description: null,
      ...lasting(summary)
    }
  ]
}

const namesOf = (name: (typeof OrcidRecord.Type)["person"]["name"]) => {
  const [first, last] = [plain(name?.["given-names"]?.value), plain(name?.["family-name"]?.value)]
  const credit = plain(name?.["credit-name"]?.value)
  const joined = [first, last].filter((part) => part !== null).join(" ")
  return {
    fullName: credit ?? (joined === "" ? null : joined),
    firstName: first,
    lastName: last,
    also: credit === null || joined === "" ? [] : [joined]
  }
}

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" })

const placeOf = (code: string | null) => {
  const isCode = code !== null && /^[A-Z]{2}$/.test(code)
  if (!isCode) return null
  const country = countryNames.of(code) ?? null
  return { display: country, city: null, region: null, country, countryCode: code }
}

/** Some write all their keywords into one. No more are parted than are told. */
const keywordsIn = ({ content }: { readonly content?: string | null | undefined }): ReadonlyArray<string> =>
  (content ?? "").split(/[,;]/, limits.items)

/** What it says of the person. */
export const orcidRecord = (
  id: string,
  { "activities-summary": activities, history, person }: typeof OrcidRecord.Type,
  foundBy: PersonRecord["foundBy"]
): PersonRecord => {
  const url = `https://orcid.org/${id}`
  const { also, ...names } = namesOf(person.name)
  const employments = (activities?.employments?.["affiliation-group"] ?? []).flatMap(({ summaries }) => summaries)
  const educations = (activities?.educations?.["affiliation-group"] ?? []).flatMap(({ summaries }) => summaries)
  const others = person["other-names"]?.["other-name"] ?? []
  return recordOf({
    ...{ source: "orcid", url, foundBy },
    ...names,
    otherNames: plainAll([...also, ...others.map(({ content }) => content)]),
    emails: emailsOf((person.emails?.email ?? []).map(({ email }) => email)),
    bio: plain(person.biography?.content, limits.text),
    place: placeOf(person.addresses?.address?.[0]?.country?.value ?? null),
    roles: employments.slice(0, most).flatMap((one) => roleOf(one["employment-summary"])),
    listsAllRoles: employments.length > 0,
    education: educations.slice(0, most).flatMap((one) => educationOf(one["education-summary"])),
    skills: plainAll((person.keywords?.keyword ?? []).slice(0, limits.items).flatMap(keywordsIn)),
    ...linksOf([
      url,
      ...(person["researcher-urls"]?.["researcher-url"] ?? []).map((one) => one.url?.value),
      ...(person["external-identifiers"]?.["external-identifier"] ?? []).map((one) => one["external-id-url"]?.value)
    ]),
    updatedAt: momentOf(history?.["last-modified-date"]?.value)
  })
}
