/** Notes, tips and warnings that documentation sets apart, as GitHub's alerts. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"

export interface Alert {
  readonly kind: "NOTE" | "TIP" | "IMPORTANT" | "WARNING" | "CAUTION"
  /** The element with its title, when that says no more than its kind. */
  readonly title: PageElement | undefined
}

/** Words that tell the kind, the surest ones first. */
const kinds: ReadonlyArray<readonly [Alert["kind"], RegExp]> = [
  ["TIP", / (?:tip|hint|success|check|done) /],
  ["IMPORTANT", / important /],
  ["WARNING", / (?:warning|warn|attention) /],
  ["CAUTION", / (?:caution|danger|error|failure|bug) /],
  [
    "NOTE",
    / (?:note|info|information|seealso|abstract|summary|tldr|todo|question|help|faq|example|quote|default|primary) /
  ]
]

/** Classes of what sets notes apart, by the tools that make documentation. */
const set =
  /(?:^|\s)(?:admonition|admonitionblock|callout|markdown-alert|theme-admonition|awsdocs-note|alert|gl-alert|hint|hint-box|custom-block|notecard|starlight-aside|confluence-information-macro)(?:$|\s)/

const setting = new Set(["div", "aside", "blockquote", "section", "details"])

/** Longer values of `class` name no notes. */
const maxNames = 1_000

/** Names of kinds that documentation gives to boxes without more. */
const kindClass =
  /(?:^|\s)(?:note|tip|hint|info|important|warning|caution|danger|abstract|success|question|failure|bug|example|quote)(?:$|\s)/

/** Whether a box that only its kind names is folded, or begins with the word for its kind. */
const isOwnTitle = (element: PageElement, title: PageElement | undefined): boolean =>
  (element.name === "details" && firstIn(element)?.name === "summary") ||
  (title !== undefined &&
    (kindWord.test(collapsedText(title, 20)) || /admonition-title/.test(attributeOf(title, "class") ?? "")))

const kindIn = (told: string): Alert["kind"] | undefined => kinds.find(([, pattern]) => pattern.test(told))?.[0]

/** Between the words of names: hyphens and the rest, so that `alert-info` is told apart from `informal`. */
const wordsOf = (names: string): string => ` ${names.toLowerCase().replace(/[^a-z]+/g, " ")} `

/** The alert that a block is; undefined for any other block. */
export const alertOf = (element: PageElement): Alert | undefined => {
  if (!setting.has(element.name)) return undefined
  const names = attributeOf(element, "class")
  if (names === undefined || names.length > maxNames) return undefined
  const isSet = set.test(names.toLowerCase())
  if (!isSet && !kindClass.test(names.toLowerCase())) return undefined
  const told = wordsOf(`${attributeOf(element, "data-callout") ?? attributeOf(element, "data-type") ?? ""} ${names}`)
  // A hint may be of another kind: `hint hint-danger`.
  const kind = kindIn(told.replace(/ (?:hint )+/g, " ")) ?? kindIn(told)
  if (kind === undefined) return undefined
  const title = titleOf(element)
  if (!isSet && !isOwnTitle(element, title)) return undefined
  const text = title === undefined ? "" : wordsOf(collapsedText(title, 40)).trim().toUpperCase()
  return { kind, title: text === kind || told.includes(` ${text.toLowerCase()} `) ? title : undefined }
}

/** What is hidden of a folded one: its reader opens it with a click. */
export const isFolded = (element: PageElement): boolean => {
  const { parent } = element
  return (
    parent !== null &&
    /(?:^|\s)is-collapsed(?:$|\s)/.test(attributeOf(parent, "class") ?? "") &&
    alertOf(parent) !== undefined
  )
}

/** Elements between a block and its title: a table may stand around it. */
const maxDepth = 6

/** What the block begins with, when it is named as a title or is nothing but the word for its kind. */
const titleOf = (element: PageElement): PageElement | undefined => {
  let at: PageElement | undefined = firstIn(element)
  for (let depth = 0; at !== undefined && depth < maxDepth; depth += 1) {
    if (/title|heading|header|label/i.test(attributeOf(at, "class") ?? "") || kindWord.test(collapsedText(at, 20)))
      return at
    at = firstIn(at)
  }
  return undefined
}

const kindWord = /^(?:note|tip|hint|info|important|warning|caution|danger)[:!]?$/i

const firstIn = (element: PageElement): PageElement | undefined =>
  element.children.find((child): child is PageElement => child instanceof PageElement && child.name !== "svg")
