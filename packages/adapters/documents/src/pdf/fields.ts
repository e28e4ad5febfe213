/** What was filled into the fields of a form: a PDF keeps it beside the text of its pages. */
import type { Placed } from "./Piece.ts"

type Annotation = Readonly<Record<string, unknown>>

const longestValue = 20_000
const mostLines = 200
const mostFields = 500

const hidden = 0x02
const notInView = 0x20

/** The place of a field, in points from the upper left corner. */
export interface FieldArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const texts = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string")

/** What a choice shows, where that is not what it stands for. */
const choices = (field: Annotation): ReadonlyArray<string> => {
  const options = Array.isArray(field.options) ? (field.options as ReadonlyArray<Annotation>) : []
  return texts(field.fieldValue).map((value) => {
    const shown = options.find(({ exportValue }) => exportValue === value)?.displayValue
    return typeof shown === "string" ? shown : value
  })
}

/** What a field shows; empty where nothing is in it. */
const valueOf = (field: Annotation): string => {
  if (field.fieldType === "Tx") return field.password === true ? "" : texts(field.fieldValue).join(" ")
  if (field.fieldType === "Ch") return choices(field).join(", ")
  if (field.checkBox === true) return boxOf(field.fieldValue, field.exportValue)
  if (field.radioButton === true) return boxOf(field.fieldValue, field.buttonValue)
  return ""
}

const isChosen = (value: unknown): value is string => typeof value === "string" && value !== "" && value !== "Off"

/** A box without drawings does not say what it stands for: whether it is the one of several that was chosen, nobody knows. */
const boxOf = (value: unknown, own: unknown): string => {
  if (!isChosen(value)) return "☐"
  if (typeof own !== "string") return ""
  return value === own ? "☒" : "☐"
}

const sizeOf = (field: Annotation, height: number): number => {
  const said = (field.defaultAppearanceData as Annotation | undefined)?.fontSize
  return Math.max(Math.min(typeof said === "number" && said > 0 ? said : 12, height * 0.9), 1)
}

/** The values of the fields of a page as pieces of its text, each on the line of what stands left of it. */
export const fieldPieces = (
  annotations: ReadonlyArray<Annotation>,
  areaOf: (annotation: Annotation) => FieldArea | null,
  text: ReadonlyArray<Placed>
): ReadonlyArray<Placed> => {
  const filled = annotations.filter(
    ({ annotationFlags, subtype }) =>
      subtype === "Widget" && (Number(annotationFlags ?? 0) & (hidden | notInView)) === 0
  )
  return filled.slice(0, mostFields).flatMap((field) => {
    const area = areaOf(field)
    const value = valueOf(field).slice(0, longestValue)
    if (area === null || value.trim() === "") return []
    const size = sizeOf(field, area.bottom - area.top)
    const lines = value.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "")
    const middle = area.bottom - (area.bottom - area.top - size) / 2 - size * 0.2
    const first = lines.length > 1 ? area.top + size : (lineLeftOf(area, text) ?? middle)
    return lines.slice(0, mostLines).map((line, at) => ({
      x: area.left,
      y: first + at * size * 1.2,
      width: Math.min(line.length * size * 0.5, Math.max(area.right - area.left, size)),
      turn: 0,
      piece: {
        text: line.trim(),
        size,
        font: "field",
        isMonospace: false,
        isRightToLeft: false,
        // As the structure tree names it.
        mark: typeof field.id === "string" ? `pdfjs_internal_id_${field.id}` : null,
        isArtifact: false,
        isSpaced: true,
        isField: true
      }
    }))
  })
}

/** The line of the text that ends nearest to the left of a field, or stands there on its right. */
const lineLeftOf = ({ bottom, left, right, top }: FieldArea, text: ReadonlyArray<Placed>): number | null => {
  let nearest: Placed | undefined
  const distance = ({ width, x }: Placed) => (x >= right - 1 ? x - right : left - x - width)
  for (const one of text) {
    const isBeside = one.x >= right - 1 || one.x + one.width <= left + 2
    if (one.turn !== 0 || !isBeside || one.y < top || one.y > bottom + 1) continue
    if (nearest === undefined || distance(one) < distance(nearest)) nearest = one
  }
  return nearest?.y ?? null
}
