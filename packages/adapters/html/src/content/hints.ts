/** Where a page itself says that its content is. */
import { isMain } from "../clutter.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { isBody, type Names } from "./names.ts"
import type { Stats } from "./stats.ts"

export interface Hints {
  /** What is named as the body of an article and holds most prose, with its other parts; nothing when none is. */
  readonly bodies: ReadonlyArray<PageElement>
  /** The `article` or `main` that holds most prose. */
  readonly scope: PageElement | undefined
}

/** A hint counts when the element holds this share of the page's prose. */
const minScopeShare = 0.4
const minBodyShare = 0.5

/** Prose of a part that stands elsewhere in the article. */
const minPart = 150

export const findHints = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  stats: ReadonlyMap<PageElement, Stats>,
  names: Names
): Hints => {
  const proseOf = (element: PageElement | undefined) => (element === undefined ? 0 : (stats.get(element)?.prose ?? 0))
  const named = new Map<PageElement, PageElement>()
  let body: PageElement | undefined
  let scope: PageElement | undefined
  const visit = (parent: PageElement, isInBody: boolean, holder: PageElement): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement) || dropped.has(child)) continue
      const isNamed = !isInBody && child.name !== "body" && isBodyOf(child, names)
      if (isNamed) named.set(child, holder)
      if (isNamed && proseOf(child) > proseOf(body)) body = child
      const isHolder = child.name === "article" || isMain(child)
      if (isHolder && proseOf(child) >= proseOf(scope)) {
        // Of an article inside `main`, the inner one says more, if it holds nearly all.
        scope = child
      }
      visit(child, isInBody || isNamed, isHolder ? child : holder)
    }
  }
  visit(root, false, root)
  // What stands between the parts, such as an advertisement, is none of them.
  const isPart = (one: PageElement, of: PageElement) =>
    one.parent === of.parent || (named.get(one) === named.get(of) && proseOf(one) >= minPart)
  const whole = body
  const parts = whole === undefined ? [] : [...named.keys()].filter((one) => isPart(one, whole))
  const prose = parts.reduce((sum, part) => sum + proseOf(part), 0)
  const all = proseOf(root)
  const isScope = scope !== undefined && proseOf(scope) > 0 && proseOf(scope) >= all * minScopeShare
  const around = isScope ? proseOf(scope) : all
  return {
    scope: isScope ? scope : undefined,
    bodies: prose > 200 && prose >= around * minBodyShare ? parts : []
  }
}

const isBodyOf = (element: PageElement, names: Names): boolean =>
  attributeOf(element, "itemprop") === "articleBody" || (names.of(element) & isBody) !== 0
