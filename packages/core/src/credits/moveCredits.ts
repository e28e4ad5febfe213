/** Moves credits by hand. */
import { DateTime, Effect, Schema } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { CreditLedger } from "./CreditLedger.ts"
import type { Entry } from "./domain/Ledger.ts"
import { CauseConflict } from "./errors.ts"

/** What can be done by hand: give, sell, give back, and put right. */
export const MoveKind = Schema.Literals(["grant", "topup", "refund", "adjustment"])
export type MoveKind = typeof MoveKind.Type

/** A movement that somebody asks for. Asking again with the same kind and id moves nothing more. */
export interface Move {
  readonly kind: MoveKind
  readonly id: string
  readonly credits: number
  readonly reason: string | null
}

/** Most credits of one movement: balances of them stay numbers that can be counted with. */
export const maxMovedCredits = 1_000_000_000

/** Which ids a movement may have. Those that months and purchases are given have a slash. */
export const isMoveId = (id: string): boolean => /^[\w.:-]{1,200}$/.test(id)

const check = ({ credits, id, kind, reason }: Move) => {
  const refuse = (field: string, message: string) => Effect.fail(new InvalidInput({ field, message }))
  if (!isMoveId(id)) return refuse("id", "must be 1 to 200 letters, digits, dots, colons, underscores and dashes")
  if (!Number.isSafeInteger(credits) || credits === 0 || Math.abs(credits) > maxMovedCredits) {
    return refuse("credits", `must be a whole number up to ${maxMovedCredits}, and not 0`)
  }
  if (kind === "adjustment") return reason === null ? refuse("reason", "is required for an adjustment") : Effect.void
  return credits < 0
    ? refuse("credits", `must be positive for a ${kind}; take credits with an adjustment`)
    : Effect.void
}

/** Moves credits once for the kind and id; gives the entry, which a call before may have written. */
export const moveCredits = Effect.fn("moveCredits")(function* (organizationId: OrganizationId, move: Move) {
  yield* check(move)
  const ledger = yield* CreditLedger
  const cause = { kind: move.kind, id: move.id }
  const entry: Entry = {
    id: yield* (yield* Ids).next("ent"),
    organizationId,
    cause,
    credits: move.credits,
    at: yield* DateTime.now,
    ...(move.reason === null ? {} : { reason: move.reason })
  }
  yield* ledger.post(entry)
  const [written] = yield* ledger.entries(organizationId, { limit: 1, after: null }, { cause })
  if (written === undefined) return yield* Effect.die(new Error("an entry that was posted cannot be found"))
  if (written.credits !== move.credits) return yield* new CauseConflict()
  if (written.id === entry.id) {
    yield* Effect.logInfo("credits.moved").pipe(Effect.annotateLogs({ organizationId, ...move }))
  }
  return written
})
