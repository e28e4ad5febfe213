/**
 * Reads plain text and simple HTML without a parser, for tests.
 *
 * **Gotchas**
 *
 * It is no adapter of `PageReader`: it knows the selectors `tag`, `#id`, `.class` and `tag.class` only, eight character
 * references, no hidden attributes and no styles, and passes no suite. What it shapes is plain too: Markdown is the text,
 * a block a paragraph; markup is the page as it came; metadata is the title; links are those with an address in quotes;
 * there are no pictures; noise stays; rules find the text of all that matches their selector, as one item. For real pages give the
 * kit the reader of `@kittiwake/html`.
 */
import { Effect, Layer } from "effect"
import { comparableText } from "../monitors/domain/PageText.ts"
import type { Extracted, ExtractRule, ExtractRules } from "../pages/domain/ExtractRules.ts"
import { type FoundRegion, noRegions, regionExcerptLength } from "../pages/domain/FoundRegion.ts"
import type { PageFacts } from "../pages/domain/PageFacts.ts"
import type { PageLink } from "../pages/domain/PageLink.ts"
import {
  InvalidSelector,
  PageReader,
  type PageText,
  type ReadRequest,
  type ShapedPage,
  type ShapeRequest,
  UnreadablePage
} from "../pages/PageReader.ts"

const isHtml = (mediaType: string): boolean =>
  mediaType === "" || mediaType === "text/html" || mediaType === "application/xhtml+xml"

const alike = (page: PageText, { normalizesWhitespace }: ReadRequest): PageText =>
  normalizesWhitespace === undefined ? page : { ...page, text: comparableText(page.text, normalizesWhitespace) }

interface Tag {
  readonly name: string
  readonly id: string
  readonly classes: ReadonlyArray<string>
}

/** Elements whose content is never text. */
const silent = new Set(["script", "style", "template", "noscript", "head", "svg", "iframe"])

/** Elements that are left out where nobody says which regions to keep. */
const around = new Set(["nav", "header", "footer", "aside"])

const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "))

const inline = new Set("a abbr b bdi cite code em i kbd mark q s small span strong sub sup time u var".split(" "))

const references: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  euro: "€"
}

const decoded = (text: string): string =>
  text
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (whole, name: string) => references[name] ?? whole)

const selectorPattern = /^(?:([a-z][a-z0-9]*)?(?:[.]([\w-]+))?|#([\w-]+))$/i

const matches = (selector: string, tag: Tag): boolean => {
  const [, name, className, id] = selectorPattern.exec(selector) ?? []
  if (id !== undefined) return tag.id === id
  return (
    (name === undefined || tag.name === name.toLowerCase()) &&
    (className === undefined || tag.classes.includes(className))
  )
}

const attribute = (attributes: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i")
    .exec(attributes)
    ?.slice(1)
    .find(Boolean) ?? ""

const tagOf = (name: string, attributes: string): Tag => ({
  name: name.toLowerCase(),
  id: attribute(attributes, "id"),
  classes: attribute(attributes, "class").split(/\s+/)
})

/** Which text counts, by the elements it stands in. */
const isKept = (
  open: ReadonlyArray<Tag>,
  { includeSelectors, excludeSelectors }: ReadRequest,
  keepsAround: boolean
): boolean => {
  const inside = (selectors: ReadonlyArray<string>) => open.some((tag) => selectors.some((one) => matches(one, tag)))
  if (open.some(({ name }) => silent.has(name)) || inside(excludeSelectors)) return false
  if (includeSelectors.length > 0) return inside(includeSelectors)
  return keepsAround || !open.some(({ name }) => around.has(name))
}

const token = /<!--[\s\S]*?-->|<![^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+|<)/gi

const readHtml = (request: ReadRequest, keepsAround = false) => {
  const open: Array<Tag> = []
  let text = ""
  let title: string | null = null
  for (const [, slash, name, attributes = "", words] of request.body.matchAll(token)) {
    if (words !== undefined) {
      if (open.at(-1)?.name === "title") title = decoded(words).trim()
      else if (isKept(open, request, keepsAround)) text += decoded(words)
      continue
    }
    if (name === undefined) continue
    const tag = tagOf(name, attributes)
    if (!inline.has(tag.name)) text += "\n"
    if (slash === "") {
      if (!empty.has(tag.name) && !attributes.endsWith("/")) open.push(tag)
      continue
    }
    const opened = open.findLastIndex((one) => one.name === tag.name)
    if (opened >= 0) open.length = opened
  }
  const lines = text.split("\n").map((line) => line.trim())
  return { title, text: lines.filter((line) => line !== "").join("\n"), leftOut: [] }
}

/** The same, or what surrounds it where there is nothing else. */
const readMain = (request: ReadRequest): PageText => {
  const main = readHtml(request)
  if (main.text !== "" || request.includeSelectors.length > 0) return main
  const around = readHtml(request, true)
  return around.text === "" ? main : { ...around, isSurroundings: true }
}

/** What each selector finds, as far as it is wanted: elements by their tags, and their text as the reader gives it. */
const regionsOf = (request: ReadRequest): Pick<PageText, "regions"> => {
  const { body, excludeSelectors, includeSelectors, mediaType, tellsRegions = false } = request
  if (!tellsRegions) return {}
  const found = noRegions(includeSelectors, excludeSelectors)
  if (!isHtml(mediaType)) return { regions: found }
  const regions = found.map((region): FoundRegion => {
    const { selector, use } = region
    const isKept = use === "keep"
    const own = { ...request, includeSelectors: [selector], excludeSelectors: isKept ? excludeSelectors : [] }
    const text = readHtml(own).text.replace(/\s+/g, " ")
    const elements = [...body.matchAll(token)].filter(
      ([, slash, name, attributes = ""]) =>
        slash === "" && name !== undefined && matches(selector, tagOf(name, attributes))
    ).length
    const characters = text.replaceAll(" ", "").length
    return { ...region, elements, characters, excerpt: text.slice(0, regionExcerptLength) }
  })
  return { regions }
}

/** Where lines stand, as far as it is wanted: in the innermost element with an id or a class whose own text holds them. */
const placesOf = ({ body, locates, mediaType }: ReadRequest): Pick<PageText, "places"> => {
  if (locates === undefined) return {}
  const places: Array<string | null> = locates.map(() => null)
  if (!isHtml(mediaType)) return { places }
  const open: Array<Tag> = []
  for (const [, slash, name, attributes = "", words] of body.matchAll(token)) {
    if (words !== undefined) {
      const tag = open.findLast(({ classes, id }) => id !== "" || classes[0] !== "")
      const selector = tag === undefined ? null : tag.id === "" ? `${tag.name}.${tag.classes[0]}` : `#${tag.id}`
      for (const [n, line] of locates.entries()) if (decoded(words).includes(line)) places[n] ??= selector
    } else if (name !== undefined && slash === "" && !empty.has(name)) open.push(tagOf(name, attributes))
    else if (name !== undefined && slash !== "") {
      const opened = open.findLastIndex((one) => one.name === name.toLowerCase())
      if (opened >= 0) open.length = opened
    }
  }
  return { places }
}

/** A page whose bytes were decoded. */
interface ShapeText extends ShapeRequest {
  readonly html: string
}

const whole = { mediaType: "text/html", includeSelectors: [], excludeSelectors: [], leavesOutNoise: false }

const textOf = ({ excludeSelectors, html, includeSelectors, mainContentOnly }: ShapeText): string =>
  readHtml({ ...whole, body: html, includeSelectors, excludeSelectors }, !mainContentOnly).text

const linksIn = (html: string, base: string): ReadonlyArray<PageLink> => {
  const links = new Map<string, PageLink>()
  for (const [, attributes = "", text = ""] of html.matchAll(/<a\s([^>]*)>([^<]*)/gi)) {
    const url = URL.parse(decoded(attribute(attributes, "href")), base)
    if (url === null || !/^https?:$/.test(url.protocol) || attribute(attributes, "href") === "") continue
    url.hash = ""
    const nofollow = attribute(attributes, "rel").split(" ").includes("nofollow")
    if (!links.has(url.href)) links.set(url.href, { url: url.href, text: decoded(text).trim(), nofollow })
  }
  return [...links.values()]
}

const factsOf = (html: string, textLength: number): PageFacts => ({
  textLength,
  scripts: html.match(/<script\b/gi)?.length ?? 0,
  hasEmptyRoot: /id=["']?(?:root|app|__next)["']?[^>]*>\s*<\//i.test(html),
  asksForScripts: /<noscript>[^<]*javascript/i.test(html),
  awaitsScripts: /aria-busy=["']?true/i.test(html) && /<script\b/i.test(html) && textLength < 1_000,
  refreshUrl: null,
  frameUrls: [],
  hasPasswordField: /<input[^>]*type=["']?password/i.test(html)
})

const extract = (html: string, rules: ExtractRules): { readonly [field: string]: Extracted } =>
  Object.fromEntries(
    [...rules].map(([field, { selector, type }]) => {
      const text = readHtml({ ...whole, body: html, includeSelectors: [selector] }).text.replace(/\s+/g, " ")
      return [field, type === "list" ? (text === "" ? [] : [text]) : text === "" ? null : text]
    })
  )

const shapeHtml = (given: ShapeRequest): ShapedPage => {
  const html = typeof given.html === "string" ? given.html : new TextDecoder(given.charset).decode(given.html)
  const request = { ...given, html }
  const { finalUrl, sourceUrl } = request
  const text = textOf(request)
  const { title } = readHtml({ ...whole, body: html })
  return {
    markdown: request.markdown === null ? null : text.replaceAll("\n", "\n\n"),
    html: request.wantsHtml ? html : null,
    metadata: request.wantsMetadata ? { sourceUrl, finalUrl, ...(title === null ? {} : { title }) } : null,
    links: request.wantsLinks ? linksIn(html, finalUrl) : [],
    images: [],
    extracted: request.extract === null ? null : extract(html, request.extract),
    facts: factsOf(html, text.length)
  }
}

const selectorsOf = (rule: ExtractRule): ReadonlyArray<string> => [
  rule.selector,
  ...(rule.output._tag === "Fields" ? [...rule.output.rules.values()].flatMap(selectorsOf) : [])
]

const checkSelectors = (selectors: ReadonlyArray<string>) =>
  Effect.forEach(
    selectors,
    (selector) =>
      selector !== "" && selectorPattern.test(selector)
        ? Effect.void
        : Effect.fail(
            new InvalidSelector({ selector, message: "the plain reader knows tag, #id, .class and tag.class" })
          ),
    { discard: true }
  )

/** A reader that is good enough for pages written in a test. */
export const layer: Layer.Layer<PageReader> = Layer.succeed(
  PageReader,
  PageReader.of({
    checkSelectors,
    shape: Effect.fnUntraced(function* (request) {
      const rules = request.extract === null ? [] : [...request.extract.values()].flatMap(selectorsOf)
      yield* checkSelectors([...request.includeSelectors, ...request.excludeSelectors, ...rules])
      return shapeHtml(request)
    }),
    read: Effect.fnUntraced(function* (request) {
      yield* checkSelectors([...request.includeSelectors, ...request.excludeSelectors])
      const { body, mediaType } = request
      const regions = { ...regionsOf(request), ...placesOf(request) }
      if (isHtml(mediaType)) return alike({ ...readMain(request), ...regions }, request)
      if (mediaType.startsWith("text/") || /[/+]json$/.test(mediaType))
        return alike({ title: null, text: body, leftOut: [], ...regions }, request)
      return yield* new UnreadablePage({ reason: "unsupported_content", message: `${mediaType} has no text.` })
    })
  })
)
