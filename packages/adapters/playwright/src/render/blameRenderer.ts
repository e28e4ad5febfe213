/** Who is to blame where a page and the process that shows it end together. */
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Deferred, Effect } from "effect"
import { type CallFailed, type NeedsOwnBrowser, RendererEnded } from "./PageFailed.ts"

/** What a navigation, or a call, says of a page whose process ended may come before that is known. */
const knownWithin = "250 millis"

/** A page is not to blame, nor its server, for a process that ended with it. */
export const blameRenderer =
  (rendererEnded: Deferred.Deferred<void>) =>
  <E extends PageUnreachable | CallFailed | NeedsOwnBrowser>(failure: E): Effect.Effect<never, E | RendererEnded> =>
    failure._tag === "CallFailed" || (failure._tag === "PageUnreachable" && failure.reason === "bad_response")
      ? Effect.raceFirst(
          Effect.as(Deferred.await(rendererEnded), true),
          Effect.as(Effect.sleep(knownWithin), false)
        ).pipe(Effect.flatMap((isEnded) => Effect.fail(isEnded ? new RendererEnded() : failure)))
      : Effect.fail(failure)
