/** Where request counters live. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** What came of drawing on a window. */
export interface Draw {
  readonly admitted: boolean
  /** Units drawn from the window so far, this draw included when it was admitted. */
  readonly used: number
}

/** What came of asking for a slot. */
export interface Slot {
  readonly admitted: boolean
  /** Slots taken now, this one included when it was admitted. */
  readonly taken: number
}

/**
 * Counts requests. It holds no rule: who may draw how much is decided in `domain/Window.ts`, and what becomes of requests while it
 * does not answer in `countTogether.ts`.
 *
 * **Contract** (every adapter passes `testing/limitStoreSuite.ts`)
 *
 * - However many callers draw at once, a window never admits more than `limit` units.
 * - A draw that does not fit whole is refused and draws nothing.
 * - Windows are independent; one that has ended may be forgotten.
 * - A slot that nobody gives back is free again after `leaseMillis`. Who asks again under its token holds it for as long anew.
 * - A store elsewhere answers within `patienceMillis` (`sharing/makeBreaker.ts`), or with `StoreUnavailable`; whether that was counted
 *   is not known then.
 */
export class LimitStore extends Context.Service<
  LimitStore,
  {
    /** Draws `weight` units from the window of `subject` that starts at `windowStartMillis`. */
    readonly draw: (options: {
      readonly subject: string
      readonly windowStartMillis: number
      readonly windowMillis: number
      readonly weight: number
      readonly limit: number
    }) => Effect.Effect<Draw, StoreUnavailable>

    /** Takes one of `limit` slots of `subject` under `token`. */
    readonly enter: (options: {
      readonly subject: string
      readonly token: string
      readonly limit: number
      readonly leaseMillis: number
    }) => Effect.Effect<Slot, StoreUnavailable>

    /** Gives the slot taken under `token` back; nothing happens when it is gone. */
    readonly leave: (subject: string, token: string) => Effect.Effect<void, StoreUnavailable>
  }
>()("@kittiwake/core/limits/LimitStore") {}
