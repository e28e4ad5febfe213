/** Who a page is about, as far as anybody asks for them. */

import { textIn, textsIn } from "../../products/domain/shownRules.ts"
import { addressOf } from "../../products/domain/Thing.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { isAtDomain, organizationRelation } from "./organizationRelation.ts"
import { ownMailboxes } from "./ownMailboxes.ts"
import type { PersonClues } from "./PersonClues.ts"
import type { PageReason, PersonPage } from "./PersonPage.ts"
import type { PersonRecord, Role } from "./PersonRecord.ts"
import { emptyRecord, hostOfUrl, mailboxOf, sortedUrls } from "./pageRecord.ts"
import { personCards } from "./personCards.ts"
import { isCalled, personLines } from "./personLines.ts"
import { isSharedMailbox, type NameParts, nameInEmail, namePartsOf, nameRelation, nameWords } from "./personName.ts"
import { personThings } from "./personThings.ts"
import { readProfile, sameAddress } from "./profileAddress.ts"

/** People of one page that are told. */
export const mostOfPage = 10

/** The name that is asked for; by the e-mail address where none is given. */
export const askedName = ({ email, firstName, lastName }: PersonClues): NameParts | null =>
  firstName !== null && lastName !== null
    ? namePartsOf(firstName, lastName)
    : email === null
      ? null
      : nameInEmail(email)

/** Links by which a page says that others are its owner's too. */
export const ownLinks = ({ shown, url }: PersonPage): ReadonlyArray<string> => [
  ...new Set(textsIn(shown, "profiles").flatMap((href) => addressOf(href, url) ?? []))
]

const isSamePage = (one: string, other: string): boolean => sameAddress(one) === sameAddress(other)

const isFront = (url: string): boolean => parseUrl(url)?.pathname === "/"

/** Whether a page of a company may be one person's: its first page never is. */
const mayBeOwn = (page: PersonPage, { isAsked, organization }: PageReason): boolean =>
  isAsked || organization === null || !isFront(page.url)

const linksItself = ({ socialUrls, websiteUrls }: PersonRecord, page: PersonPage): boolean =>
  [...socialUrls, ...websiteUrls].some((url) => isSamePage(url, page.url))

const titleParts = (title: string): ReadonlyArray<string> =>
  title
    .slice(0, 300)
    .split(/(?<!\s)\s+[|–—·:-]\s+|(?:(?<!\s)\s+)?[|–—·]\s*|,\s+/u)
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** What a page says of its one person, where it marks nobody: by Open Graph, its title or its heading. */
const unmarked = (page: PersonPage, { clues, isAsked }: PageReason): PersonRecord | null => {
  const { shown, title, url } = page
  const [given = null, family = null] = ["given", "family"].map((field) => textIn(shown, field)?.slice(0, 100) ?? null)
  const isProfile = textIn(shown, "kind") === "profile"
  const said = [textIn(shown, "heading"), textIn(shown, "called"), title].flatMap((text) =>
    text === null ? [] : titleParts(text)
  )
  const asked = askedName(clues)
  const called = asked === null ? undefined : said.find((text) => isCalled(asked, text))
  const alone = isProfile && called === undefined ? said.find((text) => isName(text)) : undefined
  const fullName = given !== null && family !== null ? `${given} ${family}` : (called ?? alone ?? null)
  if (fullName === null && !(isAsked && ownLinks(page).length > 0)) return null
  return {
    ...emptyRecord(url),
    fullName,
    firstName: given,
    lastName: family,
    bio: textIn(shown, "description")?.slice(0, 2_000) ?? null,
    avatarUrl: isProfile ? addressOf(textIn(shown, "picture"), url) : null
  }
}

const isName = (text: string): boolean => /^\p{Lu}[\p{L}'’.-]+(?:\s+\p{Lu}[\p{L}'’.-]*){1,3}$/u.test(text)

/** Adds what the page says of its owner alone. */
const asOwn = (record: PersonRecord, page: PersonPage): PersonRecord => {
  const mailboxes = textsIn(page.shown, "mailboxes").flatMap((href) => mailboxOf(href) ?? [])
  return {
    ...record,
    emails: ownMailboxes(record.fullName, record.emails, mailboxes),
    bio: record.bio ?? textIn(page.shown, "description")?.slice(0, 2_000) ?? null,
    ...sortedUrls([page.url, ...record.socialUrls, ...record.websiteUrls, ...ownLinks(page)])
  }
}

/** Which of the people of a page it is about; below nothing where it is about none of them, or several. */
const ownerAt = (
  page: PersonPage,
  reason: PageReason,
  all: ReadonlyArray<{ readonly record: PersonRecord; readonly isMain: boolean }>
): number => {
  if (!mayBeOwn(page, reason)) return -1
  const main = all.findIndex(({ isMain }) => isMain)
  if (main >= 0) return main
  const self = all.filter(({ record }) => linksItself(record, page))
  if (self.length === 1) return all.indexOf(self[0]!)
  const names = new Set(all.map(({ record }) => nameWords(record.fullName ?? "").join(" ")))
  const said = [textIn(page.shown, "heading"), page.title].flatMap((text) => (text === null ? [] : titleParts(text)))
  const isTitled = ({ fullName }: PersonRecord) =>
    said.some((text) => nameWords(text).join(" ") === nameWords(fullName ?? "").join(" "))
  return names.size === 1 && (reason.isAsked || all.some(({ record }) => isTitled(record))) ? 0 : -1
}

const open = { location: null, description: null, startDate: null, endDate: null } as const

/** Whose the site of a page is, by all that is known. */
const ofSite = ({ siteName }: PersonPage, { organization }: PageReason) => ({
  name: organization?.name ?? siteName,
  domain: organization?.domain ?? null
})

/** Whoever works for the company of the site where nothing else is said. */
const withEmployer = (
  record: PersonRecord,
  page: PersonPage,
  { organization }: PageReason,
  title = ""
): PersonRecord => {
  if (organization === null || record.roles.length > 0) return record
  const { domain } = organization
  if (domain === null || !isAtDomain(hostOfUrl(page.url) ?? "", domain)) return record
  const role: Role = {
    title,
    organization: { name: organization.name ?? page.siteName?.slice(0, 200) ?? domain, domain },
    ...open,
    // Authors and customers stand on sites too: only who is said to be something is said to be there today.
    isCurrent: title === "" ? null : true
  }
  return { ...record, roles: [role] }
}

const jobOf = ({ things }: PersonPage, name: string | null): string => {
  const found = things.find(({ said }) => said.name === name && typeof said.jobTitle === "string")
  return found === undefined ? "" : String(found.said.jobTitle).slice(0, 200)
}

const isWanted = (record: PersonRecord, { clues, isAsked }: PageReason, isOwner: boolean): boolean => {
  if (clues.email !== null && record.emails.includes(clues.email)) return true
  const keys = new Set(clues.socialUrls.flatMap((url) => readProfile(url)?.url ?? []))
  if ([...record.socialUrls, ...record.websiteUrls].some((url) => keys.has(sameAddress(url) ?? ""))) return true
  if (isOwner && isAsked) return true
  const asked = askedName(clues)
  const relation = asked === null ? "unknown" : nameRelation(asked, record)
  return relation === "same" || relation === "near"
}

const foundBy = (record: PersonRecord, { clues }: PageReason): PersonRecord["foundBy"] => {
  if (clues.email !== null && record.emails.includes(clues.email)) return "email"
  const keys = new Set(clues.socialUrls.flatMap((url) => sameAddress(url) ?? []))
  return [record.url, ...record.socialUrls].some((url) => keys.has(sameAddress(url) ?? "")) ? "profile" : "name"
}

const written = (page: PersonPage, reason: PageReason): ReadonlyArray<PersonRecord> => {
  const asked = askedName(reason.clues)
  if (asked === null || reason.organization === null) return []
  return personLines(page.text, asked).map(({ email, isFormer, name, organization, title }) => {
    const record = {
      ...emptyRecord(page.url),
      fullName: name,
      emails: email === null || isSharedMailbox(email) ? [] : [email]
    }
    const said = { name: organization ?? "", domain: null }
    const isOther = organization !== null && organizationRelation(ofSite(page, reason), said) === "none"
    const whole = isOther
      ? { ...record, roles: [{ ...open, title: title ?? "", organization: said, isCurrent: true }] }
      : withEmployer(record, page, reason, title ?? "")
    return isFormer ? { ...whole, roles: whole.roles.map((role) => ({ ...role, isCurrent: false })) } : whole
  })
}

/** The people of a page who may be meant. */
export const personsOfPage = (page: PersonPage, reason: PageReason): ReadonlyArray<PersonRecord> => {
  const marked = [
    ...personThings(page.things, page.url),
    ...personCards(page.shown, page.url).map((record) => ({ record, isMain: false }))
  ]
  const single = marked.length > 0 || !mayBeOwn(page, reason) ? null : unmarked(page, reason)
  const all = single === null ? marked : [{ record: single, isMain: true }]
  const owner = ownerAt(page, reason, all)
  const ownerName = owner < 0 ? null : nameWords(all[owner]!.record.fullName ?? "").join(" ")
  const isOwner = (record: PersonRecord, index: number) =>
    index === owner ||
    (ownerName !== null && ownerName !== "" && nameWords(record.fullName ?? "").join(" ") === ownerName)
  const told = all.flatMap(({ record }, index) => {
    const own = isOwner(record, index)
    const whole = withEmployer(own ? asOwn(record, page) : record, page, reason, jobOf(page, record.fullName))
    return isWanted(whole, reason, own) ? [whole] : []
  })
  // Titles that stand beside a name say more than a mark without one.
  const lines = told.some(({ roles }) => roles.some(({ title }) => title !== "")) ? [] : written(page, reason)
  return [...told, ...lines].slice(0, mostOfPage).map((record) => ({ ...record, foundBy: foundBy(record, reason) }))
}
