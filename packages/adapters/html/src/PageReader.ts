/** Reads pages with parse5's tree builder and css-select. */
import {
  type InvalidSelector,
  PageReader,
  type PageText,
  type ReadRequest,
  UnreadablePage
} from "@kittiwake/core/web/PageReader"
import { Effect, Layer, Result } from "effect"
import { jsonText, plainText } from "./ownText.ts"
import { readHtml } from "./readHtml.ts"
import { compileSelector, type Matches, makeMatchingOptions } from "./Selectors.ts"

/** A `PageReader` that works on markup alone: no scripts run, no style sheets are applied. */
export const layer: Layer.Layer<PageReader> = Layer.succeed(
  PageReader,
  PageReader.of({
    read: (request) => Effect.suspend(() => Effect.fromResult(read(request))),
    checkSelectors: (selectors) => Effect.suspend(() => Effect.asVoid(Effect.fromResult(compileAll(selectors))))
  })
)

const compileAll = (selectors: ReadonlyArray<string>, options = makeMatchingOptions()) =>
  Result.all(selectors.map((selector) => compileSelector(selector, options)))

const read = (request: ReadRequest): Result.Result<PageText, InvalidSelector | UnreadablePage> => {
  const options = makeMatchingOptions()
  return Result.all({
    include: compileAll(request.includeSelectors, options),
    exclude: compileAll(request.excludeSelectors, options)
  }).pipe(Result.flatMap((regions) => withinLimits(() => readAs(request, regions))))
}

const readAs = (
  { body, mediaType }: ReadRequest,
  regions: { readonly include: ReadonlyArray<Matches>; readonly exclude: ReadonlyArray<Matches> }
): PageText => {
  if (isHtml(mediaType)) return readHtml(body, regions)
  const toText = isJson(mediaType) ? jsonText : isText(mediaType) ? plainText : undefined
  if (toText === undefined) {
    throw new UnreadablePage({
      reason: "unsupported_content",
      message: `${mediaType.slice(0, 100)} has no text to read.`
    })
  }
  // No selector matches anything in plain text. An error message in JSON must not pass for the region of a page.
  return { title: null, text: regions.include.length > 0 ? "" : toText(body) }
}

/** The limits stop the work from deep inside the parser and the matcher, which only a throw can do. */
const withinLimits = (work: () => PageText): Result.Result<PageText, UnreadablePage> =>
  Result.try({
    try: work,
    catch: (error) => {
      if (error instanceof UnreadablePage) return error
      throw error
    }
  })

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
