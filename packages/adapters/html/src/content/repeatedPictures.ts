/** Pictures of a figure that it shows once more: in another size, or as a placeholder until its scripts run. */
import { innerText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"

/** Most pictures looked at in one figure. */
const maxPictures = 50

/**
 * **Details** A picture for readers without scripts is the one that the figure shows in the end. Else the first stays of those
 * with the same words, or without words and with the same name but for its size.
 */
export const repeatedPictures = (figure: PageElement): ReadonlyArray<PageElement> => {
  const pictures: Array<PageElement> = []
  let hasFallback = false
  const visit = (parent: PageElement): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement) || pictures.length >= maxPictures || child.name === "figure") continue
      if (child.name === "img") pictures.push(child)
      else if (child.name === "noscript") hasFallback ||= /<img\s/i.test(innerText(child, 2_000))
      else visit(child)
    }
  }
  visit(figure)
  if (hasFallback) return pictures
  const seen = new Set<string>()
  return pictures.filter((picture) => {
    const key = keyOf(picture)
    if (key === "") return false
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated
  })
}

const keyOf = (picture: PageElement): string => {
  const alt = attributeOf(picture, "alt")?.trim() ?? ""
  if (alt !== "") return `alt ${alt}`
  const name = (attributeOf(picture, "src") ?? "")
    .slice(0, 2_000)
    .replace(/[?#].*$|\.\w{2,5}$/g, "")
    .split("/")
    .at(-1)!
  return name.replace(/[-_@](?:x?large|medium|small|thumb(?:nail)?|full|\d+x\d*|\d+w?|[\d.]+x)/gi, "")
}
