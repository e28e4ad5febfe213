/**
 * Reads styles that are written into elements themselves.
 *
 * **Gotchas**
 *
 * It is no adapter: it knows headings, paragraphs, links and buttons, no style sheet and no inheritance, and of their
 * styles colours as `#rrggbb`, families, sizes in px and weights. For more give the kit the reader of `@kittiwake/html`.
 */
import { Effect, Layer } from "effect"
import { StyleReader, type StyleRequest } from "../design/StyleReader.ts"
import type { PageStyles, SeenBox, SeenText } from "../pages/domain/PageStyles.ts"

const textOf = (html: string | Uint8Array): string => (typeof html === "string" ? html : new TextDecoder().decode(html))

const attribute = (attributes: string, name: string): string =>
  new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, "i").exec(attributes)?.[1] ?? ""

const declarations = (style: string): ReadonlyMap<string, string> =>
  new Map(
    style.split(";").map((declaration) => {
      const [name = "", value = ""] = declaration.split(":")
      return [name.trim(), value.trim()]
    })
  )

interface Element {
  readonly name: string
  readonly style: ReadonlyMap<string, string>
  readonly words: number
}

const elementsOf = (html: string): ReadonlyArray<Element> =>
  [...html.matchAll(/<(body|h[1-4]|p|a|button)\b([^>]*)>([^<]*)/gi)].map(
    ([, name = "", attributes = "", text = ""]) => ({
      name: name.toLowerCase(),
      style: declarations(attribute(attributes, "style")),
      words: text.split(/\s+/).filter((word) => word !== "").length
    })
  )

const typeOf = ({ style }: Element, ground: string) => ({
  families: (style.get("font-family") ?? "serif").split(",").map((family) => family.trim()),
  size: Number.parseFloat(style.get("font-size") ?? "16"),
  weight: Number(style.get("font-weight") ?? 400),
  color: style.get("color") ?? "#000000",
  behind: ground,
  elements: 1
})

const textIn = (element: Element, ground: string): SeenText => ({
  ...typeOf(element, ground),
  element: element.name,
  lineHeight: "normal",
  letterSpacing: "normal",
  words: element.words
})

const boxIn = (element: Element, ground: string): SeenBox => ({
  ...typeOf(element, ground),
  kind: element.name === "a" ? "link" : "button",
  background: element.style.get("background-color") ?? "#00000000",
  borderColor: "#000000",
  borderWidth: "0px",
  borderStyle: "none",
  borderRadius: element.style.get("border-radius") ?? "0px",
  padding: element.style.get("padding") ?? "0px",
  shadow: "none",
  decoration: element.name === "a" ? "underline" : "none",
  decorationColor: element.style.get("color") ?? "#000000",
  width: 0,
  height: 0,
  area: 0
})

const stylesOf = ({ colorScheme, html }: StyleRequest): PageStyles => {
  const elements = elementsOf(textOf(html))
  const body = elements.find(({ name }) => name === "body")
  const ground = body?.style.get("background-color") ?? (colorScheme === "dark" ? "#121212" : "#ffffff")
  return {
    from: "sheets",
    background: ground,
    paints: [{ value: ground, count: 1 }],
    texts: elements.filter(({ words }) => words > 0).map((element) => textIn(element, ground)),
    boxes: elements.filter(({ name }) => name === "a" || name === "button").map((element) => boxIn(element, ground)),
    gaps: [],
    shadows: [],
    faces: []
  }
}

/** The reader. */
export const layer: Layer.Layer<StyleReader> = Layer.succeed(StyleReader, {
  sheets: ({ html, url }) =>
    Effect.succeed(
      [...textOf(html).matchAll(/<link\b[^>]*\brel="stylesheet"[^>]*>/gi)].flatMap(([tag]) => {
        const address = URL.parse(attribute(tag, "href"), url)
        return address === null ? [] : [address.href]
      })
    ),
  read: (request) => Effect.succeed(stylesOf(request))
})
