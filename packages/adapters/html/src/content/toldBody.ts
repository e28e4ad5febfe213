/** The text of its article as a page tells it to search engines, in `articleBody` of its linked data. */
import { decodeHTML } from "entities"
import { html } from "parse5"
import { collapse, collapsedText } from "../innerText.ts"
import { fragmentOf } from "../keepRegions.ts"
import { flattened, type LinkedData } from "../linkedData.ts"
import { PageElement, PageText } from "../PageTree.ts"

/** A shorter one is a teaser, read only where the page has next to nothing. Shorter still says nothing; longer ones are cut. */
const minWhole = 400
const minTold = 40
const maxTold = 500_000

/** Paragraphs made of one. */
const maxParagraphs = 2_000

/** The share of what is told, whole or as a teaser, that must be found on the page, or else it is read from what is told. */
const minFound = 0.5
const minFoundOfTeaser = 0.1

/** The longest text told. What the page says is only for those who pay is left alone. */
export const toldBodyOf = (linkedData: ReadonlyArray<LinkedData>): string | undefined => {
  let longest = ""
  for (const { articleBody, isAccessibleForFree } of flattened(linkedData)) {
    const isForThosePaying =
      isAccessibleForFree === false || (typeof isAccessibleForFree === "string" && /^false$/i.test(isAccessibleForFree))
    if (typeof articleBody !== "string" || isForThosePaying) continue
    if (articleBody.length > longest.length) longest = articleBody
  }
  const text = plain(longest.slice(0, maxTold))
  return text.length < minTold ? undefined : text
}

/** Lines of words: some pages tell markup, and some that with its marks as entities. */
const plain = (told: string): string =>
  decodeHTML(decodeHTML(told))
    .replace(/<\/p>|<br\s*\/?>/gi, "\n")
    .replace(/<[^<>]*>/g, " ")

/** Whether so few characters of the page's article were found that they cannot be what is told. */
export const isMissing = (told: string, found: number): boolean =>
  found < told.length * (told.length < minWhole ? minFoundOfTeaser : minFound)

/** What is told as paragraphs, under the first heading of the page. */
export const articleOfTold = (told: string, root: PageElement): PageElement => {
  const title = titleOf(root)
  const lines = told
    .split("\n", maxParagraphs)
    .map(collapse)
    .filter((line) => line !== "")
  return fragmentOf([
    ...(title === "" ? [] : [elementWith("h1", title)]),
    ...lines.map((line) => elementWith("p", line))
  ])
}

const titleOf = (root: PageElement): string => {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.name === "h1") return collapsedText(element, 1_000)
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return ""
}

const elementWith = (name: string, text: string): PageElement => {
  const element = new PageElement(name, html.NS.HTML, [], false)
  const node = new PageText(text)
  node.parent = element
  element.children.push(node)
  return element
}
