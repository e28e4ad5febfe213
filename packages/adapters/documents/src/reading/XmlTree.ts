/** XML as a tree of elements, read without entities of its own, and no deeper or wider than the limits. */
import { TextDecoder } from "@exodus/bytes/encoding.js"
import { Parser } from "htmlparser2"
import { GatheredText } from "./GatheredText.ts"
import { xml as limit } from "./limits.ts"
import { corrupt, tooComplex } from "./Unreadable.ts"

export interface XmlElement {
  /** With its prefix, as it is written: the formats read here always use the same. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement | string>
}

/** Whether an element is wanted, with everything inside it, of so many around it. Asked for each as it begins. */
export type Wanted = (name: string, depth: number) => boolean

/** Characters that the parser gets at a time: it keeps those that it was given last. */
const pieceLength = 256 * 1024

/** Reads a document. Entities other than the five of XML stay as they are written; nothing is loaded for them. */
export const parseXml = (source: string, wanted: Wanted = () => true): XmlElement => {
  const root = { name: "", attributes: {}, children: [] as Array<XmlElement | string> }
  const open: Array<{ readonly children: Array<XmlElement | string> }> = [root]
  let elements = 0
  /** Elements that are open within one that is not wanted, and that one. */
  let unwanted = 0
  const text = new GatheredText()
  const endText = () => {
    const gathered = text.take()
    if (gathered !== "") open.at(-1)?.children.push(gathered)
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        elements += 1
        if (elements > limit.elements) throw tooComplex("The file has too many XML elements.")
        if (open.length + unwanted > limit.depth) throw tooComplex("The XML of the file is nested too deep.")
        if (unwanted > 0 || !wanted(name, open.length - 1)) {
          unwanted += 1
          return
        }
        endText()
        const element = { name, attributes, children: [] as Array<XmlElement | string> }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      onattribute: (() => {
        let seen = 0
        let at = 0
        return () => {
          if (at !== elements) {
            at = elements
            seen = 0
          }
          seen += 1
          if (seen > limit.attributes) throw tooComplex("An XML element of the file has too many attributes.")
        }
      })(),
      ontext: (data) => {
        if (unwanted === 0) text.add(data)
      },
      onclosetag: () => {
        if (unwanted > 0) {
          unwanted -= 1
          return
        }
        endText()
        open.pop()
      }
    },
    { xmlMode: true, decodeEntities: true }
  )
  for (let at = 0; at < source.length; at += pieceLength) {
    parser.write(source.slice(at, at + pieceLength))
  }
  parser.end()
  endText()
  return root
}

/** XML bytes as text: by a byte order mark, by what the XML declares, or else as UTF-8. */
export const xmlText = (bytes: Uint8Array): string => {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null
  return new TextDecoder(encoding ?? declaredEncoding(bytes)).decode(bytes)
}

/** A declaration that can be read as ASCII does not stand in UTF-16, whatever it says. */
const declaredEncoding = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString("latin1")
  const said = /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1]
  if (said === undefined) return "utf-8"
  try {
    const { encoding } = new TextDecoder(said)
    return encoding.startsWith("utf-16") ? "utf-8" : encoding
  } catch {
    return "utf-8"
  }
}

const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== "string"

/** The elements directly inside. */
export const elementsOf = (element: XmlElement): ReadonlyArray<XmlElement> => element.children.filter(isElement)

/** The first element of this name directly inside. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((node): node is XmlElement => isElement(node) && node.name === name)

/** The first element of this name anywhere inside, in document order. */
export const findElement = (element: XmlElement, name: string): XmlElement | undefined => {
  for (const child of elementsOf(element)) {
    if (child.name === name) return child
    const deeper = findElement(child, name)
    if (deeper !== undefined) return deeper
  }
  return undefined
}

const gather = (element: XmlElement, name: string, isOutermost: boolean, found: Array<XmlElement>): void => {
  for (const child of elementsOf(element)) {
    const isOne = child.name === name
    if (isOne) found.push(child)
    if (!(isOne && isOutermost)) gather(child, name, isOutermost, found)
  }
}

/** Every element of this name anywhere inside, in document order. */
export const findElements = (element: XmlElement, name: string): ReadonlyArray<XmlElement> => {
  const found: Array<XmlElement> = []
  gather(element, name, false, found)
  return found
}

/** The same without those that stand in another of them: for who writes all that each holds, and would write theirs again. */
export const outermostElements = (element: XmlElement, name: string): ReadonlyArray<XmlElement> => {
  const found: Array<XmlElement> = []
  gather(element, name, true, found)
  return found
}

/** The element of this name, which the format cannot be without. */
export const requireElement = (element: XmlElement, name: string): XmlElement => {
  const found = findElement(element, name)
  if (found === undefined) throw corrupt("The file lacks a part that files of its kind must have.")
  return found
}

/** Whether there is any text inside but white space. */
export const saysAnything = (element: XmlElement): boolean =>
  element.children.some((node) => (isElement(node) ? saysAnything(node) : /\S/.test(node)))

/** The text inside, of which no more is put together than so many characters. */
export const textUpTo = (element: XmlElement | undefined, most: number): string => {
  const pieces: Array<string> = []
  let left = most
  const gather = ({ children }: XmlElement): void => {
    for (const node of children) {
      if (left <= 0) return
      if (isElement(node)) gather(node)
      else {
        pieces.push(node.slice(0, left))
        left -= node.length
      }
    }
  }
  if (element !== undefined) gather(element)
  return pieces.join("")
}

/** All text inside. */
export const textOf = (element: XmlElement | undefined): string =>
  element === undefined ? "" : element.children.map((node) => (isElement(node) ? textOf(node) : node)).join("")
