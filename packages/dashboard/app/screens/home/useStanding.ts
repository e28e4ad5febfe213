/** How everything stands, from what other screens ask for too. */
import { useQuery } from "@tanstack/react-query"
import { asked } from "../../api/queries.ts"
import { may, session } from "../../api/session.ts"
import { useNow } from "../../parts/clock.ts"
import { newestDeliveries } from "../deliveries/deliveryList.ts"
import { usePace } from "../usage/usePace.ts"
import {
  batchesOf,
  creditsOf,
  givenUpMillis,
  lateOf,
  mostShown,
  type Need,
  placesOf,
  stoppedOf,
  waitingOf
} from "./needs.ts"

/** Most of a list that is looked through. */
const most = 100

const hour = 3_600_000

/** What home is told from. A list that the key may not read is not asked for. */
export const useStanding = () => {
  const now = useNow()
  const { data: who } = useQuery(session)
  const seesMonitors = may(who, "monitors:read")
  const seesBatches = may(who, "batches:read")
  const seesUsage = may(who, "logs:read")
  // The same for an hour, so that it is asked for once.
  const created_after = new Date(Math.floor(now / hour) * hour - givenUpMillis + hour).toISOString()

  const summary = useQuery({ ...asked("monitors.summary", {}), enabled: seesMonitors })
  const failing = useQuery({
    ...asked("monitors.list", { query: { status: "failed", limit: mostShown } }),
    enabled: seesMonitors
  })
  const paused = useQuery({
    ...asked("monitors.list", { query: { status: "paused", limit: most } }),
    enabled: seesMonitors
  })
  const isPausedSome = (paused.data?.data.length ?? 0) > 0
  const skipped = useQuery({
    ...asked("monitors.allRuns", { query: { status: "skipped", limit: most } }),
    enabled: seesMonitors && isPausedSome
  })
  const looks = useQuery({
    ...asked("monitors.allRuns", { query: { status: "completed", limit: 1 } }),
    enabled: seesMonitors
  })
  const ofMonitors = useQuery({
    ...newestDeliveries({ type: "monitor", status: "failed", created_after, limit: most }),
    enabled: seesMonitors
  })
  const ofBatches = useQuery({
    ...newestDeliveries({ type: "batch", status: "failed", created_after, limit: most }),
    enabled: seesBatches
  })
  const [waitOfMonitors, waitOfBatches] = [
    useQuery({ ...newestDeliveries({ type: "monitor", status: "retrying", limit: most }), enabled: seesMonitors }),
    useQuery({ ...newestDeliveries({ type: "batch", status: "retrying", limit: most }), enabled: seesBatches })
  ]
  const [failedBatches, queuedBatches] = [
    useQuery({ ...asked("batches.list", { query: { status: "failed", limit: most } }), enabled: seesBatches }),
    useQuery({ ...asked("batches.list", { query: { status: "queued", limit: most } }), enabled: seesBatches })
  ]
  const credits = useQuery({ ...asked("usage.credits", {}), enabled: seesUsage })
  const { month, pace, spent } = usePace(seesUsage)

  const failed = [...(ofMonitors.data?.data ?? []), ...(ofBatches.data?.data ?? [])]
  const retrying = [...(waitOfMonitors.data?.data ?? []), ...(waitOfBatches.data?.data ?? [])]
  const needs: ReadonlyArray<Need> = [
    ...(credits.data === undefined || pace === null ? [] : creditsOf(credits.data, pace.perDay, now)),
    ...(summary.data === undefined ? [] : lateOf(summary.data)),
    ...(failing.data?.data ?? []).map((monitor): Need => ({ type: "failing", monitor })),
    ...stoppedOf(paused.data?.data ?? [], skipped.data?.data ?? []),
    ...placesOf(failed),
    ...waitingOf(retrying),
    ...batchesOf([...(failedBatches.data?.data ?? []), ...(queuedBatches.data?.data ?? [])], now)
  ]
  const asking = [
    summary,
    failing,
    paused,
    looks,
    ofMonitors,
    ofBatches,
    waitOfMonitors,
    waitOfBatches,
    failedBatches,
    queuedBatches,
    credits,
    spent,
    month,
    skipped
  ]
  // Those that fail are counted by the server, and the first of them are shown.
  const shownFailing = failing.data?.data.length ?? 0
  // Not before they are there: a number tells nothing of which nothing is seen.
  const allFailing = failing.data === undefined ? 0 : Math.max(shownFailing, summary.data?.failed.count ?? 0)
  return {
    needs,
    count: needs.length - shownFailing + allFailing,
    failing: { count: allFailing, isMore: summary.data?.failed.has_more === true },
    /** Whether there may be more of the others than were looked through. */
    isMore: [paused, ofMonitors, ofBatches, waitOfMonitors, waitOfBatches].some((one) => one.data?.has_more === true),
    isPending: asking.some(({ fetchStatus, isPending }) => isPending && fetchStatus !== "idle"),
    error: asking.find(({ error }) => error !== null)?.error ?? null,
    again: () => {
      for (const one of asking) if (one.error !== null) void one.refetch()
    },
    seesMonitors,
    seesUsage,
    seesAll: seesMonitors && seesBatches && seesUsage,
    summary: summary.data ?? null,
    monitors: summary.data?.monitors ?? null,
    lastLook: looks.data?.data[0]?.completed_at ?? null,
    credits: credits.data ?? null,
    pace,
    spentInPace: spent.data?.total_credits_used ?? null,
    created_after
  }
}

export type Standing = ReturnType<typeof useStanding>
