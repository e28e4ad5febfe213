import { readFileSync } from "node:fs"
import { PageReader, type ReadRequest } from "@kittiwake/core/web/PageReader"
import { Effect } from "effect"
import { layer } from "../src/PageReader.ts"

/** Reads a page with the adapter; HTML and no selectors unless told. */
export const read = (body: string, request: Partial<ReadRequest> = {}) =>
  PageReader.use((reader) =>
    reader.read({ body, mediaType: "text/html", includeSelectors: [], excludeSelectors: [], ...request })
  ).pipe(Effect.provide(layer))

export const textOf = (body: string, request: Partial<ReadRequest> = {}) =>
  Effect.map(read(body, request), (page) => page.text)

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
