/** Calls that cost credits beside the runs of monitors: a page is read, charged, answered and logged. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { LoggedCall } from "@kittiwake/core/usage/domain/RequestLog"
import { Usage } from "@kittiwake/core/usage/Usage"
import { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { Cause, DateTime, Duration, Effect, Exit } from "effect"
import { withCharge } from "../../packages/core/src/credits/withCharge.ts"
import { keptOfUnknown } from "../../packages/core/src/usage/domain/Kept.ts"
import type { World } from "./World.ts"

/** A call, and the credits that its answer named; null while nobody knows how it ended. */
export interface Called {
  readonly organizationId: OrganizationId
  credits: number | null
}

/** The route of these calls. */
export const scrapeRoute = "/web/scrape/markdown"

const caller = "key"

const price = { atLeast: 1, atMost: 3 } as const

/** What was answered says for certain that nothing was charged. */
const isRefusal = (cause: Cause.Cause<{ readonly _tag: string }>): boolean =>
  cause.reasons.every(
    (reason) =>
      Cause.isFailReason(reason) && reason.error._tag !== "StoreUnavailable" && reason.error._tag !== "HoldGone"
  )

const logOf = (requestId: string, { credits, organizationId }: Called, at: DateTime.Utc): LoggedCall => ({
  requestId,
  organizationId,
  keyId: caller,
  grantId: null,
  at,
  kept: keptOfUnknown,
  method: "GET",
  path: "/v1/web/scrape/markdown",
  route: scrapeRoute,
  statusCode: credits === null ? 503 : 200,
  errorCode: null,
  creditsUsed: credits ?? 0,
  ofDashboard: false,
  latencyMs: 1,
  tags: [],
  zdr: false,
  userAgent: null,
  input: { query: {}, bytes: 0 },
  response: null
})

/** Reads a page for the organization as the HTTP door does: held, fetched, settled, answered, logged. */
export const scrape = (world: World, organizationId: OrganizationId) =>
  Effect.gen(function* () {
    const requestId = world.nextId("req")
    const called: Called = { organizationId, credits: null }
    world.calls.set(requestId, called)
    const session = yield* (yield* HttpFetcher).openSession
    const read = session.fetch({ url: "https://slow.test/", validators: null, timeout: Duration.seconds(30) })
    let cost = 0
    const exit = yield* Effect.exit(
      withCharge(
        { organizationId, cause: { kind: "request", id: requestId }, origin: { route: scrapeRoute, caller } },
        price
      )((held) =>
        Effect.map(read, (value) => {
          cost = Math.min(held, 1 + world.universe.chance.integer(price.atMost))
          return { value, credits: cost }
        })
      )
    )
    if (Exit.isSuccess(exit)) {
      called.credits = exit.value.credits
      // A hold that ended before its work did charges nothing, in the customer's favour.
      const isFree = called.credits === 0 && world.witness.expired.has(requestId)
      if (called.credits !== cost && !isFree) world.violated(`a call of ${cost} credits was answered ${called.credits}`)
    } else if (isRefusal(exit.cause)) {
      called.credits = 0
      const isHeld = [...world.tables.holds.values()].some(({ cause }) => cause.id === requestId)
      if (isHeld) world.violated("a call that failed keeps its hold")
    }
    yield* (yield* Usage).record(logOf(requestId, called, yield* DateTime.now))
  })

/** Every call was charged what its answer said. */
export const checkCalls = (world: World): void => {
  for (const [requestId, { credits, organizationId }] of world.calls) {
    const entries = world.tables.ledgers.get(organizationId)?.entries ?? []
    const charged = -entries.reduce(
      (sum, { cause, credits: moved }) => (cause.kind === "request" && cause.id === requestId ? sum + moved : sum),
      0
    )
    if (credits !== null && credits !== charged)
      world.violated(`a call whose answer named ${credits} credits was charged ${charged}`)
    if (charged < 0 || charged > price.atMost) world.violated(`a call was charged ${charged}`)
  }
}
