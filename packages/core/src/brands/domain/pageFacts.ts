/** The facts of one page of a site. */

import type { PageLink } from "../../pages/domain/PageLink.ts"
import type { PageMetadata } from "../../pages/domain/PageMetadata.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { firstAndLast } from "../../sites/domain/pickLink.ts"
import type { BrandStock } from "./BrandProfile.ts"
import { attributesOf, type BrandExtract } from "./brandRules.ts"
import { longestName } from "./companyName.ts"
import { footerLines, holdersIn, isNamedIn, namesOfPages } from "./footerNames.ts"
import { languageOf } from "./languageOf.ts"
import { addressOf, emailOf, linkedFacts, phoneOf } from "./linkedFacts.ts"
import { cleanText, cutText, type Say, type SiteFact, textLimits } from "./SiteFact.ts"
import { wordsOf } from "./searchTerms.ts"
import { sayShown } from "./shownFacts.ts"
import { socialOf } from "./socials.ts"
import { stocksIn, tokyoStocksIn } from "./stockNamed.ts"
import { isGeneric, isPhrase, likeDomain, nameKey, titleParts } from "./titleParts.ts"

/** A page of a site as it was read. */
export interface BrandPage {
  readonly url: string
  readonly isFront: boolean
  readonly metadata: PageMetadata
  readonly links: ReadonlyArray<PageLink>
  readonly extract: BrandExtract
}

/** The site that a page is of. */
export interface BrandSite {
  readonly domain: string
  /** Whether an address is the site's own. */
  readonly isOwn: (url: string) => boolean
}

/** The first of what a page says under one name; empty when it says nothing. */
export const first = (value: string | ReadonlyArray<string> | undefined): string =>
  (typeof value === "string" ? value : value?.[0]) ?? ""

/** What a page's head says that its site is called, each with how surely. */
const headNames = ({ metadata }: BrandPage): ReadonlyArray<readonly [string, number]> =>
  (
    [
      [first(metadata.openGraph?.["siteName"]), 0.9],
      [first(metadata.additionalMeta?.["application-name"]), 0.8],
      [first(metadata.additionalMeta?.["apple-mobile-web-app-title"]), 0.6]
    ] as const
  )
    .map(([name, weight]) => [name.trim().slice(0, longestName), weight] as const)
    .filter(([name]) => name.trim() !== "" && !isGeneric(name))

/** Most words of a heading that is a name, and headings that are looked at. */
const headingLimits = { words: 4, headings: 3 } as const

/** A heading that says whose the page is: it is called as its domain, or its footer says it again, and not as the name of a page. */
const calledInHeading = (
  { headings, shownBelow }: BrandExtract,
  domain: string,
  pages: ReadonlySet<string>
): string | undefined => {
  const lines = footerLines(shownBelow)
  return headings.slice(0, headingLimits.headings).find((heading) => {
    const name = heading.replace(/\s+/g, " ").trim()
    if (name.length < 2 || name.length > textLimits.title || isGeneric(name)) return false
    if (wordsOf(name).length > headingLimits.words) return false
    const mayBeName = /^\p{Lu}/u.test(name) && !pages.has(name)
    return likeDomain(name, domain) >= 0.3 || (mayBeName && lines.some((line) => isNamedIn(line, name)))
  })
}

const sayTitles = (say: Say, page: BrandPage, domain: string) => {
  const { extract, isFront, metadata } = page
  for (const [name, weight] of headNames(page)) {
    say("title", cleanText(name, textLimits.title), "metadata", weight)
  }
  for (const name of extract.dataNames.slice(0, 1)) say("title", cleanText(name, textLimits.title), "microdata", 0.6)
  for (const markup of extract.pictures.slice(0, 3)) {
    const alt = (attributesOf(markup).get("alt") ?? "")
      .replace(/\b(?:logo(?:type)?|home|homepage|brand)\b/giu, "")
      .trim()
    if (alt.length > 1 && alt.length < 50 && !isGeneric(alt))
      say("title", cleanText(alt, textLimits.title), "picture", 0.35)
  }
  const pages = namesOfPages(page.links)
  for (const holder of holdersIn(extract.shownBelow, pages)) {
    say("title", cleanText(holder, textLimits.title), "footer", 0.35)
  }
  if (!isFront) return
  const title = metadata.title ?? first(metadata.openGraph?.["title"])
  const called = headNames(page).map(([one]) => one)
  const { name, nameWeight, tagline } = titleParts(title, domain, called)
  say("title", cleanText(name, textLimits.title), "title", nameWeight)
  // What the title says comes first, and is taken where nothing tells which of the two is likelier.
  const heading = calledInHeading(extract, domain, pages)
  say("title", cleanText(heading, textLimits.title), "heading", 0.25)
  for (const slogan of sloganOf(extract, tagline)) say("slogan", cleanText(slogan, textLimits.slogan), "title", 0.5)
}

/** Headings that are looked at for a slogan, and its most characters. */
const sloganLimits = { headings: 8, length: 120 } as const

/** What a title says beside the name is what the page is about, unless the page calls it out as well. */
const sloganOf = ({ headings, taglines }: BrandExtract, tagline: string | null): ReadonlyArray<string> => {
  const said = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s.!…]+/g, " ")
      .trim()
  const called = headings
    .slice(0, sloganLimits.headings)
    .filter(({ length }) => length <= sloganLimits.length)
    .map(said)
  const wanted = said(tagline ?? "")
  if (tagline !== null && called.includes(wanted)) return [tagline]
  return taglines.filter((text) => text.length <= sloganLimits.length && isPhrase(text)).slice(0, 1)
}

/** Characters that a text which describes a company has; scripts without spaces say more with fewer. */
const leadLength = { least: 40, most: 500 } as const

/** What stands under headings and describes nobody: notices, questions, and ways to get in touch. */
const noLead = /cookie|javascript|lorem ipsum|©|@|\d[\d\s().-]{6,}\d/i

/** The first whole sentences under the page's heading. */
const leadOf = ({ leads }: BrandExtract): string | null =>
  leads
    .slice(0, 10)
    .map((text) => text.replace(/\s+/g, " ").trim())
    .find(
      (text) =>
        text.length >= leadLength.least &&
        text.length <= leadLength.most &&
        /[.!。！]$/u.test(text) &&
        !noLead.test(text)
    ) ?? null

const sayTexts = (say: Say, { extract, isFront, metadata }: BrandPage) => {
  if (isFront) {
    say("description", cutText(metadata.description, textLimits.description), "metadata", 1)
    say("description", cutText(first(metadata.openGraph?.["description"]), textLimits.description), "metadata", 0.9)
  }
  if (isFront) say("description", cleanText(leadOf(extract), textLimits.description), "text", 0.3)
  say("language", languageOf(metadata.language ?? ""), "metadata", isFront ? 1 : 0.2)
  const rating = `${first(metadata.additionalMeta?.["rating"])} ${first(metadata.additionalMeta?.["RATING"])}`
  if (/\b(?:adult|mature|RTA-5042-1996-1400-1577-RTA)\b/i.test(rating)) say("adult", true, "metadata", 1)
}

/** Texts that are searched, and characters of one. */
const textsLimits = { texts: 300, length: 2_000 } as const

/** What stands around the `@` of an address, and the most of what stands before it. */
const mailBefore = /[\p{L}\p{N}._%+-]+$/u
const mailBehind = /^(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,24}/u
const maxBefore = 64
const maxBehind = 300

/** Looked for around each `@`: beginning at every character, one text of `aaa…` was read sixty times over. */
const mailsIn = (text: string): ReadonlyArray<string> => {
  const mails: Array<string> = []
  let from = 0
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const [behind] = mailBehind.exec(text.slice(at + 1, at + 1 + maxBehind)) ?? []
    if (behind === undefined) continue
    const [before] = mailBefore.exec(text.slice(Math.max(from, at - maxBefore), at)) ?? []
    if (before === undefined) continue
    from = at + 1 + behind.length
    mails.push(`${before}@${behind}`)
  }
  return mails
}

/** Addresses of mail at the site's own domain that a page shows without a link. */
const shownMails = ({ cells, footers, paragraphs }: BrandExtract, domain: string): ReadonlyArray<string> =>
  [...paragraphs, ...cells, ...footers]
    .slice(0, textsLimits.texts)
    .filter((text) => text.length <= textsLimits.length && text.includes("@"))
    .flatMap((text) => mailsIn(text))
    .filter((one) => one.toLowerCase().endsWith(`@${domain}`) || one.toLowerCase().endsWith(`.${domain}`))

const sayContacts = (say: Say, { extract, isFront, links, metadata, url }: BrandPage, domain: string) => {
  const near = isFront ? 0.6 : 0.5
  for (const mail of extract.mails) say("email", emailOf(mail), "link", near)
  for (const shown of shownMails(extract, domain)) say("email", emailOf(shown), "text", near - 0.1)
  for (const phone of extract.phones) say("phone", phoneOf(phone), "link", near)
  for (const mail of extract.dataMails) say("email", emailOf(mail), "microdata", 0.9)
  for (const phone of extract.dataPhones) say("phone", phoneOf(phone), "microdata", 0.9)
  say("address", dataAddress(extract, metadata.language ?? ""), "microdata", 0.9)
  const own = new Set([...extract.headerLinks, ...extract.footerLinks].map((href) => parseUrl(href, url)?.href ?? ""))
  // What stands above and below all pages is the site's own rather than what stands in a text, such as what a customer says.
  for (const { url: link } of firstAndLast(links)) {
    say("social", socialOf(link), "link", own.has(parseUrl(link)?.href ?? "-") ? near + 0.2 : near)
  }
}

/** The address in a page's microdata; null where the parts of several cannot be told apart. */
const dataAddress = (extract: BrandExtract, language: string) => {
  const { dataCities, dataCodes, dataCountries, dataRegions, dataStreets } = extract
  const lists = [dataStreets, dataCities, dataRegions, dataCodes, dataCountries]
  const filled = lists.filter((list) => list.length > 0)
  const isOne = lists.every((list) => new Set(list.map((text) => text.trim())).size <= 1)
  if (!isOne && filled.some(({ length }) => length !== filled[0]!.length)) return null
  const [street, city, region, postalCode, country] = lists.map((list) => cleanText(list[0], textLimits.address))
  return addressOf({
    ...{ street: street ?? null, city: city ?? null, region: region ?? null },
    ...{ postalCode: postalCode ?? null, country: country ?? null, language }
  })
}

/** Characters before a share in which its company is named. */
const nearShare = 60

/** Texts that say nothing but a share, and those in which somebody says that it is his own. */
const shareAlone = /^[\s(（]*(?:(?:ticker|symbol|stock|share|listed(?: on)?|traded(?: on| as)?)[\s:：]*){0,3}$/i
const ofOurs = /\b(?:we are|we're|our (?:shares?|stock|company)|listed on|traded (?:on|as))\b/i

/** Shares that are looked at: each word before one is held against all that the brand is called. */
const mostShares = 50

interface NamedShare {
  readonly stock: BrandStock
  /** Whose the text says that it is; empty where it does not. */
  readonly holder: string
  readonly before: string
}

/** The first shares that texts name. */
const sharesIn = (texts: ReadonlyArray<string>): ReadonlyArray<NamedShare> => {
  const named: Array<NamedShare> = []
  for (const text of texts) {
    if (named.length >= mostShares) break
    for (const { at, holder, stock } of stocksIn(text)) {
      named.push({ stock, holder, before: text.slice(Math.max(0, at - nearShare), at) })
    }
    for (const stock of tokyoStocksIn(text)) named.push({ stock, holder: "", before: "" })
  }
  return named.slice(0, mostShares)
}

/** Shares that texts name, each with whether it stands by the brand's own name, or by none on a page that names no other. */
const sayStocks = (say: Say, page: BrandPage, domain: string) => {
  const { extract, metadata } = page
  const called = headNames(page)
    .map(([name]) => nameKey(name))
    .filter((name) => name !== "")
  const isCalled = (name: string): boolean => {
    if (likeDomain(name, domain) > 0) return true
    const key = nameKey(name)
    return called.some((own) => key.includes(own))
  }
  const texts = [metadata.description ?? "", ...extract.footers, ...extract.paragraphs, ...extract.cells]
  const named = sharesIn(texts.filter(({ length }) => length <= textsLimits.length))
  const isAlone = new Set(named.map(({ stock }) => stock.ticker)).size === 1
  for (const { before, holder, stock } of named) {
    const isNear = holder === "" ? isCalledIn(before, isCalled) : isCalled(holder)
    const isOurs = holder === "" && isAlone && (shareAlone.test(before) || ofOurs.test(before))
    if (isNear || isOurs) say("stock", stock, "text", 0.5)
  }
}

/** Whether one of the words before a share is what the brand is called. */
const isCalledIn = (before: string, isCalled: (name: string) => boolean): boolean =>
  wordsOf(before).some((word) => word.length > 2 && isCalled(word))

/** Everything that a page says of its site's brand. */
export const pageFacts = (page: BrandPage, site: BrandSite): ReadonlyArray<SiteFact> => {
  const { domain } = site
  const facts: Array<SiteFact> = []
  const { isFront, metadata, url } = page
  const say: Say = (field, value, place, weight) => {
    // The field and its value belong together by the type of `say`.
    if (value !== null) facts.push({ field, value, place, url, weight: isFront ? weight : weight * 0.7 } as SiteFact)
  }
  facts.push(
    ...linkedFacts(metadata.jsonLd ?? [], { url, weight: isFront ? 1 : 0.7, language: metadata.language ?? "" }, site)
  )
  sayTitles(say, page, domain)
  sayTexts(say, page)
  sayContacts(say, page, domain)
  sayStocks(say, page, domain)
  sayShown(
    say,
    page,
    domain,
    [...headNames(page)].map(([name]) => name)
  )
  return facts
}
