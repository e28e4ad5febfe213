/** What runs found and told nobody, since it is not worth telling: it has no record of a change, and the versions around it. */
import { call } from "../../api/call.ts"
import type { Output, Row } from "../../api/operations.ts"

type RunRow = Row<"monitors.runs">
type Version = Row<"monitors.versions">

/** Whether a run found a change that it dismissed. */
export const isDismissal = ({ trace }: Pick<Output<"monitors.runOf">, "trace">): boolean =>
  trace.some(({ outcome, step }) => step === "decide" && outcome === "Dismissed")

/** Whether a run may have: it was compared with something, and no change came of it. */
export const mayDismiss = ({
  baseline_created,
  change_id,
  status
}: Pick<RunRow, "baseline_created" | "change_id" | "status">): boolean =>
  status === "completed" && change_id === null && !baseline_created

/** Answers of versions that are looked through for those of runs. */
const answersMost = 20

/** Versions that were captured since then, newest first. */
const versionsSince = async (
  monitorId: string,
  since: string,
  signal: AbortSignal
): Promise<ReadonlyArray<Version>> => {
  const found: Array<Version> = []
  let cursor: string | null = null
  for (let answers = 0; answers < answersMost; answers++) {
    const query = { limit: 100, ...(cursor === null ? {} : { cursor }) }
    const page: Output<"monitors.versions"> = await call(
      "monitors.versions",
      { params: { monitor_id: monitorId }, query },
      signal
    )
    found.push(...page.data)
    cursor = page.next_cursor
    const last = page.data.at(-1)
    if (cursor === null || last === undefined || last.captured_at < since) break
  }
  return found
}

export interface Around {
  readonly before: string
  readonly after: string
}

/** The versions before and after what a run dismissed; null where they are kept no longer. */
export const versionsAround = async (
  { id, monitor_id, started_at }: Pick<Output<"monitors.runOf">, "id" | "monitor_id" | "started_at">,
  signal: AbortSignal
): Promise<Around | null> => {
  if (started_at === null) return null
  const after = (await versionsSince(monitor_id, started_at, signal)).find(({ run_id }) => run_id === id)
  return after === undefined || after.previous_id === null ? null : { before: after.previous_id, after: after.id }
}

/** Which of a monitor's runs dismissed a change. Only those that kept a version are asked one by one: a look at a page as it was keeps none. */
export const dismissalsAmong = async (
  monitorId: string,
  runs: ReadonlyArray<RunRow>,
  signal: AbortSignal
): Promise<ReadonlyArray<string>> => {
  const asked = runs.filter(mayDismiss)
  const since = asked.map(({ started_at }) => started_at ?? "").toSorted()[0]
  if (since === undefined) return []
  const kept = new Set((await versionsSince(monitorId, since, signal)).map(({ run_id }) => run_id))
  const found: Array<string> = []
  for (const { id } of asked.filter((run) => kept.has(run.id))) {
    const run = await call("monitors.runOf", { params: { monitor_id: monitorId, run_id: id } }, signal)
    if (isDismissal(run)) found.push(id)
  }
  return found
}
