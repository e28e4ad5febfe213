/** What of the clues agrees with records of one person, and what speaks against it. */

import { wordsOf } from "../../brands/domain/searchTerms.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { RecordGroup } from "./groupRecords.ts"
import { isAtDomain, isNamedIn, organizationRelation } from "./organizationRelation.ts"
import type { Sign } from "./Person.ts"
import type { EducationClue, NamedOrganization, PersonClues } from "./PersonClues.ts"
import type { Education, PersonRecord } from "./PersonRecord.ts"
import { type NameRelation, nameInEmail, namePartsOf, nameRelation } from "./personName.ts"
import { placeRelation } from "./placeRelation.ts"
import { readProfile, sameAddress } from "./profileAddress.ts"

/** Points of a person who was found by a name. One clue beside it gives 40 to 69, the domain of the employer and one more 70 to 89. */
export const points = {
  name: { same: 30, near: 20 },
  company: { domain: 30, name: 18, told: 12 },
  education: { school: 18, degree: 4, field: 4, year: 5, more: 4 },
  location: { city: 14, region: 11, country: 10, both: 16 },
  website: 22,
  mutual: 6,
  sources: 2,
  most: 89
} as const

/** Points where an e-mail address or a profile is the one that was asked for: these alone say who is meant. */
export const exactPoints = {
  email: 92,
  profile: 93,
  /** Somebody says that the profile is the person's, and nobody checked it. */
  told: 90,
  another: 3,
  name: { same: 3, near: 1 },
  company: 2,
  education: 1,
  location: 1,
  website: 1,
  mutual: 3
} as const

/** What is taken away where both sides say something, and not the same. */
export const conflictPoints = {
  name: 45,
  company: 10,
  education: 10,
  country: 15,
  city: 5
} as const

const sign = (clue: string, weight: number, by: PersonRecord | null): Sign => ({
  clue,
  weight,
  source: by?.source ?? "",
  url: by?.url ?? null
})

/** The record that gives the most points, with those. */
const bestOf = (
  records: ReadonlyArray<PersonRecord>,
  weigh: (record: PersonRecord) => number
): { readonly weight: number; readonly by: PersonRecord | null } => {
  let best: { readonly weight: number; readonly by: PersonRecord | null } = { weight: 0, by: null }
  for (const record of records) {
    const weight = weigh(record)
    if (weight > best.weight) best = { weight, by: record }
  }
  return best
}

const exactSigns = (clues: PersonClues, records: ReadonlyArray<PersonRecord>): ReadonlyArray<Sign> => {
  const signs: Array<Sign> = []
  const { email } = clues
  const known = email === null ? undefined : records.find(({ emails }) => emails.includes(email))
  if (known !== undefined) signs.push(sign("email", exactPoints.email, known))
  for (const key of profileKeys(clues)) {
    const { by, weight } = bestOf(records, (record) => weighProfile(record, key))
    if (weight > 0) signs.push(sign("profile", weight, by))
  }
  const ordered = signs.sort((one, other) => other.weight - one.weight)
  // The first says who it is; each that agrees makes it surer.
  return ordered.map((one, index) => (index === 0 ? one : { ...one, weight: exactPoints.another }))
}

const profileKeys = ({ socialUrls }: PersonClues): ReadonlyArray<string> => [
  ...new Set(socialUrls.flatMap((url) => readProfile(url)?.url ?? []))
]

const weighProfile = ({ socialUrls, source, url, verifiedUrls, websiteUrls }: PersonRecord, key: string): number => {
  const has = (urls: ReadonlyArray<string>) => urls.some((one) => sameAddress(one) === key)
  // What an organization keeps itself, it has checked.
  if (sameAddress(url) === key || has(verifiedUrls)) return exactPoints.profile
  if (!has(socialUrls) && !has(websiteUrls)) return 0
  return source === "import" ? exactPoints.profile : exactPoints.told
}

/** How the group is called, beside what is asked for; by the e-mail address where no name is given. */
export const nameOfGroup = (
  { email, firstName, lastName }: PersonClues,
  { records }: RecordGroup
): { readonly relation: NameRelation; readonly by: PersonRecord | null } => {
  const isGiven = firstName !== null && lastName !== null
  const asked = isGiven ? namePartsOf(firstName, lastName) : email === null ? null : nameInEmail(email)
  if (asked === null) return { relation: "unknown", by: null }
  const found = records.map((by) => ({ relation: nameRelation(asked, by), by }))
  const of = (relation: NameRelation) => found.find((one) => one.relation === relation)
  // What a mailbox is called is near to a name, and says nothing against another.
  const near = of("near") ?? (isGiven ? undefined : of("same"))
  if (isGiven && of("same") !== undefined) return of("same")!
  if (near !== undefined) return { ...near, relation: "near" }
  return isGiven && of("unknown") === undefined && found.length > 0 ? of("other")! : { relation: "unknown", by: null }
}

const hostOf = (url: string): string => parseUrl(url)?.hostname.replace(/^www\./, "") ?? ""

const weighEmployer = (record: PersonRecord, company: NamedOrganization): number => {
  const { domain } = company
  const relations = record.roles.map(({ organization }) => organizationRelation(company, organization))
  if (relations.includes("domain")) return points.company.domain
  if (domain !== null) {
    // What stands on the site of the company, the company says.
    const isThere = record.source === "page" && isAtDomain(hostOf(record.url), domain)
    if (isThere || record.emails.some((email) => isAtDomain(email.split("@")[1] ?? "", domain))) {
      return points.company.domain
    }
  }
  if (relations.includes("name")) return points.company.name
  return record.bio !== null && isNamedIn(record.bio, company) ? points.company.told : 0
}

/** Where the person works, as far as the clues tell: an address at work names the domain too. */
const employerOf = ({ company, email }: PersonClues): NamedOrganization | null => {
  const domain = email?.split("@")[1] ?? null
  if (company === null) return domain === null ? null : { name: null, domain }
  return { name: company.name, domain: company.domain ?? domain }
}

const weighDegree = (asked: string | null, said: string | null, weight: number): number => {
  if (asked === null || said === null) return 0
  const words = new Set(wordsOf(said))
  return wordsOf(asked).some((word) => word.length > 1 && words.has(word)) ? weight : 0
}

const weighSchool = (clue: EducationClue, school: Education): number => {
  const { degree, fieldOfStudy, graduationYear, institution } = clue
  const isThere = institution !== null && organizationRelation(institution, school.institution) !== "none"
  if (institution !== null && !isThere) return 0
  return (
    (isThere ? points.education.school : 0) +
    weighDegree(degree, school.degree, points.education.degree) +
    weighDegree(fieldOfStudy, school.fieldOfStudy ?? school.degree, points.education.field) +
    (graduationYear !== null && school.endDate?.year === graduationYear ? points.education.year : 0)
  )
}

const bestSchool = (record: PersonRecord, clue: EducationClue): number =>
  Math.max(
    0,
    ...record.education.map((school) => weighSchool(clue, school)),
    record.bio !== null && clue.institution !== null && isNamedIn(record.bio, clue.institution)
      ? points.company.told
      : 0
  )

const educationSigns = (clues: PersonClues, records: ReadonlyArray<PersonRecord>): ReadonlyArray<Sign> =>
  clues.education
    .map((clue) => bestOf(records, (record) => bestSchool(record, clue)))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    // The first school tells more than those that follow.
    .map(({ by, weight }, index) => sign("education", index === 0 ? weight : points.education.more, by))

const weighPlace = ({ place }: PersonRecord, { location }: PersonClues): number => {
  if (place === null) return 0
  const { city, country, region } = placeRelation(location, place)
  const single = [
    city ? points.location.city : 0,
    region ? points.location.region : 0,
    country ? points.location.country : 0
  ]
  return single.filter((weight) => weight > 0).length > 1 ? points.location.both : Math.max(...single)
}

const weighWebsite = ({ url, verifiedUrls, socialUrls, websiteUrls }: PersonRecord, key: string): number => {
  const has = (urls: ReadonlyArray<string>) => urls.some((one) => sameAddress(one) === key)
  return sameAddress(url) === key || has(verifiedUrls) || has(websiteUrls) || has(socialUrls) ? points.website : 0
}

/** Pages among the addresses that were given: they say something, and not who it is. */
const websiteSigns = ({ socialUrls }: PersonClues, records: ReadonlyArray<PersonRecord>): ReadonlyArray<Sign> => {
  const keys = new Set(socialUrls.flatMap((url) => (readProfile(url) === null ? (sameAddress(url) ?? []) : [])))
  const found = [...keys].map((key) => bestOf(records, (record) => weighWebsite(record, key)))
  const [best] = found.filter(({ weight }) => weight > 0)
  return best === undefined ? [] : [sign("website", best.weight, best.by)]
}

const agreeing = (clues: PersonClues, records: ReadonlyArray<PersonRecord>): ReadonlyArray<Sign> => {
  const employer = employerOf(clues)
  const company = employer === null ? null : bestOf(records, (record) => weighEmployer(record, employer))
  const place = bestOf(records, (record) => weighPlace(record, clues))
  return [
    ...(company === null || company.weight === 0 ? [] : [sign("company", company.weight, company.by)]),
    ...educationSigns(clues, records),
    ...(place.weight === 0 ? [] : [sign("location", place.weight, place.by)]),
    ...websiteSigns(clues, records)
  ]
}

const placeConflict = (clues: PersonClues, records: ReadonlyArray<PersonRecord>): ReadonlyArray<Sign> => {
  const [first] = records.flatMap((record) => {
    const differs = record.place === null ? "no" : placeRelation(clues.location, record.place).differs
    return differs === "no" ? [] : [sign("location", -conflictPoints[differs], record)]
  })
  return first === undefined ? [] : [first]
}

const companyConflict = ({ company }: PersonClues, records: ReadonlyArray<PersonRecord>): ReadonlyArray<Sign> => {
  const whole = records.find(({ listsAllRoles, roles }) => listsAllRoles && roles.length > 0)
  return company === null || whole === undefined ? [] : [sign("company", -conflictPoints.company, whole)]
}

const isOtherYear = ({ graduationYear, institution }: EducationClue, record: PersonRecord): boolean =>
  record.education.some(
    (school) =>
      institution !== null &&
      graduationYear !== null &&
      school.endDate !== null &&
      organizationRelation(institution, school.institution) !== "none" &&
      Math.abs(school.endDate.year - graduationYear) > 3
  )

/** A school at which somebody finished in a year that is far from the one that was asked for, and in no other. */
const yearConflict = ({ education }: PersonClues, records: ReadonlyArray<PersonRecord>): ReadonlyArray<Sign> => {
  const isRight = (clue: EducationClue) =>
    records.some((record) => record.education.some(({ endDate }) => endDate?.year === clue.graduationYear))
  const wrong = education.filter((clue) => !isRight(clue))
  const by = records.find((record) => wrong.some((clue) => isOtherYear(clue, record)))
  return by === undefined ? [] : [sign("education", -conflictPoints.education, by)]
}

/** What speaks against: of each kind, and only where nothing of that kind agrees. */
const against = (
  clues: PersonClues,
  records: ReadonlyArray<PersonRecord>,
  signs: ReadonlyArray<Sign>
): ReadonlyArray<Sign> => {
  const agrees = (clue: string) => signs.some((one) => one.clue === clue)
  return [
    ...(agrees("company") ? [] : companyConflict(clues, records)),
    ...(agrees("location") ? [] : placeConflict(clues, records)),
    ...yearConflict(clues, records)
  ]
}

/** The signs that people are who they are asked to be by, and those against it. */
export interface Weighed {
  /** Whether an address that means one person is among what agrees. */
  readonly isExact: boolean
  readonly name: NameRelation
  readonly signs: ReadonlyArray<Sign>
}

const smallerOf: Readonly<Record<string, number>> = {
  company: exactPoints.company,
  education: exactPoints.education,
  location: exactPoints.location,
  website: exactPoints.website
}

const nameSign = (relation: NameRelation, by: PersonRecord | null, isExact: boolean): ReadonlyArray<Sign> => {
  const { near, same } = isExact ? exactPoints.name : points.name
  if (relation === "same") return [sign("name", same, by)]
  if (relation === "near") return [sign("name", near, by)]
  return relation === "other" ? [sign("name", -conflictPoints.name, by)] : []
}

/** Weighs what is known of a person against what is asked. */
export const weighClues = (clues: PersonClues, group: RecordGroup): Weighed => {
  const { mutualLinks, records } = group
  const exact = exactSigns(clues, records)
  const isExact = exact.length > 0
  const agreed = agreeing(clues, records)
  const { by, relation } = nameOfGroup(clues, group)
  const sources = new Set(records.map(({ source }) => source)).size
  const hasLinks = mutualLinks > 0 || records.some(({ verifiedUrls }) => verifiedUrls.length > 0)
  return {
    isExact,
    name: relation,
    signs: [
      ...exact,
      ...nameSign(relation, by, isExact),
      ...agreed.map((one) => (isExact ? { ...one, weight: smallerOf[one.clue] ?? one.weight } : one)),
      ...(hasLinks ? [sign("mutual_link", isExact ? exactPoints.mutual : points.mutual, null)] : []),
      ...(sources > 1 && !isExact ? [sign("sources", Math.min(2, sources - 1) * points.sources, null)] : []),
      ...against(clues, records, agreed)
    ]
  }
}
