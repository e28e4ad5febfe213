/** What a page says: its facts in one reading, and its text. */
import { type FactSheet, maxFooterLength, maxTextLength } from "@kittiwake/core/extraction/domain/FactSheet"
import type { FactRequest } from "@kittiwake/core/extraction/FactReader"
import { partsOfTitle } from "@kittiwake/core/internal/extraction/domain/pageTitle"
import { addressesOf } from "../Addresses.ts"
import { holdsOwnHeader } from "../clutter.ts"
import { closeHeadings } from "../headingParts.ts"
import { collapse, innerText } from "../innerText.ts"
import { readLinkedData } from "../linkedData.ts"
import { maxNodes } from "../maxNodes.ts"
import { attributeOf, type NodeCount, PageElement } from "../PageTree.ts"
import type { Costs } from "../PageWork.ts"
import { parseHtml } from "../parseHtml.ts"
import { placeParts } from "../placeParts.ts"
import { readRegions } from "../readHtml.ts"
import { type Survey, surveyPage } from "../surveyPage.ts"
import { addShown } from "./elementFacts.ts"
import { addLinkedData, addMicrodata, addState, pageNames } from "./embeddedFacts.ts"
import { FactBudget, FactCollector } from "./FactCollector.ts"
import { readMicrodata } from "./microdata.ts"
import { beginTexts, isUnseen, shownText } from "./shownText.ts"
import { thingsOf } from "./thingsOf.ts"

const maxMetas = 300

/** Throws past the limit of nodes. */
export const readFactSheet = (
  { html, tellsThings = false, url }: FactRequest & { readonly html: string },
  { mending, nodes }: Costs
): FactSheet => {
  const root = parseHtml(html, nodes, true)
  placeParts(root, html)
  closeHeadings(root)
  const survey = surveyPage(root)
  const addresses = addressesOf(root, url)
  const language = (survey.root === undefined ? undefined : attributeOf(survey.root, "lang"))?.trim().slice(0, 35) ?? ""
  const budget = makeBudget(nodes)
  const texts = beginTexts(isFull(nodes) ? maxTexts : maxInlineTexts, whenExceeded(nodes))
  const collector = new FactCollector(budget)
  const linked = readLinkedData(survey.linkedData, mending)
  const marked = readMicrodata(root, addresses)
  const names = pageNames(headingOf(root), survey.title === undefined ? "" : innerText(survey.title, 1_000))
  addLinkedData(linked, collector, names)
  addMicrodata(marked.things, collector, names)
  addShown(root, collector, addresses, { language, whole: `${names.heading}\n${names.title}` })
  addMetas(survey, collector, url)
  addState(stateScripts(root), collector)
  const { headings, lines, title } = textOf(root, survey)
  const text = lines.slice(0, maxTextLength).toWellFormed()
  const areListsCut = budget.isCut || budget.leavesOut || marked.isCut
  const isCut = areListsCut || texts.isUsedUp || lines.length > maxTextLength
  const footer = footerOf(root)
  const things = tellsThings ? { things: thingsOf(linked, marked.things, root) } : {}
  return {
    ...{ ...collector.set, url, title, language, text, isCut },
    ...(headings.length === 0 ? {} : { headings }),
    ...(areListsCut ? { areListsCut } : {}),
    ...(footer === "" ? {} : { footer }),
    ...things
  }
}

/** Elements that are looked at for each that a page may have: those of items are looked at for the page too. */
const stepsOfNode = 4

/** Characters of the texts of all elements, and those that are read on a thread that others wait for: some 20 ms. */
const maxTexts = 40_000_000
const maxInlineTexts = 2_000_000

const isFull = ({ most }: NodeCount): boolean => most >= maxNodes

/** On a thread that others wait for, a page that costs too much is taken to another; there it is cut. */
const whenExceeded = (nodes: NodeCount) => () => {
  if (!isFull(nodes)) throw nodes.exceeded()
}

const makeBudget = (nodes: NodeCount): FactBudget => new FactBudget(nodes.most * stepsOfNode, whenExceeded(nodes))

const textOf = (root: PageElement, survey: Survey) => {
  const read = readRegions(root, { include: [], exclude: [], leavesOutNoise: true, tellsHeadings: true })
  const title = survey.title === undefined ? null : collapse(innerText(survey.title, 2_000)).slice(0, 500) || null
  return { title, lines: read.text, headings: read.headings ?? [] }
}

/** The first heading of the page that is seen; empty where there is none. */
const headingOf = (parent: PageElement): string => {
  for (const child of parent.children) {
    if (!(child instanceof PageElement) || isUnseen(child)) continue
    const said = child.name === "h1" ? shownText(child, 500) : headingOf(child)
    if (said !== "") return said
  }
  return ""
}

/** Those of the site: one of an article or a section is read with its text. */
const footerOf = (root: PageElement): string => {
  const found: Array<string> = []
  let left = maxFooterLength
  const find = (parent: PageElement): void => {
    for (const child of parent.children) {
      if (left <= 0) return
      if (!(child instanceof PageElement) || holdsOwnHeader(child) || isUnseen(child)) continue
      if (child.name !== "footer" && attributeOf(child, "role") !== "contentinfo") find(child)
      else {
        const text = shownText(child, left)
        found.push(text)
        left -= text.length + 1
      }
    }
  }
  find(root)
  return found.join("\n").toWellFormed()
}

const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "og:title": "title",
    "og:description": "description",
    description: "description",
    "og:image": "image",
    "og:site_name": "site name",
    author: "author",
    "article:published_time": "date published",
    "article:modified_time": "date modified",
    "product:price:amount": "price",
    "product:price:currency": "currency",
    "og:price:amount": "price",
    "og:price:currency": "currency",
    "product:availability": "availability",
    "product:brand": "brand",
    keywords: "keywords"
  })
)

const addMetas = ({ metas, title }: Survey, collector: FactCollector, url: string): void => {
  const tags: Array<string> = []
  for (const meta of metas.slice(0, maxMetas)) {
    const key = (attributeOf(meta, "property") ?? attributeOf(meta, "name") ?? "").trim().toLowerCase()
    if (/^(?:article|book|video|og:video):tag$/.test(key))
      tags.push(collapse((attributeOf(meta, "content") ?? "").slice(0, 200)))
    const name = named.get(key)
    const value = collapse((attributeOf(meta, "content") ?? "").slice(0, 4_000))
    if (name === undefined || value === "") continue
    collector.add({ name, value, source: "metadata", context: "", quote: value })
  }
  const values = tags.filter((tag) => tag !== "")
  if (values.length > 0) collector.addList({ name: "tags", source: "metadata", context: "", values })
  const said = title === undefined ? "" : collapse(innerText(title, 1_000))
  if (said === "") return
  const isKnown = metas.some((meta) => attributeOf(meta, "property") === "og:site_name")
  const { own, site } = partsOfTitle(said, url)
  if (site !== "" && !isKnown)
    collector.add({ name: "site name", value: site, source: "metadata", context: "", quote: said })
  collector.add({ name: "title", value: own, source: "metadata", context: "page", quote: said })
}

/** Scripts that are JSON and not JSON-LD. */
const stateScripts = (root: PageElement): ReadonlyArray<PageElement> => {
  const scripts: Array<PageElement> = []
  const find = (parent: PageElement): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (child.name === "script" && /^application\/json/i.test(attributeOf(child, "type") ?? "")) scripts.push(child)
      else find(child)
    }
  }
  find(root)
  return scripts
}
