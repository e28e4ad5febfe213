/** One walk over a whole page that finds what its metadata, links, pictures and facts are made of. */
import { muchContent, saysThatItLoads } from "@kittiwake/core/internal/pages/domain/awaitedContent"
import { html } from "parse5"
import {
  type AwaitedParts,
  isEmptyPart,
  isMarkedAsAwaited,
  isVerbatim,
  makeAwaitedParts,
  type Place,
  placeIn
} from "./awaitedParts.ts"
import { kindOf, kinds } from "./markdown/kinds.ts"
import { attributeOf, PageElement } from "./PageTree.ts"
import { isHidden } from "./visibility.ts"

/** Elements of a page by what they are for, each list in the order of the page. */
export interface Survey {
  root: PageElement | undefined
  title: PageElement | undefined
  readonly metas: Array<PageElement>
  readonly resources: Array<PageElement>
  readonly headings: Array<PageElement>
  readonly anchors: Array<PageElement>
  readonly times: Array<PageElement>
  readonly pictured: Array<PageElement>
  readonly linkedData: Array<PageElement>
  readonly noscripts: Array<PageElement>
  textLength: number
  scripts: number
  hasEmptyRoot: boolean
  readonly awaited: AwaitedParts
  hasPasswordField: boolean
}

const pictured = new Set(["img", "source", "svg", "video", "object", "embed", "style", "input", "link", "meta"])
const filledByScripts = new Set(
  "root app __next __nuxt ___gatsby react-root app-root mount application ember-app svelte main-app".split(" ")
)

/** What stands inside these is shown in old browsers only. */
const unread = new Set(["noscript", "iframe"])

/** Longer text in an element that scripts fill is no mere "Loading…". */
const maxLoadingText = 24

export const surveyPage = (document: PageElement): Survey => {
  const survey: Survey = {
    root: undefined,
    title: undefined,
    metas: [],
    resources: [],
    headings: [],
    anchors: [],
    times: [],
    pictured: [],
    linkedData: [],
    noscripts: [],
    textLength: 0,
    scripts: 0,
    hasEmptyRoot: false,
    awaited: makeAwaitedParts(),
    hasPasswordField: false
  }
  visitAll(document, survey, true, "open")
  return survey
}

const visitAll = (parent: PageElement, survey: Survey, isVisible: boolean, place: Place): void => {
  for (const node of parent.children) {
    if (node instanceof PageElement) visit(node, survey, isVisible, place)
    else if (isVisible) noteText(node.text.trim(), parent, survey, place)
  }
}

const noteText = (text: string, parent: PageElement, survey: Survey, place: Place): void => {
  survey.textLength += text.length
  if (place === "frame" || text === "") return
  const { awaited } = survey
  awaited.contentLength += text.length
  if (awaited.contentLength < muchContent && !isVerbatim(parent) && saysThatItLoads(text)) awaited.saysSo = true
}

const visit = (element: PageElement, survey: Survey, isVisible: boolean, place: Place) => {
  if (element.isRoot) return visitAll(element, survey, isVisible, place)
  if (element.namespace !== html.NS.HTML) {
    if (element.name === "svg") survey.pictured.push(element)
    else visitAll(element, survey, isVisible, place)
    return
  }
  note(element, survey, isVisible)
  const before = survey.textLength
  const isShown = isVisible && kindOf(element) !== kinds.dropped && !unread.has(element.name) && !isHidden(element)
  const inside = placeIn(place, element)
  visitAll(element, survey, isShown, inside)
  if (survey.textLength - before > maxLoadingText) return
  if (isFilledByScripts(element)) survey.hasEmptyRoot = true
  if (isShown && inside !== "frame") noteAwaited(element, survey.awaited)
}

/** Of an element that says next to nothing. */
const noteAwaited = (element: PageElement, awaited: AwaitedParts): void => {
  if (awaited.contentLength >= muchContent) return
  awaited.saysSo ||= isMarkedAsAwaited(element)
  awaited.hasEmptyPart ||= isEmptyPart(element)
}

const note = (element: PageElement, survey: Survey, isVisible: boolean): void => {
  const { name } = element
  switch (name) {
    case "html":
      survey.root ??= element
      break
    case "title":
      survey.title ??= element
      break
    case "meta":
      survey.metas.push(element)
      break
    case "link":
      survey.resources.push(element)
      break
    case "a":
    case "area":
      survey.anchors.push(element)
      break
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      survey.headings.push(element)
      break
    case "time":
      survey.times.push(element)
      break
    case "noscript":
      survey.noscripts.push(element)
      break
    case "script":
      if (/^application\/ld\+json/i.test(attributeOf(element, "type")?.trim() ?? "")) survey.linkedData.push(element)
      else survey.scripts += 1
      break
    case "input":
      if (isVisible && attributeOf(element, "type")?.toLowerCase() === "password" && !isHidden(element)) {
        survey.hasPasswordField = true
      }
  }
  if (pictured.has(name) || hasBackground(element)) survey.pictured.push(element)
}

/** Whether a style or an old attribute puts a picture behind the element. */
const hasBackground = (element: PageElement): boolean => {
  for (const { name, value } of element.attributes) {
    if (name === "background" || (name === "style" && value.includes("url("))) return true
  }
  return false
}

const isFilledByScripts = (element: PageElement): boolean => {
  if (element.name === "app-root") return true
  for (const { name, value } of element.attributes) {
    if (name === "data-reactroot" || name === "ng-app" || name === "data-server-rendered") return true
    if (name === "id" && filledByScripts.has(value.toLowerCase())) return true
  }
  return false
}
