/** How the inside of core is cut: concepts in an order, and what a file's name says it is. */
import { posix } from "node:path"

/** What every concept may use, because it belongs to none. */
export const common = ["blobs", "budget", "security", "waking", "sharing", "paging"]

/**
 * The concepts, each knowing only those before it. Concepts on one line stand side by side and do not know each other.
 */
export const conceptOrder: ReadonlyArray<ReadonlyArray<string>> = [
  ["ageing", "organizations", "measures"],
  ["idempotency"],
  ["credits"],
  ["limits"],
  ["administration"],
  ["usage", "feedback"],
  ["webhooks"],
  ["inbox"],
  ["web"],
  ["grants", "sessions"],
  ["models"],
  ["assets", "profiles"],
  ["pages"],
  ["files", "sites"],
  ["search"],
  ["design", "extraction"],
  ["companies"],
  ["industries"],
  ["monitors", "batches", "brands", "products", "answers"],
  ["competitors", "people", "news", "views"]
]

/** What a file of core is, by its place and its name. */
export type Part =
  | "root"
  | "stores"
  | "domain"
  | "store"
  | "port"
  | "facade"
  | "useCase"
  | "errors"
  | "memory"
  | "testing"

/** A file of core, placed. */
export interface CoreFile {
  /** The folder below `src`, or an empty name for the files that stand in `src` itself. */
  readonly concept: string
  readonly part: Part
}

const source = "packages/core/src/"

/** Facades beside the one that a room is named for. */
const furtherFacades: ReadonlySet<string> = new Set([
  "news/NewsLists",
  "news/NewsSources",
  "batches/ResultLinks",
  "grants/ConsentForms",
  "monitors/ChangeLinks",
  "grants/Conversations",
  "monitors/MonitorHistory",
  "monitors/PictureLinks"
])

/** Places a file of core, or answers with nothing when the path is not in core's sources. */
export const coreFileOf = (path: string): CoreFile | undefined => {
  if (!path.startsWith(source)) return undefined
  const [concept = "", ...rest] = path.slice(source.length).split("/")
  // The list of all stores stands above the concepts: none of them may reach another's store through it.
  if (concept === "Stores.ts") return { concept: "stores", part: "stores" }
  if (rest.length === 0) return { concept: "", part: "root" }
  if (concept === "memory" || concept === "testing") return { concept, part: concept }
  if (rest[0] === "domain") return { concept, part: "domain" }
  const name = posix.basename(path, ".ts")
  if (name === "errors") return { concept, part: "errors" }
  if (/^[a-z]/.test(name)) return { concept, part: "useCase" }
  if (name.toLowerCase() === concept || furtherFacades.has(`${concept}/${name}`)) return { concept, part: "facade" }
  return { concept, part: /(Store|Ledger|Cache|Index)$/.test(name) ? "store" : "port" }
}

const rank = (concept: string) => conceptOrder.findIndex((row) => row.includes(concept))

const isOrdered = (concept: string) => rank(concept) >= 0

/** Whether `concept` is one that this file names. */
export const isKnown = (concept: string) =>
  isOrdered(concept) || common.includes(concept) || ["", "stores", "memory", "testing"].includes(concept)

/** Whether `concept` may know `other`: itself, what is common, or what stands before it. */
export const knows = (concept: string, other: string): boolean => {
  if (concept === other || other === "") return true
  if (["budget", "security", "waking", "sharing"].includes(concept)) return false
  if (common.includes(other)) return true
  if (concept === "blobs") return other === "organizations" || other === "security"
  if (concept === "paging") return other === "organizations"
  return isOrdered(concept) && isOrdered(other) && rank(other) < rank(concept)
}
