/** What may be looked at with a profile, and what may come of one that is gone. */

import type { Run } from "@kittiwake/core/monitors/domain/Run"
import type { PageTarget } from "@kittiwake/core/monitors/domain/Target"
import { type Looked, shownTo } from "./Looking.ts"

/** By how much a process's clock, and what hangs, may be off the true time. */
const clocksDifferBy = 14 * 60_000

/** Whether a run may say that its profile does not open the page: it is somebody else's, it is gone, or may seem to be. */
export const mayLackProfile = (
  { looker, monitor, nowMillis, profileEnds }: Looked,
  { profileId }: PageTarget
): boolean => {
  const end = profileId === undefined ? undefined : profileEnds.get(profileId)
  if (end === undefined) return false
  if (end.organizationId !== monitor.organizationId) return true
  return end.atMillis <= nowMillis + (end.way === "expires" ? clocksDifferBy : 0) && looker.sinceMillis <= nowMillis
}

/** A page with a profile is shown to its session and to nobody else, and to none that is over. */
export const checkProfile = (looked: Looked, { profileId, url }: PageTarget, { status }: Run): void => {
  const { looker, monitor, profileEnds, violated } = looked
  const shown = shownTo(looked, url)
  if (shown.some(({ member }) => member !== (profileId ?? null)))
    violated("a page was asked for with another session than that of its profile")
  const end = profileId === undefined ? undefined : profileEnds.get(profileId)
  if (end === undefined) return
  if (end.organizationId !== monitor.organizationId && (status === "completed" || shown.length > 0))
    violated("a page was looked at with a profile of another organization")
  if (end.way === "removed" && looker.sinceMillis > end.atMillis && (status === "completed" || shown.length > 0))
    violated("a page was looked at with a profile that is gone")
  if (end.way === "expires" && shown.some(({ atMillis }) => atMillis > end.atMillis + clocksDifferBy))
    violated("a page was asked for with a session that had expired long before")
}
