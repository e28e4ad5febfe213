/** What submissions hold in memory while they arrive: counted as it grows, and few large ones of an organization at once. */
import { Context, Effect, Layer } from "effect"
import { CurrentLease, neverFitsMessage, noRoomMessage } from "../budget/MemoryBudget.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { ContentTooLarge, TooBusy } from "../web/errors.ts"

/** By how many bytes what a submission holds is counted. */
const stepBytes = 64 * 1024

/** Bytes from which a submission is a large one: some hundreds of entries. Whoever sends a short list many times at once is answered each time. */
const largeBytes = 192 * 1024

/** Large submissions of one organization that a process takes in at once. */
const largeAtOnce = 4

const noRoom = new TooBusy({ message: noRoomMessage })
const neverFits = new ContentTooLarge({ message: neverFitsMessage(null) })

const tooMany = new TooBusy({
  message: `This installation takes in ${largeAtOnce} large submissions of an organization at once. Try again when one has arrived.`
})

/** What one submission holds. */
export interface IntakeMemory {
  /** Counts `bytes` more. Where there is no room for them, `refusal` is there from then on. */
  readonly hold: (bytes: number) => void
  readonly give: (bytes: number) => void
  readonly refusal: ContentTooLarge | TooBusy | null
}

export class Intakes extends Context.Service<
  Intakes,
  {
    /** Runs `use`; what it took is given back when it ends. */
    readonly holding: <A, E, R>(
      organizationId: OrganizationId,
      use: (memory: IntakeMemory) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
  }
>()("@kittiwake/core/batches/Intakes") {
  static readonly layer = Layer.sync(Intakes, () => {
    const large = new Map<OrganizationId, number>()

    const enter = (organizationId: OrganizationId): boolean => {
      const others = large.get(organizationId) ?? 0
      if (others < largeAtOnce) large.set(organizationId, others + 1)
      return others < largeAtOnce
    }

    const leave = (organizationId: OrganizationId) => {
      const left = large.get(organizationId)! - 1
      if (left > 0) large.set(organizationId, left)
      else large.delete(organizationId)
    }

    return Intakes.of({
      holding: (organizationId, use) =>
        Effect.flatMap(CurrentLease, (lease) => {
          let [taken, uncounted, isLarge] = [0, 0, false]
          const memory = {
            refusal: null as ContentTooLarge | TooBusy | null,
            hold: (bytes: number) => {
              uncounted += bytes
              if (uncounted < stepBytes || memory.refusal !== null) return
              if (taken + uncounted >= largeBytes) isLarge ||= enter(organizationId)
              if (taken + uncounted >= largeBytes && !isLarge) memory.refusal = tooMany
              else if (lease.take(uncounted)) {
                taken += uncounted
                uncounted = 0
              } else memory.refusal = lease.fits(uncounted) ? noRoom : neverFits
            },
            give: (bytes: number) => {
              const counted = Math.min(bytes, taken)
              lease.give(counted)
              taken -= counted
              uncounted = Math.max(0, uncounted - (bytes - counted))
            }
          } satisfies IntakeMemory
          const end = Effect.sync(() => {
            lease.give(taken)
            if (isLarge) leave(organizationId)
          })
          return Effect.ensuring(use(memory), end)
        })
    })
  })
}
