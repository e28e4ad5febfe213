/** Resources: records of the API by their address, and pages of the documentation. */
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { bytesOf, bytesPerToken, shrunk } from "./answers/fit.ts"
import { untrustedNotice, withoutSecrets } from "./answers/result.ts"
import { docs } from "./docs/Docs.ts"
import type { Session } from "./Session.ts"
import { read } from "./tools/call.ts"
import { idInPath } from "./tools/requestOf.ts"

/** A kind of record that has an address. */
interface Template {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly uriTemplate: string
  readonly scope: Scope
  /** Where the API has it. */
  readonly path: (ids: ReadonlyArray<string>) => string
  readonly pattern: RegExp
}

const id = "([\\w-]{1,100})"

/** All of them. */
export const templates: ReadonlyArray<Template> = [
  {
    name: "monitor",
    title: "Monitor",
    description: "Settings and baseline of a monitor.",
    uriTemplate: "kittiwake://monitors/{monitor_id}",
    scope: "monitors:read",
    path: ([monitor]) => `/v1/monitors/${monitor}`,
    pattern: new RegExp(`^kittiwake://monitors/${id}$`)
  },
  {
    name: "change",
    title: "Change",
    description: "A change that a monitor found, in full.",
    uriTemplate: "kittiwake://changes/{change_id}",
    scope: "monitors:read",
    path: ([change]) => `/v1/monitors/changes/${change}`,
    pattern: new RegExp(`^kittiwake://changes/${id}$`)
  },
  {
    name: "run",
    title: "Run",
    description: "A run of a monitor, with what it did step by step.",
    uriTemplate: "kittiwake://monitors/{monitor_id}/runs/{run_id}",
    scope: "monitors:read",
    path: ([monitor, run]) => `/v1/monitors/${monitor}/runs/${run}`,
    pattern: new RegExp(`^kittiwake://monitors/${id}/runs/${id}$`)
  },
  {
    name: "batch",
    title: "Batch",
    description: "How far a batch is, and links to its results.",
    uriTemplate: "kittiwake://batches/{batch_id}",
    scope: "batches:read",
    path: ([batch]) => `/v1/batch/${batch}`,
    pattern: new RegExp(`^kittiwake://batches/${id}$`)
  }
]

/** A page of the documentation. */
export const docsTemplate = {
  name: "documentation",
  title: "Documentation",
  description: "A page of Kittiwake's documentation.",
  uriTemplate: "kittiwake://docs/{+page}",
  mimeType: "text/markdown"
} as const

const docsAddress = "kittiwake://docs/"

/** Every page of the documentation as a resource. */
export const docsResources = async () =>
  [...(await docs()).pages.values()].map(({ path, title }) => ({
    uri: `${docsAddress}${path}`,
    name: path,
    title,
    mimeType: "text/markdown"
  }))

/** Bytes for the names of what was cut. */
const frame = 600

/** The record, and the names of what was cut where it was too long. */
const within = (record: unknown, bytes: number): unknown => {
  if (bytesOf(record) <= bytes) return record
  const { leftOut, value } = shrunk(record, bytes - frame)
  return { ...(value as object), context: { left_out: leftOut.slice(0, 10) } }
}

/** What stands at an address; null when nothing does. */
export const readResource = async (session: Session, uri: string, signal: AbortSignal) => {
  if (uri.startsWith(docsAddress)) {
    const page = (await docs()).pages.get(uri.slice(docsAddress.length))
    return page === undefined ? null : { contents: [{ uri, mimeType: "text/markdown", text: page.markdown }] }
  }
  for (const { path, pattern } of templates) {
    const found = pattern.exec(uri)
    if (found === null) continue
    const { record, status } = await read(session, path(found.slice(1).map(idInPath)), signal)
    if (status === 404) return null
    if (status !== 200) throw new Error(`${String(record.error_code)}: ${String(record.message)}`)
    const value = within(withoutSecrets(record), session.budget.maxTokens * bytesPerToken)
    return {
      contents: [
        {
          uri,
          mimeType: "application/json",
          text: JSON.stringify(value),
          _meta: { "kittiwake/untrusted": untrustedNotice }
        }
      ]
    }
  }
  return null
}
