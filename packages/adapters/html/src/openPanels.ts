/**
 * Panels that a page hides until they are asked for, such as the answers of its questions, are shown: whoever reads it opens them.
 *
 * **Details** A panel is what a button in a heading opens, or what a tab shows (https://www.w3.org/WAI/ARIA/apg/patterns/accordion/ and
 * `/tabs/`). What other buttons open, such as menus and dialogs, stays hidden.
 */
import { attributeOf, PageElement } from "./PageTree.ts"
import { showOpened } from "./visibility.ts"

/** What every such page has in its markup. */
export const panelMark = "aria-controls"

/** Elements around a button, in which its heading is looked for, and panels of one page. */
const most = { around: 4, panels: 2_000 } as const

const headings = new Set(["h2", "h3", "h4", "h5", "h6", "dt"])

const roleOf = (element: PageElement): string => (attributeOf(element, "role") ?? "").trim().toLowerCase()

const isHeading = (element: PageElement): boolean => headings.has(element.name) || roleOf(element) === "heading"

/** A link in a heading opens a drawer or a cart as well, and is no question. */
const opensPanel = (opener: PageElement): boolean => {
  const role = roleOf(opener)
  if (role === "tab") return true
  if (opener.name !== "button" && role !== "button") return false
  let at: PageElement | null = opener
  for (let level = 0; level <= most.around && at !== null; level += 1, at = at.parent) if (isHeading(at)) return true
  return false
}

const isPanel = (element: PageElement): boolean =>
  element.name !== "nav" && !/^(?:menu|listbox|dialog|alertdialog|tooltip|navigation)$/.test(roleOf(element))

/** Shows them. Changes nothing of the tree. */
export const openPanels = (root: PageElement): void => {
  const panels = new Set<string>()
  const named = new Map<string, PageElement>()
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const controlled = attributeOf(element, panelMark)
    if (controlled !== undefined && panels.size < most.panels && opensPanel(element)) {
      for (const id of controlled.split(/\s+/, 8)) panels.add(id)
    }
    const id = attributeOf(element, "id")
    if (id !== undefined && id !== "" && !named.has(id)) named.set(id, element)
    for (const child of element.children) if (child instanceof PageElement) waiting.push(child)
  }
  for (const id of panels) {
    const panel = named.get(id)
    if (panel !== undefined && isPanel(panel)) showOpened(panel)
  }
}
