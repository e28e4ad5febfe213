/** Operations by what one wants of them, and of each the few fields that matter. */
import type { Operation } from "./description.ts"

export const groupNames = ["read", "ask", "companies", "watch", "work", "account"] as const
export type GroupName = (typeof groupNames)[number]

/** The operations of the first groups, in their order; whatever is in none stands in that of its tag. */
const placed: Readonly<Record<Exclude<GroupName, "watch" | "work" | "account">, ReadonlyArray<string>>> = {
  read: [
    "web.markdown",
    "web.html",
    "web.screenshot",
    "web.siteScreenshot",
    "web.images",
    "web.bytes",
    "web.crawl",
    "web.sitemap",
    "web.parse"
  ],
  ask: ["search.search", "answers.answers", "extraction.extract"],
  companies: [
    "brands.retrieve",
    "brands.search",
    "brands.retrieveByQuery",
    "brands.retrieveSimplified",
    "people.enrich",
    "news.search",
    "products.product",
    "products.products",
    "industry.naics",
    "industry.sic",
    "competitors.competitors",
    "design.styleguide",
    "design.fonts"
  ]
}

/** The fields on top of a form; the others are folded away. Required ones are always on top. */
const first: Readonly<Record<string, ReadonlyArray<string>>> = {
  "web.markdown": ["url", "useMainContentOnly", "includeLinks", "includeImages"],
  "web.html": ["url", "useMainContentOnly", "includeSelectors"],
  "web.images": ["url", "dedupe"],
  "web.bytes": ["url"],
  "web.screenshot": ["url", "fullScreenshot", "colorScheme"],
  "web.siteScreenshot": ["domain", "directUrl", "page", "fullScreenshot"],
  "web.sitemap": ["domain", "maxLinks", "search"],
  "web.crawl": ["url", "maxPages", "maxDepth", "useMainContentOnly"],
  "web.parse": ["extension", "useMainContentOnly", "ocr"],
  "search.search": ["query", "numResults", "freshness", "country"],
  "answers.answers": ["task", "mode", "json_format"],
  "extraction.extract": ["url", "schema", "instructions", "maxPages"],
  "brands.search": ["query", "country"],
  "brands.retrieveByQuery": ["domain", "name"],
  "people.enrich": ["email", "name", "company"],
  "news.search": ["searchBy", "limit"],
  "industry.naics": ["input", "maxResults"],
  "industry.sic": ["input", "type", "maxResults"],
  "competitors.competitors": ["domain", "numCompetitors"],
  "design.styleguide": ["domain", "colorScheme"],
  "design.fonts": ["domain", "directUrl"],
  "products.products": ["domain", "maxProducts"],
  "monitors.create": ["name", "target", "schedule", "tags"],
  "monitors.list": ["q", "status", "limit"],
  "batches.submit": ["input", "tags"],
  "batches.list": ["q", "status", "limit"],
  "logs.list": ["search", "path", "errors_only", "limit"],
  "usage.history": ["from", "interval", "group_by"]
}

export const groupOf = ({ id, tag }: Pick<Operation, "id" | "tag">): GroupName => {
  for (const name of ["read", "ask", "companies"] as const) if (placed[name].includes(id)) return name
  if (tag === "Monitors") return "watch"
  return tag === "Batches" ? "work" : "account"
}

/** Where an operation stands in its group. */
export const rankOf = (id: string): number => {
  const rank = Object.values(placed)
    .map((ids) => ids.indexOf(id))
    .find((at) => at >= 0)
  return rank ?? Number.MAX_SAFE_INTEGER
}

/** Whether a field of an operation stands on top. */
export const isFirst = (operation: Operation, name: string, isRequired: boolean): boolean =>
  isRequired || (first[operation.id]?.includes(name) ?? operation.fields.length <= 6)

/** Fields that are older spellings of others, or for programs alone: in JSON they can be given all the same. */
export const hidden = new Set(["timeout", "timeoutMS", "client"])

/** Operations that destroy: what they would do is asked about first. */
export const isDestroying = ({ id, method }: Operation): boolean =>
  method === "DELETE" || id === "monitors.rotateSecret" || id === "batches.cancel"
