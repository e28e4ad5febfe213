/** A row of a list of people, as an organization writes it: a line of a table, or an object in JSON. */
import { keysOfRecord } from "@kittiwake/core/internal/people/domain/personKeys"
import { type ImportedRecord, toPersonRecord } from "@kittiwake/core/people/domain/ImportedRecord"
import { withScheme } from "../commands/webFlags.ts"

/** Characters of one text, and of a biography; texts of one list. */
const bounds = { text: 500, bio: 5_000, list: 20 } as const

/** What columns are called, and what else they may be called. */
const names: Readonly<Record<string, string>> = {
  ...{ name: "name", full_name: "name", first_name: "first_name", first: "first_name", last_name: "last_name" },
  ...{ last: "last_name", email: "email", emails: "email", title: "title", company: "company", domain: "domain" },
  ...{ city: "city", region: "region", country: "country", bio: "bio", skills: "skills" },
  ...{ url: "urls", urls: "urls", social_urls: "urls", website: "websites", websites: "websites" },
  website_urls: "websites"
}

/** The names that are documented. */
export const columns: ReadonlyArray<string> = [...new Set(Object.values(names))]

const columnOf = (written: string): string | undefined => {
  const name = written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
  return Object.hasOwn(names, name) ? names[name] : undefined
}

/** Columns of a row that say nothing here. */
export const unread = (row: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  Object.keys(row).filter((name) => columnOf(name) === undefined)

/** Why a row is of nobody. */
class Bad extends Error {}

const isText = (value: unknown): value is string => typeof value === "string"

const checked = (column: string, text: string, most: number): string => {
  if (text.length > most) throw new Bad(`${column} is longer than ${most} characters`)
  return text
}

const email = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/

const emailOf = (text: string): string => {
  if (!email.test(text)) throw new Bad(`${JSON.stringify(text.slice(0, 100))} is no e-mail address`)
  return text
}

const addressOf = (text: string): string => {
  const url = URL.parse(withScheme(text))
  if (url === null || !/^https?:$/.test(url.protocol) || !url.hostname.includes("."))
    throw new Bad(`${JSON.stringify(text.slice(0, 100))} is no address of the web`)
  return url.href
}

const read = (row: Readonly<Record<string, unknown>>): ImportedRecord => {
  const given = new Map<string, Array<unknown>>()
  for (const [written, value] of Object.entries(row)) {
    const column = columnOf(written)
    if (column === undefined || value === null || value === "") continue
    given.set(column, [...(given.get(column) ?? []), ...(Array.isArray(value) ? value : [value])])
  }
  const texts = (column: string, separator: RegExp): ReadonlyArray<string> => {
    const all = (given.get(column) ?? []).flatMap((value) => {
      if (!isText(value)) throw new Bad(`${column} is no text`)
      return checked(column, value, bounds.bio).split(separator)
    })
    const told = all.map((text) => checked(column, text.trim(), bounds.text)).filter((text) => text !== "")
    if (told.length > bounds.list) throw new Bad(`${column} has more than ${bounds.list}`)
    return [...new Set(told)]
  }
  const text = (column: string, most: number = bounds.text): string | null => {
    const [value = null, ...more] = given.get(column) ?? []
    if (value === null) return null
    if (!isText(value) || more.length > 0) throw new Bad(`${column} is no text`)
    return checked(column, value.trim(), most) || null
  }
  const [title, company, domain] = [text("title"), text("company"), text("domain")]
  const [city, region, country] = [text("city"), text("region"), text("country")]
  const isCode = country !== null && /^[a-z]{2}$/i.test(country)
  const display = [city, region, country].filter((part) => part !== null).join(", ")
  return {
    fullName: text("name"),
    firstName: text("first_name"),
    lastName: text("last_name"),
    otherNames: [],
    emails: texts("email", /[\s,;]+/).map(emailOf),
    avatarUrl: null,
    bio: text("bio", bounds.bio),
    place:
      display === ""
        ? null
        : {
            display,
            city,
            region,
            country: isCode ? null : country,
            countryCode: isCode ? country.toUpperCase() : null
          },
    roles:
      company === null && domain === null
        ? []
        : [
            {
              title: title ?? "",
              organization: { name: company ?? domain ?? "", domain },
              ...{ location: null, description: null, startDate: null, endDate: null, isCurrent: true }
            }
          ],
    listsAllRoles: false,
    education: [],
    skills: texts("skills", /[,;]/),
    socialUrls: texts("urls", /[\s;]+/).map(addressOf),
    websiteUrls: texts("websites", /[\s;]+/).map(addressOf),
    updatedAtMillis: null
  }
}

/** Whom a row is of; a sentence where it is of nobody whom a question could find. */
export const personOfRow = (row: unknown): ImportedRecord | string => {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return "It is no object."
  try {
    const record = read(row as Readonly<Record<string, unknown>>)
    return keysOfRecord(toPersonRecord(record, "name")).length > 0
      ? record
      : "Nobody would find it: it has no e-mail address, no address of a profile, and no name with a domain."
  } catch (cause) {
    if (cause instanceof Bad) return `${cause.message}.`
    throw cause
  }
}
