/** Turns at hosts that ask for a pause between two requests, given to processes that share no memory. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { TurnAsked } from "./domain/PauseTurns.ts"
import type { HostRest } from "./domain/restsOfAll.ts"

/** A turn that somebody wants. */
export interface HostTurnAsked extends TurnAsked {
  readonly host: string
}

/**
 * Keeps pauses for several processes. Whose turn it is stands in `askTurn`, which an adapter asks with what it keeps of a host.
 *
 * **Contract** (every adapter passes `testing/pauseKeeperSuite.ts`)
 *
 * - However many ask at once, from however many processes, two turns of a host never begin closer than the pause that the later
 *   asks for, by the keeper's own clock: those of the processes may disagree.
 * - Owners who ask again when they are told to have turns one after the other.
 * - What is kept of a host is bounded, and forgotten when nobody asks any more.
 * - A host that rests is told to all processes until its rest has been over for a minute, by the keeper's own clock, with what it answered; of
 *   two rests the one that ends last counts. A process that begins after the rest is careful, too.
 *   Of more than `maxResting` those that end first may be forgotten.
 */
export interface PauseKeeping {
  /** Takes the turn of a host, which is answered by zero; otherwise milliseconds after which it is worth asking again. */
  readonly take: (asked: HostTurnAsked) => Effect.Effect<number, StoreUnavailable>

  /** A host rests from now on: nobody's work in the background is to ask it. */
  readonly rest: (host: string, rest: HostRest) => Effect.Effect<void, StoreUnavailable>

  /** The hosts that rest, or did within the last minute. */
  readonly resting: Effect.Effect<RestsTold, StoreUnavailable>
}

/** Rests of hosts, as they are told. */
export type RestsTold = ReadonlyMap<string, HostRest>

/** Most hosts that are told to rest at a time. */
export const maxResting = 1_000

/** The keeper of pauses that all processes share; null where a process has nobody to share with. */
export class PauseKeeper extends Context.Reference<PauseKeeping | null>("@kittiwake/core/sharing/PauseKeeper", {
  defaultValue: () => null
}) {}
