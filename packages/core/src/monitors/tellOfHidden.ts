/** Tells whoever listens of a watched page whose server asks that no index has it, whether or not it says anything new. */
import { Clock, Effect } from "effect"
import { forbidsIndex } from "../pages/domain/robotsTag.ts"
import { tellGone } from "../pages/PageReadings.ts"
import type { MonitorOf } from "./domain/Monitor.ts"

/** What a session is asked others are not. */
export const tellOfHidden = Effect.fnUntraced(function* (
  { target }: MonitorOf<"page">,
  robots: string | undefined,
  url = target.url
) {
  if (target.profileId === undefined && forbidsIndex(robots, yield* Clock.currentTimeMillis))
    yield* tellGone(target.url, url)
})
