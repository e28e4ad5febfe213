/** One person, out of what several sources say: where they disagree the heavier is believed. */
import { fold } from "../../brands/domain/searchTerms.ts"
import { currentRoleOf, mergeEducation, mergeRoles, statusOf } from "./mergeRoles.ts"
import type { Person, PersonName } from "./Person.ts"
import type { PersonClues } from "./PersonClues.ts"
import type { PersonRecord, Place } from "./PersonRecord.ts"
import { isSharedMailbox, splitName } from "./personName.ts"
import { countryOf } from "./placeRelation.ts"
import { readProfile, sameAddress } from "./profileAddress.ts"

/** Most of each that are told of one person. */
const most = { skills: 100, urls: 50 } as const

const firstOf = <A>(records: ReadonlyArray<PersonRecord>, take: (record: PersonRecord) => A | null): A | null => {
  for (const record of records) {
    const found = take(record)
    if (found !== null) return found
  }
  return null
}

/** An alias of one word is a name where nobody knows another. */
const nameOf = (records: ReadonlyArray<PersonRecord>): PersonName => {
  const named = records.find(({ firstName, lastName }) => firstName !== null && lastName !== null)
  const full =
    firstOf(records, ({ fullName }) => (fullName !== null && splitName(fullName) !== null ? fullName : null)) ??
    (named === undefined ? firstOf(records, ({ fullName }) => fullName) : `${named.firstName} ${named.lastName}`)
  const parts = full === null ? null : splitName(full)
  return {
    full,
    first: named?.firstName ?? parts?.first ?? firstOf(records, ({ firstName }) => firstName),
    last: named?.lastName ?? parts?.last ?? firstOf(records, ({ lastName }) => lastName)
  }
}

/** The one that was asked with, where a source knows it; one of several people never. */
const emailOf = (records: ReadonlyArray<PersonRecord>, asked: string | null): string | null =>
  records.some(({ emails }) => asked !== null && emails.includes(asked))
    ? asked
    : firstOf(records, ({ emails }) => emails.find((email) => !isSharedMailbox(email)) ?? null)

const detailOf = ({ city, country, region }: Place): number =>
  (city === null ? 0 : 2) + (region === null ? 0 : 1) + (country === null ? 0 : 1)

/** The first, or one in the same country that says more. */
const placeOf = (records: ReadonlyArray<PersonRecord>): Place | null => {
  const places = records.flatMap(({ place }) => place ?? [])
  const [first] = places
  if (first === undefined) return null
  const country = countryOf(first)
  const fuller = places
    .filter((place) => country === null || countryOf(place) === null || countryOf(place) === country)
    .reduce((best, place) => (detailOf(place) > detailOf(best) ? place : best), first)
  return detailOf(first) > 0 ? first : fuller
}

const distinct = (texts: ReadonlyArray<string>, keyOf: (text: string) => string, limit: number) => {
  const kept = new Map<string, string>()
  for (const text of texts) if (!kept.has(keyOf(text)) && kept.size < limit) kept.set(keyOf(text), text)
  return [...kept.values()]
}

/** Addresses of profiles and of pages, each once; a record's own belongs to them where it is the person's. */
const addressesOf = (records: ReadonlyArray<PersonRecord>) => {
  const said = records.flatMap(({ socialUrls, url, websiteUrls }) => [
    ...(readProfile(url) === null ? [] : [url]),
    ...socialUrls,
    ...websiteUrls
  ])
  const whole = said.filter((url) => sameAddress(url) !== null)
  const keyOf = (url: string) => sameAddress(url) ?? url
  const socials = new Set(records.flatMap(({ socialUrls }) => socialUrls.map(keyOf)))
  const isSocial = (url: string) => readProfile(url) !== null || socials.has(keyOf(url))
  return {
    socialUrls: distinct(
      whole.filter(isSocial).map((url) => readProfile(url)?.url ?? url),
      keyOf,
      most.urls
    ),
    websiteUrls: distinct(
      whole.filter((url) => !isSocial(url)),
      keyOf,
      most.urls
    )
  }
}

const latest = (records: ReadonlyArray<PersonRecord>): PersonRecord["updatedAt"] =>
  records.reduce<PersonRecord["updatedAt"]>(
    (last, { updatedAt }) =>
      updatedAt !== null && (last === null || updatedAt.epochMilliseconds > last.epochMilliseconds) ? updatedAt : last,
    null
  )

/** The person that the records are of; those that are believed more come first. */
export const mergeRecords = (records: ReadonlyArray<PersonRecord>, clues: PersonClues): Person => {
  const roles = mergeRoles(records)
  const roleStatus = statusOf(records, roles)
  return {
    name: nameOf(records),
    email: emailOf(records, clues.email),
    avatarUrl: firstOf(records, ({ avatarUrl }) => avatarUrl),
    bio: firstOf(records, ({ bio }) => bio),
    place: placeOf(records),
    roleStatus,
    currentRole: roleStatus === "present" ? currentRoleOf(roles) : null,
    roles,
    education: mergeEducation(records),
    skills: distinct(
      records.flatMap(({ skills }) => skills),
      fold,
      most.skills
    ),
    ...addressesOf(records),
    updatedAt: latest(records)
  }
}
