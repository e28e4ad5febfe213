/** What a site asks of robots (RFC 9309). */
import { Clock, Duration, Effect, Schedule } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { retryLate } from "../retryLate.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import type { FetchSession, PageUnreachable } from "../web/HttpFetcher.ts"
import { allowsAll, allowsNothingBecause, maxRobotsBytes, parseRobots, type Robots } from "./domain/Robots.ts"

/** Time for robots.txt. */
const robotsMillis = 10_000

/** A character takes four bytes at most for each of its units (GB 18030), so that what is cut here is longer than what is read. */
const firstBytes = 4 * (maxRobotsBytes + 1)

/** The rules of the site that `url` is of. A site without rules allows all; one that is broken allows nothing. */
export const robotsAt = Effect.fnUntraced(function* (session: FetchSession, url: string, deadline: Deadline) {
  const left = leftOf(deadline, yield* Clock.currentTimeMillis)
  const answer = yield* session.fetch({
    url: `${new URL(url).origin}/robots.txt`,
    validators: null,
    firstBytes,
    timeout: Duration.millis(Math.min(left, robotsMillis)),
    patience: Duration.millis(left)
  })
  if (answer._tag === "NotModified")
    return allowsNothingBecause("it answers that nothing is new, which it was not asked.")
  if (answer.status >= 500) return allowsNothingBecause(`it answers with ${answer.status}.`)
  if (answer.status < 200 || answer.status >= 300) return allowsAll
  const robots = parseRobots(answer.body)
  // Many write only the path, which the protocol of sitemaps does not know.
  const sitemaps = robots.sitemaps.flatMap((one) => parseUrl(one, url)?.href ?? [])
  return { ...robots, sitemaps } satisfies Robots as Robots
}, borrowing)

/** Something that is no text stands there, or nothing ever can: no rules. The page itself then says what is wrong. */
const withoutRules: ReadonlySet<PageUnreachable["reason"]> = new Set([
  "unsupported_content",
  "bad_response",
  "unknown_host",
  "forbidden_address"
])

/** When, and for how long, it is asked for again where there was no room for it: our own want forbids no page. */
const looksAgain = Schedule.spaced("1 second").pipe(Schedule.jittered, Schedule.upTo({ duration: "30 seconds" }))

/** The same, where a site that cannot be reached allows nothing, as the RFC asks (§2.3.1.4). */
export const robotsOrNothing = (session: FetchSession, url: string, deadline: Deadline): Effect.Effect<Robots> =>
  retryLate(robotsAt(session, url, deadline), {
    schedule: looksAgain,
    while: ({ reason }) => reason === "busy"
  }).pipe(
    Effect.catchTag("PageUnreachable", ({ message, reason }) =>
      Effect.succeed(withoutRules.has(reason) ? allowsAll : allowsNothingBecause(message))
    )
  )
