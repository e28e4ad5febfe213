/**
 * Which records are of one person.
 *
 * **Details.** An e-mail address or a profile that two records share joins them, and most of all links from each to the other. Where only the
 * names agree, something else must too, and nothing may speak against it: two profiles at one network are two persons. What is alike is joined
 * before what is merely likely, in an order that does not hang on how the records came.
 */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { isAtDomain, organizationKeys, organizationRelation } from "./organizationRelation.ts"
import type { PersonRecord } from "./PersonRecord.ts"
import { isSharedMailbox, namesRelation, type ReadNames, readNames } from "./personName.ts"
import { countryOf } from "./placeRelation.ts"
import { readProfile, sameAddress } from "./profileAddress.ts"
import { heaviestFirst } from "./weighSource.ts"

/** Most records that are compared with each other. */
export const mostGroupedRecords = 120

/** A record with what it is compared by. */
interface Seen {
  readonly record: PersonRecord
  /** Where it stands, and the addresses that it says are the person's. */
  readonly own: ReadonlySet<string>
  readonly told: ReadonlySet<string>
  readonly all: ReadonlySet<string>
  readonly verified: ReadonlySet<string>
  /** Those of all that are profiles, by network. */
  readonly profiles: ReadonlyMap<string, string>
  readonly emails: ReadonlySet<string>
  readonly names: ReadNames
  /** What those are known by where the person works or worked, and learned. */
  readonly employers: ReadonlySet<string>
  readonly schools: ReadonlySet<string>
  readonly country: string | null
}

/** Organizations and addresses of a record that are compared. */
const mostCompared = 40

const keysOf = (urls: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(urls.slice(0, mostCompared).flatMap((url) => sameAddress(url) ?? []))

/** Hosts that are those of companies where the person works: their pages are those of many. */
const isOfMany = (key: string, { emails, roles }: PersonRecord): boolean => {
  const url = parseUrl(key)
  if (url === null || readProfile(key) !== null) return false
  const isFront = url.pathname === "/" && url.search === ""
  const hosts = [
    ...roles.flatMap(({ organization: { domain } }) => domain ?? []),
    ...emails.flatMap((email) => email.split("@")[1] ?? [])
  ]
  return isFront && hosts.some((host) => isAtDomain(url.hostname, host) || isAtDomain(host, url.hostname))
}

const seenOf = (record: PersonRecord): Seen => {
  const address = sameAddress(record.url)
  const told = new Set([...keysOf(record.socialUrls), ...keysOf(record.websiteUrls)])
  const ofOne = [...told].filter((key) => !isOfMany(key, record))
  // A page of a team is the page of nobody in it, unless it says that it is.
  const isOwn = address !== null && (readProfile(address) !== null || ofOne.includes(address))
  const own = new Set(isOwn ? [address] : [])
  const profiles = new Map<string, string>()
  for (const key of [...own, ...ofOne]) {
    const network = readProfile(key)?.network
    if (network !== undefined && !profiles.has(network)) profiles.set(network, key)
  }
  return {
    record,
    own,
    told: new Set(ofOne),
    all: new Set([...own, ...ofOne]),
    verified: keysOf(record.verifiedUrls),
    profiles,
    emails: new Set(record.emails.filter((email) => !isSharedMailbox(email))),
    names: readNames(record),
    employers: new Set(
      record.roles.slice(0, mostCompared).flatMap(({ organization }) => organizationKeys(organization))
    ),
    schools: new Set(
      record.education.slice(0, mostCompared).flatMap(({ institution }) => organizationKeys(institution))
    ),
    country: record.place === null ? null : countryOf(record.place)
  }
}

const shares = <A>(one: ReadonlySet<A>, other: ReadonlySet<A>): boolean => {
  if (one.size > other.size) return shares(other, one)
  for (const item of one) if (other.has(item)) return true
  return false
}

/** Whether each of two records leads to the other, or one that was checked does. */
const isMutual = (one: Seen, other: Seen): boolean =>
  (shares(one.own, other.told) && shares(other.own, one.told)) ||
  shares(one.own, other.verified) ||
  shares(other.own, one.verified)

const saysDifferentProfiles = (one: Seen, other: Seen): boolean =>
  [...one.profiles].some(([network, key]) => {
    const others = other.profiles.get(network)
    return others !== undefined && others !== key && network !== "mastodon"
  })

const saysDifferentCountries = ({ country: one }: Seen, { country: other }: Seen): boolean =>
  one !== null && other !== null && one !== other

/** Years between what two records say was finished at one school. */
const saysDifferentYears = (first: Seen, second: Seen): boolean => {
  if (!shares(first.schools, second.schools)) return false
  const [{ record: one }, { record: other }] = [first, second]
  return one.education.some((school) =>
    other.education.some(
      (same) =>
        organizationRelation(school.institution, same.institution) !== "none" &&
        (school.degree ?? "") === (same.degree ?? "") &&
        school.endDate !== null &&
        same.endDate !== null &&
        Math.abs(school.endDate.year - same.endDate.year) > 5
    )
  )
}

const isContradicted = (one: Seen, other: Seen): boolean =>
  saysDifferentProfiles(one, other) || saysDifferentCountries(one, other) || saysDifferentYears(one, other)

/** How surely two records are of one person: 3 where each leads to the other, 2 where they share an address, 1 where they are alike. */
const tie = (one: Seen, other: Seen): 0 | 1 | 2 | 3 => {
  if (isMutual(one, other)) return 3
  const isTied = sharesAddress(one, other)
  const mayBeAlike = shares(one.employers, other.employers) || shares(one.schools, other.schools)
  if (!isTied && !mayBeAlike) return 0
  const names = namesRelation(one.names, other.names)
  if (isTied) return names === "other" ? 0 : 2
  return names === "same" ? 1 : 0
}

const sharesAddress = (one: Seen, other: Seen): boolean =>
  shares(one.emails, other.emails) || shares(one.all, other.all)

/** Records of one person. */
export interface RecordGroup {
  /** Those that are believed more first. */
  readonly records: ReadonlyArray<PersonRecord>
  /** Links that lead from one record to another and back. */
  readonly mutualLinks: number
}

interface Pair {
  readonly one: number
  readonly other: number
  readonly tie: 1 | 2 | 3
}

const pairsOf = (seen: ReadonlyArray<Seen>): ReadonlyArray<Pair> => {
  const pairs: Array<Pair> = []
  for (const [one, first] of seen.entries()) {
    for (let other = one + 1; other < seen.length; other++) {
      const found = tie(first, seen[other]!)
      if (found > 0) pairs.push({ one, other, tie: found as 1 | 2 | 3 })
    }
  }
  return pairs.sort((a, b) => b.tie - a.tie || a.one - b.one || a.other - b.other)
}

/** Puts together what is of one person. */
export const groupRecords = (records: ReadonlyArray<PersonRecord>): ReadonlyArray<RecordGroup> => {
  const seen = heaviestFirst(records).slice(0, mostGroupedRecords).map(seenOf)
  const pairs = pairsOf(seen)
  const groups = seen.map((_, index) => [index])
  const groupAt = seen.map((_, index) => index)
  for (const { one, other, tie } of pairs) {
    const [into, from] = [groupAt[one]!, groupAt[other]!].sort((a, b) => a - b) as [number, number]
    if (into === from) continue
    // What is only likely joins nothing where any two contradict each other.
    const isBarred =
      tie < 3 &&
      groups[into]!.some((a) =>
        groups[from]!.some((b) =>
          tie === 1 ? isContradicted(seen[a]!, seen[b]!) : namesRelation(seen[a]!.names, seen[b]!.names) === "other"
        )
      )
    if (isBarred) continue
    for (const index of groups[from]!) groupAt[index] = into
    groups[into]!.push(...groups[from]!)
    groups[from] = []
  }
  return groups
    .filter(({ length }) => length > 0)
    .map((members) => ({
      records: members.sort((a, b) => a - b).map((index) => seen[index]!.record),
      mutualLinks: pairs.filter(({ one, other, tie }) => tie === 3 && members.includes(one) && members.includes(other))
        .length
    }))
}
