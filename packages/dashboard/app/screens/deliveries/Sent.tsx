/** Deliveries: what was sent, to whom, how that went, and when it is tried again. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import { asked, queryClient } from "../../api/queries.ts"
import { may, session } from "../../api/session.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Choice } from "../../parts/Choice.tsx"
import { useNow } from "../../parts/clock.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { useMonitorNames } from "../../parts/useMonitorNames.ts"
import { useMove } from "../../parts/usePicked.ts"
import { useKeys } from "../../shell/keys.ts"
import { type DeliveryFilter, type DeliveryRow, deliveryPages, kindOf, statuses } from "./deliveryList.ts"
import { Places } from "./Places.tsx"
import { placeOf } from "./place.ts"
import { ReplayDialog } from "./ReplayDialog.tsx"
import { useReplay } from "./replay.ts"

const days = { day: 1, week: 7, month: 30 } as const
type Since = keyof typeof days | "all"
const sinces: ReadonlyArray<Since> = ["all", "day", "week", "month"]

const isStatus = (value: string | undefined): value is (typeof statuses)[number] =>
  statuses.some((one) => one === value)
const isSince = (value: string | undefined): value is Since => sinces.some((one) => one === value)

/** What the address says of which deliveries are shown. */
export const useSentFilter = () => {
  const search = useSearch({ from: "/signed-in/deliveries" })
  const source = search.source === "batch" ? "batch" : "monitor"
  const since = isSince(search.since) ? search.since : "all"
  // From the beginning of an hour, so that the list is the same for a while.
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const after = since === "all" ? undefined : new Date(hour - days[since] * 86_400_000).toISOString()
  const status = isStatus(search.status) ? search.status : undefined
  return useMemo(() => {
    const shared = after === undefined ? {} : { created_after: after }
    const all: DeliveryFilter =
      source === "batch"
        ? { type: "batch", ...shared }
        : { type: "monitor", ...shared, ...(search.monitor === undefined ? {} : { monitor_id: search.monitor }) }
    const filter: DeliveryFilter = { ...all, limit: 50, ...(status === undefined ? {} : { status }) }
    return { source, since, status, all, filter } as const
  }, [source, since, status, after, search.monitor])
}

const Source = ({ row }: { readonly row: DeliveryRow }) => {
  const nameOf = useMonitorNames()
  const { source } = row
  return source.type === "monitor" ? (
    <Link
      to="/monitors/$monitorId"
      params={{ monitorId: source.monitor_id }}
      className="text-ink-2 no-underline hover:underline"
      dir="auto"
    >
      {nameOf(source.monitor_id) ?? source.monitor_id}
    </Link>
  ) : (
    <Link to="/work/$batchId" params={{ batchId: source.batch_id }} className="text-ink-2 no-underline hover:underline">
      {source.batch_id}
    </Link>
  )
}

const Next = ({ at }: { readonly at: string | null }) => {
  const { deliveries } = useStrings()
  const formats = useFormats()
  const now = useNow()
  if (at === null) return <span className="text-ink-3">–</span>
  return (
    <time dateTime={at} title={formats.exact(at)}>
      {Date.parse(at) <= now ? deliveries.nextNow : formats.ago(at, now)}
    </time>
  )
}

const DeliveryRowView = ({
  isPicked,
  isSelected,
  maySend,
  onSelect,
  row
}: {
  readonly row: DeliveryRow
  readonly isPicked: boolean
  readonly isSelected: boolean
  readonly maySend: boolean
  readonly onSelect: (isSelected: boolean) => void
}) => {
  const { deliveries: words } = useStrings()
  const event = words.events[row.event] ?? row.event
  return (
    <tr
      data-row={row.id}
      className={isPicked ? "*:bg-action-weak" : ""}
      onMouseEnter={() =>
        void queryClient.prefetchQuery(
          asked("deliveries.get", { params: { delivery_id: row.id }, query: { include_body: true } })
        )
      }
    >
      {maySend && (
        <td className="w-9">
          <input
            type="checkbox"
            aria-label={words.select(event)}
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
        </td>
      )}
      <td className="hidden w-px bar:table-cell">
        <Status kind={kindOf[row.status]} word={words.statuses[row.status]} />
      </td>
      <td className="w-full max-w-0 pane:w-auto pane:max-w-none pane:min-w-[26ch]">
        <Link
          to="/deliveries/$deliveryId"
          params={{ deliveryId: row.id }}
          aria-current={isPicked}
          className="block font-strong text-ink no-underline hover:underline"
        >
          {event}
        </Link>
        <span className="block text-s bar:hidden">
          <Status kind={kindOf[row.status]} word={words.statuses[row.status]} />
        </span>
        <span className="block truncate text-s pane:hidden">
          <Source row={row} />
        </span>
        <span className="block truncate text-s text-ink-2 pane:hidden" title={row.url}>
          {placeOf(row.url)}
        </span>
        {row.last_error !== null && row.status !== "delivered" && (
          <span className="block text-s text-ink-2">{row.last_error.message}</span>
        )}
      </td>
      <td className="hidden max-w-0 w-1/3 truncate text-ink-2 pane:table-cell" title={row.url}>
        {placeOf(row.url)}
      </td>
      <td className="hidden max-w-0 w-1/3 truncate pane:table-cell">
        <Source row={row} />
      </td>
      <td className="w-px text-ink-2">
        <Time at={row.created_at} />
      </td>
      <td className="hidden w-px whitespace-nowrap bar:table-cell">
        <Next at={row.next_attempt_at} />
      </td>
    </tr>
  )
}

const Nothing = ({
  isFiltered,
  source,
  onClear
}: {
  readonly isFiltered: boolean
  readonly source: "monitor" | "batch"
  readonly onClear: () => void
}) => {
  const { deliveries: words } = useStrings()
  if (isFiltered) {
    return (
      <Empty title={words.noneFound} body={words.noneFoundBody}>
        <button type="button" className="button" onClick={onClear}>
          {words.clear}
        </button>
      </Empty>
    )
  }
  return (
    <Empty title={words.emptyTitle} body={source === "batch" ? words.emptyBatches : words.emptyBody}>
      <div className="flex flex-wrap gap-2">
        <Link to={source === "batch" ? "/work" : "/monitors/new"} className="button button-main">
          {source === "batch" ? words.sources.batch : words.emptyFirst}
        </Link>
        <Link to="/deliveries" search={{ tab: "inbox" }} className="button">
          {words.emptyInbox}
        </Link>
      </div>
    </Empty>
  )
}

const MonitorChoice = ({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) => {
  const { deliveries: words } = useStrings()
  const { data } = useQuery(asked("monitors.list", { query: { limit: 100 } }))
  const named = (data?.data ?? []).map(({ id, name }) => [id, name] as const)
  const isKnown = value === "" || named.some(([id]) => id === value)
  return (
    <Choice
      label={words.monitor}
      value={value}
      options={[["", words.anyMonitor], ...(isKnown ? [] : [[value, value] as const]), ...named]}
      onChange={onChange}
    />
  )
}

export const Sent = () => {
  const strings = useStrings()
  const { deliveries: words } = strings
  const navigate = useNavigate({ from: "/deliveries" })
  const search = useSearch({ from: "/signed-in/deliveries" })
  const { all, filter, since, source, status } = useSentFilter()
  const { data: who } = useQuery(session)
  const group = source === "batch" ? "batches" : "monitors"
  const maySee = may(who, `${group}:read`) || may(who, `${group}:write`)
  const { has: maySend, key } = useScope(`${group}:write`)
  const list = useInfiniteQuery({ ...deliveryPages(filter), enabled: maySee })
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [picked, setPicked] = useState<string>()
  const { close, replay, start, stop } = useReplay()
  const set = (next: { readonly [K in keyof typeof search]?: string | undefined }) =>
    void navigate({
      search: (before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined && value !== "")
        )
    })
  const body = useMove(
    rows.map(({ id }) => id),
    picked,
    setPicked
  )
  const select = (id: string, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before)
      if (isSelected) next.add(id)
      else next.delete(id)
      return next
    })
  const shownSelected = rows.filter(({ id }) => selected.has(id))
  const send = (ids: ReadonlyArray<string>) => {
    start(ids)
    setSelected(new Set())
  }
  const openPicked = () => {
    if (picked !== undefined) void navigate({ to: "/deliveries/$deliveryId", params: { deliveryId: picked } })
  }
  useKeys({
    enter: openPicked,
    s: key(() => {
      if (picked !== undefined) select(picked, !selected.has(picked))
    }),
    r: key(() => {
      const ids = shownSelected.length > 0 ? shownSelected.map(({ id }) => id) : picked === undefined ? [] : [picked]
      if (ids.length > 0) send(ids)
    })
  })
  const isFiltered = status !== undefined || search.monitor !== undefined || since !== "all"
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segments
          label={words.source}
          value={source}
          options={words.sources}
          onChange={(chosen) => set({ source: chosen === "monitor" ? undefined : chosen, monitor: undefined })}
        />
        <Choice
          label={words.status}
          value={status ?? ""}
          options={[["", words.anyStatus], ...statuses.map((one) => [one, words.statuses[one]] as const)]}
          onChange={(chosen: string) => set({ status: chosen })}
        />
        {source === "monitor" && maySee && (
          <MonitorChoice value={search.monitor ?? ""} onChange={(monitor) => set({ monitor })} />
        )}
        <Choice
          label={words.since}
          value={since}
          options={sinces.map((one) => [one, words.sinces[one]] as const)}
          onChange={(chosen) => set({ since: chosen === "all" ? undefined : chosen })}
        />
        {maySend && (
          <div className="ml-auto flex flex-wrap items-center gap-2">
            {shownSelected.length > 0 ? (
              <>
                <button
                  type="button"
                  className="button button-main"
                  onClick={() => send(shownSelected.map(({ id }) => id))}
                >
                  {words.sendSelected(shownSelected.length)}
                </button>
                <button type="button" className="button button-quiet" onClick={() => setSelected(new Set())}>
                  {words.unselect}
                </button>
              </>
            ) : (
              rows.some((row) => row.status === "failed") && (
                <button type="button" className="button" onClick={() => start(all)}>
                  {words.sendAllFailed}
                </button>
              )
            )}
          </div>
        )}
      </div>
      {maySee && <Lack of={`${group}:write`} className="mb-3" />}
      {who !== undefined && !maySee ? (
        <Empty title={words.noScope} body={words.noScopeTodo(`${group}:read`)} />
      ) : list.isPending ? (
        <Skeleton rows={8} />
      ) : list.isError ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <Nothing
          isFiltered={isFiltered}
          source={source}
          onClear={() => set({ status: undefined, monitor: undefined, since: undefined })}
        />
      ) : (
        <>
          <div ref={body} className="card overflow-x-auto">
            <table className="table">
              <thead>
                <tr>
                  {maySend && (
                    <th scope="col">
                      <input
                        type="checkbox"
                        aria-label={words.selectAll}
                        checked={shownSelected.length === rows.length}
                        onChange={({ target }) => setSelected(new Set(target.checked ? rows.map(({ id }) => id) : []))}
                      />
                    </th>
                  )}
                  <th scope="col" className="hidden bar:table-cell">
                    {words.status}
                  </th>
                  <th scope="col">{words.columns.event}</th>
                  <th scope="col" className="hidden pane:table-cell">
                    {words.columns.place}
                  </th>
                  <th scope="col" className="hidden pane:table-cell">
                    {words.columns.from}
                  </th>
                  <th scope="col">{words.columns.when}</th>
                  <th scope="col" className="hidden bar:table-cell">
                    {words.columns.next}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <DeliveryRowView
                    key={row.id}
                    row={row}
                    isPicked={row.id === picked}
                    isSelected={selected.has(row.id)}
                    maySend={maySend}
                    onSelect={(isSelected) => select(row.id, isSelected)}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {list.hasNextPage && (
            <button
              type="button"
              className="button mt-3"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {strings.common.more}
            </button>
          )}
          <Places filter={all} />
        </>
      )}
      {replay !== null && <ReplayDialog replay={replay} onStop={stop} onClose={close} />}
    </>
  )
}
