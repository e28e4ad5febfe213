/** A script that looks for what a page still waits for. Its source is sent to pages. */
import type { PageKit } from "./makeKit.ts"

/** What may be empty because it is not filled yet. */
export interface EmptyPart {
  readonly isList: boolean
  readonly id: string
  readonly className: string
}

/** What is seen of a page's content, outside of what is on each page of its site. */
export interface PageContent {
  /** Characters of it that are seen, up to as many as were asked for. */
  readonly contentLength: number
  /** Short texts, each of which may be all that says that something comes. */
  readonly texts: ReadonlyArray<string>
  /** Whether an element is marked as busy, or as hidden until it is filled. */
  readonly isMarked: boolean
  /** Classes of elements that are seen and have next to no text. */
  readonly classes: ReadonlyArray<string>
  /** None where something else is shown: fields, films and drawings. */
  readonly emptyParts: ReadonlyArray<EmptyPart>
}

/** Null where there is `muchContent`, or no script that could bring any. */
export const seeContent = (
  kit: PageKit,
  { muchContent, shortText }: { readonly muchContent: number; readonly shortText: number }
): PageContent | null => {
  /** Elements and texts that are looked at: each of a page that has little content, and the first of any other. */
  const maxSeen = 2_000
  const { body, scripts } = document
  if (scripts.length === 0 || !(body instanceof HTMLBodyElement)) return null
  const frame =
    "header,nav,footer,aside,[role=banner],[role=navigation],[role=contentinfo],[role=complementary],[aria-hidden=true]"
  const verbatim = "script,style,noscript,template,pre,code,samp,kbd,textarea,option"
  const isContent = (element: Element): boolean => {
    const within = element.closest(`main,article,${frame}`)
    return within === null || !within.matches(frame)
  }
  const isShown = (element: Element): boolean =>
    Element.prototype.checkVisibility.call(element, { visibilityProperty: true, opacityProperty: true })
  const texts: Array<string> = []
  let contentLength = 0
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let seen = 0, text = walker.nextNode(); text !== null && seen < maxSeen; text = walker.nextNode(), seen += 1) {
    const said = kit.squeeze(text.nodeValue ?? "")
    const parent = text.parentElement
    if (said === "" || parent === null || parent.closest(verbatim) !== null) continue
    if (!isContent(parent) || !isShown(parent)) continue
    contentLength += said.length
    if (contentLength >= muchContent) return null
    if (said.length <= shortText) texts.push(said)
  }
  const all = (selector: string) => [...body.querySelectorAll(selector)].slice(0, maxSeen).filter(isContent)
  const says = (element: Element) => (element.textContent ?? "").trim().length > shortText
  const busy = all('[aria-busy="true"],[role="progressbar"]:not([aria-valuenow])').some(isShown)
  const hasOther = all("canvas,video,audio,iframe,object,embed,img,input,textarea,select").some(kit.isVisible)
  const named = all("[class]").filter((element) => !says(element) && kit.isVisible(element))
  const isEmpty = (element: Element) =>
    element.childElementCount === 0 && (element.textContent ?? "").trim() === "" && element.shadowRoot === null
  const lists = "ul,ol,tbody,main,article"
  const empty = hasOther ? [] : all(`${lists},div[id],section[id]`).filter((one) => isEmpty(one) && isShown(one))
  return {
    contentLength,
    texts,
    isMarked: busy || all("[v-cloak],[ng-cloak]").length > 0,
    classes: named.slice(0, 500).map((element) => kit.attribute(element, "class").slice(0, 300)),
    emptyParts: empty.slice(0, 500).map((element) => ({
      isList: element.matches(lists),
      id: kit.attribute(element, "id").slice(0, 300),
      className: kit.attribute(element, "class").slice(0, 300)
    }))
  }
}
