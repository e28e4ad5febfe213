/**
 * Bodies of deliveries that are too large to be read by hundreds: one is read when there is room for it, and counts as its organization's until
 * it was sent. A receiver that takes its time is waited for with its body in memory.
 */
import { Context, Effect, Option, Schedule } from "effect"
import { MemoryBudget, type MemoryCounter, type MemoryLease } from "../budget/MemoryBudget.ts"
import { retryLate } from "../retryLate.ts"
import { makeSharedPlaces, type SharedPlaces } from "../SharedPlaces.ts"
import { patience } from "./DeliveryRecorder.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import type { DeliveryClaim } from "./domain/Delivery.ts"

/** What a body takes while it is signed and sent: as text, as bytes, and once more where a connection holds what was not taken yet. */
const perByte = 3

/** When it is looked again whether there is room. */
const looksAgain = Schedule.spaced("250 millis")

/** Where deliveries of an organization wait for room: one of them looks, so that a larger one is not passed by smaller ones for good. */
const WaitingBodies = Context.Reference<SharedPlaces>("@kittiwake/core/webhooks/WaitingBodies", {
  defaultValue: () => makeSharedPlaces(Number.MAX_SAFE_INTEGER, (held) => held === 0)
})

/** Counts so many bytes. What would find no room if there were nothing else is counted alone: it is sent, whatever it takes. */
const takes = (memory: MemoryCounter, owner: string, lease: MemoryLease, bytes: number): boolean => {
  if (lease.take(bytes)) return true
  if (lease.fits(bytes) || !memory.isWithin(owner, 0, 0)) return false
  lease.keep(bytes)
  return true
}

const holding =
  (owner: string, bytes: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const memory = yield* MemoryBudget
      const inLine = (yield* WaitingBodies)(owner)
      return yield* Effect.acquireUseRelease(
        Effect.sync(() => memory.open(owner)),
        (lease) => {
          const taken = Effect.sync(() => takes(memory, owner, lease, bytes))
          return Effect.andThen(
            inLine(Effect.repeat(taken, { schedule: looksAgain, until: (isTaken) => isTaken })),
            work
          )
        },
        (lease) => Effect.sync(lease.close)
      )
    })

/** Does the work with what was claimed, body and all; none where the claim holds no more when its body is read. */
export const holdingBody = Effect.fnUntraced(function* <A, E, R>(
  claim: DeliveryClaim,
  work: (claim: DeliveryClaim) => Effect.Effect<A, E, R>
) {
  const { delivery, unreadBytes } = claim
  if (unreadBytes === undefined) return Option.some(yield* work(claim))
  const reading = (yield* DeliveryStore).bodyOf(claim)
  return yield* retryLate(reading, { schedule: patience, while: () => true }).pipe(
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.succeedNone,
        onSome: (body) => Effect.asSome(work({ ...claim, delivery: { ...delivery, body } }))
      })
    ),
    holding(`${delivery.organizationId} deliveries`, perByte * unreadBytes)
  )
})
