/** Scripts that see whether an action did something. Their sources are sent to pages. */
import type { PageKit } from "./makeKit.ts"

interface Watch {
  readonly url: string
  readonly observer: MutationObserver
  readonly busy: WeakSet<Node>
  readonly before: string
  added: number
  removed: number
  texts: number
  states: Array<string>
  isActing: boolean
}

/** Begins to watch. Parts of the page that change by themselves before anything is done are not counted later. */
export const beginWatch = (kit: PageKit, { noiseMillis }: { readonly noiseMillis: number }): Promise<boolean> => {
  const stateOf = (element: Element | undefined): string => {
    if (element === undefined) return ""
    const field = element as Partial<HTMLInputElement>
    return JSON.stringify([field.value ?? null, field.checked ?? null, kit.isVisible(element)])
  }
  const watch: Watch = {
    url: document.URL,
    before: stateOf(kit.memory.kittiwakeTarget),
    busy: new WeakSet(),
    added: 0,
    removed: 0,
    texts: 0,
    states: [],
    isActing: false,
    observer: new MutationObserver((changes) => {
      for (const change of changes) {
        if (!watch.isActing) watch.busy.add(change.target)
        else if (!watch.busy.has(change.target)) {
          watch.added += change.addedNodes.length
          watch.removed += change.removedNodes.length
          if (change.type === "characterData") watch.texts += 1
          if (change.type === "attributes" && watch.states.length < 20) watch.states.push(change.attributeName ?? "")
        }
      }
    })
  }
  const options = {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: [
      ...["class", "style", "hidden", "open", "disabled", "checked", "selected", "value", "src", "aria-expanded"],
      ...["aria-hidden", "aria-pressed", "aria-selected", "aria-checked", "aria-current", "data-state"]
    ]
  }
  watch.observer.observe(document, options)
  // What happens inside a component is not seen from outside it.
  const root = kit.memory.kittiwakeTarget?.getRootNode()
  if (root instanceof ShadowRoot) watch.observer.observe(root, options)
  kit.memory.kittiwakeWatch = watch
  return new Promise((resolve) => {
    window.setTimeout(() => {
      watch.isActing = true
      resolve(true)
    }, noiseMillis)
  })
}

/** What has changed since, in words; null when nothing did. `isLost` says that the document is another one. */
export const seeChange = (
  kit: PageKit,
  _argument: null
): { readonly evidence: string | null; readonly isLost: boolean } => {
  const watch = kit.memory.kittiwakeWatch as Watch | undefined
  if (watch === undefined) return { evidence: null, isLost: true }
  const target = kit.memory.kittiwakeTarget
  const many = (count: number, one: string) => (count === 1 ? `1 ${one} was` : `${count} ${one}s were`)
  const found: Array<string> = []
  if (document.URL !== watch.url) found.push(`the address became ${document.URL.slice(0, 200)}`)
  if (target !== undefined) {
    const field = target as Partial<HTMLInputElement>
    const now = JSON.stringify([field.value ?? null, field.checked ?? null, kit.isVisible(target)])
    const [value, checked, wasVisible] = JSON.parse(watch.before === "" ? "[null,null,true]" : watch.before)
    if (now !== watch.before && target.isConnected) {
      if ((field.checked ?? null) !== checked)
        found.push(`it is ${field.checked === true ? "checked" : "not checked"} now`)
      else if ((field.value ?? null) !== value) found.push("its value changed")
      else if (wasVisible !== kit.isVisible(target))
        found.push(`it is ${kit.isVisible(target) ? "visible" : "hidden"} now`)
    }
    const expanded = target.getAttribute("aria-expanded")
    if (expanded !== null && watch.states.includes("aria-expanded"))
      found.push(`it is ${expanded === "true" ? "" : "not "}expanded now`)
  }
  if (watch.added > 0) found.push(`${many(watch.added, "node")} added`)
  if (watch.removed > 0) found.push(`${many(watch.removed, "node")} removed`)
  if (watch.texts > 0) found.push(`${many(watch.texts, "text")} rewritten`)
  if (found.length === 0 && watch.states.length > 0) {
    found.push(
      `${[...new Set(watch.states)].slice(0, 3).join(", ")} of ${many(watch.states.length, "element")} changed`
    )
  }
  return { evidence: found.length === 0 ? null : found.slice(0, 3).join("; "), isLost: false }
}

/** The number of elements and the places of the scroll boxes: what grows or moves when a page is scrolled. */
export const scrollStep = async (
  kit: PageKit,
  {
    amount,
    container,
    direction
  }: {
    readonly amount: number | "viewport" | "max"
    readonly container: string | null
    readonly direction: "up" | "down" | "left" | "right"
  }
): Promise<{
  readonly isFound: boolean
  readonly moved: number
  readonly grew: number
  readonly at: number
  readonly isAtEdge: boolean
}> => {
  const root = document.scrollingElement ?? document.documentElement
  let box: Element | undefined = root
  try {
    if (container !== null) box = kit.all(container)[0]
  } catch {
    box = undefined
  }
  if (box === undefined) return { isFound: false, moved: 0, grew: 0, at: 0, isAtEdge: true }
  const isSideways = direction === "left" || direction === "right"
  const sign = direction === "up" || direction === "left" ? -1 : 1
  const place = () => (isSideways ? box.scrollLeft : box.scrollTop)
  const extent = () => (isSideways ? box.scrollWidth : box.scrollHeight)
  const view =
    box === root
      ? isSideways
        ? window.innerWidth
        : window.innerHeight
      : isSideways
        ? box.clientWidth
        : box.clientHeight
  const before = place()
  const size = extent()
  const by = amount === "viewport" ? view : amount === "max" ? size : amount
  box.scrollBy(isSideways ? { left: sign * by, behavior: "instant" } : { top: sign * by, behavior: "instant" })
  await new Promise((resolve) => window.setTimeout(resolve, 100))
  const at = place()
  return {
    isFound: true,
    moved: Math.round(at - before),
    grew: Math.round(extent() - size),
    at: Math.round(at),
    isAtEdge: sign < 0 ? at <= 0 : at + view >= extent() - 1
  }
}
