/** People whom a page writes for programs: JSON-LD and microdata of schema.org. */
import { DateTime, Option } from "effect"
import type { PageThing } from "../../extraction/domain/FactSheet.ts"
import {
  addressOf,
  allOf,
  isThing,
  picturesOf,
  type Thing,
  textOf,
  textsOf,
  textUnder,
  typesOf
} from "../../products/domain/Thing.ts"
import type { Education, PersonRecord, Place, Role } from "./PersonRecord.ts"
import { emptyRecord, hostOfUrl, mailboxOf, sortedUrls } from "./pageRecord.ts"
import { readPartialDate } from "./partialDates.ts"

/** People of one page, things that are gone through, and levels. */
const most = { people: 60, things: 4_000, levels: 8, roles: 30 } as const

/** A person as a page has it, with whose he is. */
interface Found {
  readonly thing: Thing
  /** The organization that the page says he is of, and as what. */
  readonly of: { readonly organization: Thing; readonly title: string } | null
  readonly profile: Thing | null
}

const people = new Set(["Person", "Patient", "Physician"])

const isPerson = (thing: Thing): boolean => typesOf(thing).some((type) => people.has(type))

const isOrganization = (thing: Thing): boolean =>
  typesOf(thing).some((type) => /(?:Organization|Corporation|Business|School|University|Store|Hospital)$/.test(type))

/** What those are to an organization who stand below these names of it. */
const titles: ReadonlyMap<string, string> = new Map([
  ["founder", "Founder"],
  ["founders", "Founder"],
  ["employee", ""],
  ["employees", ""],
  ["member", ""],
  ["members", ""]
])

const findPeople = (things: ReadonlyArray<Thing>): ReadonlyArray<Found> => {
  const found = new Map<Thing, Found>()
  let left: number = most.things
  const visit = (value: unknown, of: Found["of"], profile: Thing | null, level: number): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, of, profile, level)
      return
    }
    if (!isThing(value) || level > most.levels || left <= 0 || found.size >= most.people) return
    left -= 1
    if (isPerson(value)) {
      const before = found.get(value)
      found.set(value, { thing: value, of: of ?? before?.of ?? null, profile: profile ?? before?.profile ?? null })
    }
    const isProfile = typesOf(value).includes("ProfilePage")
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== "object" || inner === null) continue
      const title = isOrganization(value) ? titles.get(name) : undefined
      visit(
        inner,
        title === undefined ? null : { organization: value, title },
        isProfile && (name === "mainEntity" || name === "about") ? value : null,
        level + 1
      )
    }
  }
  for (const thing of things) visit(thing, null, null, 0)
  return [...found.values()]
}

/** Things that others name by their ids. */
const byId = (things: ReadonlyArray<Thing>): ((value: unknown) => unknown) => {
  const named = new Map<string, Thing>()
  let left: number = most.things
  const visit = (value: unknown, level: number): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, level)
    if (!isThing(value) || level > most.levels || left <= 0) return
    left -= 1
    const id = value["@id"]
    if (typeof id === "string" && Object.keys(value).length > 2 && !named.has(id)) named.set(id, value)
    for (const inner of Object.values(value)) if (typeof inner === "object") visit(inner, level + 1)
  }
  for (const thing of things) visit(thing, 0)
  return (value) => {
    const id = isThing(value) ? value["@id"] : undefined
    return typeof id === "string" && isThing(value) && value.name === undefined ? (named.get(id) ?? value) : value
  }
}

const organizationOf = (value: unknown, base: string): Role["organization"] | null => {
  const name = textOf(value)
  if (name === null || name.length > 200) return null
  const address = isThing(value) ? addressOf(textUnder(value, "url", "sameAs", "@id"), base) : null
  return { name, domain: address === null ? null : hostOfUrl(address) }
}

/** A role of its own kind, such as `EmployeeRole`, says when and as what; an organization alone says that it goes on. */
const rolesFrom = (
  value: unknown,
  title: string,
  base: string,
  resolve: (value: unknown) => unknown
): ReadonlyArray<Role> =>
  allOf(value).flatMap((given) => {
    const one = resolve(given)
    const isRole = isThing(one) && typesOf(one).some((type) => type.endsWith("Role"))
    const inner = isRole
      ? resolve((one as Thing).worksFor ?? (one as Thing).affiliation ?? (one as Thing).memberOf)
      : one
    const organization = organizationOf(inner, base)
    if (organization === null) return []
    const said = isRole ? (one as Thing) : {}
    const endDate = readPartialDate(textUnder(said, "endDate"))
    return [
      {
        title: (isRole ? textUnder(said, "roleName", "namedPosition", "name") : null) ?? title,
        organization,
        location: null,
        description: isRole ? textUnder(said, "description") : null,
        startDate: readPartialDate(textUnder(said, "startDate")),
        endDate,
        isCurrent: endDate === null
      }
    ]
  })

const titleOf = (thing: Thing): string =>
  textUnder(thing, "jobTitle") ??
  (isThing(thing.hasOccupation) ? (textUnder(thing.hasOccupation, "name", "roleName") ?? "") : "")

const rolesOf = ({ of, thing }: Found, base: string, resolve: (value: unknown) => unknown): ReadonlyArray<Role> => {
  const title = titleOf(thing).slice(0, 200)
  const own = rolesFrom(thing.worksFor, title, base, resolve)
  const wider = own.length > 0 ? [] : rolesFrom(thing.affiliation ?? thing.memberOf, title, base, resolve)
  const roles = [...own, ...wider]
  if (of === null) return roles.slice(0, most.roles)
  const organization = organizationOf(of.organization, base)
  const isSaid = organization === null || roles.some((role) => role.organization.name === organization.name)
  const said: ReadonlyArray<Role> =
    isSaid || organization === null
      ? []
      : [
          {
            title: title || of.title,
            organization,
            location: null,
            description: null,
            startDate: null,
            endDate: null,
            isCurrent: true
          }
        ]
  return [...said, ...roles].slice(0, most.roles)
}

const educationOf = (thing: Thing, base: string, resolve: (value: unknown) => unknown): ReadonlyArray<Education> =>
  allOf(thing.alumniOf)
    .slice(0, most.roles)
    .flatMap((given) => {
      const one = resolve(given)
      const isRole = isThing(one) && typesOf(one).some((type) => type.endsWith("Role"))
      const said = isRole ? (one as Thing) : {}
      const institution = organizationOf(isRole ? resolve((one as Thing).alumniOf) : one, base)
      if (institution === null) return []
      return [
        {
          institution,
          degree: textUnder(said, "roleName", "credentialCategory"),
          fieldOfStudy: null,
          description: null,
          startDate: readPartialDate(textUnder(said, "startDate")),
          endDate: readPartialDate(textUnder(said, "endDate"))
        }
      ]
    })

const placeOf = (thing: Thing): Place | null => {
  const said = thing.address ?? thing.homeLocation ?? thing.workLocation ?? null
  const [first] = allOf(said)
  const address = isThing(first) && isThing(first.address) ? first.address : first
  if (!isThing(address)) {
    const display = textOf(address)
    return display === null
      ? null
      : { display: display.slice(0, 200), city: null, region: null, country: null, countryCode: null }
  }
  const country = textUnder(address, "addressCountry")
  const code = country !== null && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null
  const city = textUnder(address, "addressLocality")
  const region = textUnder(address, "addressRegion")
  const parts = [city, region, country].filter((part) => part !== null)
  if (parts.length === 0) return null
  return { display: parts.join(", "), city, region, country: code === null ? country : null, countryCode: code }
}

const momentOf = (text: string | null): DateTime.Utc | null =>
  text === null ? null : Option.getOrNull(Option.map(DateTime.make(text), DateTime.toUtc))

/** The people of a page in the order in which it names them, each with whether the page says that it is about him. */
export const personThings = (
  things: ReadonlyArray<PageThing>,
  base: string
): ReadonlyArray<{ readonly record: PersonRecord; readonly isMain: boolean }> => {
  const said = things.filter(({ source }) => source !== "state").map((one) => one.said)
  const resolve = byId(said)
  return findPeople(said).flatMap((found) => {
    const { profile, thing } = found
    const fullName = textUnder(thing, "name")?.slice(0, 200) ?? null
    const firstName = textUnder(thing, "givenName")?.slice(0, 100) ?? null
    const lastName = textUnder(thing, "familyName")?.slice(0, 100) ?? null
    if (fullName === null && (firstName === null || lastName === null)) return []
    const own = addressOf(textUnder(thing, "url", "mainEntityOfPage"), base)
    const urls = [
      ...(own === null ? [] : [own]),
      ...textsOf(thing.sameAs).flatMap((text) => addressOf(text, base) ?? [])
    ]
    const record: PersonRecord = {
      ...emptyRecord(base),
      fullName: fullName ?? `${firstName} ${lastName}`,
      firstName,
      lastName,
      otherNames: textsOf(thing.alternateName)
        .slice(0, 10)
        .map((name) => name.slice(0, 200)),
      emails: textsOf(thing.email).flatMap((text) => mailboxOf(text) ?? []),
      avatarUrl: addressOf(picturesOf(thing.image)[0] ?? null, base),
      bio: textUnder(thing, "description")?.slice(0, 2_000) ?? null,
      place: placeOf(thing),
      roles: rolesOf(found, base, resolve),
      education: educationOf(thing, base, resolve),
      skills: textsOf(thing.knowsAbout).slice(0, 50),
      ...sortedUrls(urls),
      updatedAt: profile === null ? null : momentOf(textUnder(profile, "dateModified"))
    }
    return [{ record, isMain: profile !== null }]
  })
}
