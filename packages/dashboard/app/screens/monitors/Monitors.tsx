/** What is watched: how it stands, when it changed last, and when it is looked at next. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import type { Row } from "../../api/operations.ts"
import { pages } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Choice } from "../../parts/Choice.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { SiteIcon } from "../../parts/SiteIcon.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Strip } from "../../parts/Strip.tsx"
import { Time } from "../../parts/Time.tsx"
import { useGrants } from "../../parts/useGrants.ts"
import { useNotifyProblem } from "../../parts/useNotifyProblem.ts"
import { useMove } from "../../parts/usePicked.ts"
import { useKeys } from "../../shell/keys.ts"
import { FilterChips } from "../views/FilterChips.tsx"
import { filtersOfMonitors } from "../views/savedViews.ts"
import { ViewsBar } from "../views/ViewsBar.tsx"
import { ManyBar } from "./ManyBar.tsx"
import { MonitorStatus } from "./MonitorStatus.tsx"
import { allOf, type Chosen, chosenMost, useMany } from "./many.ts"
import { stripOf } from "./runOutcome.ts"
import { type RecentRun, useRecentRuns } from "./useRecentRuns.ts"
import { useRunNow } from "./useRunNow.ts"

type MonitorRow = Row<"monitors.list">

const statuses = ["active", "paused", "failed"] as const
const types = ["page", "sitemap", "extract"] as const

const MonitorRowView = ({
  isChosen,
  isPicked,
  monitor,
  onChoose,
  onPick,
  runs
}: {
  /** Undefined where nothing can be done with it. */
  readonly isChosen: boolean | undefined
  readonly onChoose: () => void
  readonly runs: ReadonlyArray<RecentRun> | undefined
  readonly monitor: MonitorRow
  readonly isPicked: boolean
  readonly onPick: () => void
}) => {
  const { monitors } = useStrings()
  return (
    <tr data-row={monitor.id} onClick={onPick} className={isPicked || isChosen ? "bg-action-weak" : ""}>
      {isChosen !== undefined && (
        <td className="w-px">
          <input
            type="checkbox"
            className="block size-4 accent-(--action)"
            aria-label={monitors.many.choose(monitor.name)}
            checked={isChosen}
            onChange={onChoose}
          />
        </td>
      )}
      <td title={monitor.last_error?.message}>
        <MonitorStatus isShort monitor={monitor} />
      </td>
      <td className="w-full min-w-[20ch] wrap-anywhere">
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
            {runs !== undefined && runs.length > 0 && (
              <span className="mt-1 block pane:hidden">
                <Strip runs={stripOf(runs)} />
              </span>
            )}
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
      <td className="hidden wrap-anywhere wide:table-cell">
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
  // A view brings its own words.
  useEffect(() => setWords(search.q ?? ""), [search.q])
  const [picked, setPicked] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const run = useRunNow()
  const query = {
    limit: 50,
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(search.status === undefined ? {} : { status: search.status }),
    ...(search.type === undefined ? {} : { target_type: search.type }),
    ...(search.tag === undefined ? {} : { tag: search.tag }),
    ...(search.detection === undefined ? {} : { change_detection_type: search.detection }),
    ...(search.grant === undefined ? {} : { grant_id: search.grant })
  }
  const list = useInfiniteQuery(pages("monitors.list", { query }))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const runsOf = useRecentRuns(list.data?.pages.map(({ data }) => data.map(({ id }) => id)) ?? [])
  const table = useMove(
    rows.map(({ id }) => id),
    picked,
    setPicked
  )
  const grants = useGrants()
  const hasGrants = grants !== undefined && grants.size > 0
  const { has: canWrite, key } = useScope("monitors:write")
  const { close, many, start, stop } = useMany()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const shown = rows.map(({ id, name, status }): Chosen => ({ id, name, status }))
  const filter = JSON.stringify(query)
  // What another filter does not show is not acted on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is what it depends on
  useEffect(() => setChosen(new Map()), [filter])
  // Rows say how they stand now.
  const now = new Map(shown.map((one) => [one.id, one]))
  const acted = [...chosen.values()].map((one) => now.get(one.id) ?? one)
  const choose = (id: string) =>
    setChosen((before) => {
      const next = new Map(before)
      const row = now.get(id)
      if (!next.delete(id) && row !== undefined && next.size < chosenMost) next.set(id, row)
      return next
    })
  const isAllChosen = shown.length > 0 && shown.every(({ id }) => chosen.has(id))
  const chooseShown = () =>
    setChosen(isAllChosen ? new Map() : new Map(shown.slice(0, chosenMost).map((one) => [one.id, one])))
  const tell = useNotifyProblem()
  const chooseAll = useMutation({
    mutationFn: () => allOf(query),
    onSuccess: (found) => setChosen(new Map(found.map((one) => [one.id, one]))),
    onError: tell
  })
  const begin: typeof start = (act, of) => {
    start(act, of)
    setChosen(new Map())
  }
  const set = (name: "grant" | "q" | "status" | "tag" | "type", value: string) => {
    const { [name]: _, ...rest } = search
    void navigate({ search: value === "" ? rest : { ...rest, [name]: value } })
  }
  useKeys({
    x: key(() => picked !== undefined && choose(picked)),
    a: key(chooseShown),
    escape: () => setChosen(new Map()),
    "/": () => field.current?.focus(),
    r: () => {
      if (chosen.size > 0) bar.current?.querySelector<HTMLButtonElement>("[data-act=run]")?.click()
      else if (picked !== undefined) key(() => run(picked))()
    },
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
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <form
          className="contents"
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
          {hasGrants && (
            <Choice
              label={monitors.madeBy}
              value={search.grant ?? ""}
              options={[
                ["", monitors.anyMaker],
                ...grants,
                // One that is over for long is not listed, and what it made is there all the same.
                ...(search.grant === undefined || grants.has(search.grant)
                  ? []
                  : [[search.grant, search.grant] as const])
              ]}
              onChange={(value) => set("grant", value)}
            />
          )}
        </form>
        {/* Beside the form: what names a view is one of its own. */}
        <ViewsBar list="monitors" filters={filtersOfMonitors(search)} isFiltered={isFiltered} />
        <FilterChips
          filters={[
            ["tag", search.tag],
            ["detection", search.detection],
            ["grant", hasGrants ? undefined : search.grant]
          ]}
          onRemove={(name) => {
            const { [name]: _, ...rest } = search
            void navigate({ search: rest })
          }}
        />
      </search>
      <Lack of="monitors:write" className="mb-3" />
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
      {canWrite && (
        <div ref={bar}>
          <ManyBar
            chosen={acted}
            many={many}
            onAll={isAllChosen && list.hasNextPage && !chooseAll.isPending ? () => chooseAll.mutate() : undefined}
            onClear={() => setChosen(new Map())}
            onStart={begin}
            onStop={stop}
            onClose={close}
          />
        </div>
      )}
      {rows.length > 0 && (
        <div ref={table} className="card overflow-x-auto">
          <table className="table">
            <thead>
              <tr>
                {canWrite && (
                  <th className="w-px">
                    <input
                      type="checkbox"
                      className="block size-4 accent-(--action)"
                      aria-label={monitors.many.chooseShown}
                      checked={isAllChosen}
                      ref={(box) => {
                        if (box !== null) box.indeterminate = chosen.size > 0 && !isAllChosen
                      }}
                      onChange={chooseShown}
                    />
                  </th>
                )}
                <th>
                  <span className="sr-only bar:not-sr-only bar:whitespace-nowrap">{monitors.columns.status}</span>
                </th>
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
                  isChosen={canWrite ? chosen.has(monitor.id) : undefined}
                  onChoose={() => choose(monitor.id)}
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
