/** How many streams may be open at once: of one caller, of one organization, and in this process. */
import { leavesRoom } from "@kittiwake/core/internal/SharedPlaces"
import { Effect, type Scope } from "effect"
import { TooManyStreams } from "../errors.ts"

/** Each is a connection that stays; a browser needs one for all of its tabs' pages, and a caller some browsers. */
export const streamLimits = { ofCaller: 10, ofProcess: 500 } as const

/** Who wants a stream: a key with the grants that it signed, of an organization. */
export interface StreamOwner {
  readonly organization: string
  readonly caller: string
}

/** What is open, by owner. */
class Open {
  private readonly counts = new Map<string, number>()

  of(name: string): number {
    return this.counts.get(name) ?? 0
  }

  add(name: string, change: 1 | -1): void {
    const left = this.of(name) + change
    if (left > 0) this.counts.set(name, left)
    else this.counts.delete(name)
  }
}

export const makePlaces = (changed: (open: number) => Effect.Effect<void>) => {
  const ofCallers = new Open()
  const ofOrganizations = new Open()
  let all = 0

  const nameOf = ({ caller, organization }: StreamOwner): string => `${organization}:${caller}`

  const count = (owner: StreamOwner, change: 1 | -1): void => {
    ofCallers.add(nameOf(owner), change)
    ofOrganizations.add(owner.organization, change)
    all += change
  }

  const refusal = (owner: StreamOwner): TooManyStreams | null => {
    if (ofCallers.of(nameOf(owner)) >= streamLimits.ofCaller) {
      return new TooManyStreams({ limit: streamLimits.ofCaller, of: "caller" })
    }
    if (all >= streamLimits.ofProcess) return new TooManyStreams({ limit: streamLimits.ofProcess, of: "process" })
    const own = ofOrganizations.of(owner.organization)
    return leavesRoom(own, streamLimits.ofProcess - all) ? null : new TooManyStreams({ limit: own, of: "organization" })
  }

  /** Takes a place until the scope ends. */
  return (owner: StreamOwner): Effect.Effect<void, TooManyStreams, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const full = refusal(owner)
        if (full !== null) return Effect.fail(full)
        count(owner, 1)
        return changed(all)
      }),
      () =>
        Effect.suspend(() => {
          count(owner, -1)
          return changed(all)
        })
    )
}
