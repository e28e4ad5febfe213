/** What browsers give elements by themselves (HTML Standard §15, Rendering). */
import { attributeOf, type PageElement } from "../PageTree.ts"

type Usual = Readonly<Record<string, string>>

const none: Usual = { display: "none" }
const bold: Usual = { "font-weight": "bolder" }
const mono: Usual = { "font-family": "monospace" }

const control: Usual = {
  "font-family": "Arial",
  "font-size": "13.3333px",
  "font-weight": "400",
  "letter-spacing": "normal",
  "line-height": "normal"
}

const button: Usual = {
  ...control,
  color: "#000000",
  "background-color": "#efefef",
  "border-top-style": "outset",
  "border-top-width": "2px",
  "border-top-color": "#000000",
  "padding-top": "1px",
  "padding-right": "6px",
  "padding-bottom": "1px",
  "padding-left": "6px"
}

const input: Usual = {
  ...control,
  color: "#000000",
  "background-color": "#ffffff",
  "border-top-style": "inset",
  "border-top-width": "2px",
  "border-top-color": "#767676"
}

const heading = (size: string, margin: string): Usual => ({
  "font-size": size,
  "font-weight": "bold",
  "margin-top": margin,
  "margin-bottom": margin
})

const usual: ReadonlyMap<string, Usual> = new Map(
  Object.entries({
    h1: heading("2em", "0.67em"),
    h2: heading("1.5em", "0.83em"),
    h3: heading("1.17em", "1em"),
    h4: heading("1em", "1.33em"),
    h5: heading("0.83em", "1.67em"),
    h6: heading("0.67em", "2.33em"),
    p: { "margin-top": "1em", "margin-bottom": "1em" },
    b: bold,
    strong: bold,
    th: { "font-weight": "bold" },
    small: { "font-size": "smaller" },
    code: mono,
    pre: mono,
    kbd: mono,
    samp: mono,
    button,
    input,
    textarea: { ...input, "font-family": "monospace" },
    select: input,
    head: none,
    link: none,
    meta: none,
    noscript: none,
    script: none,
    style: none,
    template: none,
    title: none,
    datalist: none,
    area: none
  })
)

const link: Usual = { color: "#0000ee", "text-decoration-line": "underline" }
const nothing: Usual = {}

/** Parts of a page that old markup gives a ground (HTML Standard §15.3, presentational hints). */
const grounded = new Set(["body", "table", "tbody", "thead", "tfoot", "tr", "td", "th"])

const fontSizes = ["10px", "13px", "16px", "18px", "24px", "32px", "48px"]

/** A colour as old markup writes it, also without its `#`. */
const oldColor = (value: string | undefined): string | undefined => {
  const text = value?.trim().slice(0, 40)
  return text !== undefined && /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text
}

/** What attributes of old markup say. */
const hintsOf = (element: PageElement): Usual => {
  const isFont = element.name === "font"
  const said = {
    "background-color": grounded.has(element.name) ? oldColor(attributeOf(element, "bgcolor")) : undefined,
    color: isFont
      ? oldColor(attributeOf(element, "color"))
      : element.name === "body"
        ? oldColor(attributeOf(element, "text"))
        : undefined,
    "font-family": isFont ? attributeOf(element, "face") : undefined,
    "font-size": isFont ? fontSizes[Number(attributeOf(element, "size") ?? Number.NaN) - 1] : undefined
  }
  return Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The properties that an element has before any sheet says something. */
export const usualStyle = (element: PageElement): Usual => {
  if (element.name === "font" || grounded.has(element.name)) return { ...usual.get(element.name), ...hintsOf(element) }
  if (element.name === "a") return attributeOf(element, "href") === undefined ? nothing : link
  if (element.name !== "input") return usual.get(element.name) ?? nothing
  const type = (attributeOf(element, "type") ?? "").toLowerCase()
  if (type === "hidden") return none
  return type === "submit" || type === "button" || type === "reset" ? button : input
}
