/** People whom a page marks by microformats: h-card and h-resume, in their old form too. */
import type { Shown } from "../../products/domain/shownRules.ts"
import { listIn, textIn, textsIn } from "../../products/domain/shownRules.ts"
import { addressOf } from "../../products/domain/Thing.ts"
import type { Education, PersonRecord, Place, Role } from "./PersonRecord.ts"
import { emptyRecord, hostOfUrl, mailboxOf, sortedUrls } from "./pageRecord.ts"
import { readPartialDate } from "./partialDates.ts"
import { objectsIn } from "./personRules.ts"

const most = { cards: 60, resumes: 3, items: 40 } as const

const short = (text: string | null, length = 200): string | null => text?.slice(0, length) ?? null

const addressesIn = (shown: Shown, field: string, base: string): ReadonlyArray<string> =>
  textsIn(shown, field).flatMap((href) => addressOf(href, base) ?? [])

const placeOf = (card: Shown): Place | null => {
  const [city, region, country] = ["locality", "region", "country"].map((field) => short(textIn(card, field), 100))
  const parts = [city, region, country].filter((part) => part !== null && part !== undefined)
  const display = parts.length > 0 ? parts.join(", ") : short(textIn(card, "address"))
  if (display === null) return null
  return { display, city: city ?? null, region: region ?? null, country: country ?? null, countryCode: null }
}

const organizationIn = (shown: Shown, base: string): Role["organization"] | null => {
  const name = short(textIn(shown, "organization"))
  const url = addressOf(textIn(shown, "organizationUrl"), base)
  return name === null ? null : { name, domain: url === null ? null : hostOfUrl(url) }
}

const cardRoles = (card: Shown, base: string): ReadonlyArray<Role> => {
  const organization = organizationIn(card, base)
  if (organization === null) return []
  const open = { location: null, description: null, startDate: null, endDate: null }
  return [{ title: short(textIn(card, "job")) ?? "", organization, ...open, isCurrent: true }]
}

const recordOf = (card: Shown, name: string, base: string): PersonRecord => {
  const whole = textIn(card, "name")
  const firstName = short(textIn(card, "given"), 100)
  const lastName = short(textIn(card, "family"), 100)
  const nickname = textIn(card, "nickname")
  return {
    ...emptyRecord(base),
    fullName: short(whole ?? (firstName !== null && lastName !== null ? `${firstName} ${lastName}` : name)),
    firstName,
    lastName,
    otherNames: nickname === null ? [] : [nickname.slice(0, 100)],
    emails: textsIn(card, "emails").flatMap((text) => mailboxOf(text) ?? []),
    avatarUrl: addressOf(textIn(card, "photo"), base),
    bio: short(textIn(card, "note"), 2_000),
    place: placeOf(card),
    roles: cardRoles(card, base),
    skills: textsIn(card, "categories").slice(0, most.items),
    ...sortedUrls([...addressesIn(card, "urls", base), ...addressesIn(card, "profiles", base)])
  }
}

const dates = (item: Shown) => {
  const end = textIn(item, "endAt") ?? textIn(item, "end")
  return {
    startDate: readPartialDate(textIn(item, "startAt") ?? textIn(item, "start")),
    endDate: readPartialDate(end)
  }
}

const experienceOf = (resume: Shown, base: string): ReadonlyArray<Role> =>
  objectsIn(resume.experience, most.items).flatMap((item) => {
    const organization = organizationIn(item, base)
    const title = short(textIn(item, "title"))
    if (organization === null || title === null) return []
    const { endDate, startDate } = dates(item)
    // Since then, and until nobody knows when.
    const isCurrent = endDate !== null ? false : startDate !== null ? true : null
    return [{ title, organization, location: null, description: null, startDate, endDate, isCurrent }]
  })

const educationOf = (resume: Shown, base: string): ReadonlyArray<Education> =>
  objectsIn(resume.education, most.items).flatMap((item) => {
    const institution = organizationIn(item, base)
    if (institution === null) return []
    return [
      { institution, degree: short(textIn(item, "degree")), fieldOfStudy: null, description: null, ...dates(item) }
    ]
  })

/** Whether a card is that of an organization: one inside another's, or one that is called as its own organization is. */
const isOrganization = (card: Shown, classes: string): boolean =>
  /(?:^|\s)(?:p-org|org|p-location)(?:\s|$)/.test(classes) ||
  (textIn(card, "organization") !== null && textIn(card, "organization") === textIn(card, "name"))

/** The people of the cards and résumés of a page, in its order. */
export const personCards = (shown: Shown, base: string): ReadonlyArray<PersonRecord> => {
  const texts = listIn(shown, "cardTexts")
  const classes = listIn(shown, "cardClasses")
  const links = listIn(shown, "cardLinks")
  const cards = objectsIn(shown.cards, most.cards).flatMap((card, index) => {
    if (isOrganization(card, classes[index] ?? "")) return []
    const name = texts[index]?.trim() ?? ""
    const record = recordOf(card, name.length > 80 ? "" : name, base)
    const own = addressOf(links[index] ?? null, base)
    if (record.fullName === null || record.fullName === "") return []
    return [own === null ? record : { ...record, ...sortedUrls([own, ...record.socialUrls, ...record.websiteUrls]) }]
  })
  const resumes = objectsIn(shown.resumes, most.resumes).map((resume): PersonRecord => {
    const roles = experienceOf(resume, base)
    return {
      ...recordOf(resume, "", base),
      bio: short(textIn(resume, "summary") ?? textIn(resume, "note"), 2_000),
      roles: [...roles, ...(roles.length > 0 ? [] : cardRoles(resume, base))],
      listsAllRoles: roles.length > 0,
      education: educationOf(resume, base),
      skills: textsIn(resume, "skills").slice(0, most.items)
    }
  })
  return [...resumes.filter(({ fullName }) => fullName !== null && fullName !== ""), ...cards]
}
