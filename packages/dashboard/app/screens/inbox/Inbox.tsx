/** The changes inbox: what is new, in sentences, beside the one that is read. */
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { isDemonstration } from "../../api/place.ts"
import { asked, pages, queryClient } from "../../api/queries.ts"
import { type Strings, useFormats, useStrings } from "../../i18n/strings.ts"
import { CallButton } from "../../parts/CallCode.tsx"
import { ChangeLine, changeLine } from "../../parts/ChangeLine.tsx"
import { useNow } from "../../parts/clock.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { notify } from "../../parts/notices.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { useMove } from "../../parts/usePicked.ts"
import { useTitle } from "../../parts/useTitle.ts"
import { useKeys } from "../../shell/keys.ts"
import { FilterChips } from "../views/FilterChips.tsx"
import { filtersOfInbox } from "../views/savedViews.ts"
import { ViewsBar } from "../views/ViewsBar.tsx"
import { type ChangeRow, type Sweep, type Triage, triageAll, useTriage } from "./triage.ts"

// What a change is read with is loaded while the list is already there.
const ShowMe = lazy(() => import("../demonstration/ShowMe.tsx").then((module) => ({ default: module.ShowMe })))
const Story = lazy(() => import("../demonstration/Story.tsx").then((module) => ({ default: module.Story })))
const ChangePane = lazy(() => import("../change/ChangePane.tsx").then((module) => ({ default: module.ChangePane })))

const shows = ["open", "done", "not_useful", "all"] as const
type Show = (typeof shows)[number]

const isShow = (value: string | undefined): value is Show => shows.some((one) => one === value)

const importances = ["high", "medium", "low"] as const

/** Several at once, as a saved view may have them. */
const importanceWords = (value: string, { importance }: Strings): string =>
  importances
    .filter((one) => value.split(",").includes(one))
    .map((one) => importance[one])
    .join(", ") || value

const Row = ({
  change,
  isPicked,
  onPick
}: {
  readonly change: ChangeRow
  readonly isPicked: boolean
  readonly onPick: () => void
}) => {
  return (
    <button
      type="button"
      role="option"
      aria-selected={isPicked}
      data-row={change.id}
      onClick={onPick}
      onMouseEnter={() =>
        void queryClient.prefetchQuery(asked("monitors.change", { params: { change_id: change.id } }))
      }
      className={`${changeLine} border-b border-line ${isPicked ? "bg-action-weak" : "hover:bg-sunken"}`}
    >
      <ChangeLine change={change} />
    </button>
  )
}

const Rows = ({
  changes,
  onPick,
  picked
}: {
  readonly changes: ReadonlyArray<ChangeRow>
  readonly picked: string | undefined
  readonly onPick: (id: string) => void
}) => {
  const formats = useFormats()
  const now = useNow()
  const days = Map.groupBy(changes, ({ detected_at }) => formats.day(detected_at, now))
  return [...days].map(([day, ofDay]) => (
    // biome-ignore lint/a11y/useSemanticElements: a list box holds options and groups of them, and no field set
    <div key={day} role="group" aria-label={day}>
      <div aria-hidden="true" className="px-4 pt-[14px] pb-1 text-s font-strong text-ink-3">
        {day}
      </div>
      {ofDay.map((change) => (
        <Row key={change.id} change={change} isPicked={change.id === picked} onPick={() => onPick(change.id)} />
      ))}
    </div>
  ))
}

const Nothing = ({
  isFiltered,
  show,
  onClear
}: {
  readonly isFiltered: boolean
  readonly show: Show
  readonly onClear: () => void
}) => {
  const { inbox, nav } = useStrings()
  const navigate = useNavigate()
  const { data } = useQuery(asked("monitors.allChanges", { query: { limit: 1 } }))
  if (isFiltered) {
    return (
      <Empty title={inbox.noneFound} body={inbox.noneFoundBody}>
        <button type="button" className="button" onClick={onClear}>
          {inbox.clear}
        </button>
      </Empty>
    )
  }
  if (show === "open" && data !== undefined && data.data.length > 0) {
    return <Empty title={inbox.allDone} body={inbox.allDoneBody} />
  }
  return (
    <Empty title={inbox.emptyTitle} body={inbox.emptyBody}>
      <button type="button" className="button button-main" onClick={() => void navigate({ to: "/monitors/new" })}>
        {nav.newMonitor}
      </button>
      <Suspense>
        <ShowMe />
      </Suspense>
    </Empty>
  )
}

export const Inbox = () => {
  const strings = useStrings()
  const { inbox } = strings
  useTitle(inbox.title)
  const navigate = useNavigate({ from: "/inbox" })
  const search = useSearch({ from: "/signed-in/inbox" })
  const show = isShow(search.show) ? search.show : "open"
  const [words, setWords] = useState(search.q ?? "")
  // A view brings its own words.
  useEffect(() => setWords(search.q ?? ""), [search.q])
  const field = useRef<HTMLInputElement>(null)
  const query = {
    limit: 50,
    ...(show === "all" ? {} : { triage: show }),
    ...(search.importance === undefined ? {} : { importance: search.importance }),
    ...(search.tag === undefined ? {} : { tag: search.tag }),
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(search.monitor === undefined ? {} : { monitor_id: search.monitor }),
    ...(search.type === undefined ? {} : { target_type: search.type }),
    ...(search.detection === undefined ? {} : { change_detection_type: search.detection })
  }
  const list = useInfiniteQuery(pages("monitors.allChanges", { query }))
  const changes = list.data?.pages.flatMap(({ data }) => data) ?? []
  const picked = search.change
  const { data: read } = useQuery({
    ...asked("monitors.change", { params: { change_id: picked ?? "" } }),
    enabled: picked !== undefined
  })
  const set = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const pick = (id: string) => {
    if (window.innerWidth < 900) void navigate({ to: "/changes/$changeId", params: { changeId: id } })
    else set({ change: id })
  }
  const rows = useMove(
    changes.map(({ id }) => id),
    picked,
    pick
  )
  const say = useTriage(show === "open")
  const { has: mayWrite, key } = useScope("monitors:write")
  const after = (id: string): string | undefined => {
    const at = changes.findIndex((one) => one.id === id)
    return changes[at + 1]?.id ?? changes[at - 1]?.id
  }
  const act = (triage: Triage) => {
    if (picked === undefined) return
    // One that is read may have left the list.
    const change = changes.find(({ id }) => id === picked) ?? { id: picked, triage: read?.triage }
    const next = after(change.id)
    say(change, triage)
    if (show === "open" && next !== undefined) set({ change: next })
  }
  // What the filter hides is not meant.
  const shownOf = (triage: Triage): Sweep => ({ ...filtersOfInbox(search), triage })
  const failed = () => notify(strings.common.notDone)
  const all = useMutation({
    mutationFn: (newest: string) => triageAll(shownOf("open"), newest, "done"),
    onSuccess: ({ at, changed }, newest) =>
      notify(
        inbox.undone(changed),
        at === null ? null : () => void triageAll({ ...shownOf("done"), triaged_at: at }, newest, "open").catch(failed)
      ),
    onError: failed
  })
  useKeys({
    e: key(() => act("done")),
    x: key(() => act("not_useful")),
    "/": () => field.current?.focus(),
    enter: () => {
      if (picked !== undefined) void navigate({ to: "/changes/$changeId", params: { changeId: picked } })
    }
  })
  const isFiltered = Object.keys(query).some((name) => name !== "limit" && name !== "triage")
  return (
    <div className="grid h-full grid-rows-[minmax(0,1fr)] pane:grid-cols-[minmax(340px,420px)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col border-r border-line bg-surface pb-14 bar:pb-0">
        <h1 className="sr-only">{inbox.title}</h1>
        <search className="flex flex-col gap-2 border-b border-line px-4 py-3">
          <form
            className="flex flex-col gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              const { q: _, ...rest } = search
              void navigate({ search: words.trim() === "" ? rest : { ...rest, q: words.trim().slice(0, 200) } })
            }}
          >
            <div className="flex items-center gap-2">
              <input
                ref={field}
                type="search"
                className="input border-transparent bg-sunken"
                placeholder={inbox.search}
                aria-label={inbox.search}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
              <kbd className="hidden rounded-[4px] border border-line px-1 font-mono text-s text-ink-3 bar:inline">
                /
              </kbd>
              <CallButton calls={[{ operation: "monitors.allChanges", query }]} />
            </div>
            <div className="flex flex-wrap items-center gap-[6px]">
              {shows.map((one) => (
                <button
                  key={one}
                  type="button"
                  className="chip"
                  aria-pressed={one === show}
                  onClick={() => void navigate({ search: ({ change: _, ...rest }) => ({ ...rest, show: one }) })}
                >
                  {inbox.filters[one]}
                </button>
              ))}
              <select
                aria-label={inbox.importance}
                className="chip pr-1"
                value={search.importance ?? ""}
                onChange={({ target: { value } }) => {
                  const { importance: _, ...rest } = search
                  void navigate({ search: value === "" ? rest : { ...rest, importance: value } })
                }}
              >
                <option value="">{inbox.anyImportance}</option>
                {importances.map((one) => (
                  <option key={one} value={one}>
                    {strings.importance[one]}
                  </option>
                ))}
                {search.importance !== undefined && !importances.some((one) => one === search.importance) && (
                  <option value={search.importance}>{importanceWords(search.importance, strings)}</option>
                )}
              </select>
            </div>
          </form>
          {/* Beside the form: what names a view is one of its own. */}
          <div className="flex flex-wrap items-center gap-[6px]">
            <ViewsBar list="changes" filters={filtersOfInbox(search)} isFiltered={isFiltered || show !== "open"} />
            <FilterChips
              filters={[
                ["tag", search.tag],
                ["monitor", search.monitor],
                ["type", search.type],
                ["detection", search.detection]
              ]}
              onRemove={(name) => {
                const { [name]: _, ...rest } = search
                void navigate({ search: rest })
              }}
            />
            {mayWrite && show === "open" && changes.length > 1 && (
              <button
                type="button"
                className="ml-auto text-s text-ink-2 underline"
                title={isFiltered ? inbox.doneFilteredHint : inbox.doneAllHint}
                disabled={all.isPending}
                onClick={() => changes[0] !== undefined && all.mutate(changes[0].id)}
              >
                {inbox.doneAll}
              </button>
            )}
          </div>
          {/* Beside a change that is read, it stands there. */}
          {picked === undefined && <Lack of="monitors:write" />}
        </search>
        <div className="relative min-h-0 flex-1 overflow-y-auto">
          {list.isPending && <Skeleton rows={8} />}
          {list.isError && (
            <div className="p-4">
              <Problem error={list.error} onRetry={() => void list.refetch()} />
            </div>
          )}
          {list.isSuccess && changes.length === 0 && (
            <Nothing
              isFiltered={isFiltered}
              show={show}
              onClear={() => {
                setWords("")
                void navigate({ search: { show } })
              }}
            />
          )}
          {/* A list box has rows and nothing else: what stands in their place is told to nobody within one. */}
          {changes.length > 0 && (
            <div ref={rows} role="listbox" aria-label={inbox.title} tabIndex={-1}>
              <Rows changes={changes} picked={picked} onPick={pick} />
            </div>
          )}
          {list.hasNextPage && (
            <div className="p-4">
              <button
                type="button"
                className="button w-full"
                disabled={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {strings.common.more}
              </button>
            </div>
          )}
        </div>
      </div>
      <section className="relative hidden min-w-0 overflow-auto pane:block">
        {picked === undefined ? (
          isDemonstration ? (
            <Suspense>
              <div className="p-8">
                <Story />
              </div>
            </Suspense>
          ) : (
            changes.length > 0 && <p className="p-8 text-ink-3">{inbox.pick}</p>
          )
        ) : (
          <Suspense fallback={<Skeleton rows={6} />}>
            <ChangePane key={picked} changeId={picked} tab={search.tab} onTab={(tab) => set({ tab })} onTriage={act} />
          </Suspense>
        )}
      </section>
    </div>
  )
}
