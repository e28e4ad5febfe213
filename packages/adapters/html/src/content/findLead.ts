/** The title and the lead of an article that stand above it, in what is not its body. */
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

/** Characters of a title. */
const minTitle = 3
const maxTitle = 400

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

/** What a page is called in its head. */
export const titlesOf = (survey: Survey): ReadonlyArray<string> => [
  ...(survey.title === undefined ? [] : [collapsedText(survey.title, maxTitle)]),
  ...survey.metas.flatMap((meta) => {
    const name = attributeOf(meta, "property") ?? attributeOf(meta, "name") ?? ""
    return /^(?:og:|twitter:)title$/i.test(name)
      ? [collapse((attributeOf(meta, "content") ?? "").slice(0, maxTitle))]
      : []
  })
]

/** What a page says of itself in its head. */
export interface Told {
  readonly titles: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
}

/**
 * **Details** The title is the last heading of the first level before `article`, if it stands right beside it or the head of the page
 * begins with its words: others are the site's name. A lead is named so, or the page describes itself with its words. Only what follows that
 * heading is looked at; without one, only what the page describes itself with.
 */
export const findLead = (
  root: PageElement,
  article: PageElement,
  names: Names,
  { descriptions, titles }: Told
): ReadonlyArray<PageElement> => {
  const told = descriptions.filter((one) => one.length >= minLead)
  let found: PageElement | undefined
  let title: PageElement | undefined
  let hasTitle = false
  /** Whether `article` is reached. */
  const visit = (parent: PageElement): boolean => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (child === article) return true
      if (child.name === "h1") {
        hasTitle = true
        title = child
        found = undefined
        continue
      }
      if (found === undefined && isLead(child, names, hasTitle, told)) found = child
      else if (!isApart(child, names) && visit(child)) return true
    }
    return false
  }
  if (!visit(root)) return []
  const start = collapsedText(article, 4_000)
  return [
    ...(title !== undefined &&
    (title.parent === article.parent || isTitle(title, titles)) &&
    !start.includes(collapsedText(title, maxTitle))
      ? [title]
      : []),
    ...(found !== undefined && !start.includes(startOf(collapsedText(found, maxLead))) ? [found] : [])
  ]
}

const isTitle = (heading: PageElement, titles: ReadonlyArray<string>): boolean => {
  const text = collapsedText(heading, maxTitle).toLowerCase()
  return text.length >= minTitle && titles.some((one) => one.toLowerCase().startsWith(text))
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
