/** What records of pages are made of. */
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import { isAtDomain } from "./organizationRelation.ts"
import type { PersonRecord } from "./PersonRecord.ts"
import { readProfile } from "./profileAddress.ts"

/** A record of a page that says nothing yet. */
export const emptyRecord = (url: string): PersonRecord => ({
  source: "page",
  url,
  fullName: null,
  firstName: null,
  lastName: null,
  otherNames: [],
  emails: [],
  foundBy: "name",
  avatarUrl: null,
  bio: null,
  place: null,
  roles: [],
  listsAllRoles: false,
  education: [],
  skills: [],
  socialUrls: [],
  websiteUrls: [],
  verifiedUrls: [],
  updatedAt: null
})

/** The host of an address, without `www.`. */
export const hostOfUrl = (url: string): string | null =>
  parseUrl(url)
    ?.hostname.replace(/\.$/, "")
    .replace(/^www\./, "") ?? null

/** An e-mail address in lower case, with `mailto:` or without; null where it is none. */
export const mailboxOf = (text: string): string | null => {
  const address = text
    .trim()
    .replace(/^mailto:/i, "")
    .replace(/\?.*$/, "")
    .toLowerCase()
  return address.length <= 320 && /^[^\s@<>"(),:;]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(address)
    ? address
    : null
}

/** Hosts that are networks: addresses there that are no profile of a person are those of companies and posts. */
const networks = ["linkedin.com", "facebook.com", "x.com", "twitter.com", "instagram.com", "youtube.com"]

/** Most addresses that are kept of one person on one page. */
const most = 40

/** Addresses, those of profiles apart from pages. */
export const sortedUrls = (urls: ReadonlyArray<string>): Pick<PersonRecord, "socialUrls" | "websiteUrls"> => {
  const whole = [...new Set(urls)].filter((url) => url.length <= maxUrlLength && parseUrl(url) !== null).slice(0, most)
  const isPage = (url: string) => networks.every((network) => !isAtDomain(hostOfUrl(url) ?? network, network))
  return {
    socialUrls: whole.filter((url) => readProfile(url) !== null),
    websiteUrls: whole.filter((url) => readProfile(url) === null && isPage(url))
  }
}
