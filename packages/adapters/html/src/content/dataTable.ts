/** Tables of values in an article, which stay whole; others lay out what is in them. */
import { attributeOf, PageElement } from "../PageTree.ts"

/** Whether a table holds values: it says so, has headers, or has many cells. */
export const isDataTable = (table: PageElement): boolean => {
  const role = attributeOf(table, "role")
  if (role === "presentation" || attributeOf(table, "datatable") === "0") return false
  if (attributeOf(table, "summary")) return true
  let rows = 0
  let columns = 0
  let isNested = false
  let hasHeader = false
  const visit = (parent: PageElement): void => {
    let cells = 0
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (child.name === "table") isNested = true
      else if (["caption", "th", "thead", "colgroup", "col", "tfoot"].includes(child.name)) hasHeader = true
      if (child.name === "tr") rows += 1
      if (child.name === "td" || child.name === "th") cells += 1
      visit(child)
    }
    columns = Math.max(columns, cells)
  }
  visit(table)
  if (hasHeader) return true
  if (isNested || columns <= 1 || rows <= 1) return false
  return rows >= 10 || columns > 4 || rows * columns > 10
}
