/**
 * Sites that wait to be looked at by themselves, while nobody waits for them.
 *
 * **Details**
 *
 * A site waits once, whoever asks for it. Organizations take turns, so that one with many sites does not hold up another
 * with one. The queue belongs to the process: what waits when it ends is forgotten, which costs a later reader some time.
 */
import { Effect, Queue } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { TooBusy } from "../web/errors.ts"

/** Most sites that wait for one organization, and for all of them. */
export const maxWaitingSites = { perOrganization: 100, overAll: 1_000 } as const

/** Sites that are looked at together: what nobody pays for leaves room for what somebody does. */
const lookers = 2

export interface SiteQueue {
  /** Lets the site wait its turn, unless it waits or is looked at already. */
  readonly offer: (organizationId: OrganizationId, host: string) => Effect.Effect<void, TooBusy>
}

/** Sites in the order of their turns. */
const makeTurns = () => {
  const sites = new Map<OrganizationId, Array<string>>()
  let count = 0
  return {
    hasRoom: (organizationId: OrganizationId): boolean =>
      count < maxWaitingSites.overAll && (sites.get(organizationId)?.length ?? 0) < maxWaitingSites.perOrganization,
    add: (organizationId: OrganizationId, host: string) => {
      const own = sites.get(organizationId)
      if (own === undefined) sites.set(organizationId, [host])
      else own.push(host)
      count += 1
    },
    /** Takes the site whose turn it is; its organization stands behind the others from now on. */
    next: (): string | undefined => {
      const [first] = sites
      if (first === undefined) return undefined
      const [organizationId, [host, ...later]] = first
      sites.delete(organizationId)
      if (later.length > 0) sites.set(organizationId, later)
      count -= 1
      return host
    }
  }
}

/** Makes the queue, and what works it off until the scope closes. A look that dies is logged and ends no other. */
export const makeSiteQueue = Effect.fnUntraced(function* <R>(look: (host: string) => Effect.Effect<void, never, R>) {
  const turns = makeTurns()
  /** Sites that wait or are looked at. */
  const known = new Set<string>()
  const arrivals = yield* Queue.unbounded<void>()

  const lookAtNext = Effect.suspend(() => {
    const host = turns.next()
    if (host === undefined) return Effect.void
    return look(host).pipe(
      Effect.catchDefect((defect) => Effect.logError("site: look failed", { host }, defect)),
      Effect.ensuring(Effect.sync(() => known.delete(host)))
    )
  })
  const working = Effect.forever(Effect.andThen(Queue.take(arrivals), lookAtNext))
  for (let looker = 0; looker < lookers; looker++) yield* Effect.forkScoped(working)

  const queue: SiteQueue = {
    offer: (organizationId, host) =>
      Effect.suspend(() => {
        if (known.has(host)) return Effect.void
        if (!turns.hasRoom(organizationId)) {
          return Effect.fail(new TooBusy({ message: "Too many sites are waiting to be prefetched." }))
        }
        known.add(host)
        turns.add(organizationId, host)
        return Effect.asVoid(Queue.offer(arrivals, undefined))
      })
  }
  return queue
})
