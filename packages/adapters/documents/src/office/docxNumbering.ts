/** The lists of a Word document: what stands before each of their paragraphs, counted as Word counts. */

import { bulletAt, type ListLabel, labelAt } from "../reading/ListLabel.ts"
import { words as limit } from "../reading/limits.ts"
import { tooComplex } from "../reading/Unreadable.ts"
import { childOf, elementsOf, parseXml, type XmlElement } from "../reading/XmlTree.ts"
import { type DocxStyles, integerOf, isOn, valueOf } from "./docxStyles.ts"
import { listNumber } from "./listNumber.ts"

interface Level {
  readonly way: string
  readonly pattern: string
  readonly start: number
  /** From which level up it begins anew, counted from 1; 0 for never, null for any above it. */
  readonly restart: number | null
  readonly isLegal: boolean
  readonly after: "" | " "
  readonly style: string | null
}

interface List {
  /** Lists that go on with each other's numbers. */
  readonly family: string
  readonly levels: ReadonlyArray<Level | undefined>
  /** Levels that begin anew where the list is first used, and with what. */
  readonly starts: ReadonlyMap<number, number>
}

const deepestLevel = 8
const longestPattern = 100
const longestLabel = 120

const levelOf = (element: XmlElement): Level => {
  const child = (name: string) => childOf(element, name)
  const isPicture = child("w:lvlPicBulletId") !== undefined
  const legal = child("w:isLgl")
  return {
    way: isPicture ? "bullet" : (valueOf(element, "w:numFmt") ?? "decimal"),
    pattern: (valueOf(element, "w:lvlText") ?? "").slice(0, longestPattern),
    start: integerOf(element, "w:start") ?? 0,
    restart: integerOf(element, "w:lvlRestart"),
    isLegal: legal !== undefined && isOn(legal.attributes["w:val"]),
    after: valueOf(element, "w:suff") === "nothing" ? "" : " ",
    style: valueOf(element, "w:pStyle") ?? null
  }
}

const levelsOf = (element: XmlElement): ReadonlyArray<Level | undefined> => {
  const levels: Array<Level | undefined> = []
  for (const child of elementsOf(element)) {
    const at = Number(child.attributes["w:ilvl"] ?? 0)
    if (child.name === "w:lvl" && Number.isInteger(at) && at >= 0 && at <= deepestLevel) levels[at] ??= levelOf(child)
  }
  return levels
}

export interface DocxNumbering {
  /** The label of the next paragraph of a list, which it counts; null where the list or the level gives none. */
  readonly next: (list: string, level: number) => ListLabel | null
  /** The level of a list that is bound to a style; null for none. */
  readonly levelOfStyle: (list: string, style: string) => number | null
  /** A list with a level for paragraphs of a style that names none by itself. */
  readonly listOfStyle: (style: string) => string | null
}

/** Reads the part that has the lists, or nothing where there is none. */
export const readDocxNumbering = (xml: string | null, styles: DocxStyles): DocxNumbering => {
  const lists = xml === null ? new Map<string, List>() : readLists(xml, styles)
  const counts = new Map<string, Array<number | undefined>>()
  const begun = new Set<string>()
  const bound = new Map<string, string>()
  for (const [name, { levels }] of lists) {
    for (const level of levels) if (level?.style != null && !bound.has(level.style)) bound.set(level.style, name)
  }

  const count = (name: string, { family, levels, starts }: List, at: number): ReadonlyArray<number | undefined> => {
    const numbers = counts.get(family) ?? []
    counts.set(family, numbers)
    const start = starts.get(at)
    const before = numbers[at]
    if (start !== undefined && !begun.has(`${name} ${at}`)) numbers[at] = start
    else numbers[at] = before === undefined ? (start ?? levels[at]?.start ?? 0) : before + 1
    begun.add(`${name} ${at}`)
    for (let below = at + 1; below <= deepestLevel; below += 1) {
      const restart = levels[below]?.restart ?? null
      if (restart === null || (restart > 0 && at < restart)) numbers[below] = undefined
    }
    return numbers
  }

  return {
    levelOfStyle: (list, style) => {
      const at = lists.get(list)?.levels.findIndex((level) => level?.style === style) ?? -1
      return at < 0 ? null : at
    },
    listOfStyle: (style) => bound.get(style) ?? null,
    next: (name, at) => {
      const list = lists.get(name)
      const level = list?.levels[at]
      if (list === undefined || level === undefined) return null
      const numbers = count(name, list, at)
      if (level.way === "bullet") return bulletAt(at)
      const text = labelText(list.levels, level, numbers).trim().slice(0, longestLabel)
      if (text === "") return null
      return level.way === "decimal"
        ? labelAt(at, text, level.after)
        : { ...labelAt(at, text, level.after), kind: "text" }
    }
  }
}

/** A pattern such as `%1.%2)` with the numbers of its levels. A level above that nothing was counted of is at its start. */
const labelText = (
  levels: List["levels"],
  { isLegal, pattern }: Level,
  numbers: ReadonlyArray<number | undefined>
): string =>
  pattern.replace(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1
    const level = levels[at]
    if (level === undefined || level.way === "none") return ""
    return listNumber(numbers[at] ?? level.start, isLegal ? "decimal" : level.way)
  })

/** What is looked at of the part: of most lists it is the smaller share. */
const wantedNames = new Set(
  (
    "w:numbering w:abstractNum w:num w:abstractNumId w:numStyleLink w:lvl w:lvlOverride w:startOverride w:start w:numFmt w:lvlText " +
    "w:lvlRestart w:lvlPicBulletId w:isLgl w:suff w:pStyle"
  ).split(" ")
)

const readLists = (xml: string, styles: DocxStyles): Map<string, List> => {
  let lists = 0
  const tree = parseXml(xml, (name) => {
    if (name === "w:num" || name === "w:abstractNum") lists += 1
    if (lists > limit.lists) throw tooComplex(`The document has more than ${limit.lists} lists.`)
    return wantedNames.has(name)
  })
  const parts = elementsOf(tree).flatMap(elementsOf)
  const families = new Map<string, XmlElement>()
  for (const part of parts) {
    const id = part.attributes["w:abstractNumId"]
    if (part.name === "w:abstractNum" && id !== undefined) families.set(id, part)
  }
  const nums = new Map<string, XmlElement>()
  for (const part of parts) {
    const id = part.attributes["w:numId"]
    if (part.name === "w:num" && id !== undefined && id !== "0") nums.set(id, part)
  }
  /** The definition that has the levels: one may name a style that names the list that has it. */
  const familyOf = (num: XmlElement | undefined): string | null => {
    const id = valueOf(num, "w:abstractNumId") ?? null
    const link = id === null ? undefined : valueOf(families.get(id), "w:numStyleLink")
    const linked = link === undefined ? null : (styles(link)?.numbers.list ?? null)
    return linked === null ? id : (valueOf(nums.get(linked), "w:abstractNumId") ?? id)
  }
  const levelsOfFamily = new Map<string, ReadonlyArray<Level | undefined>>()
  const found = new Map<string, List>()
  for (const [id, num] of nums) {
    const family = familyOf(num)
    const definition = family === null ? undefined : families.get(family)
    if (family === null || definition === undefined) continue
    const shared = levelsOfFamily.get(family) ?? levelsOf(definition)
    levelsOfFamily.set(family, shared)
    const overrides = elementsOf(num).filter(({ name }) => name === "w:lvlOverride")
    found.set(
      id,
      overrides.length === 0 ? { family, levels: shared, starts: new Map() } : listOf(family, shared, overrides)
    )
  }
  return found
}

const listOf = (family: string, shared: List["levels"], overrides: ReadonlyArray<XmlElement>): List => {
  const levels = [...shared]
  const starts = new Map<number, number>()
  for (const override of overrides) {
    const at = Number(override.attributes["w:ilvl"])
    if (!Number.isInteger(at) || at < 0 || at > deepestLevel) continue
    const own = childOf(override, "w:lvl")
    if (own !== undefined) levels[at] = levelOf(own)
    const start = integerOf(override, "w:startOverride")
    if (start !== null) starts.set(at, start)
  }
  return { family, levels, starts }
}
