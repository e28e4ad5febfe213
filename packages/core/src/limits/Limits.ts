/** Admits or refuses requests (contract/auth-errors-limits.md §4). */
import { Clock, Context, Effect, Layer, Schema, type Scope } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { countedFor, type Principal } from "../organizations/domain/Principal.ts"
import { Ids } from "../security/Ids.ts"
import { countTogether } from "./countTogether.ts"
import { networkOf } from "./domain/networkOf.ts"
import {
  type Allowance,
  allowanceFor,
  type Bucket,
  cancellations,
  linkedReads,
  linkedReadsOfOne,
  secondsUntilReset,
  windowMillis,
  windowStart
} from "./domain/Window.ts"
import { LimitStore } from "./LimitStore.ts"

/** What the limit headers of a reply say. */
export const LimitReport = Schema.Struct({
  mode: Schema.Literals(["rate", "concurrency"]),
  limit: Schema.Int,
  remaining: Schema.Int,
  /** Unix seconds at which the window ends; null in concurrency mode. */
  resetAtSeconds: Schema.NullOr(Schema.Int)
})
export type LimitReport = typeof LimitReport.Type

/** Too many requests. Nothing was consumed; call again after `retryAfterSeconds` (1 to 60). */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  report: LimitReport,
  retryAfterSeconds: Schema.Int
}) {}

/**
 * Finds what a caller may do, which is worked out once for each: a caller is a value that is kept between its calls, and
 * one whose organization has changed is another.
 */
const rememberedAllowances = () => {
  const known = new WeakMap<Principal, Partial<Record<Bucket, Allowance>>>()
  return (caller: Principal, bucket: Bucket): Allowance => {
    const ofCaller = known.get(caller)
    const found = ofCaller?.[bucket]
    if (found !== undefined) return found
    const allowance = allowanceFor(caller, bucket)
    known.set(caller, { ...ofCaller, [bucket]: allowance })
    return allowance
  }
}

export class Limits extends Context.Service<
  Limits,
  {
    /**
     * Admits a call of `weight` units to `bucket`, or fails. The concurrency slot, where there is one, is held until the
     * scope closes. The report is null when no limit applies.
     */
    readonly admit: (
      caller: Principal,
      bucket: Bucket,
      weight: number
    ) => Effect.Effect<LimitReport | null, RateLimited, Scope.Scope>

    /** Admits so many messages that end calls of the same caller, which takes no slot and nothing of what calls draw on; or fails. */
    readonly admitCancelling: (caller: Principal, weight: number) => Effect.Effect<LimitReport, RateLimited>

    /** Admits who reads, without a key, what the organization has given a link to; or fails. */
    readonly admitLinked: (organizationId: OrganizationId) => Effect.Effect<LimitReport, RateLimited>

    /** Admits who reads, without a key, the one thing that links of this mark lead to; or fails. Draw on it before anything is looked up. */
    readonly admitLink: (mark: string) => Effect.Effect<LimitReport, RateLimited>

    /**
     * Admits who has not said who they are to `what`, so often a minute from one address (of IPv6, from one network of 64 bits) and ten times
     * that from all, of which none takes more than it leaves to others; or fails.
     */
    readonly admitStranger: (what: string, address: string, limit: number) => Effect.Effect<LimitReport, RateLimited>

    /**
     * Admits who has not said who they are, so often a minute from one address; or fails. What others try elsewhere refuses nobody: for who
     * has tried a secret that is none, which has too many bits to be guessed (look it up first: its owner, who may be behind the same proxy,
     * must not be locked out by who guesses), and for what is bounded for all in another way.
     */
    readonly admitTry: (what: string, address: string, limit: number) => Effect.Effect<LimitReport, RateLimited>
  }
>()("@kittiwake/core/limits/Limits") {
  static readonly layer = Layer.effect(
    Limits,
    Effect.gen(function* () {
      const counting = yield* countTogether(yield* LimitStore)
      const ids = yield* Ids

      const enter = Effect.fnUntraced(function* (subject: string, limit: number) {
        const token = yield* ids.next("slot")
        const request = { subject, token, limit }
        const slot = yield* Effect.acquireRelease(counting.enter(request), ({ admitted }) =>
          admitted ? counting.leave(request) : Effect.void
        )
        const report: LimitReport = {
          mode: "concurrency",
          limit,
          remaining: Math.max(0, limit - slot.taken),
          resetAtSeconds: null
        }
        if (!slot.admitted) return yield* new RateLimited({ report: { ...report, remaining: 0 }, retryAfterSeconds: 1 })
        return report
      })

      /** Draws what leaves `left` of the limit. */
      const draw = (subject: string, limit: number, weight: number, left = 0) =>
        Clock.clockWith((clock) => {
          const now = clock.currentTimeMillisUnsafe()
          const start = windowStart(now)
          return Effect.flatMap(
            counting.draw({ subject, windowStartMillis: start, windowMillis, weight, limit: limit - left }),
            ({ admitted, used }) => {
              const report: LimitReport = {
                mode: "rate",
                limit,
                remaining: Math.max(0, limit - used),
                resetAtSeconds: (start + windowMillis) / 1_000
              }
              return admitted
                ? Effect.succeed(report)
                : Effect.fail(new RateLimited({ report, retryAfterSeconds: secondsUntilReset(now) }))
            }
          )
        })

      const drawHere = (what: string, address: string, limit: number) =>
        draw(`strangers:${what}:${networkOf(address)}`, limit, 1)
      const drawEverywhere = (what: string, limit: number, left: number) =>
        draw(`strangers:${what}`, limit * 10, 1, left)

      const allowanceOf = rememberedAllowances()

      return Limits.of({
        admitCancelling: ({ organization, ...who }, weight) =>
          draw(`${organization.id}:${countedFor(who)}:cancellations`, cancellations, weight),

        admitLinked: (organizationId) => draw(`${organizationId}:links`, linkedReads, 1),

        admitLink: (mark) => draw(`link:${mark}`, linkedReadsOfOne, 1),

        // The own first: who asks too often takes nothing from all. Then as many have to be left as it drew before (`leavesRoom`).
        admitStranger: (what, address, limit) =>
          Effect.tap(drawHere(what, address, limit), ({ remaining }) =>
            drawEverywhere(what, limit, limit - remaining - 1)
          ),

        admitTry: drawHere,

        // Runs with every call, so it is put together without a generator.
        admit: (caller, bucket, weight) => {
          const { subject, requestsPerMinute, concurrentRequests } = allowanceOf(caller, bucket)
          const drawn = (slot: LimitReport | null) =>
            requestsPerMinute === null ? Effect.succeed(slot) : draw(subject, requestsPerMinute, weight)
          // The slot comes first: a call refused for want of a slot must draw nothing from the window.
          return concurrentRequests === null ? drawn(null) : Effect.flatMap(enter(subject, concurrentRequests), drawn)
        }
      })
    })
  )
}
