/**
 * Sites that wait to be looked at by themselves, while nobody waits for them.
 *
 * **Details**
 *
 * A site waits once, whoever asks for it. Organizations take turns, and none has the last free place but one that has none, so that those
 * whose sites hang do not hold up another with one. The queue belongs to the process: what waits when it ends is forgotten, which
 * costs a later reader some time.
 */
import { type Context, Effect, Scope } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { allButOne, leavesRoom, makeSharedPlaces } from "../SharedPlaces.ts"
import { TooBusy } from "../web/errors.ts"

/** Most sites that wait for one organization, and for all of them, of which none has more than it leaves to others. */
export const maxWaitingSites = { perOrganization: 100, overAll: 1_000 } as const

/** Sites that are looked at together: what nobody pays for leaves room for what somebody does. */
const lookers = 3

export interface SiteQueue {
  /** Lets the site wait its turn, unless it waits or is looked at already. */
  readonly offer: (organizationId: OrganizationId, host: string) => Effect.Effect<void, TooBusy>
}

/** Makes the queue, and what works it off until the scope closes. A look that dies is logged and ends no other. */
export const makeSiteQueue = Effect.fnUntraced(function* <R>(look: (host: string) => Effect.Effect<void, never, R>) {
  const places = makeSharedPlaces(lookers, allButOne)
  const scope = yield* Scope.Scope
  const context = yield* Effect.context<R>()
  /** Sites that wait or are looked at. */
  const known = new Set<string>()
  const waiting = new Map<OrganizationId, number>()
  let waitingCount = 0

  const count = (organizationId: OrganizationId, more: 1 | -1) => {
    waitingCount += more
    const own = (waiting.get(organizationId) ?? 0) + more
    if (own === 0) waiting.delete(organizationId)
    else waiting.set(organizationId, own)
  }

  const looking = (organizationId: OrganizationId, host: string) => {
    const begun = Effect.suspend(() => {
      count(organizationId, -1)
      return look(host)
    })
    return places(organizationId)(begun).pipe(
      Effect.catchDefect((defect) => Effect.logError("site: look failed", { host }, defect)),
      Effect.ensuring(Effect.sync(() => known.delete(host))),
      // Alone: whoever asked is gone by then, and what is counted or told as his is not his look.
      Effect.updateContext((_: Context.Context<never>) => context)
    )
  }

  const queue: SiteQueue = {
    offer: (organizationId, host) =>
      Effect.suspend(() => {
        if (known.has(host)) return Effect.void
        const own = waiting.get(organizationId) ?? 0
        const hasRoom = own < maxWaitingSites.perOrganization && leavesRoom(own, maxWaitingSites.overAll - waitingCount)
        if (!hasRoom) return Effect.fail(new TooBusy({ message: "Too many sites are waiting to be prefetched." }))
        known.add(host)
        count(organizationId, 1)
        return Effect.asVoid(Effect.forkIn(looking(organizationId, host), scope, { startImmediately: true }))
      })
  }
  return queue
})
