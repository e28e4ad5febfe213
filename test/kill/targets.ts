/** What the monitor of a story watches, by its kind: how it stands at first, what is edited, and what must be kept of it. */
import type { ExtractTarget, PageTarget, SitemapTarget, Target } from "@kittiwake/core/monitors/domain/Target"

/** A page of the site, by its name, and its text. */
type Edit = readonly [name: string, text: string]

export interface StoryTarget {
  readonly target: (siteUrl: string) => Target
  /** How the site stands before anybody watches it. */
  readonly first: (siteUrl: string) => ReadonlyArray<Edit>
  /** What is edited when it has a baseline. */
  readonly second: (siteUrl: string) => ReadonlyArray<Edit>
  /** What the baseline says at last, and what it says no more. */
  readonly kept: string
  readonly gone: string
}

/** What the page of the story says at last. */
export const secondText = "Version 2"

/** The address of a page of the site. */
export const pageOf = (siteUrl: string, name: string) => `${siteUrl}/pages/${name}`

export const pageTarget = (url: string): PageTarget => ({
  type: "page",
  url,
  instructions: null,
  normalizeWhitespace: true,
  includeSelectors: [],
  excludeSelectors: [],
  actions: []
})

const sitemapTarget = (url: string): SitemapTarget => ({ type: "sitemap", url, include: [], exclude: [], maxUrls: 100 })

const extractTarget = (url: string): ExtractTarget => ({
  type: "extract",
  url,
  instructions: "price below $20",
  schema: null,
  maxPages: 4,
  maxDepth: 1,
  followSubdomains: false
})

const listing = (siteUrl: string, names: ReadonlyArray<string>): Edit => [
  "story.xml",
  `<urlset>${names.map((name) => `<url><loc>${pageOf(siteUrl, name)}</loc></url>`).join("")}</urlset>`
]

/** Long enough to be known again under another address. */
const article = "A page that moves says the same wherever it stands. ".repeat(8)

const plan = (dollars: number): Edit => ["price", `Plan costs $${dollars} a month`]

export const storyTargets = {
  page: {
    target: (siteUrl) => pageTarget(pageOf(siteUrl, "story")),
    first: () => [],
    second: () => [["story", secondText]],
    kept: secondText,
    gone: "New"
  },
  sitemap: {
    target: (siteUrl) => sitemapTarget(pageOf(siteUrl, "story.xml")),
    first: (siteUrl) => [["old", article], ["moved", article], listing(siteUrl, ["stays", "old"])],
    second: (siteUrl) => [listing(siteUrl, ["stays", "moved"])],
    kept: "/pages/moved",
    gone: "/pages/old"
  },
  extract: {
    target: (siteUrl) => extractTarget(pageOf(siteUrl, "story")),
    first: () => [plan(25), ["story", 'Plans: <a href="/pages/price">Price</a>']],
    second: () => [plan(19)],
    kept: "$19",
    gone: "$25"
  }
} satisfies { readonly [kind: string]: StoryTarget }

export type StoryKind = keyof typeof storyTargets

/** Whether a text names a kind. */
export const isStoryKind = (text: string): text is StoryKind => text in storyTargets
