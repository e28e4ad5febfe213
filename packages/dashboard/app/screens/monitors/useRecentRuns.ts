/** The last runs of the monitors that a list shows: one call for each page of it. */
import { useQueries } from "@tanstack/react-query"
import type { Row } from "../../api/operations.ts"
import { asked } from "../../api/queries.ts"

export type RecentRun = Row<"monitors.recentRuns">["runs"][number]

/** `lists` are the ids of each page. Undefined while they are not known. */
export const useRecentRuns = (
  lists: ReadonlyArray<ReadonlyArray<string>>
): ((id: string) => ReadonlyArray<RecentRun> | undefined) => {
  const found = useQueries({
    queries: lists
      .filter((ids) => ids.length > 0)
      .map((ids) => ({ ...asked("monitors.recentRuns", { query: { monitor_ids: ids.join(",") } }), retry: false })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) => data?.data.map(({ monitor_id, runs }) => [monitor_id, runs] as const) ?? [])
      )
  })
  return (id) => found.get(id)
}
