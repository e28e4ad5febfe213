/** How many streams may be open at once: of one caller, and in this process. */
import { Effect, type Scope } from "effect"
import { TooManyStreams } from "../errors.ts"

/** Each is a connection that stays; a browser needs one for all of its tabs' pages, and a caller some browsers. */
export const streamLimits = { ofCaller: 10, ofProcess: 500 } as const

export const makePlaces = (changed: (open: number) => Effect.Effect<void>) => {
  const open = new Map<string, number>()
  let all = 0

  const enter = (caller: string): TooManyStreams | null => {
    const own = open.get(caller) ?? 0
    if (own >= streamLimits.ofCaller) return new TooManyStreams({ limit: streamLimits.ofCaller, of: "caller" })
    if (all >= streamLimits.ofProcess) return new TooManyStreams({ limit: streamLimits.ofProcess, of: "process" })
    open.set(caller, own + 1)
    all += 1
    return null
  }

  const leave = (caller: string): void => {
    const own = (open.get(caller) ?? 1) - 1
    if (own > 0) open.set(caller, own)
    else open.delete(caller)
    all -= 1
  }

  /** Takes a place until the scope ends. */
  return (caller: string): Effect.Effect<void, TooManyStreams, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const full = enter(caller)
        return full === null ? changed(all) : Effect.fail(full)
      }),
      () =>
        Effect.suspend(() => {
          leave(caller)
          return changed(all)
        })
    )
}
