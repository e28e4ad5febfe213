/** Scripts that find elements. Their sources are sent to pages. */
import type { TargetName } from "../actions/Instruction.ts"
import type { PageKit } from "./makeKit.ts"

/** An element that was found. The page's own scripts cannot see that it was. */
export interface Found {
  readonly description: string
  /** Where to point at, in the viewport. */
  readonly x: number
  readonly y: number
  /** Whether nothing lies over it there. */
  readonly isFree: boolean
  readonly isDisabled: boolean
  readonly kind: "field" | "choice" | "tick" | "other"
  readonly isOn: boolean
}

/** The first visible match of a selector; `isKnown` is false when the selector is none. */
export const findBySelector = (
  kit: PageKit,
  { selector }: { readonly selector: string }
): { readonly isKnown: boolean; readonly isFound: boolean } => {
  try {
    const found = kit.all(selector)
    const target = found.find(kit.isVisible)
    kit.memory.kittiwakeTarget = target as Element
    return { isKnown: true, isFound: target !== undefined }
  } catch {
    return { isKnown: false, isFound: false }
  }
}

/** Finds the element that a person means by a name. */
export const findByName = (
  kit: PageKit,
  { among, names, role }: TargetName & { readonly among: "clickable" | "field" | "any" }
): { readonly isKnown: boolean; readonly isFound: boolean } => {
  const fields =
    'input:not([type=hidden],[type=button],[type=submit],[type=reset],[type=image]),textarea,select,[contenteditable=""],[contenteditable=true],[role=textbox],[role=searchbox],[role=combobox]'
  const clickables =
    "a[href],button,summary,label,option,input:not([type=hidden]),[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[role=checkbox],[role=switch],[role=radio],[onclick],[tabindex]"
  const roles: Record<string, ReadonlyArray<string>> = {
    button: ["button"],
    link: ["link"],
    tab: ["tab"],
    checkbox: ["checkbox", "switch"],
    radio: ["radio"],
    option: ["option", "menuitem"],
    field: ["textbox", "searchbox", "combobox"]
  }
  const plain = (text: string) =>
    kit
      .squeeze(text)
      .toLowerCase()
      .replace(/(?<![…:*»›→])[…:*»›→]+$/g, "")
      .trim()
  const wanted = names.map(plain).filter((name) => name !== "")

  /** 0 is no match; a whole name beats its beginning, which beats a part of it. */
  const scoreOf = (element: Element): number => {
    let best = 0
    const own = kit.namesOf(element).map(plain)
    for (const [rank, name] of wanted.entries()) {
      for (const one of own) {
        const words = ` ${one.replace(/[^\p{L}\p{N}]+/gu, " ")} `
        const isWhole = words.includes(` ${name.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `)
        const score =
          one === name ? 100 : one.startsWith(name) && one.length < 120 ? 70 : isWhole && one.length < 200 ? 50 : 0
        best = Math.max(best, score - rank * 5)
      }
    }
    if (best === 0) return 0
    const fits = role !== null && (roles[role] ?? []).includes(kit.roleOf(element))
    return best + (fits ? 30 : 0) + (element.matches("a[href],button,input,select,textarea,[role=button]") ? 8 : 0)
  }

  const candidates = kit
    .all(among === "field" ? fields : among === "clickable" ? clickables : "*")
    .filter(kit.isVisible)
  let best: Element | undefined
  let bestScore = 0
  for (const element of candidates.slice(0, 5_000)) {
    const score = scoreOf(element)
    // Of two equal ones the inner or later is the more exact when anything may match, and the first in all other cases.
    if (
      score > bestScore ||
      (among === "any" && score > 0 && score === bestScore && best?.contains(element) === true)
    ) {
      best = element
      bestScore = score
    }
  }
  if (best instanceof HTMLLabelElement && best.control !== null && among === "field") best = best.control
  kit.memory.kittiwakeTarget = best as Element
  return { isKnown: true, isFound: best !== undefined }
}

/** Finds the field that text is for when no name is given: the one with the focus, or one for searching, or the only one. */
export const findField = (
  kit: PageKit,
  { isSearch }: { readonly isSearch: boolean }
): { readonly isKnown: boolean; readonly isFound: boolean } => {
  const text =
    'input:not([type]),input[type=text],input[type=search],input[type=email],input[type=url],input[type=tel],input[type=number],input[type=password],textarea,[contenteditable=""],[contenteditable=true],[role=textbox],[role=searchbox]'
  const fields = kit.all(text).filter(kit.isVisible)
  const isForSearch = (element: Element) =>
    element.matches(
      "[type=search],[role=searchbox],[name=q],[name=s],[name=query],[name=search],[role=search] *,[role=combobox]"
    ) ||
    kit.namesOf(element).some((name) => /search|suche|recherch|buscar|cerca|zoek|szukaj|поиск|検索|搜索/i.test(name))
  const focused = fields.find((field) => field === document.activeElement)
  const found = isSearch ? fields.find(isForSearch) : (focused ?? (fields.length === 1 ? fields[0] : undefined))
  kit.memory.kittiwakeTarget = found as Element
  return { isKnown: true, isFound: found !== undefined }
}

/** Brings what was found into view and tells where it is. */
export const pointAt = async (kit: PageKit, _argument: null): Promise<Found | null> => {
  const target = kit.memory.kittiwakeTarget
  if (target === undefined || !target.isConnected) return null
  target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
  await new Promise<void>((resolve) => {
    window.setTimeout(resolve, 100)
    window.requestAnimationFrame(() => window.requestAnimationFrame(() => resolve()))
  })
  const box = target.getClientRects()[0] ?? target.getBoundingClientRect()
  const x = Math.min(window.innerWidth - 1, Math.max(0, box.left + box.width / 2))
  const y = Math.min(window.innerHeight - 1, Math.max(0, box.top + box.height / 2))
  let top: Element | null = Document.prototype.elementFromPoint.call(document, x, y)
  while (top?.shadowRoot != null) {
    const inner = top.shadowRoot.elementFromPoint(x, y)
    if (inner === null || inner === top) break
    top = inner
  }
  const label = target instanceof HTMLLabelElement ? target.control : null
  const isTick = target.matches("input[type=checkbox],input[type=radio],[role=checkbox],[role=switch],[role=radio]")
  const isText = target.matches("input,textarea,[contenteditable],[role=textbox],[role=searchbox]") && !isTick
  return {
    description: kit.describe(target),
    x,
    y,
    isFree:
      top !== null && (top === target || target.contains(top) || top.contains(target) || label?.contains(top) === true),
    isDisabled: target.matches(":disabled,[aria-disabled=true]"),
    kind: target instanceof HTMLSelectElement ? "choice" : isTick ? "tick" : isText ? "field" : "other",
    isOn: target instanceof HTMLInputElement ? target.checked : target.getAttribute("aria-checked") === "true"
  }
}
