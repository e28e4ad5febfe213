/** What records of results take of the memory that all requests share, while they are opened and put into an answer. */
import { Effect } from "effect"
import { CurrentLease, noRoomMessage } from "../budget/MemoryBudget.ts"
import { TooBusy } from "../web/errors.ts"
import type { ResultRow } from "./BatchStore.ts"

/** A record as bytes, as a text and in the answer. */
const perByte = 3

/** How much longer a record of before may be than where it is kept: each is compressed by itself, and texts come to a fifth to an eighth. */
const perPackedByte = 8

/** No room for even one record. */
export const noRoomForRecord = new TooBusy({ message: noRoomMessage })

/**
 * Counts what it takes to read a record, before it is opened; tells whether there is room for it. The one that comes last may take
 * all that is left, if that is no less than the record itself.
 */
export const takeForRecord = (row: ResultRow): Effect.Effect<boolean> =>
  Effect.map(CurrentLease, (lease) => lease.takeUpTo(perByte * bytesOf(row), bytesOf(row)))

/** Whether a record that found no room would find some if nothing else were held. */
export const mayFitLater = (row: ResultRow): Effect.Effect<boolean> =>
  Effect.map(CurrentLease, (lease) => lease.fitsAlone?.(bytesOf(row)) ?? true)

const bytesOf = ({ blocks, place }: ResultRow): number =>
  blocks === null ? perPackedByte * place.length : place.length
