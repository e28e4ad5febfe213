/** Equations of Office (OMML) as MathML, which pages know how to read. */
import { normalized } from "@kittiwake/core/internal/paging/domain/normalized"
import { escapeAttribute, escapeHtml } from "../reading/Markup.ts"
import { childOf, elementsOf, textOf, type XmlElement } from "../reading/XmlTree.ts"

/** An equation: inside a line, or on a line of its own. */
export const mathOf = (equation: XmlElement, isBlock: boolean): string => {
  const content = rowOf(equation)
  return content === "" ? "" : `<math${isBlock ? ' display="block"' : ""}>${content}</math>`
}

/** Every equation of a paragraph of equations, each on a line of its own. */
export const mathsOf = (paragraph: XmlElement): string =>
  elementsOf(paragraph)
    .filter(({ name }) => name === "m:oMath")
    .map((one) => mathOf(one, true))
    .join("")

const rowOf = (element: XmlElement | undefined): string =>
  element === undefined ? "" : elementsOf(element).map(partOf).join("")

const partsNamed = (element: XmlElement, wanted: string): ReadonlyArray<XmlElement> =>
  elementsOf(element).filter(({ name }) => name === wanted)

/** What a part of an equation holds, as one element. */
const boxOf = (element: XmlElement | undefined, name: string): string =>
  `<mrow>${rowOf(element === undefined ? undefined : childOf(element, name))}</mrow>`

const wrapped = (name: string, ...parts: ReadonlyArray<string>): string => `<${name}>${parts.join("")}</${name}>`

const operator = (text: string): string => (text === "" ? "" : wrapped("mo", escapeHtml(text)))

/** What a part says of itself; undefined when it leaves that open. */
const propertyOf = (element: XmlElement, name: string): string | undefined => {
  const properties = elementsOf(element).find((one) => one.name === `${element.name}Pr`)
  const found = childOf(properties, name)
  return found === undefined ? undefined : (found.attributes["m:val"] ?? "")
}

const isOn = (value: string | undefined): boolean => value !== undefined && !/^(?:0|off|false)$/.test(value)

const partOf = (element: XmlElement): string => {
  switch (element.name) {
    case "m:r":
      return runOf(element)
    case "m:f":
      return fractionOf(element)
    case "m:sSup":
      return wrapped("msup", boxOf(element, "m:e"), boxOf(element, "m:sup"))
    case "m:sSub":
      return wrapped("msub", boxOf(element, "m:e"), boxOf(element, "m:sub"))
    case "m:sSubSup":
      return wrapped("msubsup", boxOf(element, "m:e"), boxOf(element, "m:sub"), boxOf(element, "m:sup"))
    case "m:sPre":
      return wrapped("msubsup", "<mrow></mrow>", boxOf(element, "m:sub"), boxOf(element, "m:sup")) + inside(element)
    case "m:rad":
      return isOn(propertyOf(element, "m:degHide")) || rowOf(childOf(element, "m:deg")) === ""
        ? wrapped("msqrt", inside(element))
        : wrapped("mroot", boxOf(element, "m:e"), boxOf(element, "m:deg"))
    case "m:nary":
      return naryOf(element) + inside(element)
    case "m:d":
      return delimitedOf(element)
    case "m:m":
      return tableOf(partsNamed(element, "m:mr").map((row) => partsNamed(row, "m:e").map(rowOf)))
    case "m:eqArr":
      return equationsOf(element)
    case "m:func":
      return boxOf(element, "m:fName") + inside(element)
    case "m:limLow":
      return wrapped("munder", boxOf(element, "m:e"), boxOf(element, "m:lim"))
    case "m:limUpp":
      return wrapped("mover", boxOf(element, "m:e"), boxOf(element, "m:lim"))
    case "m:acc":
      return wrapped("mover", boxOf(element, "m:e"), accentOf(propertyOf(element, "m:chr")))
    case "m:bar":
      return propertyOf(element, "m:pos") === "top"
        ? wrapped("mover", boxOf(element, "m:e"), operator("‾"))
        : wrapped("munder", boxOf(element, "m:e"), operator("_"))
    case "m:groupChr":
      return wrapped(
        propertyOf(element, "m:pos") === "top" ? "mover" : "munder",
        boxOf(element, "m:e"),
        operator(propertyOf(element, "m:chr") ?? "⏟")
      )
    case "m:borderBox":
      return `<menclose notation="box">${inside(element)}</menclose>`
    case "m:phant":
      return propertyOf(element, "m:show") !== undefined && !isOn(propertyOf(element, "m:show")) ? "" : inside(element)
    case "w:del":
    case "w:moveFrom":
      return ""
    default:
      // What a part says of itself has no text; what encloses others, such as a revision, has theirs.
      return element.name.endsWith("Pr") ? "" : rowOf(element)
  }
}

const inside = (element: XmlElement): string => rowOf(childOf(element, "m:e"))

/** Letters with an italic or bold shape of their own, which formulas have anyway. */
const drawnLetters = /[\u{1d400}-\u{1d7ff}ℎ]/gu

/** Letters alone are variables; set upright, they are one name. */
const runOf = (run: XmlElement): string => {
  const text = elementsOf(run)
    .filter(({ name }) => name === "m:t")
    .map((one) => textOf(one))
    .join("")
    .replace(drawnLetters, (letter) => normalized(letter, "NFKC"))
  const properties = childOf(run, "m:rPr")
  if (properties !== undefined && childOf(properties, "m:nor") !== undefined) {
    return text === "" ? "" : wrapped("mtext", escapeHtml(text))
  }
  const isUpright = childOf(properties, "m:sty")?.attributes["m:val"] === "p"
  const tokens = text.matchAll(
    isUpright ? /\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{M}]*|\s+|./gu : /\d+(?:[.,]\d+)*|\p{L}\p{M}*|\s+|./gu
  )
  return Array.from(tokens, ([token]) => tokenOf(token)).join("")
}

const tokenOf = (token: string): string => {
  if (token.trim() === "") return "<mspace></mspace>"
  if (/^\d/.test(token)) return wrapped("mn", token)
  return /^\p{L}/u.test(token) ? wrapped("mi", escapeHtml(token)) : operator(token)
}

const fractionOf = (element: XmlElement): string => {
  const [above, below] = [boxOf(element, "m:num"), boxOf(element, "m:den")]
  switch (propertyOf(element, "m:type")) {
    case "lin":
      return above + operator("/") + below
    case "noBar":
      return `<mfrac linethickness="0">${above}${below}</mfrac>`
    default:
      return wrapped("mfrac", above, below)
  }
}

const naryOf = (element: XmlElement): string => {
  const sign = operator(propertyOf(element, "m:chr") ?? "∫")
  const below = isOn(propertyOf(element, "m:subHide")) ? "" : rowOf(childOf(element, "m:sub"))
  const above = isOn(propertyOf(element, "m:supHide")) ? "" : rowOf(childOf(element, "m:sup"))
  if (below === "" && above === "") return sign
  if (above === "") return wrapped("munder", sign, wrapped("mrow", below))
  if (below === "") return wrapped("mover", sign, wrapped("mrow", above))
  return wrapped("munderover", sign, wrapped("mrow", below), wrapped("mrow", above))
}

const delimitedOf = (element: XmlElement): string => {
  const parts = partsNamed(element, "m:e").map(rowOf)
  return (
    operator(propertyOf(element, "m:begChr") ?? "(") +
    parts.join(operator(propertyOf(element, "m:sepChr") ?? "|")) +
    operator(propertyOf(element, "m:endChr") ?? ")")
  )
}

const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>, align = ""): string => {
  const written = rows.map((cells) => wrapped("mtr", ...cells.map((cell) => wrapped("mtd", cell))))
  return `<mtable${align === "" ? "" : ` columnalign="${escapeAttribute(align)}"`}>${written.join("")}</mtable>`
}

/** The cells of a row: only an ampersand that stands in the row itself ends one, and none of words. */
const cellsOf = (row: XmlElement): ReadonlyArray<string> => {
  const cells = [""]
  for (const part of elementsOf(row)) {
    const [first = "", ...others] = part.name === "m:r" ? runOf(part).split(operator("&")) : [partOf(part)]
    cells.push(`${cells.pop()}${first}`, ...others)
  }
  return cells
}

/** Equations under one another; ampersands in them say what stands below what, as in TeX. */
const equationsOf = (element: XmlElement): string => {
  const rows = partsNamed(element, "m:e").map(cellsOf)
  return tableOf(rows, rows.some(({ length }) => length > 1) ? "right left" : "")
}

const accents = new Map([
  ["\u0302", "^"],
  ["\u0303", "~"],
  ["\u0304", "¯"],
  ["\u0305", "‾"],
  ["\u0307", "˙"],
  ["\u0308", "¨"],
  ["\u20d7", "→"]
])

const accentOf = (character: string | undefined): string =>
  operator(character === undefined ? "^" : (accents.get(character) ?? character))
