/** Facts out of parts that say by their element what they are: headings, links, times, addresses, pictures. */
import { block, traits } from "../elements.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { addPostal } from "./addPostal.ts"
import { addPiece, hintsOf, pairIn } from "./leafFacts.ts"
import { isUnseen, shownChildren, shownText } from "./shownText.ts"
import { contextOf, type Walk } from "./Walk.ts"

/** Longest side of what is a sign and no picture of the thing. */
const maxSign = 40

const isSign = (image: PageElement): boolean =>
  ["width", "height"].some((name) => {
    const side = Number.parseInt(attributeOf(image, name) ?? "", 10)
    return Number.isFinite(side) && side <= maxSign
  })

/** Where a picture comes from: one that is loaded late says so beside a blank one. */
const sourceOf = (image: PageElement): string | undefined =>
  ["src", "data-src", "data-lazy-src", "data-original"]
    .map((name) => attributeOf(image, name)?.trim() ?? "")
    .find((source) => source !== "" && !source.startsWith("data:"))

/** The picture of a thing that repeats, of which the first counts; those of a page are told apart (`withPictures.ts`). */
export const addPicture = (image: PageElement, at: Walk): void => {
  if (!at.isItem || at.hasImage || isSign(image)) return
  const source = sourceOf(image)
  const url = source === undefined ? undefined : at.addresses.page(source)
  if (url === undefined) return
  at.hasImage = true
  at.collector.add({ name: "image", value: url, source: "block", context: contextOf(at), quote: url })
}

export const addHeading = (element: PageElement, at: Walk): void => {
  const text = shownText(element)
  if (text === "") return
  const isTitle = at.isItem ? !at.hasTitle : element.name === "h1" && !at.hasTitle
  if (isTitle) {
    at.hasTitle = true
    at.collector.add({ name: "title", value: text, source: "heading", context: "", quote: text })
  } else at.heading = text
  for (const link of linksIn(element)) addLink(link, at)
  if (at.isItem && !isTitle)
    addPiece({ text, context: "", isStruck: false, language: at.language }, "block", at.collector)
}

const linksIn = (element: PageElement): ReadonlyArray<PageElement> =>
  shownChildren(element).flatMap((child) => (child.name === "a" ? [child] : linksIn(child)))

export const addLink = (element: PageElement, at: Walk): void => {
  const href = attributeOf(element, "href")?.trim() ?? ""
  const text = shownText(element, 300)
  const [, kind] = /^(tel|mailto):/i.exec(href) ?? []
  if (kind !== undefined) {
    const name = kind.toLowerCase() === "tel" ? "phone" : "email"
    const value = decoded(href.slice(kind.length + 1).replace(/\?.*$/, ""))
    at.collector.add({ name, value, source: "pair", context: contextOf(at), quote: text === "" ? value : text })
    return
  }
  const url = href === "" || href.startsWith("#") ? undefined : at.addresses.page(href)
  if (url === undefined || !at.isItem || at.hasUrl) return
  at.hasUrl = true
  at.collector.add({ name: "url", value: url, source: "block", context: "", quote: text === "" ? url : text })
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const addTime = (element: PageElement, at: Walk): void => {
  const text = shownText(element)
  const value = attributeOf(element, "datetime")?.trim() || text
  const name = [...hintsOf(element), "date"][0]!
  const { collector } = at
  collector.add({
    name: "date",
    value,
    source: "block",
    context: `${contextOf(at)} ${name}`,
    quote: text === "" ? value : text
  })
}

/** The lines of an address, but for those that say how else one is reached. */
export const addAddress = (element: PageElement, at: Walk): void => {
  const lines: Array<string> = [""]
  for (const child of element.children) {
    if (child instanceof PageElement) {
      if (child.name === "br" || ((traits.get(child.name) ?? 0) & block) !== 0) lines.push("")
      if (!isUnseen(child) && !/^(?:tel|mailto):/i.test(attributeOf(child, "href") ?? ""))
        lines[lines.length - 1] += ` ${shownText(child)}`
      else if (child.name === "a") lines[lines.length - 1] += " @"
    } else lines[lines.length - 1] += child.text
  }
  const all = lines.map((line) => line.replace(/\s+/g, " ").trim())
  for (const line of all) {
    const pair = line.includes("@") ? undefined : pairIn(line)
    if (pair !== undefined)
      at.collector.add({ name: pair.label, value: pair.value, source: "pair", context: contextOf(at), quote: line })
  }
  const told = all.filter((line) => line !== "" && !line.includes("@") && pairIn(line) === undefined)
  const value = told.join(", ")
  if (value !== "")
    at.collector.add({ name: "address", value, source: "pair", context: contextOf(at), quote: told[0]! })
  addPostal(told, { context: contextOf(at), language: at.language }, at.collector)
}
