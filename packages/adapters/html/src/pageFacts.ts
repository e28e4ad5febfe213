/** What tells whether a page was written for programs that run its scripts. */

import { awaitsScripts } from "@kittiwake/core/internal/pages/domain/awaitedContent"
import type { PageFacts } from "@kittiwake/core/pages/domain/PageFacts"
import { html } from "parse5"
import type { Addresses } from "./Addresses.ts"
import { innerText } from "./innerText.ts"
import { attributeOf, PageElement } from "./PageTree.ts"
import type { Survey } from "./surveyPage.ts"
import { isHidden } from "./visibility.ts"

/** Seconds after which a page that leads elsewhere is a page of its own. */
const maxRefreshSeconds = 10

/** A longer text of a refresh leads nowhere: no address that is asked for is as long. */
const maxRefreshLength = 10_000

/** Frames told of one page. */
const maxFrames = 50

/** `kept` is what is left of the page, where its frames are looked for. */
export const pageFacts = (survey: Survey, kept: PageElement, addresses: Addresses): PageFacts => ({
  textLength: survey.textLength,
  scripts: survey.scripts,
  hasEmptyRoot: survey.hasEmptyRoot,
  asksForScripts: survey.noscripts.some((one) => /java\s?script/i.test(withoutTags(innerText(one, 20_000)))),
  awaitsScripts: survey.scripts > 0 && awaitsScripts(survey.awaited),
  refreshUrl: refreshUrl(survey.metas, addresses),
  frameUrls: frameUrls(kept, addresses),
  hasPasswordField: survey.hasPasswordField
})

const refreshUrl = (metas: ReadonlyArray<PageElement>, addresses: Addresses): string | null => {
  for (const meta of metas) {
    if (attributeOf(meta, "http-equiv")?.trim().toLowerCase() !== "refresh") continue
    const address = refreshAddress(attributeOf(meta, "content") ?? "")
    const url = address === "" ? undefined : addresses.page(address)
    if (url !== undefined) return url
  }
  return null
}

/** What stands behind the last `>` opens no tag: looking for its end at each `<` took a text of them the square of its length. */
const withoutTags = (text: string): string => {
  const end = text.lastIndexOf(">") + 1
  return text.slice(0, end).replace(/<[^>]*>/g, " ") + text.slice(end)
}

/**
 * Where a refresh such as `0; url=/next` leads, as the page wrote it; empty where it stays or comes late. Read step by step: one
 * expression for all of it tried every way to part a run of blanks in three.
 */
const refreshAddress = (content: string): string => {
  if (content.length > maxRefreshLength) return ""
  const text = content.trim()
  const [time, seconds] = /^(\d*)(?:\.\d*)?/.exec(text)!
  if (Number(seconds) > maxRefreshSeconds) return ""
  const rest = text.slice(time.length)
  const address = rest.replace(/^\s*[;,]?\s*/, "")
  // Without a time, the blanks that stood before the address keep it apart.
  if (address.length === rest.length && (time !== "" || text === content.trimEnd())) return ""
  const [named, quote] = /^(?:url\s*=\s*)?(["']?)/i.exec(address)!
  const said = address.slice(named.length)
  const end = quote === "" ? -1 : said.indexOf(quote!)
  return end < 0 ? said.trim() : said.slice(0, end)
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
