import { readFileSync } from "node:fs"
import { PageReader, type ReadRequest, type ShapeRequest } from "@kittiwake/core/pages/PageReader"
import { Effect, ManagedRuntime } from "effect"
import { layer } from "../src/PageReader.ts"

/** One reader for all tests of a file: each has threads of its own, which take a while to start. */
const runtime = ManagedRuntime.make(layer)

export const provided = <A, E>(effect: Effect.Effect<A, E, PageReader>): Effect.Effect<A, E> =>
  Effect.flatMap(runtime.contextEffect, (context) => Effect.provideContext(effect, context))

/** Reads a page with the adapter; HTML and no selectors unless told. */
export const read = (body: string, request: Partial<ReadRequest> = {}) =>
  PageReader.use((reader) =>
    reader.read({
      body,
      mediaType: "text/html",
      includeSelectors: [],
      excludeSelectors: [],
      leavesOutNoise: false,
      ...request
    })
  ).pipe(provided)

export const textOf = (body: string, request: Partial<ReadRequest> = {}) =>
  Effect.map(read(body, request), (page) => page.text)

export const everything: Omit<ShapeRequest, "html"> = {
  sourceUrl: "https://example.com/",
  finalUrl: "https://example.com/a/",
  includeSelectors: [],
  excludeSelectors: [],
  mainContentOnly: false,
  frames: null,
  markdown: { includeLinks: true, includeImages: true, shortenBase64Images: true },
  wantsHtml: true,
  wantsMetadata: true,
  wantsLinks: true,
  wantsImages: true,
  extract: null
}

/** Makes all of a page that can be made. */
export const shape = (html: string, request: Partial<ShapeRequest> = {}) =>
  PageReader.use((reader) => reader.shape({ ...everything, html, ...request })).pipe(provided)

export const markdownOf = (html: string, request: Partial<ShapeRequest> = {}) =>
  Effect.map(shape(html, request), ({ markdown }) => markdown)

export const pageNames = [
  "changelog",
  "docs",
  "forum",
  "jobs",
  "listing",
  "pricing",
  "product",
  "status",
  "terms"
] as const

/** A page of the kind people watch, of our own making. */
export const pageNamed = (name: (typeof pageNames)[number]): string =>
  readFileSync(new URL(`./pages/${name}.html`, import.meta.url), "utf8")
