/** The lead of an article that stands above it, in what is not its body: between the title and the first paragraph. */
import { html } from "parse5"
import { collapse, collapsedText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import type { Survey } from "../surveyPage.ts"
import { isHidden } from "../visibility.ts"
import { isDateline } from "./boilerplate.ts"
import { aside, byline, caption, comments, lead, type Names, share } from "./names.ts"
import { textAndLinks } from "./stats.ts"

/** Characters of a lead. */
const minLead = 40
const maxLead = 1_200

/** Characters by which two texts are held to be the same. */
const sameStart = 50

const places = new Set(["p", "div", "h2", "h3", "section", "span", "strong", "b"])
const apart = new Set([
  "nav",
  "aside",
  "footer",
  "form",
  "figure",
  "figcaption",
  "button",
  "ul",
  "ol",
  "table",
  "script"
])

/** What a page says in a few words it is about. */
export const descriptionsOf = (survey: Survey): ReadonlyArray<string> =>
  survey.metas.flatMap((meta) => {
    const name = attributeOf(meta, "property") ?? attributeOf(meta, "name") ?? ""
    return /^(?:og:|twitter:)?description$/i.test(name) ? [startOf(attributeOf(meta, "content") ?? "")] : []
  })

/**
 * **Details** It is named as a lead, or the page describes itself with its words. Only what follows the last heading of the
 * first level before `article` is looked at; without such a heading, only what the page describes itself with.
 */
export const findLead = (
  root: PageElement,
  article: PageElement,
  names: Names,
  descriptions: ReadonlyArray<string>
): PageElement | undefined => {
  const told = descriptions.filter((one) => one.length >= minLead)
  let found: PageElement | undefined
  let hasTitle = false
  /** Whether `article` is reached. */
  const visit = (parent: PageElement): boolean => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (child === article) return true
      if (child.name === "h1") {
        hasTitle = true
        found = undefined
        continue
      }
      if (found === undefined && isLead(child, names, hasTitle, told)) found = child
      else if (!isApart(child, names) && visit(child)) return true
    }
    return false
  }
  if (!visit(root) || found === undefined) return undefined
  return collapsedText(article, 4_000).includes(startOf(collapsedText(found, maxLead))) ? undefined : found
}

const isApart = (element: PageElement, names: Names): boolean =>
  apart.has(element.name) ||
  element.namespace !== html.NS.HTML ||
  isHidden(element) ||
  (names.of(element) & (aside | comments | share)) !== 0

const isLead = (element: PageElement, names: Names, hasTitle: boolean, told: ReadonlyArray<string>): boolean => {
  if (!places.has(element.name) || isApart(element, names)) return false
  const flags = names.of(element)
  if ((flags & (byline | caption)) !== 0) return false
  const isNamed = hasTitle && (flags & lead) !== 0
  // A heading with the words of the description is a subtitle.
  if (!isNamed && (told.length === 0 || element.name !== "p")) return false
  const { images, linked, text } = textAndLinks(element, maxLead)
  if (text < minLead || text > maxLead || linked > text * 0.3 || images > 0) return false
  const line = collapsedText(element, maxLead)
  if (isDateline(line)) return false
  return isNamed || told.includes(startOf(line))
}

const startOf = (text: string): string => collapse(text).slice(0, sameStart)
