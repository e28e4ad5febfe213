/** What the styles of a Word document say of numbers and of hidden text: that of a style, or else of the one it is based on. */
import { childOf, elementsOf, parseXml, type XmlElement } from "../reading/XmlTree.ts"

/** Where a paragraph stands in a list: null of what is not said. */
export interface NumberProperties {
  readonly list: string | null
  readonly level: number | null
}

export interface DocxStyle {
  readonly numbers: NumberProperties
  /** The style that names the list, itself or one it is based on: levels are bound to it. */
  readonly numbersOf: string | null
  readonly isHidden: boolean | null
  /** `superscript` or `subscript`, as the format says it. */
  readonly script: string | null
}

export type DocxStyles = (id: string) => DocxStyle | null

/** Styles that are based on each other in a longer row, or in a circle, are as if they ended here. */
const longestRow = 30

/** Whether an element that turns something on is there and does. */
export const isOn = (value: string | undefined): boolean => !/^(?:0|false|off|none)$/.test(value ?? "1")

const integer = (text: string | undefined): number | null => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : null)

export const valueOf = (element: XmlElement | undefined, name: string): string | undefined =>
  element === undefined ? undefined : childOf(element, name)?.attributes["w:val"]

/** An integer that a child of this name says. */
export const integerOf = (element: XmlElement | undefined, name: string): number | null =>
  integer(valueOf(element, name))

/** Reads the part that has the styles; none without one. */
export const readDocxStyles = (xml: string | null): DocxStyles => {
  if (xml === null) return () => null
  const own = new Map<string, XmlElement>()
  for (const root of elementsOf(parseXml(xml))) {
    for (const style of elementsOf(root)) {
      const id = style.attributes["w:styleId"]
      if (style.name === "w:style" && id !== undefined) own.set(id, style)
    }
  }
  const known = new Map<string, DocxStyle | null>()
  const find = (id: string): DocxStyle | null => {
    let numbersOf: string | null = null
    let list: string | null = null
    let level: number | null = null
    let isHidden: boolean | null = null
    let script: string | null = null
    let at: string | undefined = id
    for (let steps = 0; at !== undefined && steps < longestRow; steps += 1) {
      const style: XmlElement | undefined = own.get(at)
      if (style === undefined) break
      const paragraph = childOf(style, "w:pPr")
      const numbers = paragraph === undefined ? undefined : childOf(paragraph, "w:numPr")
      const named = valueOf(numbers, "w:numId")
      if (list === null && named !== undefined) {
        list = named
        numbersOf = at
      }
      level ??= integerOf(numbers, "w:ilvl")
      const run = childOf(style, "w:rPr")
      const vanish = run === undefined ? undefined : childOf(run, "w:vanish")
      if (isHidden === null && vanish !== undefined) isHidden = isOn(vanish.attributes["w:val"])
      const raised = valueOf(run, "w:vertAlign")
      if (raised !== undefined && /^[a-z]{1,20}$/.test(raised)) script ??= raised
      at = valueOf(style, "w:basedOn")
    }
    return own.has(id) ? { numbers: { list, level }, numbersOf, isHidden, script } : null
  }
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const found = find(id)
    known.set(id, found)
    return found
  }
}
