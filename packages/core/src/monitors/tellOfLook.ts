/** Tells whoever listens of a page that a monitor has looked at: all of it, whatever part is watched. */
import { Clock, Effect } from "effect"
import { forbidsIndex } from "../pages/domain/robotsTag.ts"
import { PageReadings, tellGone } from "../pages/PageReadings.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import type { SeenPage } from "./seePage.ts"
import { tellOfHidden } from "./tellOfHidden.ts"
import type { Unusable } from "./Unusable.ts"

const dayMillis = 86_400_000

/** HTML and its relatives, and what was made of a file; other text has no markup. */
const isMarkup = ({ mediaType, way }: SeenPage): boolean =>
  way === "file" || mediaType === "" || /(?:html|[/+]xml)$/.test(mediaType)

/**
 * Tells of the page when it says something new, and otherwise once a day, so that what is watched does not count as read long ago. What
 * somebody's session shows is not told.
 */
export const tellOfLook = Effect.fnUntraced(function* (
  monitor: MonitorOf<"page">,
  seen: SeenPage | null,
  isNew: boolean
) {
  const { lastRunAt, organizationId, target } = monitor
  if (seen === null || target.profileId !== undefined) return
  const capturedAtMillis = yield* Clock.currentTimeMillis
  if (forbidsIndex(seen.robots, capturedAtMillis)) return yield* tellOfHidden(monitor, seen.robots, seen.url)
  const dayOf = (millis: number) => Math.floor(millis / dayMillis)
  if (!isNew && lastRunAt !== null && dayOf(lastRunAt.epochMilliseconds) === dayOf(capturedAtMillis)) return
  const { tell } = yield* PageReadings
  const markup = isMarkup(seen) ? { isHtml: true as const } : {}
  yield* tell({ organizationId, url: seen.url, metadata: null, text: seen.body, capturedAtMillis, ...markup })
})

/** Tells of a page that is not there any more. What a session finds missing others may see. */
export const tellOfMissing = ({ target }: MonitorOf<"page">, { error, finalUrl }: Unusable) =>
  error.code !== "not_found" || target.profileId !== undefined
    ? Effect.void
    : tellGone(target.url, finalUrl ?? target.url)
