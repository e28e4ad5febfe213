/** The rules of style sheets that hold on a screen, in the order in which they count. */
import { type AtRule, type ChildNode, type Container, list, type Rule } from "postcss"
import safeParse from "postcss-safe-parser"
import { type Declaration, declarationsOf } from "./declarations.ts"
import { mediaHolds } from "./mediaQuery.ts"

export interface SheetRule {
  readonly selectors: ReadonlyArray<string>
  readonly declarations: ReadonlyArray<Declaration>
  /** Rules in layers give way to those in none (css-cascade-5 §6.4.4). */
  readonly isLayered: boolean
}

/** Most rules of a page, and how deep they may stand in one another. */
const maxRules = 40_000
const maxDepth = 16

interface Place {
  readonly parents: ReadonlyArray<string>
  readonly isLayered: boolean
  readonly depth: number
}

/** Longest selector that nesting may make; each level may write that of the one above as often as it likes. */
const maxSelector = 2_048

/** What a rule inside another selects (css-nesting-1 §3). */
const nested = (selectors: ReadonlyArray<string>, parents: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (parents.length === 0) return selectors
  const parent = parents.length === 1 ? parents[0]! : `:is(${parents.join(", ")})`
  return selectors.flatMap((selector) => {
    const times = selector.split("&").length - 1
    if (selector.length + parent.length * Math.max(times, 1) > maxSelector) return []
    return times > 0 ? selector.replaceAll("&", parent) : `${parent} ${selector}`
  })
}

const holds = ({ name, params }: AtRule, scheme: "light" | "dark"): boolean => {
  switch (name.toLowerCase()) {
    case "media":
      return mediaHolds(params, scheme)
    case "supports":
      return !/^\s*not\b/i.test(params)
    case "layer":
    case "scope":
    case "starting-style":
      return name.toLowerCase() === "layer"
    default:
      return false
  }
}

const isContainer = (node: ChildNode): node is ChildNode & Container => "nodes" in node && node.nodes !== undefined

/** Reads one sheet after those that stand before it. A sheet that is broken says what browsers would make of it. */
export const sheetRules = (css: string, scheme: "light" | "dark", room = maxRules): ReadonlyArray<SheetRule> => {
  const rules: Array<SheetRule> = []
  const note = (rule: Rule | AtRule, { isLayered, parents }: Place) => {
    const declarations = (rule.nodes ?? []).flatMap((node) =>
      node.type === "decl" ? declarationsOf(node.prop, node.value, node.important === true) : []
    )
    if (declarations.length > 0 && parents.length > 0) rules.push({ selectors: parents, declarations, isLayered })
  }
  const visit = (container: Container, place: Place): void => {
    for (const node of container.nodes ?? []) {
      if (rules.length >= room || place.depth > maxDepth) return
      if (node.type === "rule") {
        const parents = nested(list.comma(node.selector), place.parents)
        const inside = { ...place, parents, depth: place.depth + 1 }
        note(node, inside)
        visit(node, inside)
      } else if (node.type === "atrule" && isContainer(node) && holds(node, scheme)) {
        const isLayered = place.isLayered || node.name.toLowerCase() === "layer"
        const inside = { ...place, isLayered, depth: place.depth + 1 }
        // A query inside a rule may hold declarations of its own.
        note(node, inside)
        visit(node, inside)
      }
    }
  }
  const root = safeParse(css)
  if (root.type === "root") visit(root, { parents: [], isLayered: false, depth: 0 })
  return rules
}
