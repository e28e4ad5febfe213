/** Tables whose parts come in order; tags that may be left out are. */
import { html, type Token } from "parse5"
import { giveUp, type OpenElements } from "./OpenElements.ts"
import { holdsNoText, isCell, isRowGroup } from "./tagRules.ts"

const { TAG_ID: tag } = html

/** Starts a part of a table, in the row, group or table that it belongs to. */
export const startTablePart = (open: OpenElements, { attrs, tagID: id, tagName }: Token.TagToken) => {
  if (!holdsNoText(open.top.id)) open.closeCell()
  if (id === tag.COL) {
    if (open.top.id !== tag.COLGROUP) giveUp()
    open.push(tagName, id, attrs)
    return open.close()
  }
  if (!isCell(id)) open.closeIf(tag.TR)
  if (!isCell(id) && id !== tag.TR && isRowGroup(open.top.id)) open.close()
  if ((isCell(id) || id === tag.TR) && open.top.id === tag.TABLE) open.push("tbody", tag.TBODY, [])
  if (isCell(id) && isRowGroup(open.top.id)) open.push("tr", tag.TR, [])
  const around = open.top.id
  const fits = isCell(id) ? around === tag.TR : id === tag.TR ? isRowGroup(around) : around === tag.TABLE
  if (!fits) giveUp()
  open.push(tagName, id, attrs)
}

/** Ends a table or a part of it, and the parts inside that were left open. */
export const endTablePart = (open: OpenElements, id: html.TAG_ID) => {
  if (id === tag.CAPTION || isCell(id)) return open.closeTo(id)
  if (id !== tag.COLGROUP) {
    if (!holdsNoText(open.top.id)) open.closeCell()
    if (id !== tag.TR) open.closeIf(tag.TR)
    if (id === tag.TABLE && isRowGroup(open.top.id)) open.close()
  }
  if (open.top.id !== id) giveUp()
  open.close()
}
