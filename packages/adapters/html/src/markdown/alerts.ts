/** Notes, tips and warnings that documentation sets apart, as GitHub's alerts. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"

export interface Alert {
  readonly kind: "NOTE" | "TIP" | "IMPORTANT" | "WARNING" | "CAUTION"
  /** The element with its title, when that says no more than its kind. */
  readonly title: PageElement | undefined
}

const kinds: ReadonlyArray<readonly [Alert["kind"], RegExp]> = [
  ["TIP", /(?:^|[\s_-])(?:tip|hint|success)(?:$|[\s_])/],
  ["IMPORTANT", /(?:^|[\s_-])important(?:$|[\s_])/],
  ["WARNING", /(?:^|[\s_-])(?:warning|warn|attention)(?:$|[\s_])/],
  ["CAUTION", /(?:^|[\s_-])(?:caution|danger|error)(?:$|[\s_])/],
  ["NOTE", /(?:^|[\s_-])(?:note|info|seealso|abstract)(?:$|[\s_])/]
]

const set = /(?:^|\s)(?:admonition|callout|markdown-alert|theme-admonition|alert|hint-box|custom-block)(?:$|\s)/

/** The alert that a block is; undefined for any other block. */
export const alertOf = (element: PageElement): Alert | undefined => {
  const names = attributeOf(element, "class")?.toLowerCase()
  if (names === undefined || !set.test(names)) return undefined
  const told = `${names} ${attributeOf(element, "data-callout")?.toLowerCase() ?? ""}`
  const kind = kinds.find(([, pattern]) => pattern.test(told))?.[0]
  if (kind === undefined) return undefined
  const first = element.children.find((child): child is PageElement => child instanceof PageElement)
  const isTitle = first !== undefined && /title|heading|label/i.test(attributeOf(first, "class") ?? "")
  const text = isTitle ? collapsedText(first, 40).toUpperCase() : ""
  return { kind, title: text === kind || text === "INFO" || text === "DANGER" ? first : undefined }
}
