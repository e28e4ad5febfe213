/** What tells whether a page was written for programs that run its scripts. */
import type { PageFacts } from "@kittiwake/core/pages/domain/PageFacts"
import { html } from "parse5"
import type { Addresses } from "./Addresses.ts"
import { innerText } from "./innerText.ts"
import { attributeOf, PageElement } from "./PageTree.ts"
import type { Survey } from "./surveyPage.ts"
import { isHidden } from "./visibility.ts"

/** Seconds after which a page that leads elsewhere is a page of its own. */
const maxRefreshSeconds = 10

/** Frames told of one page. */
const maxFrames = 50

/** `kept` is what is left of the page, where its frames are looked for. */
export const pageFacts = (survey: Survey, kept: PageElement, addresses: Addresses): PageFacts => ({
  textLength: survey.textLength,
  scripts: survey.scripts,
  hasEmptyRoot: survey.hasEmptyRoot,
  asksForScripts: survey.noscripts.some((one) =>
    /java\s?script/i.test(innerText(one, 20_000).replace(/<[^>]*>/g, " "))
  ),
  refreshUrl: refreshUrl(survey.metas, addresses),
  frameUrls: frameUrls(kept, addresses),
  hasPasswordField: survey.hasPasswordField
})

const refreshUrl = (metas: ReadonlyArray<PageElement>, addresses: Addresses): string | null => {
  for (const meta of metas) {
    if (attributeOf(meta, "http-equiv")?.trim().toLowerCase() !== "refresh") continue
    const found = /^\s*(\d*)(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.+)$/i.exec(attributeOf(meta, "content") ?? "")
    if (found === null || Number(found[1]) > maxRefreshSeconds) continue
    const [, , quote, rest] = found
    const end = quote === "" ? -1 : rest!.indexOf(quote!)
    const url = addresses.page(end < 0 ? rest!.trim() : rest!.slice(0, end))
    if (url !== undefined) return url
  }
  return null
}

const frameUrls = (kept: PageElement, addresses: Addresses): ReadonlyArray<string> => {
  const urls = new Set<string>()
  const visit = (parent: PageElement): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement) || urls.size >= maxFrames) continue
      if (child.name === "iframe" && child.namespace === html.NS.HTML && !isHidden(child)) {
        const url = frameUrl(child, addresses)
        if (url !== undefined) urls.add(url)
      } else if (!isHidden(child)) visit(child)
    }
  }
  visit(kept)
  return [...urls]
}

/** Where the document of a frame is; undefined when it has none of its own. */
export const frameUrl = (frame: PageElement, addresses: Addresses): string | undefined => {
  const source = attributeOf(frame, "src") ?? attributeOf(frame, "data-src") ?? ""
  if (source.trim() === "" || attributeOf(frame, "srcdoc") !== undefined) return undefined
  return addresses.document(source)
}
