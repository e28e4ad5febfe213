/** What is watched: how it stands, when it changed last, and when it is looked at next. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useRef, useState } from "react"
import type { Row } from "../../api/operations.ts"
import { pages } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Choice } from "../../parts/Choice.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { SiteIcon } from "../../parts/SiteIcon.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Strip } from "../../parts/Strip.tsx"
import { Time } from "../../parts/Time.tsx"
import { useMove } from "../../parts/usePicked.ts"
import { useKeys } from "../../shell/keys.ts"
import { MonitorStatus } from "./MonitorStatus.tsx"
import { stripOf } from "./runOutcome.ts"
import { type RecentRun, useRecentRuns } from "./useRecentRuns.ts"
import { useRunNow } from "./useRunNow.ts"

type MonitorRow = Row<"monitors.list">

const statuses = ["active", "paused", "failed"] as const
const types = ["page", "sitemap", "extract"] as const

const MonitorRowView = ({
  isPicked,
  monitor,
  onPick,
  runs
}: {
  readonly runs: ReadonlyArray<RecentRun> | undefined
  readonly monitor: MonitorRow
  readonly isPicked: boolean
  readonly onPick: () => void
}) => {
  const { monitors } = useStrings()
  return (
    <tr data-row={monitor.id} onClick={onPick} className={isPicked ? "bg-action-weak" : ""}>
      <td title={monitor.last_error?.message}>
        <MonitorStatus monitor={monitor} />
      </td>
      <td className="w-full min-w-[20ch]">
        <span className="flex items-center gap-3">
          <SiteIcon url={monitor.target.url} />
          <span className="min-w-0">
            <Link
              to="/monitors/$monitorId"
              params={{ monitorId: monitor.id }}
              dir="auto"
              className="line-clamp-1 font-strong text-ink no-underline hover:underline"
            >
              {monitor.name}
            </Link>
            <span className="line-clamp-1 text-s text-ink-2">{monitor.target.url}</span>
          </span>
        </span>
      </td>
      <td className="hidden whitespace-nowrap pane:table-cell">{monitors.types[monitor.target.type]}</td>
      <td className="hidden pane:table-cell">
        {runs !== undefined && runs.length > 0 && <Strip runs={stripOf(runs)} />}
      </td>
      <td className="hidden bar:table-cell">
        {monitor.last_change_at === null ? (
          <span className="text-ink-3">{monitors.never}</span>
        ) : (
          <Time at={monitor.last_change_at} />
        )}
      </td>
      <td className="hidden bar:table-cell">
        {monitor.next_run_at === null ? (
          <span className="text-ink-3">{monitors.paused}</span>
        ) : (
          <Time at={monitor.next_run_at} />
        )}
      </td>
      <td className="hidden wide:table-cell">
        <span className="line-clamp-1 text-s text-ink-2">{monitor.tags.join(", ")}</span>
      </td>
    </tr>
  )
}

export const Monitors = () => {
  const { common, monitors, nav } = useStrings()
  const navigate = useNavigate({ from: "/monitors" })
  const search = useSearch({ from: "/signed-in/monitors" })
  const [words, setWords] = useState(search.q ?? "")
  const [picked, setPicked] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  const run = useRunNow()
  const query = {
    limit: 50,
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(search.status === undefined ? {} : { status: search.status }),
    ...(search.type === undefined ? {} : { target_type: search.type }),
    ...(search.tag === undefined ? {} : { tag: search.tag })
  }
  const list = useInfiniteQuery(pages("monitors.list", { query }))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const runsOf = useRecentRuns(list.data?.pages.map(({ data }) => data.map(({ id }) => id)) ?? [])
  const table = useMove(
    rows.map(({ id }) => id),
    picked,
    setPicked
  )
  const set = (name: "q" | "status" | "tag" | "type", value: string) => {
    const { [name]: _, ...rest } = search
    void navigate({ search: value === "" ? rest : { ...rest, [name]: value } })
  }
  useKeys({
    "/": () => field.current?.focus(),
    r: () => picked !== undefined && run(picked),
    enter: () => picked !== undefined && void navigate({ to: "/monitors/$monitorId", params: { monitorId: picked } })
  })
  const isFiltered = Object.keys(query).length > 1
  return (
    <Page
      title={monitors.title}
      lead={monitors.lead}
      calls={[
        { operation: "monitors.list", query },
        ...(rows.length === 0
          ? []
          : [
              {
                operation: "monitors.recentRuns" as const,
                query: {
                  monitor_ids: rows
                    .slice(0, 100)
                    .map(({ id }) => id)
                    .join(",")
                }
              }
            ])
      ]}
      actions={
        <Link to="/monitors/new" className="button button-main">
          <Icon name="plus" /> {nav.newMonitor}
        </Link>
      }
    >
      <search>
        <form
          className="mb-3 flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            set("q", words.trim().slice(0, 200))
          }}
        >
          <input
            ref={field}
            type="search"
            className="input max-w-[320px]"
            placeholder={monitors.search}
            aria-label={monitors.search}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Choice
            label={monitors.columns.status}
            value={search.status ?? ""}
            options={[["", monitors.anyStatus], ...statuses.map((one) => [one, monitors.statuses[one]] as const)]}
            onChange={(value) => set("status", value)}
          />
          <Choice
            label={monitors.columns.what}
            value={search.type ?? ""}
            options={[["", monitors.anyType], ...types.map((one) => [one, monitors.types[one]] as const)]}
            onChange={(value) => set("type", value)}
          />
        </form>
      </search>
      {list.isPending && <Skeleton rows={8} />}
      {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty
          title={isFiltered ? monitors.noneFound : monitors.emptyTitle}
          body={isFiltered ? monitors.noneFoundBody : monitors.emptyBody}
        >
          {!isFiltered && (
            <Link to="/monitors/new" className="button button-main">
              {nav.newMonitor}
            </Link>
          )}
        </Empty>
      )}
      {rows.length > 0 && (
        <div ref={table} className="card overflow-x-auto">
          <table className="table">
            <thead>
              <tr>
                <th>{monitors.columns.status}</th>
                <th>{monitors.columns.name}</th>
                <th className="hidden pane:table-cell">{monitors.columns.what}</th>
                <th className="hidden pane:table-cell">{monitors.columns.runs}</th>
                <th className="hidden bar:table-cell">{monitors.columns.change}</th>
                <th className="hidden bar:table-cell">{monitors.columns.next}</th>
                <th className="hidden wide:table-cell">{monitors.columns.tags}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((monitor) => (
                <MonitorRowView
                  key={monitor.id}
                  monitor={monitor}
                  isPicked={monitor.id === picked}
                  runs={runsOf(monitor.id)}
                  onPick={() => setPicked(monitor.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.hasNextPage && (
        <button
          type="button"
          className="button mt-3"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {common.more}
        </button>
      )}
    </Page>
  )
}
