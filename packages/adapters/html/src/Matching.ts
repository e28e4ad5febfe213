/** How css-select looks at a page, and what that may cost. */
import { compile, type Options } from "css-select"
import { type Matches, readAttribute, readText, type Spend } from "./elementTests.ts"
import { PageRefusal } from "./PageRefusal.ts"
import { PageElement, type PageNode } from "./PageTree.ts"

/**
 * Steps of matching all selectors of a request on one page, and of taking what they find: half a second at worst. Fifty plain selectors on a
 * page of 5 MB need two to ten million.
 */
export const maxMatchingSteps = 20_000_000

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
  let left = most
  const spend = (steps: number) => {
    left -= steps
    if (left < 0) throw exceeded()
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
  return { options, aliases, spend, spent: () => most - left }
}

const optionsOf = (spend: Spend): Options<PageNode, PageElement> => {
  const siblingsOf = (node: PageNode): Array<PageNode> => {
    const siblings = node.parent === null ? [node] : node.parent.children
    // Walking along a list costs less than looking at a node through this adapter.
    spend(1 + siblings.length / 4)
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
        const siblings = siblingsOf(node)
        for (let index = siblings.lastIndexOf(node) - 1; index >= 0; index -= 1) {
          const sibling = siblings[index]
          if (sibling instanceof PageElement) return sibling
        }
        return null
      },
      getText: (node) => readText(node, spend),
      removeSubsets: (nodes) => nodes
    }
  }
}
