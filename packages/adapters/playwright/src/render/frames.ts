/** Frames of a page that its scripts wait for: one that is read before a frame has come is read as it was before its scripts drew it. */
import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import { Deferred, Effect, Option } from "effect"
import type { Seat } from "../BrowserPool.ts"
import { untilFrame } from "../page/document.ts"
import type { ActingBegun } from "./ActingBegun.ts"
import { NeedsOwnBrowser } from "./PageFailed.ts"
import type { PageWorld } from "./PageWorld.ts"

export interface PageFrames {
  /** Waits for the next one, and tells whether it was late. */
  readonly next: Effect.Effect<boolean>
  /** Looks for as long as it runs whether they come: what has scripts of a page wait for its drawing keeps it from being loaded, too. */
  readonly watch: Effect.Effect<never>
  /** Fails where none comes for what others have drawn. */
  readonly lacking: Deferred.Deferred<never, NeedsOwnBrowser>
}

/** They come sixty times a second. */
const lateMillis = 200

/** A script is asked for so long whether one has come; it does not answer while others of the page keep it, or wait for what draws. */
const askedMillis = 1_000
const answersWithin = "2 seconds"

const betweenLooks = "1 second"

/** One that does not come is waited for so long, and for less where nobody else has drawn anything. */
const patienceMillis = 10_000
const patienceAloneMillis = 4_000

/** What frames need to know of a page's place in its browser. */
export interface SeatOfFrames extends Pick<Seat, "isAlone" | "waitForFrame"> {
  readonly running: Pick<Seat["running"], "isRemote">
}

/** Of a browser elsewhere it is not known what draws. */
export const framesOf = (seat: SeatOfFrames, world: Pick<PageWorld, "run">, acting: ActingBegun): PageFrames => {
  const lacking = Deferred.makeUnsafe<never, NeedsOwnBrowser>()
  const asked: Effect.Effect<"came" | "lacks" | "kept" | "gone"> = world
    .run(untilFrame, { maxMillis: askedMillis })
    .pipe(
      Effect.map((hasCome) => (hasCome ? ("came" as const) : ("lacks" as const))),
      Effect.timeoutOption(answersWithin),
      Effect.map(Option.getOrElse(() => "kept" as const)),
      Effect.orElseSucceed(() => "gone" as const)
    )
  const waited: Effect.Effect<boolean, NeedsOwnBrowser> = Effect.gen(function* () {
    const began = yield* passedMillis
    while (true) {
      const answer = yield* asked
      const waitedMillis = (yield* passedMillis) - began
      if (answer === "came") return waitedMillis >= lateMillis
      // Another document follows, which is waited for by itself; and whether what draws keeps it, is watched meanwhile.
      if (answer === "gone" || answer === "kept") return false
      // What it draws itself, or has drawn by what it did, it is read with.
      if (seat.isAlone() && waitedMillis >= patienceAloneMillis) return false
      if (waitedMillis < patienceMillis) continue
      return acting.hasBegun ? false : yield* new NeedsOwnBrowser()
    }
  })
  const heldUp = <A>(frame: Effect.Effect<A, NeedsOwnBrowser>) =>
    Effect.catch(seat.waitForFrame(frame, acting), () => {
      Deferred.doneUnsafe(lacking, Effect.fail(new NeedsOwnBrowser()))
      return Effect.never
    })
  const untilOne = Effect.repeat(asked, { while: (answer) => answer !== "came" && answer !== "gone" })
  const watch = Effect.forever(Effect.andThen(Effect.sleep(betweenLooks), heldUp(untilOne)))
  return seat.running.isRemote
    ? { next: Effect.succeed(false), watch: Effect.never, lacking }
    : { next: heldUp(waited), watch, lacking }
}
