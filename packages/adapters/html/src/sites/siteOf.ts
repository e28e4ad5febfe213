/** Which well-known site a page is of. */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { MainContent } from "../content/mainContent.ts"
import { strip } from "../content/strip.ts"
import { drop } from "../keepRegions.ts"
import { noFootnotes } from "../markdown/footnotes.ts"
import { PageElement } from "../PageTree.ts"
import { bluesky } from "./bluesky.ts"
import { chatgpt } from "./chatgpt.ts"
import { claude } from "./claude.ts"
import { discourse } from "./discourse.ts"
import { gemini } from "./gemini.ts"
import { github } from "./github.ts"
import { gmail } from "./gmail.ts"
import { grok } from "./grok.ts"
import { hackerNews } from "./hackerNews.ts"
import { linkedin } from "./linkedin.ts"
import { mastodon } from "./mastodon.ts"
import { reddit } from "./reddit.ts"
import type { Site } from "./Site.ts"
import { substack } from "./substack.ts"
import { x } from "./x.ts"
import { youtube } from "./youtube.ts"

const sites: ReadonlyArray<Site> = [
  hackerNews,
  reddit,
  x,
  substack,
  chatgpt,
  claude,
  gemini,
  grok,
  github,
  mastodon,
  bluesky,
  discourse,
  linkedin,
  youtube,
  gmail
]

/** Reads the main content of a page of one site; undefined, and the page unchanged, where it does not understand it. */
export type ReadSite = (root: PageElement) => MainContent | undefined

/** `markup`: the page as it came. Undefined for pages of other sites. */
export const siteOf = (markup: string, finalUrl: string): ReadSite | undefined => {
  const url = parseUrl(finalUrl)
  if (url === null) return undefined
  const site =
    sites.find(({ hosts }) => hosts.some((host) => isAt(url.hostname, host))) ??
    sites.find(({ marks }) => marks?.some((mark) => markup.includes(mark)))
  if (site === undefined) return undefined
  return (root) => {
    const found = site.read({ root, url })
    if (found === undefined) return undefined
    drop(strip(found.root))
    drop(new Set(buttonsIn(found.root)))
    return { root: found.root, footnotes: found.footnotes ?? noFootnotes }
  }
}

const isAt = (hostname: string, host: string): boolean => hostname === host || hostname.endsWith(`.${host}`)

/** Beside code, buttons say its language. */
const buttonsIn = (root: PageElement): ReadonlyArray<PageElement> => {
  const found: Array<PageElement> = []
  const waiting = [root]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.name === "button") found.push(at)
    else if (at.name !== "pre") for (const child of at.children) if (child instanceof PageElement) waiting.push(child)
  }
  return found
}
