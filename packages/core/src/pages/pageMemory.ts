/** What pages take of the memory that all requests share. */
import { Effect } from "effect"
import { heldBytes } from "../budget/domain/heldBytes.ts"
import { CurrentLease, type MemoryLease, neverFitsMessage, noRoomMessage } from "../budget/MemoryBudget.ts"
import { ContentTooLarge, TooBusy } from "../web/errors.ts"
import { countedOf } from "../web/HttpFetcher.ts"

/** A page from this size on is counted; smaller ones are bounded by the number of calls. */
export const countedFromBytes = 64 * 1024

/**
 * What a page of so many bytes takes while it is loaded and read: itself, the copy that goes to who reads it, and what is made
 * of that. Its tree is in a thread that has a limit of its own. A file is read elsewhere, and what comes of it is bounded there.
 */
const perByte = 3

/** Why there is no room: others have it, or all of it would not be enough. */
export type NoMemory = ContentTooLarge | TooBusy

const noRoom = (lease: MemoryLease, least: number): Effect.Effect<never, NoMemory> =>
  Effect.fail(
    lease.fits(least)
      ? new TooBusy({ message: noRoomMessage })
      : new ContentTooLarge({ message: neverFitsMessage(lease.enoughFor?.(least) ?? null) })
  )

/**
 * Whether a page of so many bytes would never be read beside what the work that is under way holds: to wait for room would be to wait for
 * itself.
 */
export const neverReads = (bytes: number): Effect.Effect<boolean> =>
  Effect.map(CurrentLease, ({ fits, fitsAlone }) => {
    const needed = perByte * bytes
    return bytes >= countedFromBytes && !fits(needed) && fitsAlone?.(needed) === true
  })

/** Whether the work that is under way holds more than half of what it may: what it finds too large may be so beside that alone. */
export const holdsMost: Effect.Effect<boolean> = Effect.map(CurrentLease, ({ fits, heldBytes = () => 0 }) => {
  const held = heldBytes()
  return held > 0 && !fits(2 * held)
})

/** Counts so many bytes for the call that is under way, or fails when there is no room for them. */
export const takeMemory = (bytes: number): Effect.Effect<void, NoMemory> =>
  Effect.flatMap(CurrentLease, (lease) =>
    bytes < countedFromBytes || lease.take(bytes) ? Effect.void : noRoom(lease, bytes)
  )

/** No longer counts the body of a page that was fetched for itself: what comes next counts it with all that it takes to read it. */
export const giveFetched = (bytes: number): Effect.Effect<void> =>
  Effect.map(CurrentLease, (lease) => lease.give(countedOf(bytes)))

/** Counts what was made of a page of so many bytes beyond what was counted when it was read, or fails when there is no room for it. */
export const takeMadeOf = (bytes: number, made: unknown): Effect.Effect<void, NoMemory> =>
  Effect.suspend(() => {
    const beyond = heldBytes(made) - Math.max(perByte * bytes, countedFromBytes)
    return beyond > 0 ? takeMemory(Math.max(beyond, countedFromBytes)) : Effect.void
  })

/**
 * Counts what it takes to read a page of so many bytes, or fails when there is no room for it. The page that comes last may
 * take all that is left, if that is no less than the page itself: a small budget reads large pages too, one at a time.
 */
export const takeReading = (bytes: number): Effect.Effect<void, NoMemory> =>
  Effect.flatMap(CurrentLease, (lease) =>
    bytes < countedFromBytes || lease.takeUpTo(perByte * bytes, bytes) ? Effect.void : noRoom(lease, bytes)
  )
