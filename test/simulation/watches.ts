/** What owners watch: pages, some with goals and some behind an action, sitemaps, and sites. */
import type { NewMonitor } from "@kittiwake/core/monitors/domain/MonitorInput"
import type { ChangeDetection, ExtractTarget, PageTarget, Target } from "@kittiwake/core/monitors/domain/Target"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Chance } from "./Chance.ts"
import type { World } from "./World.ts"
import { goal, tooSure } from "./witness/goals.ts"

/** Kinds of hosts, as `web/Sites.ts` tells them apart. */
type Hosts = "site" | "app" | "map" | "shop"

/** How often owners want each kind; looks at whole sites cost many times as much as others. */
const shares: ReadonlyArray<readonly [kind: "page" | "goal" | "acted" | "sitemap" | "extract", upTo: number]> = [
  ["page", 0.46],
  ["goal", 0.64],
  ["acted", 0.74],
  ["sitemap", 0.86],
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

/** What is read from a site where its owner says what. */
const planSchema = {
  type: "object",
  properties: {
    plans: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } }
    }
  }
}

/** What owners may ask a site for: what they like, or what a schema says. */
export const schemas: ReadonlyArray<ExtractTarget["schema"]> = [
  null,
  planSchema,
  { ...planSchema, title: "What plans cost" }
]

/** Two of three owners of sites say by a schema what is read. */
const plans = (url: string): ExtractTarget => ({
  type: "extract",
  url,
  instructions: goal,
  schema: Number.parseInt(url.slice(-2), 16) % 3 === 0 ? null : planSchema,
  maxPages: 5,
  maxDepth: 1,
  followSubdomains: false
})

/** How changes are judged for a goal. */
export const judged = (chance: Chance): ChangeDetection => ({
  type: "semantic",
  confidenceThreshold: chance.pick([0.5, 0.75, 0.75, tooSure])
})

/** What is watched, and how it is compared. */
export const drawWatch = (
  world: World,
  organizationId: OrganizationId
): Pick<NewMonitor, "target" | "changeDetection"> => {
  const { chance } = world.universe
  const drawn = chance.next()
  const kind = shares.find(([, upTo]) => drawn < upTo)?.[0] ?? "page"
  const semantic = judged(chance)
  const at = (hosts: Hosts) => addressOf(world, hosts)
  switch (kind) {
    case "page":
      return { target: page(at("site")), changeDetection: { type: "exact" } }
    case "goal":
      return { target: { ...page(at("site")), instructions: goal }, changeDetection: semantic }
    case "acted": {
      const url = at("app")
      const profileId = world.profiles.forPage(chance, organizationId, url)
      return {
        target: {
          ...page(url),
          actions: [{ do: "click", selector: "#prices" }],
          ...(profileId === null ? {} : { profileId })
        },
        changeDetection: { type: "exact" }
      }
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
