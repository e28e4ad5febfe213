/** What a monitor read that is a number, over time, out of its newest changes. */
import { useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { inLanes, refusalOf } from "../../api/paced.ts"
import { asked, queryClient } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { ValueChart } from "./ValueChart.tsx"
import { seriesOf, type ToldChange } from "./values.ts"

/** Newest changes whose lines are looked at: each is asked for once. */
const changesMost = 60

/** Charts that are drawn at once. */
const drawnMost = 3

/** The changes in full. What one told never changes, so that none is asked for twice. */
const inFull = async (ids: ReadonlyArray<string>, signal: AbortSignal): Promise<ReadonlyArray<ToldChange>> => {
  const found: Array<ToldChange> = []
  await inLanes(ids, signal, async (id) => {
    const input = { params: { change_id: id } }
    const refusal = await refusalOf(async () => {
      found.push(await queryClient.fetchQuery({ ...asked("monitors.change", input), staleTime: 600_000, retry: false }))
    }, signal)
    // One that was removed meanwhile tells nothing.
    if (refusal !== null && refusal.status !== 404) throw refusal
  })
  return found
}

export const Values = ({
  createdAt,
  lastRunAt,
  monitorId
}: {
  readonly monitorId: string
  readonly createdAt: string
  readonly lastRunAt: string | null
}) => {
  const { values: words } = useStrings().monitors
  const formats = useFormats()
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useQuery(asked("monitors.changes", { params: { monitor_id: monitorId }, query: { limit: changesMost } }))
  const ids = (list.data?.data ?? []).map((one) => one.id)
  const changes = useQuery({
    queryKey: ["monitors.values", monitorId, ids],
    queryFn: ({ signal }) => inFull(ids, signal),
    enabled: list.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before
  })
  const error = list.error ?? changes.error
  if (error !== null) {
    const again = () => void (list.isError ? list.refetch() : changes.refetch())
    return <Problem error={error} onRetry={again} />
  }
  if (list.data === undefined || changes.data === undefined) return <Skeleton rows={6} />
  const isAll = list.data.next_cursor === null
  const series = seriesOf(changes.data, isAll ? createdAt : null)
  if (series.length === 0) {
    return (
      <div className="flex max-w-[60ch] flex-col gap-2">
        <p className="font-strong">{words.none}</p>
        <p className="text-ink-2">{words.noneBody}</p>
      </div>
    )
  }
  const drawn = chosen === null ? series.slice(0, drawnMost) : series.filter(({ key }) => key === chosen)
  return (
    <div className="flex flex-col gap-8">
      {series.length > drawnMost && (
        <div className="flex max-w-[480px] flex-col gap-1">
          <label htmlFor={id} className="label">
            {words.which}
          </label>
          <select
            id={id}
            className="input"
            value={chosen ?? ""}
            onChange={({ target }) => setChosen(target.value === "" ? null : target.value)}
          >
            <option value="">{words.mostMoved(drawnMost)}</option>
            {series.map(({ key, name }) => (
              <option key={key} value={key}>
                {name === "" ? words.unnamed : name}
              </option>
            ))}
          </select>
        </div>
      )}
      {drawn.map((one) => (
        <ValueChart key={one.key} series={one} until={lastRunAt} />
      ))}
      <p className="hint">{isAll ? words.rests : words.restsOnNewest(formats.number(ids.length))}</p>
    </div>
  )
}
