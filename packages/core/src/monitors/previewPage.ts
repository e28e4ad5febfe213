/** Two looks at a page that nobody watches yet, through what runs look through. */
import { Effect } from "effect"
import { spanned } from "../spanned.ts"
import { HttpFetcher } from "../web/HttpFetcher.ts"
import { type Capture, capture, type Told } from "./captureText.ts"
import { compareCaptures } from "./compareCaptures.ts"
import { noFlicker } from "./domain/Flicker.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import type { PageSeen } from "./domain/Preview.ts"
import type { TraceStep } from "./domain/Run.ts"
import { unstableLines } from "./domain/Unstable.ts"
import { confirmAfter } from "./lookAtPage.ts"

/** What the second look read otherwise, and which lines of the first a run would remember for it. */
const differing = Effect.fnUntraced(function* (
  { target }: MonitorOf<"page">,
  first: Capture,
  second: Capture,
  trace: Array<TraceStep>
) {
  const pinned = target.pinnedLines ?? []
  if (first.fingerprint === second.fingerprint) {
    return { difference: null, unstable: unstableLines(first.text, [], pinned) }
  }
  // All that differs, pinned or not: its owner has yet to say what is.
  const shown = yield* compareCaptures(first.text, [second], { flicker: noFlicker, unstable: {} }, trace)
  // As a run sees it that reads the second text, and the first one again when it confirms.
  const known = { flicker: noFlicker, unstable: target }
  const { flicker } = yield* compareCaptures(first.text, [second, first], known, trace)
  return {
    difference: shown.agreed?.change ?? null,
    unstable: unstableLines(first.text, flicker.lines, pinned)
  }
})

/** Looks at the page twice, as a first run and its confirmation would. `tell` hears what the selectors find, also of a page that has no text. */
export const previewPage = Effect.fnUntraced(function* (
  monitor: MonitorOf<"page">,
  tell: (told: Told) => void,
  trace: Array<TraceStep>
) {
  const session = yield* (yield* HttpFetcher).openSession
  const look = (way: Capture["way"] | null, isFirst: boolean) =>
    capture(
      session,
      monitor,
      {
        known: { validators: null, way },
        older: false,
        isDoubted: () => isFirst,
        mayBeKept: false,
        ...(isFirst ? { tell } : {})
      },
      trace
    ).pipe(
      // Nothing is known of the page, so that no server is asked whether it is as it was.
      Effect.flatMap((seen) =>
        seen === null ? Effect.die(new Error("A look without validators has a page.")) : Effect.succeed(seen)
      )
    )
  const first = yield* look(null, true)
  yield* Effect.sleep(confirmAfter)
  const second = yield* look(first.way, false)
  const seen: PageSeen = {
    type: "page",
    text: first.text,
    way: first.way,
    lacksBrowser: first.lacksBrowser === true,
    ...(yield* differing(monitor, first, second, trace))
  }
  return seen
}, spanned("previewPage"))
