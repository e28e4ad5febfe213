/** Made sites, with what a designer who sees them says of their looks. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface LabelledSite {
  readonly name: string
  readonly html: string
  /** By field; null where there is none to say. */
  readonly labels: Readonly<Record<Field, string | null>>
}

/** `tuned`: rules were made with it. `untouched`: nobody looked at what is wrong on it. */
export const halves = ["tuned", "untouched"] as const
export type Half = (typeof halves)[number]

export const fields = [
  "mode",
  "background",
  "text",
  "accent",
  "h1 size",
  "h1 weight",
  "h1 family",
  "p size",
  "p family",
  "button background",
  "button color",
  "button radius",
  "card radius",
  "card shadow",
  "families",
  "font sources",
  "font weights"
] as const
export type Field = (typeof fields)[number]

const said = (part: string | undefined): string | null => (part === undefined || part === "-" ? null : part)

/** `Inter google 400 700; Foo Sans custom`; a variable font has no weights of its own. */
const fontsOf = (cell: string) => {
  const fonts = cell === "-" ? [] : cell.split(";")
  const parts = fonts.map((font) => /^(.+) (google|custom)((?: \d+)*)$/.exec(font.trim())!)
  const fixed = parts.filter(([, , , weights]) => weights !== "")
  const line = (lines: ReadonlyArray<string>) => (lines.length === 0 ? null : lines.toSorted().join("; "))
  return {
    "font sources": line(parts.map(([, family, type]) => `${family} ${type}`)),
    "font weights": line(fixed.map(([, family, , weights]) => `${family}${weights}`))
  }
}

/** What is said of a type: `48 700 Family Name`, or without weight. */
const typeOf = (cell: string) => {
  const [, size, weight, family] = /^\w+ (\d+)(?: (\d+))? (.+)$/.exec(cell) ?? []
  return { size: said(size), weight: said(weight), family: said(family) }
}

const labelsOf = (cells: ReadonlyArray<string>): LabelledSite["labels"] => {
  const [, mode, colors = "", h1 = "", p = "", button = "", card = "", families, fonts = "-"] = cells
  const [background, text, accent] = colors.split(" ")
  const [heading, paragraph] = [typeOf(h1), typeOf(p)]
  const [, fill, ink, radius] = button.split(" ")
  const [, cardRadius, shadow] = card.split(" ")
  return {
    mode: said(mode),
    background: said(background),
    text: said(text),
    accent: said(accent),
    "h1 size": heading.size,
    "h1 weight": heading.weight,
    "h1 family": heading.family,
    "p size": paragraph.size,
    "p family": paragraph.family,
    "button background": said(fill),
    "button color": said(ink),
    "button radius": said(radius),
    "card radius": said(cardRadius),
    "card shadow": said(shadow),
    families: said(families),
    ...fontsOf(fonts)
  }
}

/** A site is a line `=== name | mode | background text accent | h1 … | p … | button … | card … | families | fonts`, and its page. */
export const sitesOf = (half: Half): ReadonlyArray<LabelledSite> =>
  readFileSync(join(import.meta.dirname, `${half}.txt`), "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((text) => {
      const end = text.indexOf("\n")
      const cells = text.slice(0, end).split(" | ")
      return { name: cells[0]!, html: text.slice(end + 1), labels: labelsOf(cells.map((cell) => cell.trim())) }
    })
