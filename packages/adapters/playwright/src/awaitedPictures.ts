/**
 * Pictures and frames that are waited for in one browser.
 *
 * **Details.** One process draws all pages of a browser, one after the other: a page whose drawing is without end keeps the pictures of all
 * others waiting, and what it has asked for is drawn when it is long closed. So where a picture is waited for while that process is busy, the
 * process is ended, and the browser starts another. What scripts have drawn (WebGL) is lost then in every page that is there: each begins again
 * for its picture in a browser of its own, where what it takes is its own doing, and is bounded. A frame is waited for by scripts that draw what they show: a page that is read before it has come is read as it was.
 */
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Deferred, Effect } from "effect"
import type { ActingBegun } from "./render/ActingBegun.ts"
import { drawsTooMuch, NeedsOwnBrowser } from "./render/PageFailed.ts"

/** What the process that draws has used of the processor so far. */
export interface Drawer {
  readonly pid: number
  readonly processorMillis: number
}

/** A picture or a frame that is waited for; from when and from what of its drawer is known at the first look. */
interface Wait {
  readonly isFrame: boolean
  readonly acting: ActingBegun
  readonly over: Deferred.Deferred<never, PageUnreachable | NeedsOwnBrowser>
  begun: { readonly pid: number; readonly sinceMillis: number; readonly processorMillis: number } | null
}

/** The dearest pictures of honest pages took the process that draws 1.5 s (20,000 points high, a hundred moving layers). */
const waitedMillis = 4_000
const drawnMillis = 2_000

/** And a page that is alone has so much of it, or as much as beside others where it has waited for so long. */
const drawnAloneMillis = 10_000
const waitedAloneMillis = 15_000

/** Who has drawn so much alone draws more than others, and is kept from them for a while. */
export const dearMillis = 3_000

/** Chromium ends itself at the sixth. */
const maxEndings = 4

export interface AwaitedPictures {
  /** Waits for a picture until it is found to be held up. Who has acted on its page waits on. */
  readonly waitFor: <A, E>(
    picture: Effect.Effect<A, E>,
    acting: ActingBegun
  ) => Effect.Effect<A, E | PageUnreachable | NeedsOwnBrowser>
  /** The same for a frame. What is alone waits for its own drawing, and is refused nothing for that. */
  readonly waitForFrame: AwaitedPictures["waitFor"]
  /** Whether the process that draws is to be ended now, whose browser has been shown to one page alone or to several. */
  readonly areHeldUp: (drawer: Drawer, nowMillis: number, isAlone: boolean) => boolean
  /** It has been. */
  readonly drawerEnded: (isAlone: boolean) => void
}

/** None at first. */
export const makeAwaitedPictures = (): AwaitedPictures => {
  const waits = new Set<Wait>()
  let endings = 0

  const isHeldUp = (wait: Wait, { pid, processorMillis }: Drawer, nowMillis: number, isAlone: boolean): boolean => {
    // Another one draws by now.
    if (wait.begun?.pid !== pid) wait.begun = { pid, sinceMillis: nowMillis, processorMillis }
    const drawn = processorMillis - wait.begun.processorMillis
    const waited = nowMillis - wait.begun.sinceMillis
    if (!isAlone) return waited >= waitedMillis && drawn >= drawnMillis
    return !wait.isFrame && (drawn >= drawnAloneMillis || (waited >= waitedAloneMillis && drawn >= drawnMillis))
  }

  const waiting =
    (isFrame: boolean): AwaitedPictures["waitFor"] =>
    (picture, acting) =>
      Effect.suspend(() => {
        if (endings > 0 && !acting.hasBegun) return Effect.fail(new NeedsOwnBrowser())
        const wait: Wait = { isFrame, acting, over: Deferred.makeUnsafe(), begun: null }
        waits.add(wait)
        return Effect.raceFirst(picture, Deferred.await(wait.over)).pipe(
          Effect.ensuring(Effect.sync(() => void waits.delete(wait)))
        )
      })

  return {
    waitFor: waiting(false),
    waitForFrame: waiting(true),
    areHeldUp: (drawer, nowMillis, isAlone) => {
      const heldUp = [...waits].filter((wait) => isHeldUp(wait, drawer, nowMillis, isAlone))
      return heldUp.length > 0 && endings < maxEndings
    },
    drawerEnded: (isAlone) => {
      endings += 1
      for (const { acting, over } of waits) {
        if (!acting.hasBegun) Deferred.doneUnsafe(over, Effect.fail(isAlone ? drawsTooMuch : new NeedsOwnBrowser()))
      }
    }
  }
}
