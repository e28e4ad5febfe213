/** XML: feeds as lists of their items, drawings by their text, everything else as it is written. */
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { escapeHtml, oneLine, paragraph } from "../reading/Markup.ts"
import { elementsOf, findElement, outermostElements, parseXml, textOf, type XmlElement } from "../reading/XmlTree.ts"
import { feedFragment } from "./feedFragment.ts"
import { readFeed, wantedOfFeed } from "./readFeed.ts"
import { readCode } from "./readPlain.ts"

/** Reads XML of any kind, which came from `url`, where that is known. */
export const readXml = (text: string, markdownSuffices = false, url: string | null = null): Fragment => {
  const root = elementsOf(parseXml(text, wantedOfFeed()))[0]
  const feed = root === undefined ? null : readFeed(root, url)
  return feed === null ? readCode(text, "xml", markdownSuffices) : feedFragment(feed)
}

/** What is written in a drawing. A part that is moved stands in a place of its own, most often on another line. */
const drawnText = (element: XmlElement): string =>
  element.children
    .map((node) => {
      if (typeof node === "string") return node
      const { attributes, name } = node
      const isMoved = name === "tspan" && ["x", "y", "dy"].some((key) => attributes[key] !== undefined)
      return isMoved ? ` ${drawnText(node)}` : drawnText(node)
    })
    .join("")

/** Reads the text of a drawing: its title, its description, and what is written in it. */
export const readSvg = (text: string): Fragment => {
  const tree = parseXml(text)
  const line = (element: XmlElement | undefined) => oneLine(textOf(element))
  const title = line(findElement(tree, "title"))
  const texts = [
    title,
    line(findElement(tree, "desc")),
    ...outermostElements(tree, "text").map((text) => oneLine(drawnText(text)))
  ].filter((one) => one !== "")
  const html = [...new Set(texts)].map((one) => paragraph(escapeHtml(one))).join("")
  return fragment(html === "" ? paragraph("SVG drawing without text.") : html, {
    title: title === "" ? null : title.slice(0, 500)
  })
}
