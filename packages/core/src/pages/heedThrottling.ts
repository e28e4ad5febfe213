/** Lets hosts rest that are asked too often. */
import { Clock, Duration, Effect } from "effect"
import { WorksFor } from "../organizations/WorksFor.ts"
import { hostOf } from "../Shares.ts"
import type { KnownRest } from "../sharing/domain/HostRests.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import { type Deadline, leftOf, restLeftOf } from "../web/domain/Deadline.ts"
import { secondsInWords } from "../web/domain/retryAfter.ts"
import { TargetNotFound, WebsiteBlocked, WebsiteInaccessible } from "../web/errors.ts"
import { HasTurn } from "./HasTurn.ts"
import { givesWay, keepsRests } from "./WalksSite.ts"

/** Most seconds that whoever named a page waits, when its site asks to be asked again after them. */
const shortSeconds = 2

/** What must be left of a call beside such a wait. */
const besideMillis = 1_000

/** What its site said in place of a page, because it is asked too often. @internal */
interface Throttled {
  readonly status: number
  readonly retryAfterSeconds: number | null
}

/** Whether the site of a page says that it is asked too often; the failure is an error of a reading, or a problem of a page. @internal */
export const isThrottled = <E>(failure: E): failure is E & Throttled =>
  typeof failure === "object" &&
  failure !== null &&
  "status" in failure &&
  failure.status !== undefined &&
  "retryAfterSeconds" in failure &&
  failure.retryAfterSeconds !== undefined

/** What a page fails with that was not asked for, because its host rests. @internal */
export const restingError = (host: string, { restMillis, status }: KnownRest) => {
  const retryAfterSeconds = Math.ceil(restMillis / 1_000)
  const message = `The page was not asked for: ${host} answered ${status}, and is left alone for another ${secondsInWords(retryAfterSeconds)}.`
  const said = { message, status, retryAfterSeconds, isUnasked: true as const }
  return status === 503 ? new WebsiteInaccessible({ ...said, answered: true }) : new WebsiteBlocked(said)
}

/** Whether the site of a page answered, though not with the page. */
const isAnswered = <E>(failure: E): boolean =>
  failure instanceof TargetNotFound ||
  (typeof failure === "object" && failure !== null && "status" in failure && failure.status !== undefined)

/** Tells what became of a request: a host that throttles rests, and one that answered is well. */
const noted = <A, E, R>(work: Effect.Effect<A, E, R>, url: string, finalUrlOf: (page: A) => string | null) =>
  Effect.flatMap(HostPauses, (pauses) =>
    work.pipe(
      Effect.tap((page) => {
        const finalUrl = finalUrlOf(page)
        if (finalUrl === null) return Effect.void
        const hosts = new Set([hostOf(url), hostOf(finalUrl)])
        return Effect.forEach(hosts, pauses.answered, { discard: true })
      }),
      Effect.tapError((error) => {
        if (isThrottled(error)) return pauses.throttled(hostOf(url), error)
        return isAnswered(error) ? pauses.answered(hostOf(url)) : Effect.void
      })
    )
  )

/**
 * Waits until the host of a page has rested, and then for its turn there, however often it rests meanwhile. It fails where that takes too
 * long, or the host is given up.
 */
const restFirst = Effect.fnUntraced(function* (url: string, deadline: Deadline) {
  const pauses = yield* HostPauses
  const host = hostOf(url)
  const known = yield* pauses.restOf(host)
  const hasTurn = (yield* HasTurn) === host
  if (known === null || (known.restMillis === 0 && hasTurn)) return
  /** The rest for which nobody waits. */
  const lost: { rest: KnownRest | null } = { rest: null }
  const isLost = Effect.gen(function* () {
    const rest = yield* pauses.restOf(host)
    if (rest === null || rest.restMillis === 0) return false
    const isTooLong = rest.restMillis >= restLeftOf(deadline, yield* Clock.currentTimeMillis)
    if (rest.isGivenUp || isTooLong) lost.rest = rest
    return lost.rest !== null
  })
  yield* pauses.turn({ host, owner: (yield* WorksFor) ?? "", pauseMillis: 0, givesWay: yield* givesWay }, isLost)
  if (lost.rest !== null) return yield* restingError(host, lost.rest)
})

/**
 * Asks for a page, and lets its host rest where that says that it is asked too often. What nobody named and waits for leaves a host alone
 * until it has rested, and asks it in turns for a while. A page that somebody waits for is asked for all the same, and once more where its
 * site asks for a moment only.
 *
 * `finalUrlOf` tells where a page answered, and null of one that was not asked for.
 */
export const heedThrottling =
  <A>(url: string, deadline: Deadline, finalUrlOf: (page: A) => string | null) =>
  <E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const asking = noted(work, url, finalUrlOf)
      if (yield* keepsRests) {
        yield* restFirst(url, deadline)
        return yield* asking
      }
      return yield* Effect.catch(asking, (error) =>
        Effect.gen(function* () {
          const seconds = isThrottled(error) ? error.retryAfterSeconds : null
          const left = leftOf(deadline, yield* Clock.currentTimeMillis)
          if (seconds === null || seconds > shortSeconds || seconds * 1_000 + besideMillis > left) {
            return yield* Effect.fail(error)
          }
          yield* Effect.sleep(Duration.seconds(seconds))
          return yield* asking
        })
      )
    })
