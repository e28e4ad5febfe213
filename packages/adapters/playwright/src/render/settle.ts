/** Waits until a page has become what it is going to be, for a bounded time. */
import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import { Clock, Duration, Effect, Option } from "effect"
import { untilQuiet, untilShown } from "../page/document.ts"
import { awaitContent, mostAwaitedMillis } from "./awaitContent.ts"
import type { OpenPage } from "./OpenPage.ts"
import { ask, type CallFailed } from "./PageFailed.ts"

/** A page that loads for longer is read as it is: an answer without end keeps it loading for ever. */
export const loadWithin = Duration.seconds(20)

/** A page that did nothing for so long after it was loaded is complete. */
const glanceMillis = 30

/** One that did something is given so long to go on. */
const quietMillis = 500

/** One that shows nothing is given so long for its scripts to fill it. */
const blankMillis = 3_000

/** A page that is never quiet is read after so long. */
const settleWithin = "4 seconds"

/** Documents that follow one another, as sign-in pages and scripts make them. */
const maxDocuments = 8

/** A page whose frames come late is given so long after the first of them to draw what it shows. */
const lateWithinMillis = 4_000

/** Playwright keeps a wait that ended with its page instead of its signal for as long as this process lives. */
const until = ({ page }: OpenPage, state: "domcontentloaded" | "load"): Effect.Effect<void, CallFailed> =>
  ask((signal) => page.waitForLoadState(state, { timeout: 0, signal }))

const untilLoaded = (opened: OpenPage): Effect.Effect<void, CallFailed> =>
  until(opened, "domcontentloaded").pipe(
    Effect.andThen(until(opened, "load").pipe(Effect.timeoutOption(loadWithin), Effect.asVoid))
  )

/** Resolves when neither the network nor the document has moved for a while. */
const untilStill = Effect.fnUntraced(function* ({ watch, world }: OpenPage) {
  let patience = glanceMillis
  while (true) {
    const before = watch.activity()
    const { hasChanged, isStill } = yield* world.run(untilQuiet, { quietMillis: patience, maxMillis: 2_000 })
    const isQuiet = watch.inFlight() === 0 && watch.activity() === before
    if (isQuiet && (isStill || !hasChanged || patience === quietMillis)) return
    patience = quietMillis
  }
})

/** Settles again while frames come late: scripts that draw what they show go on late, too. */
const inFrames = Effect.fnUntraced(function* <E>(
  { frames }: OpenPage,
  settling: Effect.Effect<unknown, E>,
  wait = Duration.zero
) {
  yield* settling
  if (Duration.toMillis(wait) > 0) yield* Effect.sleep(wait)
  let until = Number.POSITIVE_INFINITY
  while (yield* frames.next) {
    const now = yield* passedMillis
    if (now >= until) return
    until = Math.min(until, now + lateWithinMillis)
    yield* settling
  }
})

/** Waits for content that a page says is to come; each wait takes of what there is for all of them. */
type AwaitContent = (opened: OpenPage) => Effect.Effect<boolean>

const none: AwaitContent = () => Effect.succeed(false)

const withinLeft = (left: Effect.Effect<Duration.Duration>): AwaitContent => {
  let rest = mostAwaitedMillis
  return Effect.fnUntraced(function* ({ world }: OpenPage) {
    const began = yield* passedMillis
    const most = Math.min(rest, Duration.toMillis(yield* left))
    const hasCome = yield* awaitContent(world, most).pipe(
      Effect.timeoutOption(mostAwaitedMillis),
      Effect.map(Option.getOrElse(() => false)),
      Effect.orElseSucceed(() => false)
    )
    rest -= (yield* passedMillis) - began
    return hasCome
  })
}

const untilSettled = Effect.fnUntraced(function* (opened: OpenPage, awaitsContent: AwaitContent) {
  for (let turn = 0; turn < maxDocuments; turn++) {
    const document = opened.watch.documents()
    yield* untilLoaded(opened)
    // A document that goes away while it is waited for is followed by another.
    yield* untilStill(opened).pipe(Effect.timeoutOption(settleWithin), Effect.ignore)
    const hasCome = yield* opened.world.run(untilShown, { maxMillis: blankMillis }).pipe(
      Effect.timeoutOption("4 seconds"),
      Effect.map(Option.getOrElse(() => false)),
      Effect.orElseSucceed(() => false)
    )
    if (hasCome) yield* untilStill(opened).pipe(Effect.timeoutOption(settleWithin), Effect.ignore)
    if (yield* awaitsContent(opened)) yield* untilStill(opened).pipe(Effect.timeoutOption(settleWithin), Effect.ignore)
    if (opened.watch.documents() === document) return
  }
})

/**
 * Waits for the document and what it loads, for a short time without anything new, for content that it says is to come, for so long, and for a
 * frame. `left` is what there is of the call's time.
 */
export const settle = (
  opened: OpenPage,
  wait: Duration.Duration,
  left: Effect.Effect<Duration.Duration>
): Effect.Effect<void, CallFailed> => inFrames(opened, untilSettled(opened, withinLeft(left)), wait)

/** A short wait for what an action has set off. */
export const settleBriefly = Effect.fnUntraced(function* (opened: OpenPage) {
  const began = yield* Clock.currentTimeMillis
  yield* inFrames(opened, Effect.timeoutOption(untilSettled(opened, none), "2 seconds"))
  return (yield* Clock.currentTimeMillis) - began
})
