/** What services write of a person, as a record tells it: bounded, without markup, with addresses of the web alone. */

import { readProfile } from "@kittiwake/core/internal/people/domain/profileAddress"
import { maxUrlLength, parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { PartialDate, PersonRecord, Place } from "@kittiwake/core/people/domain/PersonRecord"
import { DateTime, Option } from "effect"

/** Characters of a name and of a longer text; items of a list; characters of an address. */
export const limits = { name: 300, text: 2_000, items: 40, address: maxUrlLength } as const

/** Text without tags and controls; null where nothing is left. */
export const plain = (text: string | null | undefined, most: number = limits.name): string | null => {
  const left = (text ?? "")
    .slice(0, most * 4)
    .toWellFormed()
    .replace(/<\/?[a-z!][^<>]*>/gi, "")
    .replace(/<(?=[/a-z!])/gi, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, "")
  return left === "" ? null : left
}

/** The same of many, each once. */
export const plainAll = (texts: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => [
  ...new Set(texts.slice(0, limits.items).flatMap((text) => plain(text) ?? []))
]

/** An address of the web; one without a scheme where it looks like one. */
export const link = (written: string | null | undefined): string | null => {
  const text = (written ?? "").trim()
  if (text === "" || text.length > limits.address) return null
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text)
  const url = parseUrl(isBare ? `https://${text}` : text)
  const isWeb = url !== null && ["http:", "https:"].includes(url.protocol)
  return isWeb && url.username === "" && url.hostname.includes(".") ? url.href : null
}

/** Addresses as profiles at networks, each in one spelling, and as other places. */
export const linksOf = (
  written: ReadonlyArray<string | null | undefined>
): Pick<PersonRecord, "socialUrls" | "websiteUrls"> => {
  const [socials, websites] = [new Set<string>(), new Set<string>()]
  for (const one of written.slice(0, limits.items)) {
    const url = link(one)
    if (url === null) continue
    const profile = readProfile(url)
    if (profile === null) websites.add(url)
    else socials.add(profile.url)
  }
  return { socialUrls: [...socials], websiteUrls: [...websites] }
}

/** E-mail addresses in lower case. */
export const emailsOf = (written: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => [
  ...new Set(
    written
      .slice(0, limits.items)
      .map((one) => (one ?? "").trim().toLowerCase())
      .filter((one) => one.length <= 320 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(one))
  )
]

/** The domain of a place's own site. */
export const domainOf = (url: string | null): string | null =>
  url === null ? null : (parseUrl(url)?.hostname.replace(/^www\./, "") ?? null)

/** Where somebody is, as they wrote it. */
export const placeOf = (written: string | null | undefined): Place | null => {
  const display = plain(written)
  return display === null ? null : { display, city: null, region: null, country: null, countryCode: null }
}

/** A date of numbers as they were written; null without a year that can be one. */
export const dateOf = (year: unknown, month: unknown, day: unknown): PartialDate | null => {
  const within = (value: unknown, least: number, most: number): number | null => {
    const number = typeof value === "string" && /^\d{1,4}$/.test(value) ? Number(value) : value
    return typeof number === "number" && Number.isInteger(number) && number >= least && number <= most ? number : null
  }
  const known = within(year, 1000, 2200)
  if (known === null) return null
  const ofYear = within(month, 1, 12)
  return { year: known, month: ofYear, day: ofYear === null ? null : within(day, 1, 31) }
}

/** A moment as services write it. */
export const momentOf = (written: string | number | null | undefined): DateTime.Utc | null => {
  if (written === null || written === undefined || written === "") return null
  return Option.getOrNull(Option.map(DateTime.make(written), DateTime.toUtc))
}

/** A record with nothing in it but what is given. */
export const recordOf = (
  given: Partial<PersonRecord> & Pick<PersonRecord, "foundBy" | "source" | "url">
): PersonRecord => ({
  ...{ fullName: null, firstName: null, lastName: null, otherNames: [], emails: [], avatarUrl: null, bio: null },
  ...{ place: null, roles: [], listsAllRoles: false, education: [], skills: [], socialUrls: [], websiteUrls: [] },
  ...{ verifiedUrls: [], updatedAt: null },
  ...given
})
