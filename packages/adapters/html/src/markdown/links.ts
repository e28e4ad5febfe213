/** What a link holds, and whether it only leads to where it stands. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"

/** A link to the place where it stands, beside a heading or a line: a sign, or a word for it where it is known as that. */
export const isPermalink = (link: PageElement, href: string, isInHeading: boolean): boolean => {
  // Markup may be indented by far more than it says.
  const told = collapsedText(link, 400)
  const text = told.replace(/[\u200b\ufeff]+/g, "").slice(0, 20)
  const picture = findIn(link, (one) => one.name === "img")
  if (picture !== undefined && (attributeOf(picture, "alt") ?? "").trim() !== "") return false
  if (text === "") return href.startsWith("#") && (picture !== undefined || told !== "")
  const isSign = /^(?:#|¶|§|🔗\ufe0f?)$/u.test(text)
  if (!isSign && !/^(?:link|permalink|anchor|direct link)$/i.test(text)) return false
  if (isSign ? href.includes("#") : isInHeading && href.includes("#")) return true
  return /anchor|permalink|header-?link/i.test(attributeOf(link, "class") ?? "") || leadsToItself(link, href)
}

/** Elements around a link that may have the name it leads to. */
const maxAround = 4

const leadsToItself = (link: PageElement, href: string): boolean => {
  const id = href.slice(href.indexOf("#") + 1)
  if (!href.includes("#") || id === "") return false
  let at: PageElement | null = link
  for (let level = 0; level < maxAround && at !== null; level += 1) {
    if (attributeOf(at, "id") === id) return true
    at = at.parent
  }
  return false
}

/** Elements looked at to find what a link holds. */
const maxLinkElements = 60

export const headingIn = (link: PageElement): PageElement | undefined =>
  findIn(link, (one) => /^h[1-6]$/.test(one.name))

export const onlyImageOf = (link: PageElement): PageElement | undefined => {
  const image = findIn(link, (one) => one.name === "img")
  return image === undefined || collapsedText(link, 100) !== "" ? undefined : image
}

export const findIn = (link: PageElement, matches: (one: PageElement) => boolean): PageElement | undefined => {
  let left = maxLinkElements
  const waiting: Array<PageElement> = []
  const add = (parent: PageElement) => {
    for (let index = parent.children.length - 1; index >= 0; index -= 1) {
      const child = parent.children[index]
      if (child instanceof PageElement && left > 0) {
        left -= 1
        waiting.push(child)
      }
    }
  }
  add(link)
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (matches(element)) return element
    add(element)
  }
  return undefined
}
