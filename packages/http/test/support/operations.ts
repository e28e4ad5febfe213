/** What the contract says of each operation (contract/operations.json). */
import type { Bucket } from "@kittiwake/core/limits/domain/Window"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"

export interface Operation {
  readonly method: string
  readonly path: string
  /** The scope needed, for what belongs to a monitor where it depends on that. */
  readonly scope: Scope
  readonly bucket: Bucket
  readonly success: number
  /** A body that is taken. */
  readonly body?: unknown
}

const operation = (
  method: string,
  path: string,
  right: "read" | "write",
  bucket: Bucket,
  more: Partial<Operation> = {}
): Operation => ({ method, path, scope: `monitors:${right}`, bucket, success: 200, ...more })

const logs = (path: string): Operation => operation("GET", path, "read", "logs", { scope: "logs:read" })

export const operations: ReadonlyArray<Operation> = [
  operation("POST", "/monitors", "write", "monitors", {
    success: 201,
    body: { name: "Prices", target: { type: "page", url: "https://shop.example/prices" } }
  }),
  operation("GET", "/monitors", "read", "monitors"),
  operation("GET", "/monitors/limits", "read", "monitors"),
  operation("GET", "/monitors/credit-usage", "read", "monitors"),
  operation("GET", "/monitors/runs", "read", "monitors"),
  operation("GET", "/monitors/changes", "read", "monitors"),
  operation("GET", "/monitors/changes/{change_id}", "read", "monitors"),
  operation("GET", "/monitors/{monitor_id}", "read", "monitors"),
  operation("PATCH", "/monitors/{monitor_id}", "write", "monitors", { body: { name: "Other" } }),
  operation("POST", "/monitors/{monitor_id}/run", "write", "monitors", { success: 202 }),
  operation("GET", "/monitors/{monitor_id}/runs", "read", "monitors"),
  operation("GET", "/monitors/{monitor_id}/runs/{run_id}", "read", "monitors"),
  operation("GET", "/monitors/{monitor_id}/changes", "read", "monitors"),
  operation("POST", "/monitors/{monitor_id}/webhook/rotate-secret", "write", "monitors"),
  operation("POST", "/webhooks/deliveries", "read", "default", { body: { type: "monitor" } }),
  operation("GET", "/webhooks/deliveries/{delivery_id}", "read", "default"),
  operation("GET", "/webhooks/deliveries/{delivery_id}/attempts", "read", "default"),
  operation("POST", "/webhooks/deliveries/{delivery_id}/retry", "write", "default", {
    success: 202,
    body: { force: true }
  }),
  logs("/logs"),
  logs("/logs/{request_id}"),
  logs("/org/usage"),
  logs("/org/usage/history"),
  operation("DELETE", "/monitors/{monitor_id}", "write", "monitors")
]

/** The path with its parameters filled in. */
export const pathOf = ({ path }: Operation, ids: Readonly<Record<string, string>>): string =>
  `/v1${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `{${name}}`)}`
