/** The adapters that read content, each loaded when it is needed first: a page that is HTML needs no reader of files. */
import { StyleReader } from "@kittiwake/core/design/StyleReader"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { IndustryClassifier } from "@kittiwake/core/internal/industries/IndustryClassifier"
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import { TextComparer } from "@kittiwake/core/monitors/TextComparer"
import { FeedReader } from "@kittiwake/core/news/FeedReader"
import { ContentClassifier } from "@kittiwake/core/pages/ContentClassifier"
import { DocumentReader } from "@kittiwake/core/pages/DocumentReader"
import { ImageReader } from "@kittiwake/core/pages/ImageReader"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { EmailDomains } from "@kittiwake/core/sites/EmailDomains"
import { Patterns } from "@kittiwake/core/sites/Patterns"
import { SitemapReader } from "@kittiwake/core/sites/SitemapReader"
import * as DomainNames from "@kittiwake/fetch/DomainNames"
import { Context, Duration, Layer } from "effect"
import { whenNeeded } from "./whenNeeded.ts"

const classifier = whenNeeded(
  () => import("@kittiwake/fetch/ContentClassifier").then(({ layer }) => layer),
  (use) =>
    Context.make(
      ContentClassifier,
      ContentClassifier.of({ classify: (request) => use(ContentClassifier, (port) => port.classify(request)) })
    )
)

const pages = whenNeeded(
  () => import("@kittiwake/html/PageReader").then(({ layer }) => layer),
  (use) =>
    Context.make(
      PageReader,
      PageReader.of({
        read: (request) => use(PageReader, (port) => port.read(request)),
        shape: (request) => use(PageReader, (port) => port.shape(request)),
        checkSelectors: (selectors) => use(PageReader, (port) => port.checkSelectors(selectors))
      })
    )
)

const facts = whenNeeded(
  () => import("@kittiwake/html/FactReader").then(({ layer }) => layer),
  (use) =>
    Context.make(
      FactReader,
      FactReader.of({
        read: (request) => use(FactReader, (port) => port.read(request)),
        fill: (question) => use(FactReader, (port) => port.fill(question))
      })
    )
)

const sitemaps = whenNeeded(
  () => import("@kittiwake/html/SitemapReader").then(({ layer }) => layer),
  (use) =>
    Context.make(
      SitemapReader,
      SitemapReader.of({
        read: (text) => use(SitemapReader, (port) => port.read(text)),
        select: (text, base, selection) => use(SitemapReader, (port) => port.select(text, base, selection))
      })
    )
)

const documents = (readingSeconds: number) =>
  whenNeeded(
    () =>
      import("@kittiwake/documents/DocumentReader").then(({ layer: reader }) =>
        reader({ processor: Duration.seconds(readingSeconds) })
      ),
    (use) =>
      Context.make(
        DocumentReader,
        DocumentReader.of({ read: (request) => use(DocumentReader, (port) => port.read(request)) })
      )
  )

const feeds = whenNeeded(
  () => import("@kittiwake/documents/FeedReader").then(({ layer: reader }) => reader),
  (use) =>
    Context.make(
      FeedReader,
      FeedReader.of({
        read: (feed) => use(FeedReader, (port) => port.read(feed)),
        readList: (bytes) => use(FeedReader, (port) => port.readList(bytes))
      })
    )
)

const images = whenNeeded(
  () => import("@kittiwake/images/ImageReader").then(({ layer: reader }) => reader()),
  (use) =>
    Context.make(
      ImageReader,
      ImageReader.of({
        crop: (bytes, hint, margins) => use(ImageReader, (port) => port.crop(bytes, hint, margins)),
        describe: (bytes, hint) => use(ImageReader, (port) => port.describe(bytes, hint)),
        slice: (png, top, height) => use(ImageReader, (port) => port.slice(png, top, height))
      })
    )
)

/** Patterns of addresses alone. */
export const patterns = whenNeeded(
  () => import("@kittiwake/patterns/Patterns").then(({ layer }) => layer),
  (use) =>
    Context.make(Patterns, Patterns.of({ compile: (...given) => use(Patterns, (port) => port.compile(...given)) }))
)

const emailDomains = whenNeeded(
  () => import("@kittiwake/email/EmailDomains").then(({ layer }) => layer),
  (use) =>
    Context.make(
      EmailDomains,
      EmailDomains.of({ kindOf: (domain) => use(EmailDomains, (port) => port.kindOf(domain)) })
    )
)

/** By rules: with the lists comes what searches them. */
const industries = whenNeeded(
  () =>
    Promise.all([
      import("@kittiwake/core/internal/industries/classifyByRules"),
      import("@kittiwake/industries/IndustryTables")
    ]).then(([{ classifyByRules }, { layer }]) =>
      Layer.effect(IndustryClassifier, classifyByRules).pipe(Layer.provide(layer))
    ),
  (use) =>
    Context.make(
      IndustryClassifier,
      IndustryClassifier.of({ classify: (question) => use(IndustryClassifier, (port) => port.classify(question)) })
    )
)

const styles = whenNeeded(
  () => import("@kittiwake/html/StyleReader").then(({ layer }) => layer),
  (use) =>
    Context.make(
      StyleReader,
      StyleReader.of({
        sheets: (page) => use(StyleReader, (port) => port.sheets(page)),
        read: (request) => use(StyleReader, (port) => port.read(request))
      })
    )
)

/** What compares and judges texts, in threads that the two share. */
const texts = whenNeeded(
  () => import("@kittiwake/threads/TextWork").then(({ layer }) => layer),
  (use) =>
    Context.make(
      ChangeJudge,
      ChangeJudge.of({ judge: (question) => use(ChangeJudge, (port) => port.judge(question)) })
    ).pipe(
      Context.add(
        TextComparer,
        TextComparer.of({
          compare: (both) => use(TextComparer, (port) => port.compare(both)),
          compareKept: (before, after) => use(TextComparer, (port) => port.compareKept(before, after))
        })
      )
    )
)

/** Pages, what they say, how they look, sitemaps, feeds, files, pictures, patterns, domains of addresses, industries; what compares and judges texts. */
export const layer = ({ readingSeconds }: { readonly readingSeconds: number }) =>
  Layer.mergeAll(
    classifier,
    documents(readingSeconds),
    DomainNames.layer,
    emailDomains,
    facts,
    feeds,
    images,
    industries,
    pages,
    patterns,
    sitemaps,
    styles,
    texts
  )
