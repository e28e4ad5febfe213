/** How css-select looks at a page, and what that may cost. */
import { compile, type Options } from "css-select"
import { type Matches, readAttribute, readText, type Spend } from "./elementTests.ts"
import { PageRefusal } from "./PageRefusal.ts"
import { PageElement, type PageNode } from "./PageTree.ts"
import { placeIn } from "./siblings.ts"

/** Steps of matching all selectors of a request on one page: a second at worst. Fifty lists of three plain ones on a page of 5 MB need 20 million. */
export const maxMatchingSteps = 30_000_000

/** Steps of walking through a page for what rules find, and of taking it: a second at worst. Fifty lists on a page of 5 MB need five million. */
export const maxTakingSteps = 40_000_000

/** One page's matching. */
export interface Matching {
  readonly options: Options<PageNode, PageElement>
  /** What pseudo-classes test that stand for longer selectors. */
  readonly aliases: ReadonlyMap<string, Matches>
  readonly spend: Spend
  /** Steps that were counted so far. */
  readonly spent: () => number
}

const tooCostly = () => new PageRefusal({ reason: "too_complex", message: "The selectors cost too much on this page." })

/** Counts down from so many steps. */
export const makeSpend = (most: number, exceeded: () => Error = tooCostly): Spend => {
  let left = most
  return (steps) => {
    left -= steps
    if (left < 0) throw exceeded()
  }
}

/** Pseudo-classes that css-select reads as a selector of its own, anew wherever one stands: up to 35 parts. */
const aliasNames = [
  ...["any-link", "link", "disabled", "enabled", "checked", "required", "optional", "read-only", "read-write"],
  ...["selected", "checkbox", "file", "password", "radio", "reset", "image", "submit", "parent", "header"],
  ...["button", "input", "text"]
]

/** What reading and compiling an alias is taken to cost, which is done once for a page. */
const aliasSteps = 4_000

/**
 * Counts the steps of css-select: a selector may look at every sibling or descendant of every element, and both the selector and the page are
 * a stranger's.
 */
export const makeMatching = (most = maxMatchingSteps, exceeded: () => Error = tooCostly): Matching => {
  const count = makeSpend(most, exceeded)
  let spent = 0
  const spend = (steps: number) => {
    spent += steps
    count(steps)
  }
  const options = optionsOf(spend)
  const aliasTest = (name: string): Matches => {
    let compiled: Matches | undefined
    return (element) => {
      if (compiled === undefined) {
        spend(aliasSteps)
        compiled = compile<PageNode, PageElement>(`:${name}`, options)
      }
      return compiled(element)
    }
  }
  const aliases = new Map(aliasNames.map((name) => [name, aliasTest(name)]))
  return { options, aliases, spend, spent: () => spent }
}

const optionsOf = (spend: Spend): Options<PageNode, PageElement> => {
  const siblingsOf = (node: PageNode): Array<PageNode> => {
    const siblings = node.parent === null ? [node] : node.parent.children
    // Looking for one costs less than looking at each through this adapter, which is counted there.
    spend(1 + siblings.length / 32)
    return siblings
  }

  return {
    relativeSelector: false,
    adapter: {
      isTag: (node): node is PageElement => {
        spend(1 / 2)
        return node instanceof PageElement && !node.isRoot
      },
      equals: (one, other) => {
        spend(1 / 4)
        return one === other
      },
      getName: ({ name }) => {
        spend(1 / 2 + name.length / 32)
        return name.toLowerCase()
      },
      getAttributeValue: (element, name) => readAttribute(element, name, spend),
      hasAttrib: (element, name) => readAttribute(element, name, spend) !== undefined,
      getChildren: (node) => {
        const children = node instanceof PageElement ? node.children : []
        // What `:has()` looks through is copied first.
        spend(1 + children.length / 8)
        return children
      },
      getParent: (element) => {
        spend(1)
        return element.parent
      },
      getSiblings: siblingsOf,
      prevElementSibling: (node) => {
        spend(1)
        if (node.parent === null) return null
        for (let index = placeIn(node.parent, node, spend) - 1; index >= 0; index -= 1) {
          spend(1 / 4)
          const sibling = node.parent.children[index]
          if (sibling instanceof PageElement) return sibling
        }
        return null
      },
      getText: (node) => readText(node, spend),
      removeSubsets: (nodes) => nodes
    }
  }
}
