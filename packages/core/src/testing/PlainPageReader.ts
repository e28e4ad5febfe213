/**
 * Reads plain text and simple HTML without a parser, for tests.
 *
 * **Gotchas**
 *
 * It is no adapter of `PageReader`: it knows the selectors `tag`, `#id`, `.class` and `tag.class` only, eight character
 * references, no hidden attributes and no styles, and passes no suite. For real pages give the kit the reader of
 * `@kittiwake/html`.
 */
import { Effect, Layer } from "effect"
import { InvalidSelector, PageReader, type ReadRequest, UnreadablePage } from "../web/PageReader.ts"

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
const isKept = (open: ReadonlyArray<Tag>, { includeSelectors, excludeSelectors }: ReadRequest): boolean => {
  const inside = (selectors: ReadonlyArray<string>) => open.some((tag) => selectors.some((one) => matches(one, tag)))
  if (open.some(({ name }) => silent.has(name)) || inside(excludeSelectors)) return false
  return includeSelectors.length === 0 ? !open.some(({ name }) => around.has(name)) : inside(includeSelectors)
}

const token = /<!--[\s\S]*?-->|<![^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+|<)/gi

const readHtml = (request: ReadRequest) => {
  const open: Array<Tag> = []
  let text = ""
  let title: string | null = null
  for (const [, slash, name, attributes = "", words] of request.body.matchAll(token)) {
    if (words !== undefined) {
      if (open.at(-1)?.name === "title") title = decoded(words).trim()
      else if (isKept(open, request)) text += decoded(words)
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
  return { title, text: lines.filter((line) => line !== "").join("\n") }
}

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
    read: Effect.fnUntraced(function* (request) {
      yield* checkSelectors([...request.includeSelectors, ...request.excludeSelectors])
      const { body, mediaType } = request
      if (mediaType === "" || mediaType === "text/html" || mediaType === "application/xhtml+xml")
        return readHtml(request)
      if (mediaType.startsWith("text/") || /[/+]json$/.test(mediaType)) return { title: null, text: body }
      return yield* new UnreadablePage({ reason: "unsupported_content", message: `${mediaType} has no text.` })
    })
  })
)
