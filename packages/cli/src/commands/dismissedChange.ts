/** What runs found and told nobody, since it is not worth telling: it has no record of a change, and the versions around it. */
import type { RunRecord, TraceStepRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"
import type { ComparisonRecord, VersionRecord } from "@kittiwake/core/internal/monitors/domain/VersionRecord"
import { ErrorBody } from "@kittiwake/http/errors"
import { Effect, Schema } from "effect"
import { type ServerClient, withoutCall } from "../serverClient.ts"

type Traced = RunRecord & { readonly trace: ReadonlyArray<TraceStepRecord> }

/** Whether a run found a change that it dismissed. */
export const isDismissal = ({ trace }: Traced): boolean =>
  trace.some(({ outcome, step }) => step === "decide" && outcome === "Dismissed")

/** Whether a run may have: it was compared with something, and no change came of it. */
const mayDismiss = ({ baseline_created, change_id, status }: RunRecord): boolean =>
  status === "completed" && change_id === null && !baseline_created

/** Versions that are looked through for those of runs, page by page. */
const lookedThrough = { page: 100, pages: 20 } as const

/** The versions of a monitor from a moment on, newest first. */
const versionsSince = Effect.fnUntraced(function* (client: ServerClient, monitor_id: string, since: string) {
  const found: Array<VersionRecord> = []
  let cursor: string | undefined
  for (let page = 0; page < lookedThrough.pages; page++) {
    const query = { limit: lookedThrough.page, ...(cursor === undefined ? {} : { cursor }) }
    const { data, next_cursor } = yield* client.monitors.versions({ params: { monitor_id }, query })
    found.push(...data)
    const last = data.at(-1)
    if (next_cursor === null || last === undefined || last.captured_at < since) break
    cursor = next_cursor
  }
  return found
})

const isErrorBody = Schema.is(ErrorBody)

/** Why nothing can be shown of two versions, which is no reason to show nothing of their run: one is gone, or it takes too long. */
const unshown = new Set(["NOT_FOUND", "REQUEST_TIMEOUT"])

/** What differs between what a run dismissed and what was there before; null where it dismissed nothing, or that is kept no longer. */
export const dismissedBy = Effect.fnUntraced(function* (
  client: ServerClient,
  run: Traced
): Effect.fn.Return<ComparisonRecord | null, unknown> {
  if (!isDismissal(run) || run.started_at === null) return null
  const { monitor_id } = run
  const versions = yield* versionsSince(client, monitor_id, run.started_at)
  const to = versions.find(({ run_id }) => run_id === run.id)
  if (to === undefined || to.previous_id === null) return null
  const query = { from: to.previous_id, to: to.id }
  return yield* client.monitors.compareVersions({ params: { monitor_id }, query }).pipe(
    Effect.map(withoutCall),
    Effect.catchIf(
      (error) => isErrorBody(error) && unshown.has(error.error_code),
      () => Effect.succeed(null)
    )
  )
})

/** Which of these runs dismissed a change. Only those that kept a version are asked one by one: a look at a page as it was keeps none. */
export const dismissalsAmong = Effect.fnUntraced(function* (
  client: ServerClient,
  runs: ReadonlyArray<RunRecord>
): Effect.fn.Return<ReadonlySet<string>, unknown> {
  const asked = Map.groupBy(runs.filter(mayDismiss), ({ monitor_id }) => monitor_id)
  const found = yield* Effect.forEach(
    asked,
    Effect.fnUntraced(function* ([monitor_id, ofOne]) {
      const since = ofOne.map(({ started_at }) => started_at ?? "").toSorted()[0] ?? ""
      const kept = new Set((yield* versionsSince(client, monitor_id, since)).map(({ run_id }) => run_id))
      return yield* Effect.forEach(
        ofOne.filter(({ id }) => kept.has(id)),
        ({ id }) => client.monitors.runOf({ params: { monitor_id, run_id: id } })
      )
    }),
    { concurrency: 4 }
  )
  return new Set(
    found
      .flat()
      .filter(isDismissal)
      .map(({ id }) => id)
  )
})
