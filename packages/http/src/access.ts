/** What an operation asks of its caller, as annotations on the endpoint value. */
import type { Bucket } from "@kittiwake/core/limits/domain/Window"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { describeOperation } from "./describe.ts"

/** The scope a key needs; null when the operation decides by what it reads. */
export const RequiredScope = Context.Reference<Scope | null>("@kittiwake/http/RequiredScope", {
  defaultValue: () => null
})

/** The budget a call draws on, and how much it draws. */
export interface RequestCost {
  readonly bucket: Bucket
  readonly weight: number
}

export const RequestCost = Context.Reference<RequestCost>("@kittiwake/http/RequestCost", {
  defaultValue: () => ({ bucket: "default", weight: 1 })
})

/** Annotations of an operation: what it does, the scope it needs, and the budget it draws on. */
export const access = (options: {
  readonly summary: string
  readonly scope: Scope | null
  readonly bucket: Bucket
  /** Says which scope is needed when it depends on what is read. */
  readonly scopeNote?: string
}) =>
  OpenApi.annotations({
    summary: options.summary,
    description:
      options.scope === null ? (options.scopeNote ?? options.summary) : `Needs the scope \`${options.scope}\`.`,
    transform: describeOperation
  }).pipe(Context.add(RequiredScope, options.scope), Context.add(RequestCost, { bucket: options.bucket, weight: 1 }))
