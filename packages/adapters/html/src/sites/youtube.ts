/** YouTube: what a video is called, whose it is, and how it is described. */
import { writeThread } from "../content/thread.ts"
import { innerText } from "../innerText.ts"
import { makeElement } from "../makeElement.ts"
import type { PageElement } from "../PageTree.ts"
import { allOf, dayOf, inEntry, inPage, metaOf, textOf, told, withLines } from "./findParts.ts"
import type { Site } from "./Site.ts"

export const youtube: Site = {
  hosts: ["youtube.com"],
  read: ({ root, url }) => {
    if (!/^\/(?:watch$|shorts\/|live\/)/.test(url.pathname)) return undefined
    const title = metaOf(root, "title") || metaOf(root, "og:title")
    const description = describedIn(root) || metaOf(root, "og:description")
    if (title === "" || description === "") return undefined
    const channel = inPage(root, `[itemprop="author"]`)
    return {
      root: writeThread({
        title: makeElement("h1", [title]),
        post: {
          author: told(inEntry(channel, `[itemprop="name"]`), "content") || textOf(inPage(root, "ytd-channel-name")),
          date: dayOf(told(inPage(root, `meta[itemprop="datePublished"]`), "content")),
          body: [withLines(makeElement("p", [description]))]
        },
        replies: []
      })
    }
  }
}

/** Scripts looked at, and characters of each. */
const maxScripts = 60
const maxScript = 3_000_000

/** The page shows only a beginning of it; the whole stands in the data of its player, as a string of JSON. */
const describedIn = (root: PageElement): string => {
  for (const script of allOf(root, "script", maxScripts)) {
    const text = innerText(script, maxScript)
    const start = text.indexOf(`"shortDescription":"`)
    if (start < 0) continue
    const from = start + `"shortDescription":`.length
    let end = from + 1
    while (end < text.length && text[end] !== `"`) end += text[end] === "\\" ? 2 : 1
    try {
      const told: unknown = JSON.parse(text.slice(from, end + 1))
      if (typeof told === "string") return told.trim()
    } catch {
      return ""
    }
  }
  return ""
}
