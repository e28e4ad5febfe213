/** What whoever waits is told of work that nobody has begun: its site may rest, or beside Postgres there may be no worker. */
import { Clock, Console, Duration, Effect } from "effect"

/** A worker takes what is new within a second or two. */
export const untakenAfter = Duration.seconds(5)

/** `what` nobody has begun in that time. */
export const untakenText = (what: string): string =>
  `${what.replace(/^[a-z]/, (first) => first.toUpperCase())} has not begun for ${Duration.toSeconds(untakenAfter)} s: others are before it, or its site rests ("kittiwake doctor" names those that do), or, beside Postgres, no worker runs ("kittiwake worker").`

/** Most pages are read by then. */
const slowAfter = Duration.seconds(10)

/** `what` has begun, and not ended in that time. */
const slowText = (what: string): string =>
  `${what.replace(/^[a-z]/, (first) => first.toUpperCase())} has not ended for ${Duration.toSeconds(slowAfter)} s: its site answers slowly, or rests ("kittiwake doctor" names those that do).`

interface Standing {
  readonly status: string
}

/** Told how it stands each time it is looked at; says once, beside the result, that it stands so still after this time. */
const noticeStill = Effect.fnUntraced(function* (status: string, after: Duration.Duration, text: string) {
  const startedAt = yield* Clock.currentTimeMillis
  let isSaid = false
  return Effect.fnUntraced(function* (seen: Standing) {
    const waited = (yield* Clock.currentTimeMillis) - startedAt
    if (isSaid || seen.status !== status || waited < Duration.toMillis(after)) return
    isSaid = true
    yield* Console.error(text)
  })
})

/** Says once that nobody has begun it. */
export const noticeUntaken = (what: string) => noticeStill("queued", untakenAfter, untakenText(what))

/** Says once that nobody has begun it, and once that it takes long. */
export const noticeSlow = (what: string) =>
  Effect.map(
    Effect.all([noticeUntaken(what), noticeStill("running", slowAfter, slowText(what))]),
    ([untaken, slow]) =>
      (seen: Standing) =>
        Effect.andThen(untaken(seen), slow(seen))
  )
