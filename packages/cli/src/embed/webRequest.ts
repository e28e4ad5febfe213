/** Calls that a program or a command makes, beside those over HTTP. */
import { randomUUID } from "node:crypto"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Call } from "@kittiwake/core/web/domain/Call"
import { defaultMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { type CallInput, checkActions, type DeadlineRules, deadlineOf } from "@kittiwake/http/internal/web/call"
import { maxFileBytes } from "@kittiwake/http/internal/web/readFile"
import { Clock, Effect } from "effect"
import { type CallOptions, currentOrganization } from "./run.ts"
import type { ScrapeInput } from "./webInput.ts"

/** What a call cost, beside what it gave. */
export interface Spent {
  readonly creditsUsed: number
}

/** Whether anybody waits for a call still. */
export const wantedBy =
  ({ signal }: CallOptions) =>
  () =>
    signal?.aborted !== true

/** Who calls, in the history of usage, where a program calls methods and no key is asked for. */
export const embedded = "embedded"

/** A call that begins now; the history of usage counts what it costs under the `route` that does the same over HTTP. */
export const newCall = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  route: string,
  input: CallInput,
  rules: DeadlineRules,
  isWanted: () => boolean = () => true
) {
  const now = yield* Clock.currentTimeMillis
  return {
    organizationId,
    requestId: randomUUID(),
    route,
    caller: embedded,
    deadline: yield* deadlineOf(input, now, rules),
    freshness: { maxAgeMillis: input.maxAgeMs ?? defaultMaxAgeMillis, zeroRetention: input.zdr === "enabled" },
    isWanted
  } satisfies Call
})

/** Fails where the plan has no room for what is asked. Who embeds is the operator, who need not agree to `zdr` with anybody. */
export const withinPlan = (organizationId: OrganizationId, { actions = [] }: CallInput) =>
  actions.length === 0 ? Effect.void : Effect.flatMap(currentOrganization(organizationId), checkActions)

/** The operation over HTTP that gives what is wanted of a page. */
export const scrapeRoute = ({ html = false, markdown = !html }: typeof ScrapeInput.Type): string =>
  markdown ? "/web/scrape/markdown" : "/web/scrape/html"

/** What `parse` was handed, checked: a program without types may hand over anything. */
export const parsedBytes = (bytes: Uint8Array): Effect.Effect<Uint8Array, InvalidInput> => {
  if (!(bytes instanceof Uint8Array)) return new InvalidInput({ field: "bytes", message: "must be a Uint8Array" })
  return bytes.length > maxFileBytes
    ? new InvalidInput({ field: "bytes", message: `must be at most ${maxFileBytes} bytes` })
    : Effect.succeed(bytes)
}
