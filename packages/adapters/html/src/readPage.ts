/** What a page says, whatever its media type. */
import { comparableText } from "@kittiwake/core/internal/monitors/domain/PageText"
import type { PageText, ReadRequest } from "@kittiwake/core/pages/PageReader"
import * as Result from "effect/Result"
import { jsonText, plainText } from "./ownText.ts"
import { type BadSelector, PageRefusal } from "./PageRefusal.ts"
import type { Costs } from "./PageWork.ts"
import { type Regions, readHtml } from "./readHtml.ts"
import { compileSelector } from "./Selectors.ts"

/** Fails when a selector cannot be matched; throws past a limit. */
export const readPage = (request: ReadRequest, { matching, nodes }: Costs): Result.Result<PageText, BadSelector> =>
  Result.all({
    include: Result.all(request.includeSelectors.map((selector) => compileSelector(selector, matching))),
    exclude: Result.all(request.excludeSelectors.map((selector) => compileSelector(selector, matching)))
  }).pipe(Result.map((regions) => alike(readAs(request, regions, nodes), request)))

/** The text as it is compared, where that is asked for: of millions of characters it takes half a second, which is spent here. */
const alike = (page: PageText, { normalizesWhitespace }: ReadRequest): PageText =>
  normalizesWhitespace === undefined ? page : { ...page, text: comparableText(page.text, normalizesWhitespace) }

const readAs = (
  { body, leavesOutNoise, mediaType }: ReadRequest,
  regions: Regions,
  nodes: Costs["nodes"]
): PageText => {
  if (isHtml(mediaType)) return readHtml(body, { ...regions, leavesOutNoise }, nodes)
  const toText = isJson(mediaType) ? jsonText : isText(mediaType) ? plainText : undefined
  if (toText === undefined) {
    throw new PageRefusal({
      reason: "unsupported_content",
      message: `${mediaType.slice(0, 100)} has no text to read.`
    })
  }
  // No selector matches anything in plain text. An error message in JSON must not pass for the region of a page.
  return { title: null, text: regions.include.length > 0 ? "" : toText(body), leftOut: [] }
}

const isHtml = (mediaType: string) =>
  mediaType === "" || mediaType === "text/html" || mediaType === "application/xhtml+xml"

const isJson = (mediaType: string) => mediaType.endsWith("/json") || mediaType.endsWith("+json")

const isText = (mediaType: string) =>
  mediaType.startsWith("text/") || mediaType.endsWith("+xml") || textApplications.has(mediaType)

const textApplications = new Set([
  "application/ecmascript",
  "application/javascript",
  "application/toml",
  "application/x-javascript",
  "application/x-ndjson",
  "application/x-yaml",
  "application/xml",
  "application/yaml"
])
