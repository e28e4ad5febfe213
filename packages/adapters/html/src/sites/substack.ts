/** Substack: the one note that an address names, out of the feed that stands around it. */
import { writeThread } from "../content/thread.ts"
import { makeElement } from "../makeElement.ts"
import type { PageElement } from "../PageTree.ts"
import { allInEntry, allOf, inEntry, linkOf, metaOf, textOf, told } from "./findParts.ts"
import type { Site } from "./Site.ts"

export const substack: Site = {
  hosts: ["substack.com"],
  marks: ["feedCommentBody-"],
  read: ({ root, url }) => {
    const address = [url.pathname, metaOf(root, "og:url"), linkOf(allOf(root, `link[rel="canonical"]`, 1)[0]) ?? ""]
    const id = address.map((one) => /\/note\/(c-\d+)/.exec(one)?.[1]).find((one) => one !== undefined)
    if (id === undefined) return undefined
    const note = noteNamed(root, id)
    const text = inEntry(note, bodyNames)
    if (note === undefined || text === undefined) return undefined
    const named = inEntry(note, `a[title][href$="/note/${id}"]`)
    const author =
      metaOf(root, "og:title") || textOf(allInEntry(note, `a[href^="/@"]`).find((link) => textOf(link) !== ""))
    const pictures = allInEntry(note, `[class*="imageGrid"]`).flatMap((grid) => allInEntry(grid, "picture, img"))
    return {
      root: writeThread({
        title: author === "" ? undefined : makeElement("h1", [author]),
        post: {
          author: "",
          date: told(named, "title"),
          link: linkOf(named),
          body: [text, ...pictures.map((picture) => makeElement("p", [picture]))]
        },
        replies: []
      })
    }
  }
}

const bodyNames = `[class*="feedCommentBody-"]`

/** Elements around a link or a text that may be the note. */
const maxAround = 10

/** What the page shows as its own note; else what holds a link to it, or the only one. */
const noteNamed = (root: PageElement, id: string): PageElement | undefined => {
  const own = allOf(root, `[class*="feedPermalinkUnit"]`, 1)[0]
  if (own !== undefined) return own
  for (const link of allOf(root, `a[href$="/note/${id}"]`, 10)) {
    let at = link.parent
    for (let level = 0; at !== null && level < maxAround; level += 1, at = at.parent)
      if (inEntry(at, bodyNames) !== undefined) return at
  }
  const texts = allOf(root, bodyNames, 2)
  return texts.length === 1 ? (texts[0]!.parent ?? undefined) : undefined
}
