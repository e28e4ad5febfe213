/** Words that are not drawn and that say what a picture beside or around them means: "Included" of a check mark, "Closed" of a red dot. */
import { isIcon } from "./content/icons.ts"
import { innerText } from "./innerText.ts"
import { attributeOf, ownTextOf, PageElement, PageText } from "./PageTree.ts"
import { isHidden } from "./visibility.ts"

/** Classes that many style sheets share for text that screen readers alone say. */
export const unseenClasses: ReadonlySet<string> = new Set(
  "sr-only visually-hidden visuallyhidden screen-reader-text".split(" ")
)

/** Characters of a label, nodes looked at beside it, and elements between it and the next block. */
const most = { label: 100, nodes: 40, levels: 8 } as const

/** What has labels that name a control, a part of the page or a place to go: none says how things are. */
const named = new Set(
  "a button label legend summary caption nav select option h1 h2 h3 h4 h5 h6 figure form header footer".split(" ")
)
const inline = new Set("span b strong em i small mark abbr p div".split(" "))
const boxes = new Set(["td", "th", "li", "dd", "dt", "p", "div"])

/** What such words say of a control, or of what the page does just now. */
const ofControls =
  /^\P{L}*(?:loading|please wait|skip|toggle|open menu|close menu|menu|navigation|breadcrumbs?|search|share|you are here|current page|opens? in|\(?(?:opens|external)|external link|new (?:window|tab)|previous|next|wird geladen|lädt|chargement|cargando|caricamento|laden)(?!\p{L})/iu

const isBox = (element: PageElement): boolean => boxes.has(element.name)

/** Whether an element stands in no control, link or heading, up to the block around it. */
const standsFree = (element: PageElement): boolean => {
  let at: PageElement | null = element
  for (let level = 0; at !== null; level += 1) {
    if (level > most.levels || named.has(at.name)) return false
    if (level > 0 && isBox(at)) return at.parent === null || at.parent.name !== "a"
    at = at.parent
  }
  return true
}

/** Whether words are left where everything that is not drawn, and `except`, is taken out; also where there is too much to look at. */
const showsWords = (element: PageElement, except: PageElement): boolean => {
  let left: number = most.nodes
  if (element.children.length > left) return true
  const waiting = [...element.children]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    left -= 1
    if (left < 0) return true
    if (node instanceof PageText) {
      if (/[\p{L}\p{N}]/u.test(node.text)) return true
    } else if (node !== except && !isHidden(node) && !isUnseen(node)) {
      if (controls.has(node.name)) return true
      if (node.name !== "svg" && node.name !== "script" && node.name !== "style")
        waiting.push(...node.children.slice(0, most.nodes))
    }
  }
  return false
}

const controls = new Set("a button input select textarea iframe video audio table".split(" "))

const isUnseen = (element: PageElement): boolean =>
  (attributeOf(element, "class") ?? "").split(/\s+/, 16).some((word) => unseenClasses.has(word.toLowerCase()))

const drawn = new Set("svg img i span em b div picture".split(" "))

/** Whether what stands right beside an element is drawn without words. */
const isBesideIcon = (element: PageElement): boolean => {
  const siblings = element.parent?.children ?? []
  if (siblings.length > most.nodes) return false
  const at = siblings.indexOf(element)
  const beside = [siblings.slice(0, at).findLast(isThere), siblings.slice(at + 1).find(isThere)]
  return beside.some(
    (one) =>
      one instanceof PageElement && drawn.has(one.name) && !isUnseen(one) && !isHidden(one) && !showsWords(one, one)
  )
}

const isThere = (node: PageElement | PageText): boolean => !(node instanceof PageText) || node.text.trim() !== ""

/** Whether words that are not drawn are all that their cell, item or badge says, or stand beside an icon. */
export const saysIcon = (element: PageElement): boolean => {
  if (!inline.has(element.name) || !standsFree(element)) return false
  const text = innerText(element, most.label + 1).trim()
  if (text === "" || text.length > most.label || ofControls.test(text)) return false
  if (element.children.some((child) => child instanceof PageElement && !inline.has(child.name))) return false
  if (isBesideIcon(element)) return true
  let box = element.parent
  for (let level = 0; level < most.levels && box !== null; level += 1) {
    if (isBox(box) || box.children.length > 1 || attributeOf(box, "class") !== undefined)
      return (isBox(box) || inline.has(box.name)) && !showsWords(box, element)
    box = box.parent
  }
  return false
}

const ofIcons = /(?:^|[\s_-])(?:icons?|status|badge|indicator|symbol|pictogram|rating|stars)(?:$|[\s_-])/i

const isSmallPicture = (image: PageElement): boolean =>
  isIcon(image) ||
  ofIcons.test(attributeOf(image, "class") ?? "") ||
  /\.svg(?:$|[?#])/i.test((attributeOf(image, "src") ?? "").slice(-200))

/** What an icon stands for by its own word; undefined for other elements, and for one in a control or a link. */
export const iconLabel = (element: PageElement): string | undefined => {
  const label = element.name === "img" ? attributeOf(element, "alt") : labelOfDrawing(element)
  const text = label?.replace(/\s+/g, " ").trim() ?? ""
  if (text === "" || text.length > most.label || ofControls.test(text) || /\blogo\b/i.test(text)) return undefined
  if (element.name === "img" && !isSmallPicture(element)) return undefined
  if (element.name !== "img" && element.name !== "svg" && showsAnything(element)) return undefined
  return standsFree(element) ? text : undefined
}

/** A face or stars that are drawn as characters say themselves what they mean. */
const showsAnything = (element: PageElement): boolean =>
  showsWords(element, element) || innerText(element, most.label).trim() !== ""

const labelOfDrawing = (element: PageElement): string | undefined => {
  if (attributeOf(element, "role") !== "img") return undefined
  const label = attributeOf(element, "aria-label")
  if (label !== undefined || element.name !== "svg") return label
  const title = element.children.find((child) => child instanceof PageElement && child.name === "title")
  return title instanceof PageElement ? ownTextOf(title) : undefined
}

/** What a cell without words stands for: by its pictures, by icons with a title, and by boxes that are ticked and that nobody can tick. */
export const symbolsOf = (cell: PageElement): string => {
  const symbols: Array<string> = []
  let left: number = most.nodes
  const waiting: Array<PageElement | PageText> = cell.children.slice(0, most.nodes).toReversed()
  for (let node = waiting.pop(); node !== undefined && left > 0; node = waiting.pop()) {
    left -= 1
    if (node instanceof PageText || isHidden(node)) continue
    const symbol = symbolOf(node)?.replace(/\s+/g, " ").trim() ?? ""
    if (symbol !== "" && symbol.length <= most.label) symbols.push(symbol)
    else waiting.push(...node.children.slice(0, most.nodes).toReversed())
  }
  return symbols.join(" ")
}

const symbolOf = (element: PageElement): string | undefined => {
  switch (element.name) {
    case "img":
      return attributeOf(element, "alt")
    case "a":
    case "button":
    case "iframe":
      return undefined
    case "title":
      return ownTextOf(element)
    case "input": {
      const isTold =
        attributeOf(element, "type")?.toLowerCase() === "checkbox" && attributeOf(element, "disabled") !== undefined
      if (!isTold) return undefined
      return attributeOf(element, "checked") === undefined ? "[ ]" : "[x]"
    }
    default:
      return attributeOf(element, "aria-label") ?? attributeOf(element, "title")
  }
}
