/**
 * A made world: people with profiles, pages and namesakes, and questions about them whose answers are known.
 *
 * Every record is somebody's, by its address. The two halves have names, companies, styles of pages and ways to write of their own.
 */
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import type { PersonRecord, Role } from "@kittiwake/core/people/domain/PersonRecord"

export interface Asked {
  readonly id: string
  readonly kind: string
  readonly clues: PersonClues
  /** Whose name is meant, whether it is asked with or not. */
  readonly called: string
  /** Whose records are right; null where nobody whom anything knows is meant. */
  readonly is: string | null
}

export interface World {
  readonly questions: ReadonlyArray<Asked>
  readonly records: ReadonlyArray<PersonRecord>
  /** Pages by their addresses. */
  readonly pages: ReadonlyMap<string, string>
  /** Whose a record is that was read on a page or told by a service. */
  readonly owners: ReadonlyMap<string, string>
}

/** What a half is made of. */
export interface Style {
  readonly seed: number
  readonly firsts: ReadonlyArray<string>
  readonly lasts: ReadonlyArray<string>
  readonly companies: ReadonlyArray<readonly [name: string, domain: string, written: string]>
  readonly places: ReadonlyArray<readonly [city: string, country: string, code: string, display: string]>
  readonly schools: ReadonlyArray<readonly [name: string, written: string]>
  readonly titles: ReadonlyArray<string>
  /** How names are written at services. */
  readonly names: ReadonlyArray<(first: string, last: string) => string>
  /** Pages of teams and of one person. */
  readonly teams: ReadonlyArray<(people: ReadonlyArray<readonly [name: string, title: string]>) => string>
  readonly owns: ReadonlyArray<
    (name: string, title: string, company: string, me: ReadonlyArray<string>, url: string) => string
  >
}

interface Somebody {
  readonly id: string
  readonly first: string
  readonly last: string
  readonly company: Style["companies"][number]
  readonly place: Style["places"][number]
  readonly school: Style["schools"][number]
  readonly finished: number
  readonly title: string
}

const year = (number: number) => ({ year: number, month: null, day: null })

const roleOf = ({ company: [, domain, written], title }: Somebody, withDomain: boolean): Role => ({
  title,
  organization: { name: written, domain: withDomain ? domain : null },
  ...{ location: null, description: null, startDate: null, endDate: null, isCurrent: true }
})

const nothingKnown: Omit<PersonClues, "firstName" | "lastName"> = {
  email: null,
  socialUrls: [],
  company: null,
  education: [],
  location: { city: null, region: null, country: null }
}

const slug = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^a-zA-Z]+/g, "")
    .toLowerCase()

const mailOf = ({ company: [, domain], first, last }: Somebody): string => `${slug(first)}.${slug(last)}@${domain}`

/** Draws the same numbers for the same seed. */
const drawing = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** Makes half a world with so many people who are asked for. */
export const makeWorld = (style: Style, count: number): World => {
  const draw = drawing(style.seed)
  const pick = <A>(list: ReadonlyArray<A>): A => list[draw(list.length)]!
  const records: Array<PersonRecord> = []
  const pages = new Map<string, string>()
  const owners = new Map<string, string>()
  const questions: Array<Asked> = []
  const teams = new Map<string, Array<readonly [string, string]>>()

  const person = (id: string, first: string, last: string, unlike: ReadonlyArray<Somebody>): Somebody => {
    for (let tries = 0; ; tries++) {
      const made: Somebody = {
        ...{ id, first, last, company: pick(style.companies), place: pick(style.places), school: pick(style.schools) },
        ...{ finished: 1990 + draw(30), title: pick(style.titles) }
      }
      // Who is alike in all that could be asked is nobody's mistake.
      const isTwin = unlike.some(
        ({ company, place, school }) => company === made.company || (place === made.place && school === made.school)
      )
      if (!isTwin || tries > 50) return made
    }
  }

  const profiles = (who: Somebody, index: number) => {
    const { finished, first, id, last, place, school } = who
    const [city, country, code, display] = place
    const user = `${slug(first).slice(0, 3)}${slug(last)}${index}`
    const github = `https://github.com/${user}`
    const written = style.names[index % style.names.length]!(first, last)
    const nothingSaid = {
      ...{
        firstName: null,
        lastName: null,
        otherNames: [],
        emails: [],
        avatarUrl: null,
        bio: null,
        place: null,
        roles: []
      },
      ...{ listsAllRoles: false, education: [], skills: [], socialUrls: [], websiteUrls: [], verifiedUrls: [] },
      updatedAt: null
    }
    const own = index % 3 === 0 ? `https://${user}.example/` : null
    const hasMail = index % 2 === 0
    const add = (record: PersonRecord) => {
      records.push(record)
      owners.set(record.url, id)
    }
    add({
      ...nothingSaid,
      ...{ source: "github", url: github, foundBy: "name", fullName: written },
      emails: hasMail ? [mailOf(who)] : [],
      bio: index % 4 === 1 ? `${who.title} at ${who.company[0]}.` : null,
      place: index % 5 === 4 ? null : { display, city: null, region: null, country: null, countryCode: null },
      roles: index % 4 === 1 ? [] : [roleOf(who, false)],
      websiteUrls: own === null ? [] : [own]
    })
    if (index % 2 === 1) {
      add({
        ...nothingSaid,
        ...{
          source: "orcid",
          url: `https://orcid.org/0000-0002-${1000 + index}-${1000 + draw(8999)}`,
          foundBy: "name"
        },
        ...{ fullName: `${first} ${last}`, firstName: first, lastName: last },
        place: { display: null, city, region: null, country, countryCode: code },
        roles: [roleOf(who, true)],
        listsAllRoles: index % 4 === 3,
        education: [
          {
            institution: { name: school[1], domain: null },
            ...{ degree: "MSc", fieldOfStudy: null, description: null, startDate: null, endDate: year(finished) }
          }
        ],
        socialUrls: index % 4 === 1 ? [github] : []
      })
    }
    if (own !== null) {
      const page = style.owns[index % style.owns.length]!
      pages.set(own, page(`${first} ${last}`, who.title, who.company[0], [github, own], own))
      owners.set(own, id)
      pages.set(github, `<html><body><a rel="me" href="${own}">site</a></body></html>`)
    }
    if (index % 3 === 1) {
      const [, domain] = who.company
      teams.set(domain, [...(teams.get(domain) ?? []), [`${first} ${last}`, who.title]])
      owners.set(`https://${domain}/team ${first} ${last}`, id)
    }
    return github
  }

  for (let index = 0; index < count; index++) {
    const first = style.firsts[index % style.firsts.length]!
    const last = style.lasts[Math.floor(index / style.firsts.length) % style.lasts.length]!
    const who = person(`p${index}`, first, last, [])
    const isAbsent = index % 8 === 7
    const github = isAbsent ? "" : profiles(who, index)
    const others: Array<Somebody> = []
    for (let one = 0; one < index % 4; one++) {
      const other = person(`n${index}-${one}`, first, last, [who, ...others])
      others.push(other)
      profiles(other, 1_000 + index * 4 + one)
    }
    const named = { ...nothingKnown, firstName: first, lastName: last }
    const company = { name: who.company[0], domain: null }
    const domain = { name: null, domain: who.company[1] }
    const school = {
      institution: { name: who.school[0], domain: null },
      ...{ degree: null, fieldOfStudy: null, graduationYear: who.finished }
    }
    const location = { city: who.place[0], region: null, country: who.place[1] }
    const ask = (kind: string, clues: PersonClues) =>
      questions.push({
        ...{ id: `${who.id} ${kind}`, kind: isAbsent ? "absent" : kind, clues, called: `${first} ${last}` },
        is: isAbsent ? null : who.id
      })
    ask("name and employer", { ...named, company })
    ask("name and domain", { ...named, company: domain })
    ask("name and place", { ...named, location })
    ask("name, domain and place", { ...named, company: domain, location })
    if (isAbsent) {
      const unknown = { ...named, lastName: `${last.slice(0, 3)}quill`, company: domain, location }
      questions.push({ id: `${who.id} unknown`, kind: "unknown", clues: unknown, called: "", is: null })
    }
    if (index % 2 === 1) ask("name and school", { ...named, education: [school] })
    if (index % 2 === 0 && !isAbsent) {
      ask("address", { ...nothingKnown, firstName: null, lastName: null, email: mailOf(who) })
    }
    if (!isAbsent) ask("profile", { ...nothingKnown, firstName: null, lastName: null, socialUrls: [github] })
  }
  for (const [name, domain] of style.companies) {
    pages.set(
      `https://${domain}/`,
      `<html><head><title>${name}</title></head><body><a href="/team">Our team</a></body></html>`
    )
    const people = teams.get(domain) ?? []
    pages.set(`https://${domain}/team`, style.teams[name.length % style.teams.length]!(people))
  }
  return { questions, records, pages, owners }
}
