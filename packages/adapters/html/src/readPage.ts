/** What a page says, whatever its media type. */
import { comparableText } from "@kittiwake/core/internal/monitors/domain/PageText"
import { noRegions } from "@kittiwake/core/pages/domain/FoundRegion"
import type { PageText, ReadRequest } from "@kittiwake/core/pages/PageReader"
import * as Result from "effect/Result"
import type { Sought } from "./findRegions.ts"
import type { Matching } from "./Matching.ts"
import { jsonText, plainText } from "./ownText.ts"
import { type BadSelector, PageRefusal } from "./PageRefusal.ts"
import type { Costs } from "./PageWork.ts"
import { type Reading, readHtml } from "./readHtml.ts"
import { compileSelectors } from "./Selectors.ts"
import { isXhtml, xhtmlAsHtml } from "./xhtml.ts"

/** Fails when a selector cannot be matched; throws past a limit. */
export const readPage = (
  request: ReadRequest,
  { finding, matching, nodes }: Costs
): Result.Result<PageText, BadSelector> =>
  Result.all({
    include: compileSelectors(request.includeSelectors, matching),
    exclude: compileSelectors(request.excludeSelectors, matching),
    sought: soughtOf(request, finding)
  }).pipe(
    Result.map(({ exclude, include, sought }) => {
      const { leavesOutNoise, locates, tellsMarks = false, tellsRegions = false } = request
      const reading = {
        include,
        exclude,
        leavesOutNoise,
        ...(tellsRegions ? { sought } : {}),
        tellsMarks,
        ...(locates === undefined ? {} : { locates })
      }
      return alike(readAs(request, reading, nodes), request)
    })
  )

/** Selectors of which it is wanted what each finds, matched at their own cost; none where that is not wanted. */
const soughtOf = (
  { excludeSelectors, includeSelectors, tellsRegions = false }: ReadRequest,
  finding: Matching
): Result.Result<ReadonlyArray<Sought>, BadSelector> => {
  if (!tellsRegions) return Result.succeed([])
  return Result.all([compileSelectors(includeSelectors, finding), compileSelectors(excludeSelectors, finding)]).pipe(
    Result.map(([keep, drop]) => {
      const matches = [...keep, ...drop]
      return noRegions(includeSelectors, excludeSelectors).map(({ selector, use }, at) => ({
        selector,
        use,
        matches: matches[at]!
      }))
    })
  )
}

/** The text as it is compared, where that is asked for: of millions of characters it takes half a second, which is spent here. */
const alike = (page: PageText, { normalizesWhitespace }: ReadRequest): PageText =>
  normalizesWhitespace === undefined ? page : { ...page, text: comparableText(page.text, normalizesWhitespace) }

const readAs = (
  { body, excludeSelectors, includeSelectors, locates, mediaType, tellsRegions = false }: ReadRequest,
  reading: Reading,
  nodes: Costs["nodes"]
): PageText => {
  if (isHtml(mediaType)) return readHtml(isXhtml(mediaType) ? xhtmlAsHtml(body) : body, reading, nodes)
  const toText = isJson(mediaType) ? jsonText : isText(mediaType) ? plainText : undefined
  if (toText === undefined) {
    throw new PageRefusal({
      reason: "unsupported_content",
      message: `${mediaType.slice(0, 100)} has no text to read.`
    })
  }
  // No selector matches anything in plain text. An error message in JSON must not pass for the region of a page.
  const text = reading.include.length > 0 ? "" : toText(body)
  const regions = tellsRegions ? { regions: noRegions(includeSelectors, excludeSelectors) } : {}
  const places = locates === undefined ? {} : { places: locates.map(() => null) }
  return { title: null, text, leftOut: [], ...regions, ...places }
}

const isHtml = (mediaType: string) => mediaType === "" || mediaType === "text/html" || isXhtml(mediaType)

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
