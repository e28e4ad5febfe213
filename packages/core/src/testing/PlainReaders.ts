/**
 * What reading the web needs besides pages, without a parser or a browser, for tests.
 *
 * **Gotchas**
 *
 * These are no adapters: kinds are told by the media type and the extension alone, files are their text, sitemaps are
 * their `<loc>` elements, feeds their `<item>` elements, patterns are JavaScript's, a registered name is the last two labels, three email providers and a
 * dozen industries are known, and there are neither browsers nor pictures. For more give the kit the readers of the packages named `@kittiwake/*`.
 */
import { Effect, Layer } from "effect"
import type { StyleReader } from "../design/StyleReader.ts"
import type { FactReader } from "../extraction/FactReader.ts"
import { classifyByRules } from "../industries/classifyByRules.ts"
import { IndustryClassifier } from "../industries/IndustryClassifier.ts"
import type { FeedReader } from "../news/FeedReader.ts"
import { Browser, BrowserUnavailable } from "../pages/Browser.ts"
import { ContentClassifier } from "../pages/ContentClassifier.ts"
import { DocumentReader } from "../pages/DocumentReader.ts"
import { type FileType, fileTypeOf, isTextType } from "../pages/domain/FileType.ts"
import { ImageReader, ImageUnreadable } from "../pages/ImageReader.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { makeSelector } from "../sites/domain/UrlSelection.ts"
import { EmailDomains } from "../sites/EmailDomains.ts"
import { InvalidPattern, Patterns } from "../sites/Patterns.ts"
import {
  maxSitemapChildren,
  maxSitemapEntries,
  type SitemapContent,
  SitemapReader,
  type SitemapText,
  SitemapUnreadable
} from "../sites/SitemapReader.ts"
import { EgressResolver } from "../web/EgressResolver.ts"
import * as PlainFactReader from "./PlainFactReader.ts"
import * as PlainFeedReader from "./PlainFeedReader.ts"
import * as PlainIndustryTables from "./PlainIndustryTables.ts"
import * as PlainStyleReader from "./PlainStyleReader.ts"

/** Everything but pages. */
export type Readers =
  | Browser
  | ContentClassifier
  | DocumentReader
  | DomainNames
  | EgressResolver
  | EmailDomains
  | FactReader
  | FeedReader
  | ImageReader
  | IndustryClassifier
  | Patterns
  | SitemapReader
  | StyleReader

const typeOfMedia: Readonly<Record<string, FileType>> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "application/xml": "xml",
  "text/xml": "xml",
  "application/json": "json",
  "text/plain": "text",
  "text/markdown": "markdown",
  "text/csv": "csv",
  "application/pdf": "pdf"
}

const classifier = ContentClassifier.of({
  classify: ({ bytes, contentType, extension }) =>
    Effect.sync(() => {
      const mediaType = (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase()
      const type = typeOfMedia[mediaType] ?? (extension === null ? "text" : (fileTypeOf(extension) ?? "text"))
      return {
        type,
        mediaType,
        utf8: isTextType(type) ? new TextEncoder().encode(new TextDecoder().decode(bytes)) : null
      }
    })
})

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")

const documents = DocumentReader.of({
  read: ({ bytes, type }) =>
    Effect.sync(() => {
      const said = new TextDecoder().decode(bytes)
      return {
        html: `<pre>${escaped(said)}</pre>`,
        markdown: type === "markdown" || type === "text" ? said : null,
        title: null,
        author: null,
        pageCount: null,
        recoveredPages: []
      }
    })
})

const noPictures = new ImageUnreadable({ message: "The plain readers read no pictures." })

const patterns = Patterns.of({
  compile: (pattern) =>
    Effect.try({
      try: () => {
        const compiled = new RegExp(pattern, "u")
        return (text: string) => compiled.test(text)
      },
      catch: () => new InvalidPattern({ message: "The pattern is not a regular expression." })
    })
})

const locations = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<loc>\s*([^<]*?)\s*<\/loc>/g)].map(([, url = ""]) => url.replace(/&amp;/g, "&"))

const textOf = (text: SitemapText): string =>
  typeof text === "string" ? text : new TextDecoder(text.charset).decode(text.bytes)

const readSitemap = (text: string): Effect.Effect<SitemapContent, SitemapUnreadable> => {
  const listed = locations(text)
  if (/<sitemapindex/.test(text)) {
    const children = listed.slice(0, maxSitemapChildren)
    return Effect.succeed({ entries: [], children, childrenBeyond: listed.length - children.length, beyond: 0 })
  }
  const entries = listed.slice(0, maxSitemapEntries).map((url) => ({ url, lastModified: null }))
  return /<urlset/.test(text)
    ? Effect.succeed({ entries, children: [], childrenBeyond: 0, beyond: listed.length - entries.length })
    : Effect.fail(new SitemapUnreadable({ message: "It is no sitemap." }))
}

const sitemaps = SitemapReader.of({
  read: (given) => readSitemap(textOf(given)),
  select: (given, base, selection) => {
    const text = textOf(given)
    return Effect.map(readSitemap(text), ({ entries, ...listed }) => {
      const select = makeSelector(selection)
      const urls = new Set(entries.flatMap(({ url }) => select(url, base) ?? []))
      const isBroken = !/<\/(?:urlset|sitemapindex)>|<urlset\/>/.test(text)
      return { urls: [...urls], ...listed, isBroken }
    })
  }
})

const emails = EmailDomains.of({
  kindOf: (domain) => {
    if (/(^|\.)mailinator\.com$/.test(domain)) return Effect.succeed("disposable")
    return Effect.succeed(domain === "gmail.com" || domain === "outlook.com" ? "free" : "other")
  }
})

/** Readers that are good enough for pages written in a test. */
export const layer: Layer.Layer<Readers> = Layer.mergeAll(
  Layer.succeed(Browser, {
    render: () => Effect.fail(new BrowserUnavailable({ message: "The plain readers have no browser." }))
  }),
  Layer.succeed(ContentClassifier, classifier),
  Layer.succeed(DocumentReader, documents),
  Layer.succeed(DomainNames, { registrable: (host) => host.split(".").slice(-2).join(".") }),
  Layer.succeed(EgressResolver, { resolve: () => Effect.succeed(["203.0.113.1"]) }),
  Layer.succeed(EmailDomains, emails),
  Layer.effect(IndustryClassifier, classifyByRules).pipe(Layer.provide(PlainIndustryTables.layer)),
  Layer.succeed(ImageReader, {
    crop: () => Effect.fail(noPictures),
    describe: () => Effect.fail(noPictures),
    slice: () => Effect.fail(noPictures)
  }),
  PlainFactReader.layer,
  PlainFeedReader.layer,
  PlainStyleReader.layer,
  Layer.succeed(Patterns, patterns),
  Layer.succeed(SitemapReader, sitemaps)
)
