/** The colours of a page and what they are for. */
import type { PageStyles } from "../../pages/domain/PageStyles.ts"
import { chromaOf, contrastOf, distanceOf, luminanceOf, opacityOf, solid } from "./color.ts"
import type { ColorRole, PaletteColor, StyleGuide } from "./StyleGuide.ts"

/** A page that is darker than this is a dark one: half as light as it looks, not half the luminance. */
const darkBelow = 0.18

/** Colours with less are taken for greys. */
const leastChroma = 0.2

/** Colours that are nearer to each other than this count as one; white paper on cream is further. */
const alike = 0.02

const maxPalette = 12

interface Weighted {
  readonly color: string
  readonly weight: number
}

/** Weights of colours that are nearly alike, summed under the heaviest of them; heaviest first. */
const gathered = (colors: ReadonlyArray<Weighted>): ReadonlyArray<Weighted> => {
  const sums: Array<{ color: string; weight: number }> = []
  const byColor = Map.groupBy(colors, ({ color }) => color)
  const exact = [...byColor].map(([color, same]) => ({
    color,
    weight: same.reduce((sum, { weight }) => sum + weight, 0)
  }))
  for (const { color, weight } of exact.toSorted((one, other) => other.weight - one.weight).slice(0, 400)) {
    const near = sums.find((sum) => distanceOf(sum.color, color) <= alike)
    if (near === undefined) sums.push({ color, weight })
    else near.weight += weight
  }
  return sums.toSorted((one, other) => other.weight - one.weight)
}

/** Fewest cards of a colour that are not taken for the paper that the page itself is written on. */
const leastCards = 2

/** Grounds of cards that lie on the page itself: what they hold stands on the page, as they do. */
const cardGroundsOf = ({ background, boxes }: PageStyles): ReadonlySet<string> => {
  const lying = boxes.filter(
    (box) =>
      box.kind === "card" && opacityOf(box.background) >= 0.5 && distanceOf(box.behind, solid(background)) <= alike
  )
  const byColor = Map.groupBy(lying, (box) => solid(box.background))
  return new Set(
    [...byColor].flatMap(([color, same]) =>
      same.reduce((sum, { elements }) => sum + elements, 0) >= leastCards ? [color] : []
    )
  )
}

/** What most words stand on; the page itself where there are no words, or none of their grounds has half of them. */
const backgroundOf = (styles: PageStyles): string => {
  const { background, texts } = styles
  const cards = cardGroundsOf(styles)
  const grounds = gathered(
    texts.map(({ behind, words }) => ({ color: cards.has(behind) ? solid(background) : behind, weight: words }))
  )
  const all = grounds.reduce((sum, { weight }) => sum + weight, 0)
  const [first] = grounds
  return first !== undefined && first.weight * 2 > all ? first.color : solid(background)
}

const headings = new Set(["h1", "h2", "h3", "h4", "h5", "h6"])
const pressed = new Set(["a", "button", "label", "option"])

/** The colour of running text on the page's own ground. */
const textColorOf = ({ texts }: PageStyles, background: string): string => {
  const read = texts.filter(({ behind, color }) => opacityOf(color) >= 0.5 && distanceOf(behind, background) <= 0.15)
  const running = read.filter(({ element }) => !headings.has(element) && !pressed.has(element))
  const [first] = gathered(
    (running.length === 0 ? read : running)
      .filter(({ color }) => contrastOf(solid(color), background) >= 2)
      .map(({ color, words }) => ({ color: solid(color), weight: words }))
  )
  return first?.color ?? (luminanceOf(background) < darkBelow ? "#ffffff" : "#000000")
}

/** What browsers give links to which nobody gave a colour, on light pages and on dark ones: no choice of the site. */
const unchosen: ReadonlySet<string> = new Set(["#0000ee", "#9e9eff"])

/** A fill of buttons that is a grey is the accent of a page without another where it stands out as much; browsers have paler ones. */
const leastContrast = 3

/** The colour of buttons and links that is no grey; what fills the buttons, or the text, where there is none. */
const accentOf = ({ boxes }: PageStyles, background: string, text: string): string => {
  const buttons = boxes.filter(({ kind }) => kind === "button")
  const fills = buttons
    .filter((box) => opacityOf(box.background) >= 0.5)
    .map((box) => ({
      color: solid(box.background),
      weight: 6 * Math.sqrt(box.elements) * (0.3 + chromaOf(box.background))
    }))
  const edges = buttons.map((box) => ({ color: solid(box.borderColor), weight: Math.sqrt(box.elements) }))
  const inks = boxes
    .filter(({ kind }) => kind === "link" || kind === "button")
    .map((box) => ({ color: solid(box.color), weight: Math.sqrt(box.elements) * (box.kind === "link" ? 1.5 : 1) }))
  const isSeen = ({ color }: Weighted) => distanceOf(color, background) > alike
  const lines = [...edges, ...inks]
  const chosen = lines.filter(({ color }) => !unchosen.has(color))
  const known = gathered([...fills, ...chosen]).filter(isSeen)
  const [saturated] = known.filter(({ color }) => chromaOf(color) >= leastChroma)
  if (saturated !== undefined) return saturated.color
  const [fill] = gathered(fills).filter(isSeen)
  const [left] = gathered(lines.filter(({ color }) => unchosen.has(color))).filter(isSeen)
  const isAction = fill !== undefined && (left === undefined || contrastOf(fill.color, background) >= leastContrast)
  return isAction ? fill.color : (left?.color ?? text)
}

/** What each colour of the page is for. */
const usesOf = (styles: PageStyles): ReadonlyArray<Weighted & { readonly role: ColorRole }> => [
  ...styles.paints.map(({ count, value }) => ({ color: solid(value), weight: count, role: "background" as const })),
  ...styles.texts.map(({ color, size, words }) => ({
    color: solid(color),
    // Ink covers about a third of the square of its letters, of which a word has five.
    weight: styles.from === "browser" ? (words * 5 * size * size) / 6 : words / 20,
    role: "text" as const
  })),
  ...styles.boxes.flatMap((box) => [
    ...(box.kind === "button" ? [{ color: solid(box.background), weight: 0, role: "button" as const }] : []),
    ...(box.kind === "link" ? [{ color: solid(box.color), weight: 0, role: "link" as const }] : []),
    ...(box.kind === "link" || /^0/.test(box.borderWidth)
      ? []
      : [{ color: solid(box.borderColor), weight: 0, role: "border" as const }])
  ])
]

const paletteOf = (styles: PageStyles, background: string): ReadonlyArray<PaletteColor> => {
  const uses = usesOf(styles)
  const sums = gathered([{ color: background, weight: 1 }, ...uses])
  const whole = sums.reduce((sum, { weight }) => sum + weight, 0)
  return sums.slice(0, maxPalette).map(({ color, weight }) => {
    const roles = uses.filter((use) => distanceOf(use.color, color) <= alike).map(({ role }) => role)
    return {
      color,
      share: Math.round((weight / whole) * 10_000) / 100,
      roles: [...new Set<ColorRole>(color === background ? ["background", ...roles] : roles)].toSorted()
    }
  })
}

/** Tells them. */
export const colorsOf = (styles: PageStyles): Pick<StyleGuide, "colors" | "mode"> => {
  const background = backgroundOf(styles)
  const text = textColorOf(styles, background)
  return {
    mode: luminanceOf(background) < darkBelow ? "dark" : "light",
    colors: {
      accent: accentOf(styles, background, text),
      background,
      text,
      palette: paletteOf(styles, background)
    }
  }
}
