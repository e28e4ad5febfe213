/** What owners watch: pages, some with goals and some behind an action, sitemaps, and sites. */
import type { NewMonitor } from "@kittiwake/core/monitors/domain/MonitorInput"
import type { ChangeDetection, ExtractTarget, PageTarget, Target } from "@kittiwake/core/monitors/domain/Target"
import type { World } from "./World.ts"
import { goal, tooSure } from "./witness/goals.ts"

/** Kinds of hosts, as `web/Sites.ts` tells them apart. */
type Hosts = "site" | "app" | "map" | "shop"

/** How often owners want each kind; looks at whole sites cost many times as much as others. */
const shares: ReadonlyArray<readonly [kind: "page" | "goal" | "acted" | "sitemap" | "extract", upTo: number]> = [
  ["page", 0.5],
  ["goal", 0.68],
  ["acted", 0.78],
  ["sitemap", 0.92],
  ["extract", 1]
]

/** An address that nobody watches yet. */
export const addressOf = (world: World, hosts: Hosts): string => {
  const host = `https://${hosts}-${world.universe.chance.integer(world.scale.hosts)}.test`
  if (hosts === "map") return `${host}/${world.nextId("map")}/sitemap.xml`
  return hosts === "shop" ? `${host}/${world.nextId("shop")}/` : `${host}/${world.nextId("page")}`
}

/** The hosts that a target is on. */
export const hostsOf = (target: Target): Hosts => {
  if (target.type === "page") return target.actions.length > 0 ? "app" : "site"
  return target.type === "sitemap" ? "map" : "shop"
}

const page = (url: string): PageTarget => ({
  type: "page",
  url,
  instructions: null,
  normalizeWhitespace: true,
  includeSelectors: [],
  excludeSelectors: [],
  actions: []
})

const plans = (url: string): ExtractTarget => ({
  type: "extract",
  url,
  instructions: goal,
  schema: null,
  maxPages: 5,
  maxDepth: 1,
  followSubdomains: false
})

/** What is watched, and how it is compared. */
export const drawWatch = (world: World): Pick<NewMonitor, "target" | "changeDetection"> => {
  const { chance } = world.universe
  const drawn = chance.next()
  const kind = shares.find(([, upTo]) => drawn < upTo)?.[0] ?? "page"
  const semantic: ChangeDetection = { type: "semantic", confidenceThreshold: chance.pick([0.5, 0.75, 0.75, tooSure]) }
  const at = (hosts: Hosts) => addressOf(world, hosts)
  switch (kind) {
    case "page":
      return { target: page(at("site")), changeDetection: { type: "exact" } }
    case "goal":
      return { target: { ...page(at("site")), instructions: goal }, changeDetection: semantic }
    case "acted":
      return {
        target: { ...page(at("app")), actions: [{ do: "click", selector: "#prices" }] },
        changeDetection: { type: "exact" }
      }
    case "sitemap":
      return {
        target: { type: "sitemap", url: at("map"), include: [], exclude: [], maxUrls: 1_000 },
        changeDetection: { type: "exact" }
      }
    case "extract":
      return { target: plans(at("shop")), changeDetection: semantic }
  }
}
