/** The facts of one page of a site. */
import type { PageLink } from "../../pages/domain/PageLink.ts"
import type { PageMetadata } from "../../pages/domain/PageMetadata.ts"
import type { FactPlace } from "./BrandProfile.ts"
import { attributesOf, type BrandExtract } from "./brandRules.ts"
import { languageOf } from "./languageOf.ts"
import { addressOf, emailOf, linkedFacts, phoneOf } from "./linkedFacts.ts"
import { cleanText, type SiteFact, textLimits } from "./SiteFact.ts"
import { socialOf } from "./socials.ts"
import { stocksIn } from "./stockNamed.ts"
import { isGeneric, titleParts, withoutForm } from "./titleParts.ts"

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

type Say = <F extends SiteFact["field"]>(
  field: F,
  value: Extract<SiteFact, { readonly field: F }>["value"] | null,
  place: FactPlace,
  weight: number
) => void

const sayTitles = (say: Say, { extract, isFront, metadata }: BrandPage, domain: string) => {
  const siteName = first(metadata.openGraph?.["siteName"])
  const appName = first(metadata.additionalMeta?.["application-name"])
  const touchName = first(metadata.additionalMeta?.["apple-mobile-web-app-title"])
  for (const [name, weight] of [
    [siteName, 0.9],
    [appName, 0.8],
    [touchName, 0.6]
  ] as const) {
    say("title", isGeneric(name) ? null : cleanText(name, textLimits.title), "metadata", weight)
  }
  for (const name of extract.dataNames.slice(0, 1)) say("title", cleanText(name, textLimits.title), "microdata", 0.6)
  for (const markup of extract.pictures.slice(0, 3)) {
    const alt = (attributesOf(markup).get("alt") ?? "")
      .replace(/\b(?:logo(?:type)?|home|homepage|brand)\b/giu, "")
      .trim()
    if (alt.length > 1 && alt.length < 50 && !isGeneric(alt))
      say("title", cleanText(alt, textLimits.title), "picture", 0.35)
  }
  for (const footer of extract.footers.slice(0, 3)) {
    const holder =
      /(?:©|\(c\)|copyright)\s*(?:©\s*)?(?:\d{4}(?:\s*[-–]\s*\d{4})?)?[\s,]*([\p{L}\p{N}][^©|•·.,]{1,60}?(?:,? Inc)?)(?=\s+\d{4}|\s*(?:[©|•·.,]|all rights|alle rechte|tous droits|$))/iu.exec(
        footer
      )?.[1]
    if (holder !== undefined) say("title", cleanText(withoutForm(holder), textLimits.title), "footer", 0.35)
  }
  if (!isFront) return
  const title = metadata.title ?? first(metadata.openGraph?.["title"])
  const { name, nameWeight, tagline } = titleParts(title, domain)
  say("title", cleanText(name, textLimits.title), "title", nameWeight)
  say("slogan", cleanText(tagline, textLimits.slogan), "title", 0.5)
}

const sayTexts = (say: Say, { isFront, metadata }: BrandPage) => {
  if (isFront) {
    say("description", cleanText(metadata.description, textLimits.description), "metadata", 1)
    say("description", cleanText(first(metadata.openGraph?.["description"]), textLimits.description), "metadata", 0.9)
  }
  say("language", languageOf(metadata.language ?? ""), "metadata", isFront ? 1 : 0.2)
  const rating = `${first(metadata.additionalMeta?.["rating"])} ${first(metadata.additionalMeta?.["RATING"])}`
  if (/\b(?:adult|mature|RTA-5042-1996-1400-1577-RTA)\b/i.test(rating)) say("adult", true, "metadata", 1)
}

const sayContacts = (say: Say, { extract, isFront, links }: BrandPage) => {
  const near = isFront ? 0.6 : 0.5
  for (const mail of extract.mails) say("email", emailOf(mail), "link", near)
  for (const phone of extract.phones) say("phone", phoneOf(phone), "link", near)
  for (const mail of extract.dataMails) say("email", emailOf(mail), "microdata", 0.9)
  for (const phone of extract.dataPhones) say("phone", phoneOf(phone), "microdata", 0.9)
  const part = (texts: ReadonlyArray<string>) => cleanText(texts[0], textLimits.address)
  const { dataCities, dataCodes, dataCountries, dataRegions, dataStreets } = extract
  const address = addressOf({
    street: part(dataStreets),
    city: part(dataCities),
    region: part(dataRegions),
    postalCode: part(dataCodes),
    country: part(dataCountries)
  })
  say("address", address, "microdata", 0.9)
  for (const { url } of links) say("social", socialOf(url), "link", near)
}

const sayStocks = (say: Say, { extract, metadata }: BrandPage) => {
  const texts = [metadata.description ?? "", ...extract.footers, ...extract.paragraphs]
  for (const text of texts) {
    for (const stock of text.length > 2_000 ? [] : stocksIn(text)) say("stock", stock, "text", 0.5)
  }
}

/** Everything that a page says of its site's brand. */
export const pageFacts = (page: BrandPage, { domain, isOwn }: BrandSite): ReadonlyArray<SiteFact> => {
  const facts: Array<SiteFact> = []
  const { isFront, metadata, url } = page
  const say: Say = (field, value, place, weight) => {
    // The field and its value belong together by the type of `say`.
    if (value !== null) facts.push({ field, value, place, url, weight: isFront ? weight : weight * 0.7 } as SiteFact)
  }
  facts.push(...linkedFacts(metadata.jsonLd ?? [], { url, weight: isFront ? 1 : 0.7 }, isOwn))
  sayTitles(say, page, domain)
  sayTexts(say, page)
  sayContacts(say, page)
  sayStocks(say, page)
  return facts
}
