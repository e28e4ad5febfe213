/**
 * Turns at the browser, of which there are few and which may take minutes.
 *
 * **Details**
 *
 * Organizations (`WorksFor`) have their turns one after the other, and so have the works of each (`WorksOn`). One place is left to whoever
 * has none. Who waits for an answer goes before background work, which has every other turn while both wait. In the line, too, one
 * organization has no more than twice the room that it leaves. A page that had its place for long gives it up once an organization that
 * has none has waited for a moment: otherwise a few that hang would take the browser from all others for as long as a page may take. One
 * that has begun to act has longer, since nobody may act a second time: what it gives up is lost to whoever asked. That is bounded too, so
 * that a place comes free within `maxActing`, however many act. Beside others an organization whose pages take much to be drawn has one place for a
 * while, since what they take is taken from all others; of two that it has it gives one up at once.
 */

import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import { allButOne, makePlaces } from "@kittiwake/core/internal/SharedPlaces"
import { GivesWay } from "@kittiwake/core/organizations/GivesWay"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { WorksOn } from "@kittiwake/core/organizations/WorksOn"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { mayHoldMore } from "@kittiwake/core/Shares"
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Context, Deferred, Duration, Effect } from "effect"
import { failed } from "./render/PageFailed.ts"

export interface TurnLimits {
  /** Renderings at once, one less for one organization. */
  readonly concurrency: number
  /** Renderings that wait for a place, two thirds of them of one organization; more are turned away. */
  readonly maxWaiting: number
  /** A rendering that has its place for so long gives it up to an organization without one. */
  readonly maxHeld: Duration.Duration
  /** The same of one that has begun to act on its page. */
  readonly maxActing: Duration.Duration
}

/** Whether work that has a place has begun what may not be done a second time. */
export interface Acting {
  readonly hasBegun: boolean
}

export const neverActs: Acting = { hasBegun: false }

export interface BrowserTurns {
  /** Does the work when it is its turn. It is given what has its time with the place begin anew, for who lost it to others. */
  readonly withTurn: <A, E, R>(
    work: (beginAnew: Effect.Effect<void>) => Effect.Effect<A, E, R>,
    acting?: Acting
  ) => Effect.Effect<A, E | PageUnreachable, R>
}

/** Who waits so long makes others give up their place; most pages are through by then. */
const waits = Duration.seconds(5)
const looksAgain = Duration.seconds(1)

const lineFull = failed("busy", "Too many pages wait for the browser. Try again in a moment.")

const gaveUp = failed(
  "busy",
  "The page had the browser for long while others waited for it, and gave it up. Try again in a moment, or ask for less waiting and fewer actions."
)

/** One who has asked for a turn. */
interface Guest {
  readonly owner: string
  /** When it began to wait, or got its place. */
  readonly sinceMillis: number
  readonly hasPlace: boolean
  readonly givesUp: boolean
  readonly acting: Acting
}

/** Who has to give up its place now: as many as there are organizations that have waited long enough and hold none; of who has most first, and longest held. */
export const overdue = <G extends Guest>(
  guests: Iterable<G>,
  nowMillis: number,
  { maxActing, maxHeld }: Pick<TurnLimits, "maxHeld" | "maxActing">,
  isDear: (owner: string) => boolean = () => false
): Array<G> => {
  const all = [...guests]
  const seated = all.filter(({ hasPlace }) => hasPlace)
  const served = new Set(seated.map(({ owner }) => owner))
  const lacking = new Set(
    all
      .filter(
        (one) => !one.hasPlace && nowMillis - one.sinceMillis >= Duration.toMillis(waits) && !served.has(one.owner)
      )
      .map(({ owner }) => owner)
  )
  const staying = seated.filter(({ givesUp }) => !givesUp)
  const placesOf = ({ owner }: Guest) => staying.filter((one) => one.owner === owner).length
  const mayHold = (one: Guest): Duration.Duration => {
    if (one.acting.hasBegun) return maxActing
    return placesOf(one) > 1 && isDear(one.owner) ? Duration.zero : maxHeld
  }
  return staying
    .filter((one) => nowMillis - one.sinceMillis >= Duration.toMillis(mayHold(one)))
    .sort((one, other) => placesOf(other) - placesOf(one) || one.sinceMillis - other.sinceMillis)
    .slice(0, Math.max(0, lacking.size - (seated.length - staying.length)))
}

/** Nobody waits at first. `isDear` says of an organization that its pages take much to be drawn. */
export const makeBrowserTurns = (
  limits: TurnLimits,
  isDear: (owner: string) => boolean = () => false
): BrowserTurns => {
  const { concurrency, maxWaiting } = limits
  const guests = new Set<
    Guest & { sinceMillis: number; hasPlace: boolean; givesUp: boolean; over: Deferred.Deferred<void> }
  >()
  const hasOthers = (owner: string) => [...guests].some((guest) => guest.owner !== owner)
  const ask = makePlaces(
    concurrency,
    (held, free, owner) => allButOne(held, free) && (held === 0 || !isDear(owner) || !hasOthers(owner))
  )

  const hasRoom = (owner: string): boolean => {
    const waiting = [...guests].filter(({ hasPlace }) => !hasPlace)
    const own = waiting.filter((one) => one.owner === owner).length
    // Who finds a place does not wait.
    const places = Math.max(0, concurrency - (guests.size - waiting.length))
    return mayHoldMore(own, maxWaiting + places - waiting.length)
  }

  const enter = (context: Context.Context<never>, acting: Acting) =>
    Effect.flatMap(passedMillis, (now) => {
      const owner = Context.get(context, WorksFor) ?? ""
      if (!hasRoom(owner)) return Effect.fail(lineFull)
      const givesWay = Context.get(context, GivesWay) || Context.get(context, BackgroundWork)
      const over = Deferred.makeUnsafe<void>()
      const guest = { owner, sinceMillis: now, hasPlace: false, givesUp: false, acting, over }
      guests.add(guest)
      return Effect.succeed({ guest, place: ask(owner, Context.get(context, WorksOn) ?? "", givesWay) })
    })

  /** Takes places from those that have had them for too long. */
  const makeRoom = Effect.map(passedMillis, (now) => {
    for (const guest of overdue(guests, now, limits, isDear)) {
      guest.givesUp = true
      Deferred.doneUnsafe(guest.over, Effect.void)
    }
  })

  /** Whoever waits looks for that himself: where nobody does, nothing is to be done. */
  const makingRoom = Effect.delay(makeRoom, looksAgain).pipe(Effect.forever, Effect.delay(waits))

  const withTurn = <A, E, R>(
    work: (beginAnew: Effect.Effect<void>) => Effect.Effect<A, E, R>,
    acting: Acting = neverActs
  ): Effect.Effect<A, E | PageUnreachable, R> =>
    Effect.contextWith((context: Context.Context<never>) =>
      Effect.acquireUseRelease(
        enter(context, acting),
        ({ guest, place }) =>
          Effect.gen(function* () {
            yield* Effect.raceFirst(place.turn, makingRoom)
            const begin = Effect.map(passedMillis, (now) => {
              guest.sinceMillis = now
            })
            yield* begin
            guest.hasPlace = true
            return yield* Effect.raceFirst(work(begin), Effect.andThen(Deferred.await(guest.over), Effect.fail(gaveUp)))
          }),
        ({ guest, place }) =>
          Effect.sync(() => {
            guests.delete(guest)
            place.leave()
          })
      )
    )

  return { withTurn }
}
