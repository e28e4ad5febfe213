/** Lists of numbered slides: a show of pictures with what each shows, strewn into an article. */
import { collapsedText } from "../innerText.ts"
import { PageElement } from "../PageTree.ts"

/** Fewer are steps or parts of what is read. */
const minSlides = 5

/** Characters of an item, white space among them, looked at for its number. */
const maxNumber = 200

/** Whether each item of a list begins with its number out of all of them, such as 3/50. */
export const isSlides = ({ children, name }: PageElement): boolean => {
  if (name !== "ul" && name !== "ol") return false
  let items = 0
  for (const child of children) {
    if (!(child instanceof PageElement)) continue
    if (!isSlide(collapsedText(child, maxNumber))) return false
    items += 1
  }
  return items >= minSlides
}

const isSlide = (text: string): boolean => /^\d{1,3} ?(?:\/|of) ?\d{1,3}\b/.test(text)
