/** The script that reads how a page looks. Its source is sent to pages. */
import type { PageStyles, SeenBox, SeenText } from "@kittiwake/core/pages/domain/PageStyles"
import type { PageKit } from "./makeKit.ts"

export interface StyleLimits {
  readonly maxElements: number
  readonly maxMillis: number
  /** Most looks of one kind that are told, those with most of the page first. */
  readonly maxLooks: number
}

/** What the page itself knows: which files its fonts come from is read of its style sheets. */
export type SeenStyles = Omit<PageStyles, "faces" | "from">

/** Reads the styles of what is seen, in the page. */
export const readStyles = (kit: PageKit, { maxElements, maxLooks, maxMillis }: StyleLimits): SeenStyles => {
  const endsAt = window.performance.now() + maxMillis
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
  const colors = new Map<string, string>()
  const hex = (values: ReadonlyArray<number>) => values.map((value) => value.toString(16).padStart(2, "0")).join("")

  const drawn = (value: string): ReadonlyArray<number> => {
    if (canvas === null) return [0, 0, 0, 0]
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = value
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }

  const rgb = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/
  const colorOf = (value: string): string => {
    const known = colors.get(value)
    if (known !== undefined) return known
    const [, red, green, blue, alpha = "1"] = rgb.exec(value) ?? []
    const parts =
      red === undefined ? drawn(value) : [red, green, blue].map(Number).concat(Math.round(Number(alpha) * 255))
    const color = `#${hex(parts[3] === 255 ? parts.slice(0, 3) : parts)}`
    colors.set(value, color)
    return color
  }
  const isClear = (color: string) => color.length === 9 && color.endsWith("00")
  const isSolid = (color: string) => color.length === 7 || Number.parseInt(color.slice(7), 16) >= 128

  // A form may hold a field called `parentElement` or `localName`, which then stands in front of the form's own.
  const getterOf = (prototype: object, name: string) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.get ?? (() => null)
  const parentElement = getterOf(Node.prototype, "parentElement")
  const childNodes = getterOf(Node.prototype, "childNodes")
  const localName = getterOf(Element.prototype, "localName")
  const parentOf = (element: Element): Element | null => parentElement.call(element)
  const nameOf = (element: Element): string => localName.call(element)

  const page = document.documentElement
  const dark =
    /dark/.test(getComputedStyle(page).colorScheme) &&
    (!/light/.test(getComputedStyle(page).colorScheme) || matchMedia("(prefers-color-scheme: dark)").matches)
      ? "#121212"
      : "#ffffff"
  const firstColor = /(?:rgba?|color|oklch|oklab|lab|lch)\([^()]*\)/
  /** Colour that an element is painted in; of a gradient the first. */
  const groundOn = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration): string => {
    const own = colorOf(backgroundColor)
    const gradient = backgroundImage.includes("gradient(")
      ? firstColor.exec(backgroundImage.slice(0, 2_000))?.[0]
      : undefined
    return isSolid(own) || gradient === undefined ? own : colorOf(gradient)
  }

  const behindOf = new Map<Element, string>()
  const behind = (element: Element): string => {
    const passed: Array<Element> = []
    let color = dark
    for (let at: Element | null = element; at !== null; at = parentOf(at)) {
      const known = behindOf.get(at)
      const own = known ?? groundOn(getComputedStyle(at))
      if (known === undefined) passed.push(at)
      if (known !== undefined || isSolid(own)) {
        color = own.slice(0, 7)
        break
      }
    }
    for (const at of passed) behindOf.set(at, color)
    return color
  }

  const familiesOf = ({ fontFamily }: CSSStyleDeclaration): Array<string> =>
    (fontFamily.match(/"[^"]*"|'[^']*'|[^,]+/g) ?? [])
      .map((family) => family.trim().replace(/^(["'])(.*)\1$/, "$2"))
      .filter((family) => family !== "" && family.length <= 200)
      .slice(0, 20)
  const px = (value: string): number => Math.round((Number.parseFloat(value) || 0) * 100) / 100

  const texts = new Map<string, SeenText & { elements: number; words: number }>()
  const boxes = new Map<string, SeenBox & { elements: number; area: number }>()
  const paints = new Map<string, number>()
  const shadows = new Map<string, number>()
  const gaps = new Map<number, number>()
  const add = <K>(counts: Map<K, number>, key: K, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)

  const ownWords = (element: Element): number => {
    let words = 0
    for (const node of childNodes.call(element) as NodeListOf<ChildNode>) {
      if (node instanceof Text)
        words += node.data
          .slice(0, 20_000)
          .split(/\s+/)
          .filter((word) => word !== "").length
    }
    return words
  }

  const levels = new Set(["h1", "h2", "h3", "h4", "p"])
  const inline = new Set(["b", "em", "font", "i", "mark", "small", "span", "strong", "u"])
  /** What a text belongs to: words of a heading often stand in an element inside it. */
  const textElement = (element: Element): string => {
    let at: Element | null = element
    for (let steps = 0; at !== null && inline.has(nameOf(at)) && steps < 4; steps++) at = parentOf(at)
    return at !== null && levels.has(nameOf(at)) ? nameOf(at) : nameOf(element)
  }

  const noteText = (element: Element, style: CSSStyleDeclaration, words: number) => {
    const look = {
      element: textElement(element),
      families: familiesOf(style),
      size: px(style.fontSize),
      weight: Number(style.fontWeight),
      lineHeight: style.lineHeight,
      letterSpacing: style.letterSpacing,
      color: colorOf(style.color),
      behind: behind(element)
    }
    const key = JSON.stringify(look)
    const seen = texts.get(key) ?? { ...look, elements: 0, words: 0 }
    texts.set(key, { ...seen, elements: seen.elements + 1, words: seen.words + words })
  }

  /** Colour of what an element stands on. */
  const groundOf = (element: Element): string => {
    const parent = parentOf(element)
    return parent === null ? dark : behind(parent)
  }

  const isFilled = (element: Element, style: CSSStyleDeclaration): boolean =>
    style.backgroundImage.includes("gradient(") ||
    (!isClear(colorOf(style.backgroundColor)) && colorOf(style.backgroundColor) !== groundOf(element))
  const isFramed = (style: CSSStyleDeclaration): boolean =>
    px(style.borderTopWidth) > 0 && style.borderTopStyle !== "none" && !isClear(colorOf(style.borderTopColor))

  const textInputs = /^(?:|text|email|search|tel|url|password|number)$/
  const kindOf = (element: Element, style: CSSStyleDeclaration, box: DOMRect): SeenBox["kind"] | null => {
    const tag = nameOf(element)
    if (tag === "form") return null
    const role = kit.roleOf(element)
    if (tag === "input" && textInputs.test(kit.attribute(element, "type").toLowerCase())) return "input"
    if (tag === "textarea" || tag === "select") return "input"
    const hasLook = isFilled(element, style) || isFramed(style)
    const isSmall = box.height >= 18 && box.height <= 96 && box.width >= 30 && box.width <= 640
    if ((role === "button" || role === "link") && hasLook && isSmall && kit.textOf(element).length <= 60) {
      return kit.textOf(element) === "" ? null : "button"
    }
    const isRound = px(style.borderTopLeftRadius) > 0
    // What goes from edge to edge is a bar, unless its corners are round.
    const isInset = isRound || (box.left > 0 && box.right < innerWidth)
    const isNarrow = box.width <= innerWidth * 0.75
    const isLarge = box.width >= 160 && box.height >= (isNarrow ? 90 : 64) && box.height <= (isNarrow ? 1_200 : 600)
    const isRaised = style.boxShadow !== "none" || isRound || isFramed(style)
    const isCard = isLarge && (isNarrow || isInset) && isRaised && (hasLook || style.boxShadow !== "none")
    if (role === "link" && tag === "a") return kit.textOf(element) === "" ? null : isCard ? "card" : "link"
    if (role === "button") return null
    return isCard && kit.textOf(element).length >= 12 ? "card" : null
  }

  const noteBox = (kind: SeenBox["kind"], element: Element, style: CSSStyleDeclaration, box: DOMRect) => {
    const gradient = /(?:rgba?|color|oklch|lab)\([^()]*\)/.exec(style.backgroundImage)?.[0]
    const own = colorOf(style.backgroundColor)
    const look = {
      kind,
      background: isClear(own) && gradient !== undefined ? colorOf(gradient) : own,
      color: colorOf(style.color),
      behind: groundOf(element),
      borderColor: colorOf(style.borderTopColor),
      borderWidth: style.borderTopWidth,
      borderStyle: style.borderTopStyle,
      borderRadius: style.borderRadius,
      padding: style.padding,
      shadow: style.boxShadow.length > 1_000 ? "none" : style.boxShadow,
      families: familiesOf(style),
      size: px(style.fontSize),
      weight: Number(style.fontWeight),
      decoration: style.textDecorationLine,
      decorationColor: colorOf(style.textDecorationColor)
    }
    const key = JSON.stringify(look)
    const size = { width: Math.round(box.width), height: Math.round(box.height) }
    const seen = boxes.get(key) ?? { ...look, ...size, area: 0, elements: 0 }
    boxes.set(key, { ...seen, elements: seen.elements + 1, area: seen.area + Math.round(box.width * box.height) })
  }

  const noteSpace = (style: CSSStyleDeclaration) => {
    const sides = [
      style.paddingTop,
      style.paddingRight,
      style.marginTop,
      style.marginBottom,
      style.rowGap,
      style.columnGap
    ]
    for (const side of new Set(sides)) {
      const width = Math.round(px(side))
      if (width > 0 && width <= 240) add(gaps, width, 1)
    }
    if (style.boxShadow !== "none" && style.boxShadow.length <= 1_000) add(shadows, style.boxShadow, 1)
  }

  const note = (element: Element) => {
    if (!kit.isVisible(element)) return
    const style = getComputedStyle(element)
    const box = Element.prototype.getBoundingClientRect.call(element)
    const words = ownWords(element)
    if (words > 0) noteText(element, style, words)
    const own = colorOf(style.backgroundColor)
    if (!isClear(own)) add(paints, own.slice(0, 7), Math.round(box.width * box.height))
    noteSpace(style)
    const kind = kindOf(element, style, box)
    if (kind !== null) noteBox(kind, element, style, box)
  }

  for (const element of kit.all("body, body *").slice(0, maxElements)) {
    note(element)
    if (window.performance.now() > endsAt) break
  }
  const most = <A>(entries: Iterable<A>, weight: (entry: A) => number): Array<A> =>
    [...entries].sort((one, other) => weight(other) - weight(one)).slice(0, maxLooks)
  const counted = (counts: Map<string, number>) =>
    most(counts, ([, count]) => count).map(([value, count]) => ({ value, count }))
  const background = document.body === null ? dark : behind(document.body)
  add(paints, background, page.scrollWidth * page.scrollHeight)
  return {
    background,
    paints: counted(paints),
    texts: most(texts.values(), ({ words }) => words),
    boxes: most(boxes.values(), ({ area, elements }) => area * elements),
    gaps: most(gaps, ([, count]) => count).map(([width, count]) => ({ px: width, count })),
    shadows: counted(shadows)
  }
}
