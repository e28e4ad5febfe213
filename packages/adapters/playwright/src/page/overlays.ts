/** Scripts that clear what lies over a page. Their sources are sent to pages. */
import type { PageKit } from "./makeKit.ts"

export interface ConsentWords {
  readonly reject: ReadonlyArray<string>
  readonly accept: ReadonlyArray<string>
  readonly close: ReadonlyArray<string>
  /** Words that a text about cookies holds. */
  readonly subject: ReadonlyArray<string>
  readonly knownReject: ReadonlyArray<string>
  readonly knownAccept: ReadonlyArray<string>
  readonly knownBanners: ReadonlyArray<string>
  readonly answer: "accept" | "reject" | "any"
}

/** Answers a cookie banner with one press; tells what was pressed, or null when there is no banner with an answer. */
export const answerBanner = (kit: PageKit, words: ConsentWords): string | null => {
  const press = (element: Element): string => {
    kit.memory.kittiwakeTarget = element
    ;(element as HTMLElement).click()
    return kit.describe(element)
  }
  const orders = {
    reject: [words.knownReject, words.knownAccept],
    any: [words.knownReject, words.knownAccept],
    accept: [words.knownAccept, words.knownReject]
  }
  for (const selectors of orders[words.answer]) {
    const found = selectors.length === 0 ? undefined : kit.all(selectors.join(",")).find(kit.isVisible)
    if (found !== undefined) return press(found)
  }
  const plain = (text: string) => kit.squeeze(text).toLowerCase()
  const isAboutCookies = (element: Element): boolean => {
    const text = plain(kit.textOf(element))
    return text.length < 5_000 && words.subject.some((word) => text.includes(word))
  }
  /** What lies over a page is fixed or sticky, or says that it is a dialog, or is named after cookies. */
  const named =
    "[id*=cookie i],[class*=cookie i],[id*=consent i],[class*=consent i],[id*=gdpr i],[class*=gdpr i],[id*=privacy i]"
  const boxes = kit.all(`dialog,[role=dialog],[role=alertdialog],[aria-modal=true],${named}`)
  const fixed = kit
    .all("div,section,aside,form,footer")
    .slice(0, 20_000)
    .filter((element) => /^(?:fixed|sticky)$/.test(getComputedStyle(element).position))
  const banners = [...boxes, ...fixed]
    .filter((element) => kit.isVisible(element) && isAboutCookies(element))
    .slice(0, 50)
  const lists = {
    reject: [words.reject, words.accept],
    any: [words.reject, words.accept],
    accept: [words.accept, words.reject]
  }
  for (const list of [...lists[words.answer], words.close]) {
    for (const banner of banners) {
      const buttons = kit
        .all("button,a,input[type=button],input[type=submit],[role=button]", banner)
        .filter(kit.isVisible)
      const found = buttons.slice(0, 100).find((button) => {
        const names = kit.namesOf(button).slice(0, 3).map(plain)
        return names.some(
          (name) => name.length < 60 && list.some((word) => name === word || name.startsWith(`${word} `))
        )
      })
      if (found !== undefined) return press(found)
    }
  }
  return null
}

/** Hides the banners of known makers that did not go away, those in frames of other sites included. */
export const hideBanners = (kit: PageKit, { selectors }: { readonly selectors: ReadonlyArray<string> }): number => {
  const found = kit.all(selectors.join(",")).filter(kit.isVisible).slice(0, 20)
  for (const element of found) (element as HTMLElement).style.setProperty("display", "none", "important")
  if (found.length > 0) freeScrolling()
  return found.length
  function freeScrolling() {
    for (const element of [document.documentElement, document.body]) {
      if (element !== null && getComputedStyle(element).overflowY === "hidden") {
        element.style.setProperty("overflow", "visible", "important")
      }
    }
  }
}

/** Puts away what covers the page: by its own close button first, and out of sight when it has none. */
export const clearOverlays = async (
  kit: PageKit,
  { close }: { readonly close: ReadonlyArray<string> }
): Promise<{ readonly closed: number; readonly hidden: number }> => {
  const area = window.innerWidth * window.innerHeight
  const plain = (text: string) => kit.squeeze(text).toLowerCase()
  const isOver = (element: Element): boolean => {
    if (!kit.isVisible(element) || element === document.body || element === document.documentElement) return false
    if (element.matches("dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]")) return true
    const style = getComputedStyle(element)
    if (style.position !== "fixed" && !(style.position === "absolute" && Number(style.zIndex) >= 1_000)) return false
    const box = element.getBoundingClientRect()
    const width = Math.min(box.right, window.innerWidth) - Math.max(box.left, 0)
    const height = Math.min(box.bottom, window.innerHeight) - Math.max(box.top, 0)
    const isHeader = box.top <= 0 && box.height < window.innerHeight * 0.25
    return !isHeader && width > 0 && height > 0 && width * height > area * 0.15 && style.pointerEvents !== "none"
  }
  const overlays = () =>
    kit.all("dialog,div,section,aside,form,iframe,[role=dialog]").slice(0, 20_000).filter(isOver).slice(0, 20)
  const isClose = (button: Element): boolean => {
    const names = kit.namesOf(button).slice(0, 4).map(plain)
    const marks = plain(`${kit.attribute(button, "class")} ${kit.attribute(button, "data-dismiss")}`)
    return (
      names.some((name) => close.includes(name) || /^[×✕✖✗x]$/.test(name)) ||
      /(?:^|[\s_-])(?:close|dismiss|btn-close)(?:$|[\s_-])/.test(marks)
    )
  }
  let closed = 0
  for (const overlay of overlays()) {
    const button = kit.all("button,a,[role=button],[aria-label]", overlay).filter(kit.isVisible).find(isClose)
    if (button === undefined) continue
    ;(button as HTMLElement).click()
    closed += 1
  }
  if (closed > 0) await new Promise((resolve) => window.setTimeout(resolve, 300))
  const left = overlays()
  for (const overlay of left) {
    if (overlay instanceof HTMLDialogElement && overlay.open) overlay.close()
    ;(overlay as HTMLElement).style.setProperty("display", "none", "important")
  }
  for (const element of left.length + closed > 0 ? [document.documentElement, document.body] : []) {
    if (element !== null && getComputedStyle(element).overflowY === "hidden") {
      element.style.setProperty("overflow", "visible", "important")
    }
  }
  return { closed, hidden: left.length }
}
