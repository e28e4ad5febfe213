/** What acceptance will ask of a submission, asked before it has arrived: what is not paid for costs its sender, and not us. */
import { DateTime, Effect, Schema } from "effect"
import { Credits } from "../credits/Credits.ts"
import { billingState } from "../credits/domain/BillingState.ts"
import { CollectionPaused, OutOfCredits } from "../credits/errors.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import { BatchStore } from "./BatchStore.ts"
import { BatchLimitReached, BatchResultsFull } from "./errors.ts"
import { ResultBounds } from "./ResultBounds.ts"

/** What acceptance would refuse with too, and what is asked before alone. */
export type EarlyRefusal = BatchLimitReached | BatchResultsFull | CollectionPaused | OutOfCredits

export const isEarlyRefusal = Schema.is(
  Schema.Union([BatchLimitReached, BatchResultsFull, CollectionPaused, OutOfCredits])
)

/** Refuses where the results that the organization keeps take all that they may. A batch that is under way goes on. */
export const roomForResults = Effect.fnUntraced(function* ({ id }: Organization) {
  const { resultBytes: limitBytes } = yield* ResultBounds
  const bytes = yield* (yield* BatchStore).resultBytes(id)
  if (bytes >= limitBytes) return yield* new BatchResultsFull({ bytes, limitBytes })
})

/** How many pages the organization could pay for now, when these are among them. More may follow them. */
export const affordPages = Effect.fnUntraced(function* (organization: Organization, pages: number) {
  const state = billingState(organization, yield* DateTime.now)
  if (state._tag === "Paused") return yield* new CollectionPaused({ resumesAt: state.resumesAt })
  const credits = yield* Credits
  const most = yield* credits.mostAvailable(organization)
  if (most >= pages) return most
  const { available } = yield* credits.account(organization.id)
  return yield* new OutOfCredits({ available, needed: pages, isAtLeast: true })
})
