/** What an operation asks of its caller, as annotations on the endpoint value. */

import type { KeptOfCall } from "@kittiwake/core/internal/usage/domain/Kept"
import type { Bucket } from "@kittiwake/core/limits/domain/Window"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { describeOperation } from "./describe.ts"
import { keptOfEndpoint, type LoggedEndpoint } from "./logs/keptOfEndpoint.ts"

/** The scope a key needs; null when the operation decides by what it reads. */
export const RequiredScope = Context.Reference<Scope | null>("@kittiwake/http/RequiredScope", {
  defaultValue: () => null
})

/** The scopes of which a key needs one, where which of them shows only in what is asked for; none when that is nothing to know. */
export const AnyScope = Context.Reference<ReadonlyArray<Scope>>("@kittiwake/http/AnyScope", { defaultValue: () => [] })

/** The budget a call draws on, and how much it draws. */
export interface RequestCost {
  readonly bucket: Bucket
  readonly weight: number
}

export const RequestCost = Context.Reference<RequestCost>("@kittiwake/http/RequestCost", {
  defaultValue: () => ({ bucket: "default", weight: 1 })
})

/** Where a call may carry usage labels, `tags`; in other operations that name means something else. */
export type UsageLabels = "query" | "body" | "none"

export const UsageLabels = Context.Reference<UsageLabels>("@kittiwake/http/UsageLabels", { defaultValue: () => "none" })

/** Whether the log of calls keeps what the operation answers. */
export const KeepsReply = Context.Reference<boolean>("@kittiwake/http/KeepsReply", { defaultValue: () => true })

/** As what the calls of an organization begin in turns (`CallTurns.ts`): as reads of what is stored, as writes of it, or as neither. */
export type CallKind = "read" | "write" | "neither"

/** Said where its method and its scope do not tell. */
const SaidKind = Context.Reference<CallKind | null>("@kittiwake/http/SaidKind", { defaultValue: () => null })

/** What an operation is. One that executes may work for minutes, and is neither. */
export const kindOfCall = (method: string, annotations: Context.Context<never>): CallKind => {
  const scope = Context.get(annotations, RequiredScope)
  const told = method === "GET" ? "read" : scope?.endsWith(":write") === true ? "write" : "neither"
  return Context.get(annotations, SaidKind) ?? (scope === "data:execute" ? "neither" : told)
}

/** Names in the query whose values are objects: in brackets, or as JSON. */
export const ObjectParameters = Context.Reference<ReadonlyArray<string>>("@kittiwake/http/ObjectParameters", {
  defaultValue: () => []
})

/** What the log of calls must know of an operation. */
export interface LoggedOperation {
  /** Its method and path, with placeholders for ids. */
  readonly name: string
  /** Its path without the version, with placeholders for ids. */
  readonly route: string
  readonly labels: UsageLabels
  readonly keepsReply: boolean
  /** What is known to be harmless of what it takes and answers. */
  readonly kept: KeptOfCall
}

const withPlaceholders = (path: string): string => path.replace(/:(\w+)/g, "{$1}")

/** What the log of calls must know of an operation. */
export const loggedOperation = (
  endpoint: LoggedEndpoint & { readonly method: string },
  annotations: Context.Context<never>
): LoggedOperation => {
  let kept: KeptOfCall | undefined
  return {
    name: `${endpoint.method} ${withPlaceholders(endpoint.path)}`,
    route: withPlaceholders(endpoint.path.replace(/^\/v1(?=\/)/, "")),
    labels: Context.get(annotations, UsageLabels),
    keepsReply: Context.get(annotations, KeepsReply),
    // Put together for the first call of an operation: for all of them, it would be a tenth of what a start takes.
    get kept() {
      kept ??= keptOfEndpoint(endpoint)
      return kept
    }
  }
}

/** Annotations of an operation: what it does, the scope it needs, the budget it draws on, and how it is logged. */
export const access = (options: {
  readonly summary: string
  readonly scope: Scope | null
  readonly bucket: Bucket
  /** Of which one is needed, when which one depends on what is read: who has none is refused before anything is read. */
  readonly anyScope?: ReadonlyArray<Scope>
  /** Says which scope is needed when it depends on what is read. */
  readonly scopeNote?: string
  /** How much of the budget a call takes; one unless given. */
  readonly weight?: number
  readonly objects?: ReadonlyArray<string>
  /** None unless given. */
  readonly labels?: UsageLabels
  /** Yes unless given. */
  readonly keepsReply?: boolean
  /** Where its method and its scope do not tell. */
  readonly kind?: CallKind
}) =>
  OpenApi.annotations({
    summary: options.summary,
    description:
      options.scope === null ? (options.scopeNote ?? options.summary) : `Needs the scope \`${options.scope}\`.`,
    transform: describeOperation
  }).pipe(
    Context.add(RequiredScope, options.scope),
    Context.add(AnyScope, options.anyScope ?? []),
    Context.add(RequestCost, { bucket: options.bucket, weight: options.weight ?? 1 }),
    Context.add(ObjectParameters, options.objects ?? []),
    Context.add(UsageLabels, options.labels ?? "none"),
    Context.add(KeepsReply, options.keepsReply ?? true),
    Context.add(SaidKind, options.kind ?? null)
  )
