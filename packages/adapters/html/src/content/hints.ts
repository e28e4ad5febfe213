/** Where a page itself says that its content is. */
import { isMain } from "../clutter.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { isBody, type Names } from "./names.ts"
import type { Stats } from "./stats.ts"

export interface Hints {
  /** The element that is named as the body of an article and holds most prose. */
  readonly body: PageElement | undefined
  /** The `article` or `main` that holds most prose. */
  readonly scope: PageElement | undefined
}

/** A hint counts when the element holds this share of the page's prose. */
const minScopeShare = 0.4
const minBodyShare = 0.5

export const findHints = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  stats: ReadonlyMap<PageElement, Stats>,
  names: Names
): Hints => {
  const proseOf = (element: PageElement | undefined) => (element === undefined ? 0 : (stats.get(element)?.prose ?? 0))
  let body: PageElement | undefined
  let scope: PageElement | undefined
  const visit = (parent: PageElement, isInBody: boolean): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement) || dropped.has(child)) continue
      const isNamed = !isInBody && child.name !== "body" && isBodyOf(child, names)
      if (isNamed && proseOf(child) > proseOf(body)) body = child
      if ((child.name === "article" || isMain(child)) && proseOf(child) >= proseOf(scope)) {
        // Of an article inside `main`, the inner one says more, if it holds nearly all.
        scope = child
      }
      visit(child, isInBody || isNamed)
    }
  }
  visit(root, false)
  const all = proseOf(root)
  const isScope = scope !== undefined && proseOf(scope) > 0 && proseOf(scope) >= all * minScopeShare
  const around = isScope ? proseOf(scope) : all
  return {
    scope: isScope ? scope : undefined,
    body: body !== undefined && proseOf(body) > 200 && proseOf(body) >= around * minBodyShare ? body : undefined
  }
}

const isBodyOf = (element: PageElement, names: Names): boolean =>
  attributeOf(element, "itemprop") === "articleBody" || (names.of(element) & isBody) !== 0
