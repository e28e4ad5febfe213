/** All text inside an element, shown or not. */
import { type PageElement, type PageNode, PageText } from "./PageTree.ts"

/** Stops after so many characters. */
export const innerText = (element: PageElement, most = 1_000_000): string => {
  const only = element.children.length === 1 ? element.children[0] : undefined
  if (only instanceof PageText) return only.text.slice(0, most)
  let text = ""
  const waiting: Array<PageNode> = [element]
  for (let node = waiting.pop(); node !== undefined && text.length < most; node = waiting.pop()) {
    if (node instanceof PageText) text += node.text
    else for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]!)
  }
  return text.slice(0, most)
}

/** The same with white space collapsed. */
export const collapsedText = (element: PageElement, most?: number): string => collapse(innerText(element, most))

export const collapse = (text: string): string => text.replace(/\s+/g, " ").trim()
