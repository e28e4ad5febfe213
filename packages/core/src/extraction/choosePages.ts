/** The pages of a site that are about what somebody wants to watch, as monitors read them. */
import { Effect } from "effect"
import type { Deadline } from "../web/domain/Deadline.ts"
import { openSession } from "../web/openSession.ts"
import { type Followed, followTopic, nothingFollowed, type SiteQuestion } from "./followTopic.ts"
import { isSamePage, readSitePage, type SitePage } from "./readSitePage.ts"

/** What was read of a site, the start first, and what could not be. */
export interface ChosenPages {
  readonly pages: ReadonlyArray<SitePage>
  readonly failed: number
  readonly forbidden: number
}

/** Reads the pages. `known` are looked at before any other that the start leads to. */
export const choosePages = Effect.fnUntraced(function* (
  question: SiteQuestion,
  deadline: Deadline,
  known: ReadonlyArray<string> = []
) {
  const session = yield* openSession
  const read = (url: string) =>
    Effect.flatMap(readSitePage(session, url, null, deadline), (page) =>
      isSamePage(page)
        ? Effect.die("A page of which nothing is known cannot be as it was.")
        : Effect.succeed<SitePage>(page)
    )
  type Failure = Effect.Error<ReturnType<typeof read>>
  const followed: Followed<SitePage, Failure> = nothingFollowed()
  yield* followTopic(question, { session, read, deadline, stopsAtMillis: deadline.atMillis, known }, followed)
  const { failures, forbidden, pages } = followed
  return { pages, failed: failures.length, forbidden } satisfies ChosenPages as ChosenPages
})
