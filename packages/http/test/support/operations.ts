/** What the contract says of each operation (contract/operations.json). */
import type { Bucket } from "@kittiwake/core/limits/domain/Window"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { HttpApi } from "effect/http-api"
import { Api } from "../../src/api.ts"

export interface Operation {
  readonly method: string
  readonly path: string
  /** The scope needed, for what belongs to a monitor where it depends on that; null where any key will do. */
  readonly scope: Scope | null
  readonly bucket: Bucket
  /** How much of the budget a call takes. */
  readonly weight: number
  readonly success: number
  /** A query without which nothing is done. */
  readonly query?: string
  /** A body that is taken. */
  readonly body?: unknown
  /** It waits before it answers, so that the clock has to move. */
  readonly takesTime?: true
}

const operation = (
  method: string,
  path: string,
  right: "read" | "write",
  bucket: Bucket,
  more: Partial<Operation> = {}
): Operation => ({ method, path, scope: `monitors:${right}`, bucket, weight: 1, success: 200, ...more })

const logs = (path: string): Operation => operation("GET", path, "read", "logs", { scope: "logs:read" })

const page = "url=https%3A%2F%2Fshop.example%2Fprices"

/** An operation that reads the web, with what it must be given. */
const reading = (method: string, path: string, given: { readonly query?: string; readonly body?: unknown } = {}) =>
  operation(method, path, "read", "default", {
    scope: "data:execute",
    weight: path === "/web/crawl" || path === "/brand/ai/products" ? 10 : 1,
    ...given
  })

const batch = (method: string, path: string, right: "read" | "write", more: Partial<Operation> = {}) =>
  operation(method, path, right, "batches", { scope: `batches:${right}`, ...more })

const submission = { input: { mode: "scrape", data: { format: "markdown", urls: [{ url: "https://shop.example/" }] } } }

/** The operations that read the web. */
export const readings: ReadonlyArray<Operation> = [
  reading("GET", "/web/scrape/markdown", { query: page }),
  reading("GET", "/web/scrape/html", { query: page }),
  reading("GET", "/web/scrape/images", { query: page }),
  reading("GET", "/web/scrape/bytes", { query: page }),
  reading("GET", "/web/scrape/screenshot", { query: page }),
  reading("GET", "/web/scrape/sitemap", { query: "domain=shop.example" }),
  reading("GET", "/web/screenshot", { query: "domain=shop.example" }),
  reading("GET", "/web/naics", { query: "input=shop.example" }),
  reading("GET", "/web/sic", { query: "input=shop.example" }),
  reading("GET", "/web/competitors", { query: "domain=shop.example" }),
  reading("GET", "/web/styleguide", { query: "domain=shop.example" }),
  reading("GET", "/web/fonts", { query: "domain=shop.example" }),
  reading("POST", "/news/search", {
    body: { searchBy: { type: "entity", entity: { type: "domain", domain: "shop.example" } } }
  }),
  reading("POST", "/people/enrich", { body: { email: "ann@shop.example" } }),
  reading("POST", "/brand/ai/product", { body: { url: "https://shop.example/mug" } }),
  reading("POST", "/brand/ai/products", { body: { domain: "shop.example" } }),
  reading("POST", "/web/answers", { body: { task: "What does a mug cost at shop.example?" } }),
  reading("POST", "/web/extract", {
    body: { url: "https://shop.example/", schema: { type: "object", properties: { price: { type: "number" } } } }
  }),
  reading("POST", "/web/search", { body: { query: "tea" } }),
  reading("POST", "/web/crawl", { body: { url: "https://shop.example/" } }),
  reading("POST", "/parse", { body: "# Notes" })
]

export const operations: ReadonlyArray<Operation> = [
  ...readings,
  batch("POST", "/batch/submit", "write", { weight: 50, body: submission }),
  batch("GET", "/batch/list", "read"),
  batch("GET", "/batch/{batch_id}", "read"),
  batch("GET", "/batch/{batch_id}/results", "read"),
  batch("POST", "/batch/{batch_id}/cancel", "write", { success: 202 }),
  batch("DELETE", "/batch/{batch_id}", "write"),
  operation("POST", "/utility/prefetch", "read", "default", {
    scope: "data:execute",
    body: { type: "brand", identifier: { domain: "shop.example" } }
  }),
  operation("POST", "/brand/retrieve", "read", "default", {
    scope: "data:execute",
    body: { type: "by_domain", domain: "shop.example" }
  }),
  operation("GET", "/brand/retrieve", "read", "default", { scope: "data:execute", query: "domain=shop.example" }),
  operation("GET", "/brand/retrieve-simplified", "read", "default", {
    scope: "data:execute",
    query: "domain=shop.example"
  }),
  operation("GET", "/brand/search", "read", "default", { scope: "data:execute", query: "query=gith" }),
  operation("GET", "/org/browser/profiles", "read", "default", { scope: "logs:read" }),
  operation("POST", "/org/browser/profiles", "write", "default", { scope: "data:execute", success: 201, body: {} }),
  operation("PUT", "/org/browser/profiles/{profile_id}/session", "write", "default", {
    scope: "data:execute",
    body: { session: { cookies: [], origins: [] } }
  }),
  operation("DELETE", "/org/browser/profiles/{profile_id}", "write", "default", { scope: "data:execute" }),
  operation("POST", "/monitors", "write", "monitors", {
    success: 201,
    body: { name: "Prices", target: { type: "page", url: "https://shop.example/prices" } }
  }),
  operation("POST", "/monitors/preview", "write", "default", {
    body: { target: { type: "page", url: "https://shop.example/prices" } },
    takesTime: true
  }),
  operation("GET", "/monitors", "read", "monitors"),
  operation("GET", "/monitors/limits", "read", "monitors"),
  operation("GET", "/monitors/summary", "read", "monitors"),
  operation("GET", "/monitors/credit-usage", "read", "monitors"),
  operation("GET", "/monitors/runs", "read", "monitors"),
  operation("GET", "/monitors/recent-runs", "read", "monitors", { query: "monitor_ids={monitor_id}" }),
  operation("GET", "/monitors/changes", "read", "monitors"),
  operation("GET", "/monitors/changes/count", "read", "monitors"),
  operation("POST", "/monitors/changes/triage", "write", "monitors", {
    body: { triage: "done", change_ids: ["chg_none"] }
  }),
  operation("GET", "/monitors/changes/{change_id}", "read", "monitors"),
  operation("PATCH", "/monitors/changes/{change_id}", "write", "monitors", { body: { triage: "done" } }),
  operation("POST", "/monitors/changes/{change_id}/share", "write", "monitors", {
    body: { expires_in_seconds: 3_600 }
  }),
  operation("DELETE", "/monitors/changes/{change_id}/share", "write", "monitors"),
  operation("POST", "/monitors/changes/{change_id}/mute-options", "read", "monitors"),
  operation("GET", "/monitors/{monitor_id}", "read", "monitors"),
  operation("PATCH", "/monitors/{monitor_id}", "write", "monitors", { body: { name: "Other" } }),
  operation("POST", "/monitors/{monitor_id}/run", "write", "monitors", { success: 202 }),
  operation("GET", "/monitors/{monitor_id}/runs", "read", "monitors"),
  operation("GET", "/monitors/{monitor_id}/runs/{run_id}", "read", "monitors"),
  operation("GET", "/monitors/{monitor_id}/changes", "read", "monitors"),
  operation("GET", "/monitors/{monitor_id}/versions", "read", "monitors"),
  operation("GET", "/monitors/{monitor_id}/versions/compare", "read", "monitors", {
    query: "from={version_id}&to={version_id}"
  }),
  operation("GET", "/monitors/{monitor_id}/versions/{version_id}", "read", "monitors"),
  operation("POST", "/monitors/{monitor_id}/backtest", "read", "monitors", { body: { include_selectors: ["p"] } }),
  operation("POST", "/monitors/{monitor_id}/webhook/rotate-secret", "write", "monitors"),
  operation("POST", "/monitors/{monitor_id}/webhook/test", "write", "monitors", { weight: 10 }),
  operation("POST", "/webhooks/test", "write", "default", {
    weight: 10,
    body: { url: "https://receiver.example/hook" }
  }),
  operation("POST", "/webhooks/deliveries", "read", "default", { body: { type: "monitor" } }),
  operation("GET", "/webhooks/deliveries/{delivery_id}", "read", "default"),
  operation("GET", "/webhooks/deliveries/{delivery_id}/attempts", "read", "default"),
  operation("POST", "/webhooks/deliveries/{delivery_id}/retry", "write", "default", {
    success: 202,
    body: { force: true }
  }),
  operation("GET", "/webhooks/inbox", "read", "default"),
  operation("GET", "/webhooks/inbox/{event_id}", "read", "default"),
  operation("POST", "/webhooks/inbox/rotate", "write", "default"),
  operation("DELETE", "/webhooks/inbox", "write", "default"),
  operation("GET", "/views", "read", "monitors"),
  operation("POST", "/views", "write", "monitors", {
    success: 201,
    body: { list: "changes", name: "Prices", filters: { triage: "open" } }
  }),
  operation("GET", "/views/{view_id}", "read", "monitors"),
  operation("PATCH", "/views/{view_id}", "write", "monitors", { body: { name: "Other" } }),
  operation("DELETE", "/views/{view_id}", "write", "monitors"),
  operation("POST", "/feedback", "write", "default", { scope: null, success: 202, body: { message: "It works." } }),
  logs("/logs"),
  logs("/logs/{request_id}"),
  logs("/org/usage"),
  logs("/org/usage/history"),
  operation("DELETE", "/monitors/{monitor_id}", "write", "monitors")
]

const filledIn = (text: string, ids: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `{${name}}`)

/** The path with its parameters filled in, without a query. */
export const barePathOf = ({ path }: Operation, ids: Readonly<Record<string, string>>): string =>
  `/v1${filledIn(path, ids)}`

/** The path with its parameters filled in, and the query that the operation needs. */
export const pathOf = (operation: Operation, ids: Readonly<Record<string, string>>): string =>
  operation.query === undefined
    ? barePathOf(operation, ids)
    : `${barePathOf(operation, ids)}?${filledIn(operation.query, ids)}`

/** Names of the query fields of an operation, read from the API value. */
export const queryFields = ({ method, path }: Operation): ReadonlyArray<string> => {
  const fields: Array<string> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      const own = endpoint.path.slice(3).replace(/:(\w+)/g, "{$1}")
      const ast = endpoint.query?.ast
      if (endpoint.method === method && own === path && ast?._tag === "Objects") {
        fields.push(...ast.propertySignatures.map(({ name }) => String(name)))
      }
    }
  })
  return fields
}
