/** Code of a page: its lines, and, as its letters are equally wide, its indents and gaps. */
import { preformatted } from "../reading/Markup.ts"
import { type Row, runsOf, textOfRuns } from "./Row.ts"

const widestGap = 80

/** Rows of letters of one width as preformatted text. */
export const codeHtml = (rows: ReadonlyArray<Row>): string => {
  const left = Math.min(...rows.map((row) => row.left))
  const lines = rows.map((row, at) => {
    const [piece] = row.stretches[0]?.pieces ?? []
    const width = piece === undefined ? 6 : Math.max((piece.right - piece.left) / Math.max(piece.text.length, 1), 1)
    const before = rows[at - 1]?.baseline ?? row.baseline
    const blank = row.baseline - before > row.size * 1.9 ? "\n" : ""
    let text = ""
    for (const stretch of row.stretches) {
      const column = Math.round((stretch.left - left) / width)
      text += " ".repeat(Math.min(Math.max(column - text.length, text === "" ? 0 : 1), widestGap))
      text += textOfRuns(runsOf(stretch.pieces)).replaceAll(" … ", " ..... ")
    }
    return blank + text
  })
  return preformatted(lines.join("\n"))
}
