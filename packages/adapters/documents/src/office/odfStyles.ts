/** What the styles of an OpenDocument say of raised and hidden text, and of the numbers of lists and headings. */

import type { Archive } from "../reading/Archive.ts"
import { childOf, elementsOf, parseXml, type XmlElement, xmlText } from "../reading/XmlTree.ts"

export interface TextStyle {
  readonly script: "sup" | "sub" | null
  readonly isHidden: boolean
}

/** A level of a list, or of headings. */
export interface OdfLevel {
  /** As `listNumber` names it; null for a bullet or nothing. */
  readonly way: string | null
  readonly isBullet: boolean
  readonly before: string
  readonly after: string
  readonly start: number
  /** How many levels up the number goes. */
  readonly shown: number
}

export interface OdfStyles {
  readonly text: (name: string | undefined) => TextStyle
  readonly list: (name: string | undefined) => ReadonlyArray<OdfLevel | undefined> | null
  readonly outline: ReadonlyArray<OdfLevel | undefined>
}

const ways: Readonly<Record<string, string>> = {
  "1": "decimal",
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman"
}

const deepestLevel = 10
const longestMark = 40
const longestRow = 30

const plain: TextStyle = { script: null, isHidden: false }

const integerOf = (text: string | undefined, otherwise: number): number =>
  /^\d{1,9}$/.test(text ?? "") ? Number(text) : otherwise

const levelsOf = (style: XmlElement): ReadonlyArray<OdfLevel | undefined> => {
  const levels: Array<OdfLevel | undefined> = []
  for (const { attributes, name } of elementsOf(style)) {
    const at = integerOf(attributes["text:level"], 1) - 1
    if (!/-level-style/.test(name) && name !== "text:outline-level-style") continue
    if (at < 0 || at >= deepestLevel) continue
    // Only headings have levels without a number that name no format.
    const format = attributes["style:num-format"] ?? (name === "text:outline-level-style" ? "" : "1")
    levels[at] ??= {
      way: /bullet|image/.test(name) || format === "" ? null : (ways[format.charAt(0)] ?? "decimal"),
      isBullet: /bullet|image/.test(name),
      before: (attributes["style:num-prefix"] ?? "").slice(0, longestMark),
      after: (attributes["style:num-suffix"] ?? "").slice(0, longestMark),
      start: integerOf(attributes["text:start-value"], 1),
      shown: integerOf(attributes["text:display-levels"], 1)
    }
  }
  return levels
}

const scriptOf = (position: string | undefined): TextStyle["script"] => {
  const [place = ""] = (position ?? "").trim().split(/\s+/)
  if (place === "super" || place === "sub") return place === "super" ? "sup" : "sub"
  const share = Number.parseFloat(place)
  return share > 0 ? "sup" : share < 0 ? "sub" : null
}

const wanted = (name: string, depth: number) =>
  depth > 1 || /^office:(?:document(?:-styles|-content)?|styles|automatic-styles)$/.test(name)

/** Reads the styles that stand in the content and in the part of their own. */
export const readOdfStyles = (archive: Archive, content: XmlElement): OdfStyles => {
  const part = archive.read("styles.xml")
  const shared = part === null ? [] : elementsOf(parseXml(xmlText(part), wanted)).flatMap(elementsOf)
  const parents = [...shared, ...elementsOf(content)].filter(({ name }) => /^office:(?:automatic-)?styles$/.test(name))
  const all = parents.flatMap(elementsOf)
  const styles = new Map<string, XmlElement>()
  const lists = new Map<string, ReadonlyArray<OdfLevel | undefined>>()
  for (const style of all) {
    const name = style.attributes["style:name"] ?? ""
    if (style.name === "style:style") styles.set(name, style)
    else if (style.name === "text:list-style") lists.set(name, levelsOf(style))
  }
  const outline = all.find(({ name }) => name === "text:outline-style")
  const known = new Map<string, TextStyle>()
  const find = (name: string): TextStyle => {
    let found = plain
    let at: string | undefined = name
    for (let steps = 0; at !== undefined && steps < longestRow; steps += 1) {
      const style: XmlElement | undefined = styles.get(at)
      const properties = style === undefined ? undefined : childOf(style, "style:text-properties")
      found = {
        script: found.script ?? scriptOf(properties?.attributes["style:text-position"]),
        isHidden: found.isHidden || properties?.attributes["text:display"] === "none"
      }
      at = style?.attributes["style:parent-style-name"]
    }
    known.set(name, found)
    return found
  }
  return {
    text: (name) => (name === undefined ? plain : (known.get(name) ?? find(name))),
    list: (name) => (name === undefined ? null : (lists.get(name) ?? null)),
    outline: outline === undefined ? [] : levelsOf(outline)
  }
}
