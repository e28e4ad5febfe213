/** What whoever waits is told of work that nobody has begun: its site may rest, or beside Postgres there may be no worker. */
import { Clock, Console, Duration, Effect } from "effect"

/** A worker takes what is new within a second or two. */
export const untakenAfter = Duration.seconds(5)

/** `what` nobody has begun in that time. */
export const untakenText = (what: string): string =>
  `${what.replace(/^[a-z]/, (first) => first.toUpperCase())} has not begun for ${Duration.toSeconds(untakenAfter)} s: others are before it, or its site rests ("kittiwake doctor" names those that do), or, beside Postgres, no worker runs ("kittiwake worker").`

/** Told how it stands each time it is looked at; says once, beside the result, that nobody has begun it. */
export const noticeUntaken = Effect.fnUntraced(function* (what: string) {
  const startedAt = yield* Clock.currentTimeMillis
  let isSaid = false
  return Effect.fnUntraced(function* ({ status }: { readonly status: string }) {
    const waited = (yield* Clock.currentTimeMillis) - startedAt
    if (isSaid || status !== "queued" || waited < Duration.toMillis(untakenAfter)) return
    isSaid = true
    yield* Console.error(untakenText(what))
  })
})
