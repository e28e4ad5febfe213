/** An item of Wikidata about a person, as a record of one. */
import type { Education, PersonRecord, Role } from "@kittiwake/core/people/domain/PersonRecord"
import {
  aliasesOf,
  descriptionOf,
  type Item,
  idOf,
  idsOf,
  labelOf,
  qualifierDate,
  qualifierId,
  type Statement,
  statementsOf,
  textsOf
} from "./wikidataItems.ts"
import { domainOf, emailsOf, limits, link, linksOf, momentOf, plain, plainAll, recordOf } from "./words.ts"

/** Properties, as they are called there. */
const property = {
  ...{ instanceOf: "P31", employer: "P108", educatedAt: "P69", position: "P39", residence: "P551", image: "P18" },
  ...{ website: "P856", email: "P968", start: "P580", end: "P582", at: "P585", of: "P642", heldAs: "P794" },
  ...{ degree: "P512", field: "P812", occupation: "P106" }
} as const

const human = "Q5"

export const isHuman = (item: Item): boolean => idsOf(item, property.instanceOf).includes(human)

/** Identifiers at networks, and the addresses that they make. */
const accounts: Readonly<Record<string, (id: string) => string>> = {
  P2037: (id) => `https://github.com/${id}`,
  P2002: (id) => `https://x.com/${id}`,
  P496: (id) => `https://orcid.org/${id}`,
  P6634: (id) => `https://www.linkedin.com/in/${id}`,
  P2013: (id) => `https://www.facebook.com/${id}`,
  P2003: (id) => `https://www.instagram.com/${id}`,
  P4033: (id) => id.replace(/^@?([\w.-]+)@([\w.-]+)$/, "https://$2/@$1")
}

/** Networks by the property that has their identifiers. */
export const networkProperties: Readonly<Record<string, string>> = {
  ...{ github: "P2037", x: "P2002", orcid: "P496", linkedin: "P6634", facebook: "P2013", instagram: "P2003" }
}

const urlsOf = (item: Item): ReadonlyArray<string> =>
  Object.entries(accounts).flatMap(([id, toUrl]) => textsOf(item, id).map(toUrl))

/** Items of places that the person worked or learned at, those of now first. */
export const placesOf = (item: Item): ReadonlyArray<string> => {
  const isOver = (one: Statement) => qualifierDate(one, property.end) !== null
  const jobs = statementsOf(item, property.employer).toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))
  return [...jobs.flatMap((one) => idOf(one) ?? []), ...idsOf(item, property.educatedAt)]
}

/** Every item whose label is wanted to tell of the person. */
export const namedIn = (item: Item): ReadonlyArray<string> => [
  ...placesOf(item),
  ...[property.employer, property.educatedAt, property.position].flatMap((one) =>
    statementsOf(item, one).flatMap((statement) => [
      ...(qualifierId(statement, property.position, property.heldAs) === null
        ? []
        : [qualifierId(statement, property.position, property.heldAs)!]),
      ...[property.degree, property.field, property.of, property.employer].flatMap(
        (qualifier) => qualifierId(statement, qualifier) ?? []
      )
    ])
  ),
  ...idsOf(item, property.position),
  ...idsOf(item, property.residence)
]

/** What is known of the items that it names. */
export interface Named {
  readonly label: (id: string | null) => string | null
  readonly domain: (id: string | null) => string | null
}

const lasting = (statement: Statement) => {
  const endDate = qualifierDate(statement, property.end)
  return { startDate: qualifierDate(statement, property.start), endDate, isCurrent: endDate === null ? null : false }
}

const roleAt = (
  statement: Statement,
  place: string | null,
  title: string | null,
  named: Named
): ReadonlyArray<Role> => {
  const name = plain(named.label(place))
  if (name === null) return []
  return [
    {
      title: plain(title) ?? "",
      organization: { name, domain: named.domain(place) },
      ...{ location: null, description: null },
      ...lasting(statement)
    }
  ]
}

const rolesOf = (item: Item, named: Named): ReadonlyArray<Role> => [
  ...statementsOf(item, property.employer).flatMap((one) =>
    roleAt(one, idOf(one), named.label(qualifierId(one, property.position, property.heldAs)), named)
  ),
  ...statementsOf(item, property.position).flatMap((one) =>
    roleAt(one, qualifierId(one, property.of, property.employer), named.label(idOf(one)), named)
  )
]

const educationOf = (item: Item, named: Named): ReadonlyArray<Education> =>
  statementsOf(item, property.educatedAt).flatMap((one) => {
    const name = plain(named.label(idOf(one)))
    if (name === null) return []
    const { endDate, startDate } = lasting(one)
    return [
      {
        institution: { name, domain: named.domain(idOf(one)) },
        degree: plain(named.label(qualifierId(one, property.degree))),
        fieldOfStudy: plain(named.label(qualifierId(one, property.field))),
        description: null,
        ...{ startDate, endDate: endDate ?? qualifierDate(one, property.at) }
      }
    ]
  })

const pictureOf = (item: Item): string | null => {
  const [file] = textsOf(item, property.image)
  return file === undefined
    ? null
    : link(`https://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(file)}`)
}

/** What it says of the person. */
export const wikidataPerson = (
  id: string,
  item: Item,
  foundBy: PersonRecord["foundBy"],
  named: Named
): PersonRecord => {
  const home = plain(named.label(idsOf(item, property.residence)[0] ?? null))
  return recordOf({
    ...{ source: "wikidata", url: `https://www.wikidata.org/wiki/${id}`, foundBy },
    fullName: plain(labelOf(item)),
    otherNames: plainAll(aliasesOf(item)),
    emails: emailsOf(textsOf(item, property.email).map((one) => one.replace(/^mailto:/i, ""))),
    avatarUrl: pictureOf(item),
    bio: plain(descriptionOf(item), limits.text),
    place: home === null ? null : { display: home, city: null, region: null, country: null, countryCode: null },
    roles: rolesOf(item, named),
    education: educationOf(item, named),
    ...linksOf([...urlsOf(item), ...textsOf(item, property.website)]),
    updatedAt: momentOf(item.modified)
  })
}

/** The domain of a place's own site, from its statements. */
export const siteOf = (item: Pick<Item, "claims">): string | null =>
  domainOf(link(textsOf(item, property.website)[0] ?? null))

/** The property that says where something's own site is. */
export const siteProperty = property.website
