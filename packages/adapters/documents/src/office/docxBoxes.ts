/** Text boxes of a Word document that are drawn in the new way alone, in which mammoth looks for pictures and nothing else. */
import { docxPlaces, type Place } from "./docxPlaces.ts"

/** What mammoth reads the boxes of, and sets below the paragraph that they hang on. */
const asBox = (content: string): string =>
  `<w:pict><v:rect xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>${content}</v:textbox></v:rect></w:pict>`

/** The XML of a part with such boxes as mammoth reads them; null where it has none. */
export const withDocxBoxes = (xml: string): string | null => {
  if (!xml.includes("<w:txbxContent")) return null
  const parts: Array<string> = []
  let written = 0
  for (const { end, start } of docxPlaces(xml, /^(?:mc:AlternateContent|w:drawing)$/)) {
    const drawing = xml.slice(start, end)
    const boxes = boxesOf(drawing)
    if (boxes.length === 0) continue
    parts.push(xml.slice(written, start))
    let kept = 0
    for (const box of boxes) {
      parts.push(drawing.slice(kept, box.start))
      kept = box.end
    }
    parts.push(drawing.slice(kept), asBox(boxes.map((box) => drawing.slice(box.start, box.end)).join("")))
    written = end
  }
  return parts.length === 0 ? null : parts.join("") + xml.slice(written)
}

/** The boxes of a drawing; none where it says them once more, as software of before 2010 draws them, which mammoth reads. */
const boxesOf = (drawing: string): ReadonlyArray<Place> => {
  if (!drawing.includes("<w:txbxContent")) return []
  const boxes = docxPlaces(drawing, /^w:txbxContent$/)
  const old = docxPlaces(drawing, /^mc:Fallback$/).at(-1)
  if (old !== undefined && boxes.some(({ start }) => start > old.start)) return []
  // Of several ways the first is the newest.
  const [first] = docxPlaces(drawing, /^mc:Choice$/)
  return first === undefined ? boxes : boxes.filter(({ start }) => start < first.end)
}
