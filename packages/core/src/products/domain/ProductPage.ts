/** A page that may sell something, as it was read. */
import type { FactSheet } from "../../extraction/domain/FactSheet.ts"
import { localeOf, type PageLocale } from "../../extraction/domain/PageLocale.ts"
import type { FoundImage } from "../../pages/domain/FoundImage.ts"
import type { PageMetadata } from "../../pages/domain/PageMetadata.ts"
import type { PageNames } from "./mainThing.ts"
import { marketplaceId, platformOf } from "./marketplaces.ts"
import type { Platform } from "./Product.ts"
import type { Shown } from "./shownRules.ts"

export interface ReadProductPage {
  /** As it answered. */
  readonly url: string
  readonly sheet: FactSheet
  readonly metadata: PageMetadata
  readonly images: ReadonlyArray<FoundImage>
  /** What `productRules` found. */
  readonly shown: Shown
}

/** The same with what is asked of it again and again. */
export interface ProductPage extends ReadProductPage {
  readonly locale: PageLocale
  readonly names: PageNames
  readonly platform: Platform
  readonly marketplaceId: string | null
  /** Lines of its main content, within what is looked at. */
  readonly lines: ReadonlyArray<string>
}

/** Facts, lines and pictures that are looked at. */
const most = { facts: 3_000, groups: 60, items: 60, lines: 200, images: 500, text: 20_000 } as const

const cutSheet = (sheet: FactSheet): FactSheet => ({
  ...sheet,
  facts: sheet.facts.slice(0, most.facts),
  groups: sheet.groups.slice(0, most.groups).map((group) => ({ ...group, items: group.items.slice(0, most.items) }))
})

/** @internal */
export const openPage = (page: ReadProductPage): ProductPage => {
  const sheet = cutSheet(page.sheet)
  const platform = platformOf(page.url)
  const heading =
    sheet.facts.find(({ name, source }) => source === "heading" && name === "title")?.value ??
    page.metadata.headings?.find(({ level }) => level === 1)?.text
  return {
    ...page,
    sheet,
    images: page.images.slice(0, most.images),
    locale: localeOf({ ...sheet, text: sheet.text.slice(0, most.text) }),
    platform,
    marketplaceId: marketplaceId(platform, page.url),
    lines: sheet.text.slice(0, most.text).split("\n", most.lines),
    names: {
      url: page.url,
      canonicalUrl: page.metadata.canonicalUrl ?? null,
      heading: heading === undefined ? null : String(heading),
      title: page.metadata.title ?? null
    }
  }
}

const oneOf = (value: string | ReadonlyArray<string> | undefined): string | null =>
  value === undefined ? null : typeof value === "string" ? value : (value[0] ?? null)

/** What a `meta` says by one of these names, those of Open Graph without `og:`. @internal */
export const metaOf = ({ metadata }: ReadProductPage, ...names: ReadonlyArray<string>): string | null => {
  for (const name of names) {
    const said = name.startsWith("og:")
      ? oneOf(metadata.openGraph?.[name.slice(3)])
      : oneOf(metadata.additionalMeta?.[name])
    if (said !== null) return said
  }
  return null
}
