/** The bodies that the operator sends, and what they mean to the core. */
import type { OrganizationPatch } from "@kittiwake/core/administration/domain/OrganizationPatch"
import { MoveKind, maxMovedCredits } from "@kittiwake/core/credits/Credits"
import { LimitScheme, Plan } from "@kittiwake/core/organizations/domain/Plan"
import { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { DateTime, Schema } from "effect"
import { integer, listOf, readableName, TimestampInput, text } from "../fields.ts"

/** An id that an operator may choose, and every id that was minted. */
export const Id = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/, { expected: "1 to 64 letters, digits, underscores and dashes" })
)

const Name = readableName(1, 200)

/** A limit; null clears it, so that the plan's counts again. */
const limit = (minimum: number, maximum: number) => Schema.optionalKey(Schema.NullOr(integer(minimum, maximum)))

const Overrides = Schema.Struct({
  monthly_credits: limit(0, maxMovedCredits),
  monitors: limit(0, 1_000_000),
  concurrent_batches: limit(0, 1_000),
  requests_per_minute: limit(1, 1_000_000),
  concurrent_requests: limit(1, 100_000),
  unlimited_requests: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})

const settings = {
  limit_scheme: Schema.optionalKey(LimitScheme),
  disabled: Schema.optionalKey(Schema.Boolean),
  zero_data_retention: Schema.optionalKey(Schema.Boolean),
  overrides: Schema.optionalKey(Overrides),
  billing: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        anchor_at: Schema.optionalKey(TimestampInput),
        paused: Schema.optionalKey(Schema.Boolean),
        resumes_at: Schema.optionalKey(Schema.NullOr(TimestampInput))
      })
    )
  ),
  auto_topup: Schema.optionalKey(
    Schema.Struct({
      enabled: Schema.optionalKey(Schema.Boolean),
      block_credits: Schema.optionalKey(integer(1, maxMovedCredits)),
      monthly_budget_credits: Schema.optionalKey(Schema.NullOr(integer(0, maxMovedCredits)))
    })
  )
}

/** The body of a new organization. */
export const CreateOrganizationBody = Schema.Struct({
  id: Schema.optionalKey(Id),
  name: Name,
  plan: Plan,
  ...settings
}).annotate({ identifier: "CreateOrganization" })

/** The body of a change; what is left out stays. */
export const ChangeOrganizationBody = Schema.Struct({
  name: Schema.optionalKey(Name),
  plan: Schema.optionalKey(Plan),
  ...settings
}).annotate({ identifier: "ChangeOrganization" })

/** The body of a movement of credits. */
export const MoveCreditsBody = Schema.Struct({
  kind: MoveKind,
  /** Sending the same kind and id again moves nothing more. */
  id: text(1, 200),
  credits: Schema.Int,
  reason: Schema.optionalKey(Schema.NullOr(text(1, 500)))
}).annotate({ identifier: "MoveCredits" })

/** The body of a new key; without scopes it may do everything. */
export const CreateKeyBody = Schema.Struct({
  name: Name,
  scopes: Schema.optionalKey(Schema.NullOr(listOf(Scope, 6)))
}).annotate({ identifier: "CreateKey" })

/** Two letters, as codes of languages and countries are. */
const Code = Schema.String.check(Schema.isPattern(/^[A-Za-z]{2}$/, { expected: "two letters" }))

/** Addresses that are asked for news, each with what the operator says of it. */
export const AddSourcesBody = Schema.Struct({
  sources: listOf(
    Schema.Struct({
      url: text(1, 2_000),
      title: Schema.optionalKey(Schema.NullOr(text(1, 200))),
      language: Schema.optionalKey(Schema.NullOr(Code)),
      country: Schema.optionalKey(Schema.NullOr(Code))
    }),
    1_000
  )
}).annotate({ identifier: "AddNewsSources" })

/** Renames the fields of an object that are given, and leaves the others out. */
const renamed = <A extends object, K extends string>(
  given: A,
  names: { readonly [P in keyof A]-?: K }
): { readonly [P in K]?: unknown } =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [names[name as keyof A], value])) as never

/** What a body asks to be changed. */
export const organizationPatch = (body: typeof ChangeOrganizationBody.Type): OrganizationPatch => {
  const { auto_topup, billing, limit_scheme, overrides, zero_data_retention, ...plain } = body
  return {
    ...plain,
    ...(limit_scheme === undefined ? {} : { limitScheme: limit_scheme }),
    ...(zero_data_retention === undefined ? {} : { zeroDataRetention: zero_data_retention }),
    ...(overrides === undefined
      ? {}
      : {
          overrides: renamed(overrides, {
            monthly_credits: "monthlyCredits",
            monitors: "monitors",
            concurrent_batches: "concurrentBatches",
            requests_per_minute: "requestsPerMinute",
            concurrent_requests: "concurrentRequests",
            unlimited_requests: "unlimitedRequests"
          }) as NonNullable<OrganizationPatch["overrides"]>
        }),
    ...(billing === undefined ? {} : { billing: billing === null ? null : billingPatch(billing) }),
    ...(auto_topup === undefined
      ? {}
      : {
          autoTopup: renamed(auto_topup, {
            enabled: "enabled",
            block_credits: "blockCredits",
            monthly_budget_credits: "monthlyBudgetCredits"
          }) as NonNullable<OrganizationPatch["autoTopup"]>
        })
  }
}

const billingPatch = ({
  anchor_at,
  paused,
  resumes_at
}: NonNullable<NonNullable<(typeof ChangeOrganizationBody.Type)["billing"]>>) => ({
  ...(anchor_at === undefined ? {} : { anchorAt: DateTime.makeUnsafe(anchor_at) }),
  ...(paused === undefined ? {} : { paused }),
  ...(resumes_at === undefined ? {} : { resumesAt: resumes_at === null ? null : DateTime.makeUnsafe(resumes_at) })
})
