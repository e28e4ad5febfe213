/** Equations of a Word document, which marks stand for while mammoth reads it: it passes over equations, and keeps text. */
import { elementsOf, parseXml } from "../reading/XmlTree.ts"
import { docxPlaces } from "./docxPlaces.ts"
import { mathOf, mathsOf } from "./omml.ts"

export interface DocxFormulas {
  /** The XML of a part with a run of text in place of each equation; null where it has none. */
  readonly mark: (xml: string) => string | null
  /** Puts the equations where their marks came out. */
  readonly restore: (html: string) => string
}

/** For private use. A document that has them itself, around a number, gets an equation of its own there, once. */
const before = "\uf8f0"
const after = "\uf8f1"
const marks = /\uf8f0(\d+)\uf8f1/g

/** The equations of one document, from all of its parts. */
export const makeDocxFormulas = (): DocxFormulas => {
  const formulas: Array<string> = []
  const mark = (xml: string): string | null => {
    if (!xml.includes("<m:oMath")) return null
    const parts: Array<string> = []
    let written = 0
    for (const { end, start } of docxPlaces(xml, /^m:oMath(?:Para)?$/)) {
      parts.push(xml.slice(written, start), `<w:r><w:t>${before}${formulas.length}${after}</w:t></w:r>`)
      formulas.push(formulaOf(xml.slice(start, end)))
      written = end
    }
    return parts.join("") + xml.slice(written)
  }
  const restore = (html: string) =>
    html.replace(marks, (_, number: string) => {
      const formula = formulas[Number(number)] ?? ""
      formulas[Number(number)] = ""
      return formula
    })
  return { mark, restore }
}

const formulaOf = (source: string): string => {
  const root = elementsOf(parseXml(source))[0]
  if (root === undefined) return ""
  return root.name === "m:oMathPara" ? mathsOf(root) : mathOf(root, false)
}
