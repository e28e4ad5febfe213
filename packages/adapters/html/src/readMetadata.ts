/** What a page says about itself (contract/scrape.md §0.5). */
import type { PageMetadata } from "@kittiwake/core/pages/domain/PageMetadata"
import type { Addresses } from "./Addresses.ts"
import { titled } from "./headingParts.ts"
import { collapse, collapsedText, innerText, shownLine } from "./innerText.ts"
import { keptText } from "./keptText.ts"
import { flattened, type LinkedData, textNamed } from "./linkedData.ts"
import { attributeOf, type PageElement } from "./PageTree.ts"
import type { Survey } from "./surveyPage.ts"

/** Meta elements read of one page, and characters of each of their values. */
const maxMetas = 1_000
const maxValueLength = 5_000
const maxAlternates = 500

/** Most headings that are told, and most characters of each. */
const maxHeadings = 500
const maxHeadingLength = 1_000

type OneOrMany = string | ReadonlyArray<string>

export const readMetadata = (
  survey: Survey,
  addresses: Addresses,
  linkedData: ReadonlyArray<LinkedData>,
  request: { readonly sourceUrl: string; readonly finalUrl: string }
): PageMetadata => {
  const metas = new Metas(survey.metas)
  const ofArticle = flattened(linkedData).filter((one) => "datePublished" in one || "dateModified" in one)
  const language =
    attributeOf(survey.root ?? emptyElement, "lang") ?? attributeOf(survey.root ?? emptyElement, "xml:lang")
  return compact({
    sourceUrl: request.sourceUrl,
    finalUrl: request.finalUrl,
    title: titleOf(survey, metas),
    description: metas.first("description", "og:description", "twitter:description", "dc.description"),
    language: cleaned(language) ?? metas.first("content-language", "language", "dc.language", "og:locale"),
    keywords: keywordsOf(metas),
    canonicalUrl: resourceNamed(survey.resources, addresses, "canonical"),
    author:
      metas.first("author", "article:author", "dc.creator", "parsely-author", "sailthru.author", "twitter:creator") ??
      textNamed(linkedData, "author", "creator"),
    siteName:
      metas.first("og:site_name", "application-name", "apple-mobile-web-app-title") ??
      textNamed(
        linkedData.filter((one) => one["@type"] === "WebSite"),
        "name"
      ) ??
      textNamed(linkedData, "publisher"),
    image: resolved(
      addresses,
      metas.first("og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src", "image")
    ),
    favicon: resourceNamed(survey.resources, addresses, "icon", "apple-touch-icon", "mask-icon"),
    publishedTime:
      metas.first(...publishedNames) ?? textNamed(ofArticle, "datePublished") ?? timeNamed(survey, "datePublished"),
    modifiedTime:
      metas.first(...modifiedNames) ?? textNamed(ofArticle, "dateModified") ?? timeNamed(survey, "dateModified"),
    robots: metas.first("robots"),
    openGraph: metas.group("og:"),
    twitter: metas.group("twitter:"),
    alternates: alternatesOf(survey.resources, addresses),
    headings: headingsOf(survey.headings),
    jsonLd: linkedData,
    additionalMeta: metas.rest()
  }) as PageMetadata
}

const publishedNames = [
  ...["article:published_time", "datepublished", "date", "pubdate", "publish-date", "publication_date"],
  ...["dc.date", "dc.date.issued", "dcterms.created", "dcterms.date", "parsely-pub-date", "sailthru.date"]
]
const modifiedNames = ["article:modified_time", "og:updated_time", "datemodified", "last-modified", "dcterms.modified"]

const emptyElement = { attributes: [] } as unknown as PageElement

/** Names that have a field of their own. */
const fields = new Set(["description", "keywords", "author", "robots", "refresh", "content-language", "language"])

class Metas {
  private readonly values = new Map<string, { readonly key: string; readonly all: Array<string> }>()

  constructor(elements: ReadonlyArray<PageElement>) {
    for (const element of elements.slice(0, maxMetas)) {
      const key = (
        attributeOf(element, "property") ??
        attributeOf(element, "name") ??
        attributeOf(element, "itemprop") ??
        attributeOf(element, "http-equiv")
      )?.trim()
      const content = attributeOf(element, "content")
      const value = isAddressed(key) && isTooLong(content) ? undefined : cleaned(content)
      if (value === undefined || key === undefined || key === "" || key === "__proto__" || key.length > 200) continue
      const known = this.values.get(key.toLowerCase())
      if (known === undefined) this.values.set(key.toLowerCase(), { key, all: [value] })
      else if (!known.all.includes(value)) known.all.push(value)
    }
  }

  first(...names: ReadonlyArray<string>): string | undefined {
    for (const name of names) {
      const found = this.values.get(name)?.all[0]
      if (found !== undefined) return found
    }
    return undefined
  }

  all(name: string): ReadonlyArray<string> {
    return this.values.get(name)?.all ?? []
  }

  /** Those whose name starts so, under the rest of their name in camel case. */
  group(prefix: string): { readonly [key: string]: OneOrMany } {
    return toRecord(
      [...this.values.entries()]
        .filter(([name]) => name.startsWith(prefix) && name.length > prefix.length)
        .map(([name, { all }]) => [camelCased(name.slice(prefix.length)), all] as const)
    )
  }

  rest(): { readonly [key: string]: OneOrMany } {
    return toRecord(
      [...this.values.entries()]
        .filter(([name]) => !fields.has(name) && !name.startsWith("og:") && !name.startsWith("twitter:"))
        .map(([, { all, key }]) => [key, all] as const)
    )
  }
}

const toRecord = (entries: ReadonlyArray<readonly [string, ReadonlyArray<string>]>) => {
  const record = new Map<string, OneOrMany>()
  for (const [key, all] of entries) {
    if (key === "" || key === "__proto__") continue
    const known = record.get(key)
    const values = known === undefined ? all : [...(typeof known === "string" ? [known] : known), ...all]
    record.set(key, values.length === 1 ? values[0]! : values)
  }
  return Object.fromEntries(record)
}

/** `image:secure_url` as `imageSecureUrl`. */
const camelCased = (name: string): string => {
  const [first = "", ...rest] = name.split(/[:_.-]+/).filter((word) => word !== "")
  return first + rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("")
}

const isTooLong = (value: string | undefined): boolean => (value?.length ?? 0) > maxValueLength

/** Whether what has this name has an address for its value, though that need not look like one. */
const isAddressed = (key: string | undefined): boolean =>
  /(?:^|[:_.-])(?:audio|icon|image|logo|player|src|stream|thumbnail|url|video)$|image$/i.test(key ?? "")

const cleaned = (value: string | undefined): string | undefined => {
  const kept = value === undefined ? undefined : keptText(value.trim(), maxValueLength)
  const text = kept === undefined ? "" : collapse(kept).toWellFormed()
  return text === "" ? undefined : text
}

const titleOf = (survey: Survey, metas: Metas): string | undefined => {
  const heading = survey.headings.find((one) => one.name === "h1")
  return (
    cleaned(survey.title === undefined ? undefined : innerText(survey.title, maxHeadingLength)) ??
    metas.first("og:title", "twitter:title", "dc.title") ??
    cleaned(heading === undefined ? undefined : shownLine(titled(heading), maxHeadingLength))
  )
}

const keywordsOf = (metas: Metas): ReadonlyArray<string> => {
  const words = [...metas.all("keywords"), ...metas.all("news_keywords")].flatMap((list) => list.split(/[,;，、]/))
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ""))].slice(0, 200)
}

const relOf = (element: PageElement) => (attributeOf(element, "rel") ?? "").toLowerCase().split(/\s+/)

const resourceNamed = (
  resources: ReadonlyArray<PageElement>,
  addresses: Addresses,
  ...names: ReadonlyArray<string>
): string | undefined => {
  for (const name of names) {
    for (const resource of resources) {
      if (!relOf(resource).includes(name)) continue
      const href = attributeOf(resource, "href")
      const url = href === undefined ? undefined : (resolved(addresses, href) ?? dataImage(href))
      if (url !== undefined) return url
    }
  }
  return undefined
}

const resolved = (addresses: Addresses, address: string | undefined): string | undefined =>
  address === undefined || address === "" ? undefined : addresses.page(address)

const dataImage = (href: string) => (/^data:image\//i.test(href) && href.length < maxValueLength ? href : undefined)

const alternatesOf = (resources: ReadonlyArray<PageElement>, addresses: Addresses) =>
  resources
    .filter((one) => relOf(one).includes("alternate") && !relOf(one).includes("stylesheet"))
    .slice(0, maxAlternates)
    .flatMap((one) => {
      const href = resolved(addresses, attributeOf(one, "href"))
      if (href === undefined) return []
      return [
        compact({
          href,
          hreflang: cleaned(attributeOf(one, "hreflang")),
          type: cleaned(attributeOf(one, "type")),
          title: cleaned(attributeOf(one, "title"))
        })
      ]
    })

const headingsOf = (elements: ReadonlyArray<PageElement>) => {
  const headings: Array<{ level: number; text: string }> = []
  for (const element of elements) {
    if (headings.length === maxHeadings) break
    const text = shownLine(titled(element), maxHeadingLength * 4)
      .slice(0, maxHeadingLength)
      .toWellFormed()
    if (text !== "") headings.push({ level: Number(element.name[1]), text })
  }
  return headings
}

const timeNamed = (survey: Survey, property: string): string | undefined => {
  const time = survey.times.find(
    (one) =>
      attributeOf(one, "itemprop") === property ||
      (property === "datePublished" && attributeOf(one, "pubdate") !== undefined)
  )
  return time === undefined ? undefined : cleaned(attributeOf(time, "datetime") ?? collapsedText(time, 100))
}

/** The fields that have a value. */
const compact = (fields: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      if (value === undefined) return false
      if (Array.isArray(value)) return value.length > 0
      return typeof value !== "object" || value === null || Object.keys(value).length > 0
    })
  )
