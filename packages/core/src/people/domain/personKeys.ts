/** What a person is known by exactly: an e-mail address, the address of a profile, or a name at a domain. */

import { Result } from "effect"
import { fold } from "../../brands/domain/searchTerms.ts"
import { normalized } from "../../paging/domain/normalized.ts"
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import { withoutPort } from "./organizationRelation.ts"
import type { PersonClues } from "./PersonClues.ts"
import type { PersonRecord } from "./PersonRecord.ts"
import { respelled } from "./respelled.ts"

/** Equal keys mean the same, however they were written. */
export interface PersonKey {
  readonly kind: "email" | "profile" | "name"
  readonly text: string
}

/** Keys that are made of one record or of one question, and characters of each. */
export const keyBounds = { keys: 64, characters: 400 } as const

/** Hosts that have other names, too. */
const sameHosts: Readonly<Record<string, string>> = { "twitter.com": "x.com", "fb.com": "facebook.com" }

const hostOf = (hostname: string): string => {
  const bare = hostname.toLowerCase().replace(/^(?:www\d?|m|mobile)\./, "")
  // Its countries have hosts of their own, with the same profiles.
  if (bare.endsWith(".linkedin.com")) return "linkedin.com"
  return sameHosts[bare] ?? bare
}

const readable = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Host and path of an address as profiles are compared by; null for what is no address of the web. */
export const profileText = (address: string): string | null => {
  const written = address.trim().slice(0, maxUrlLength)
  const url = parseUrl(/^https?:\/\//i.test(written) ? written : `https://${written}`)
  if (url === null || url.username !== "" || !url.hostname.includes(".")) return null
  const host = hostOf(url.hostname)
  const path = readable(url.pathname)
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, "")
  // There the person stands in the query.
  const id = host === "facebook.com" && path === "/profile.php" ? `?id=${url.searchParams.get("id") ?? ""}` : ""
  return `${host}${path}${id}`
}

/** A name without what spellings of it differ in. */
export const nameText = (name: string): string =>
  normalized(name.slice(0, keyBounds.characters), "NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/['’.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** The same with the spellings that a name has where it is written in plain letters: *kruger* and *krueger*. */
const nameTexts = (name: string): ReadonlyArray<string> => {
  const plain = name.slice(0, keyBounds.characters)
  return [...new Set([plain, fold(plain), respelled(plain)].map(nameText))]
}

const domainText = (domain: string): string =>
  withoutPort(
    domain
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, "")
      .replace(/\/.*$/, "")
      .replace(/^www\./, "")
  )

const emailText = (email: string): string => email.trim().toLowerCase()

const domainOfEmail = (email: string): string => emailText(email).slice(email.lastIndexOf("@") + 1)

const gathered = (given: {
  readonly emails: ReadonlyArray<string>
  readonly addresses: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
  readonly domains: ReadonlyArray<string>
}): ReadonlyArray<PersonKey> => {
  const keys = new Map<string, PersonKey>()
  const add = (kind: PersonKey["kind"], text: string): void => {
    if (text !== "" && text.length <= keyBounds.characters && keys.size < keyBounds.keys) {
      keys.set(`${kind} ${text}`, { kind, text })
    }
  }
  for (const email of given.emails) add("email", emailText(email))
  for (const address of given.addresses) add("profile", profileText(address) ?? "")
  const domains = new Set([...given.domains, ...given.emails.map(domainOfEmail)].map(domainText))
  for (const name of new Set([...given.names.map(nameText), ...given.names.flatMap(nameTexts)])) {
    // One word alone is what many are called.
    if (!name.includes(" ")) continue
    for (const domain of domains) if (domain !== "") add("name", `${name}@${domain}`)
  }
  return [...keys.values()]
}

const joined = (first: string | null, last: string | null): ReadonlyArray<string> =>
  first === null || last === null ? [] : [`${first} ${last}`]

/** The keys that a question gives. */
export const keysOfClues = ({ company, education, email, firstName, lastName, socialUrls }: PersonClues) =>
  gathered({
    emails: email === null ? [] : [email],
    addresses: socialUrls,
    names: joined(firstName, lastName),
    domains: [company?.domain ?? "", ...education.map(({ institution }) => institution?.domain ?? "")]
  })

/** The keys that a record has: strongest first. */
export const keysOfRecord = (record: Omit<PersonRecord, "foundBy">) =>
  gathered({
    emails: record.emails,
    addresses: [...(record.url === "" ? [] : [record.url]), ...record.socialUrls, ...record.websiteUrls],
    names: [
      ...(record.fullName === null ? [] : [record.fullName]),
      ...joined(record.firstName, record.lastName),
      ...record.otherNames
    ],
    domains: [...record.roles, ...record.education].map((one) =>
      "title" in one ? (one.organization.domain ?? "") : (one.institution.domain ?? "")
    )
  })

/** Keys as somebody writes one: an e-mail address, the address of a profile, or `First Last@domain`, of which a name may have several spellings. */
export const readKeys = (written: string): Result.Result<ReadonlyArray<PersonKey>, string> => {
  const text = written.trim()
  const bad = Result.fail("Write an e-mail address, the address of a profile, or First Last@domain.")
  if (text.length > keyBounds.characters) return bad
  const at = text.lastIndexOf("@")
  const [left, right] = [text.slice(0, Math.max(0, at)), domainText(text.slice(at + 1))]
  if (/^https?:\/\//i.test(text) || (text.includes("/") && !text.includes(" "))) {
    const address = profileText(text)
    return address === null ? bad : Result.succeed([{ kind: "profile", text: address }])
  }
  if (left === "" || !/^[^\s@/]+\.[^\s@/]+$/.test(right)) return bad
  if (!/\s/.test(left)) return Result.succeed([{ kind: "email", text: emailText(text) }])
  const names = nameTexts(left).filter((name) => name.includes(" "))
  return names.length > 0
    ? Result.succeed(names.map((name): PersonKey => ({ kind: "name", text: `${name}@${right}` })))
    : bad
}
