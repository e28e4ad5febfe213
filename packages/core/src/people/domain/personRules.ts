/** What is asked of the markup of a page that may be about people: microformats, links to one's other pages, Open Graph. */
import type { Extracted, ExtractRule, ExtractRules } from "../../pages/domain/ExtractRules.ts"
import type { Shown } from "../../products/domain/shownRules.ts"

const text = (selector: string): ExtractRule => ({ selector, type: "item", output: { _tag: "Text" } })

const attribute = (selector: string, name: string): ExtractRule => ({
  selector,
  type: "item",
  output: { _tag: "Attribute", name }
})

const all = (rule: ExtractRule): ExtractRule => ({ ...rule, type: "list" })

const fields = (selector: string, rules: Readonly<Record<string, ExtractRule>>): ExtractRule => ({
  selector,
  type: "list",
  output: { _tag: "Fields", rules: new Map(Object.entries(rules)) }
})

const card = {
  name: text(".p-name, .fn"),
  given: text(".p-given-name, .given-name"),
  family: text(".p-family-name, .family-name"),
  nickname: text(".p-nickname, .nickname"),
  organization: text(".p-org .p-name, .p-org, .org .organization-name, .org"),
  organizationUrl: attribute(".p-org .u-url, a.p-org, .org .url, a.org", "href"),
  job: text(".p-job-title, .p-role, .title, .role"),
  note: text(".p-note, .note"),
  photo: attribute("img.u-photo, img.photo", "src"),
  urls: all(attribute("a.u-url, a.url", "href")),
  profiles: all(attribute("a[rel~=me i]", "href")),
  emails: all(attribute("a.u-email, a.email, a[href^='mailto:' i]", "href")),
  locality: text(".p-locality, .locality"),
  region: text(".p-region, .region"),
  country: text(".p-country-name, .country-name"),
  address: text(".p-adr, .adr, .p-label, .p-location"),
  categories: all(text(".p-category, .category, .p-skill"))
}

const time = {
  start: text(".dt-start, .dtstart"),
  startAt: attribute("time.dt-start, time.dtstart, abbr.dtstart", "datetime"),
  end: text(".dt-end, .dtend"),
  endAt: attribute("time.dt-end, time.dtend, abbr.dtend", "datetime")
}

const anywhere: Readonly<Record<string, ExtractRule>> = {
  cards: fields(".h-card, .vcard", card),
  // Those of one element stand at the same place of their lists.
  cardTexts: all(text(".h-card, .vcard")),
  cardClasses: all(attribute(".h-card, .vcard", "class")),
  cardLinks: all(attribute(".h-card, .vcard", "href")),
  resumes: fields(".h-resume, .hresume", {
    ...card,
    summary: text(".p-summary, .summary"),
    experience: fields(".p-experience, .experience", {
      title: text(".p-job-title, .title, .p-name, .p-summary, .summary"),
      organization: text(".p-org .p-name, .p-org, .org, .p-location .p-name"),
      organizationUrl: attribute(".p-org .u-url, a.p-org, a.org", "href"),
      ...time
    }),
    education: fields(".p-education, .education", {
      organization: text(".p-org .p-name, .p-org, .org, .p-name, .summary"),
      organizationUrl: attribute(".p-org .u-url, a.p-org, a.org", "href"),
      degree: text(".p-degree, .p-category, .degree"),
      ...time
    }),
    skills: all(text(".p-skill, .skill"))
  }),
  profiles: all(attribute("a[rel~=me i], link[rel~=me i]", "href")),
  mailboxes: all(attribute("a[href^='mailto:' i]", "href")),
  kind: attribute("meta[property='og:type']", "content"),
  given: attribute("meta[property='profile:first_name']", "content"),
  family: attribute("meta[property='profile:last_name']", "content"),
  called: attribute("meta[property='og:title']", "content"),
  picture: attribute("meta[property='og:image']", "content"),
  description: attribute("meta[property='og:description'], meta[name=description]", "content"),
  siteName: attribute("meta[property='og:site_name']", "content"),
  heading: text("h1")
}

/** The rules. */
export const personRules: ExtractRules = new Map(Object.entries(anywhere))

/** The objects of a list. */
export const objectsIn = (found: Extracted | undefined, most: number): ReadonlyArray<Shown> =>
  Array.isArray(found)
    ? found.slice(0, most).filter((one): one is Shown => typeof one === "object" && one !== null && !Array.isArray(one))
    : []
