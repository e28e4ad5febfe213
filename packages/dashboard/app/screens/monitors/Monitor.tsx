/** One monitor: what it watches and by which rules, its last runs, what changed, and what is kept of it. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import type { Output } from "../../api/operations.ts"
import { asked, changing, pages } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Away } from "../../parts/Away.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Importance } from "../../parts/Importance.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { notify } from "../../parts/notices.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Strip, stripLength } from "../../parts/Strip.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Time } from "../../parts/Time.tsx"
import { useGrants } from "../../parts/useGrants.ts"
import { useNotifyProblem } from "../../parts/useNotifyProblem.ts"
import { useKeys } from "../../shell/keys.ts"
import { dismissalsAmong, mayDismiss } from "./dismissed.ts"
import { MonitorStatus } from "./MonitorStatus.tsx"
import { takeMade } from "./madeNow.ts"
import { RemovedStays } from "./RemovedStays.tsx"
import { outcomeOf, stripOf, tookOf } from "./runOutcome.ts"
import { Secret } from "./Secret.tsx"
import { useRunNow } from "./useRunNow.ts"

type FullMonitor = Output<"monitors.get">

const Settings = lazy(() => import("./Settings.tsx").then(({ Settings }) => ({ default: Settings })))
const Values = lazy(() => import("./Values.tsx").then(({ Values }) => ({ default: Values })))
const Versions = lazy(() => import("./Versions.tsx").then(({ Versions }) => ({ default: Versions })))

/** Characters and addresses of a baseline that are drawn. */
const shownOfBaseline = 100_000

const Changes = ({ isCaptured, monitorId }: { readonly monitorId: string; readonly isCaptured: boolean }) => {
  const { common, monitors } = useStrings()
  const list = useInfiniteQuery(pages("monitors.changes", { params: { monitor_id: monitorId }, query: { limit: 30 } }))
  if (list.isPending) return <Skeleton rows={4} />
  if (list.isError) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap(({ data }) => data)
  if (rows.length === 0) return <p className="text-ink-2">{isCaptured ? monitors.noChanges : monitors.noCapture}</p>
  return (
    <>
      <ul className="card divide-y divide-line">
        {rows.map((change) => (
          <li key={change.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-3 py-2">
            <Link
              to="/changes/$changeId"
              params={{ changeId: change.id }}
              dir="auto"
              className="line-clamp-2 min-w-0 flex-1 basis-[24ch] font-strong text-ink no-underline hover:underline"
            >
              {change.title}
            </Link>
            <span className="text-s text-ink-2">
              <Importance of={change.importance} />
            </span>
            <span className="text-s text-ink-3">
              <Time at={change.detected_at} />
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" className="button mt-3" onClick={() => void list.fetchNextPage()}>
          {common.more}
        </button>
      )}
    </>
  )
}

const Runs = ({ monitorId }: { readonly monitorId: string }) => {
  const { common, monitors } = useStrings()
  const formats = useFormats()
  const list = useInfiniteQuery(pages("monitors.runs", { params: { monitor_id: monitorId }, query: { limit: 30 } }))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const asked = rows.filter(mayDismiss).map(({ id }) => id)
  const dismissals = useQuery({
    queryKey: ["monitors.dismissals", monitorId, asked],
    enabled: asked.length > 0,
    // What a run decided stays so.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => dismissalsAmong(monitorId, rows, signal)
  })
  if (list.isPending) return <Skeleton rows={4} />
  if (list.isError) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      <div className="card overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th>{monitors.runColumns.when}</th>
              <th>{monitors.runColumns.what}</th>
              <th>{monitors.runColumns.took}</th>
              <th>{monitors.runColumns.cost}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((run) => {
              const took = tookOf(run)
              // One that was skipped began never.
              const at = run.started_at ?? run.completed_at
              return (
                <tr key={run.id}>
                  <td>
                    <Link
                      to="/monitors/$monitorId/runs/$runId"
                      params={{ monitorId, runId: run.id }}
                      className="link whitespace-nowrap"
                    >
                      {at === null ? monitors.outcomes.waiting : <Time at={at} />}
                    </Link>
                  </td>
                  <td title={run.error?.message}>
                    {monitors.outcomes[outcomeOf(run, dismissals.data?.includes(run.id))]}
                  </td>
                  <td>{took === null ? "" : formats.duration(took)}</td>
                  <td>{common.credits(run.credits_charged)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && (
        <button type="button" className="button mt-3" onClick={() => void list.fetchNextPage()}>
          {common.more}
        </button>
      )}
    </>
  )
}

const Kept = ({ monitor }: { readonly monitor: FullMonitor }) => {
  const { monitors } = useStrings()
  const baseline = monitor.baseline ?? null
  if (baseline === null) return <p className="text-ink-2">{monitors.noBaseline}</p>
  const text =
    "text" in baseline
      ? baseline.text
      : "urls" in baseline
        ? baseline.urls.join("\n")
        : JSON.stringify(baseline.data, null, 2)
  return (
    <div
      dir="auto"
      className={`card p-4 whitespace-pre-wrap ${"text" in baseline ? "max-w-[68ch]" : "font-mono text-s"}`}
    >
      {text.slice(0, shownOfBaseline)}
    </div>
  )
}

const scheduleWords = ({ schedule }: FullMonitor, monitors: ReturnType<typeof useStrings>["monitors"]): string =>
  schedule.type === "interval"
    ? monitors.every(schedule.frequency, schedule.unit)
    : monitors.cron(schedule.expression, schedule.time_zone)

const goalOf = ({ target }: FullMonitor): string | undefined =>
  target.type === "sitemap" ? undefined : target.instructions

const tabNames = ["changes", "values", "runs", "text", "versions", "settings"] as const
type TabName = (typeof tabNames)[number]

export const Monitor = () => {
  const { monitors } = useStrings()
  const navigate = useNavigate()
  const { monitorId } = useParams({ from: "/signed-in/monitors/$monitorId" })
  const { a, b, tab } = useSearch({ from: "/signed-in/monitors/$monitorId" })
  const params = { monitor_id: monitorId }
  const { data: monitor, error, isPending, refetch } = useQuery(asked("monitors.get", { params }))
  const { data: runs } = useQuery(asked("monitors.runs", { params, query: { limit: stripLength } }))
  const [isRemoving, setRemoving] = useState(false)
  const [made] = useState(takeMade)
  const run = useRunNow()
  const tell = useNotifyProblem()
  const grants = useGrants()
  const { has: canWrite, key } = useScope("monitors:write")
  const update = useMutation({
    ...changing("monitors.update", ["monitors.get", "monitors.list"], {
      onError: tell
    }),
    // What is taken back at once must not be overtaken by what it takes back.
    scope: { id: "monitors.update" }
  })
  const remove = useMutation(
    changing("monitors.remove", ["monitors.list", "monitors.limits"], {
      onSuccess: () => {
        notify(monitors.removed)
        void navigate({ to: "/monitors", ignoreBlocker: true })
      }
    })
  )
  useKeys({ r: key(() => run(monitorId)) })
  if (isPending) return <Skeleton rows={6} />
  if (error !== null) return <Problem isScreen error={error} onRetry={() => void refetch()} />
  const { target } = monitor
  const isPaused = monitor.status === "paused"
  // Of a sitemap no change tells a number.
  const tabs = tabNames.filter((one) => one !== "values" || target.type !== "sitemap")
  const shown = tabs.find((one) => one === tab) ?? "changes"
  const set = (status: "active" | "paused") => {
    update.mutate({ params, payload: { status } })
    notify(status === "paused" ? monitors.isPaused : monitors.isResumed, () =>
      update.mutate({ params, payload: { status: status === "paused" ? "active" : "paused" } })
    )
  }
  return (
    <Page
      title={monitor.name}
      lead={<Away url={target.url} className="text-ink-2" />}
      calls={[
        { operation: "monitors.get", params },
        ...(shown === "values" ? [{ operation: "monitors.changes", params } as const] : []),
        ...(shown === "versions" ? [{ operation: "monitors.versions", params } as const] : [])
      ]}
      actions={
        canWrite && (
          <>
            <button type="button" className="button button-main" onClick={() => run(monitorId)}>
              {monitors.runNow}
            </button>
            <button type="button" className="button" onClick={() => set(isPaused ? "active" : "paused")}>
              {isPaused ? monitors.resume : monitors.pause}
            </button>
            <button type="button" className="button button-danger" onClick={() => setRemoving(true)}>
              {monitors.remove}
            </button>
          </>
        )
      }
    >
      <div className="mb-6 flex max-w-[960px] flex-col gap-4">
        <Lack of="monitors:write" />
        {made?.monitorId === monitorId && (
          <section aria-label={monitors.signing.made} className="card flex flex-col gap-2 p-4">
            <h2 className="font-strong">{monitors.signing.made}</h2>
            <Secret secret={made.secret} />
          </section>
        )}
        <div className="flex flex-wrap items-center gap-6">
          <MonitorStatus monitor={monitor} />
          {runs !== undefined && runs.data.length > 0 && <Strip runs={stripOf(runs.data)} />}
          {monitor.next_run_at !== null && (
            <span className="text-ink-2">
              {monitors.columns.next}: <Time at={monitor.next_run_at} />
            </span>
          )}
        </div>
        {monitor.last_error !== null && (
          <p role="alert" className="max-w-[68ch]">
            <span className="font-strong">{monitors.failing}:</span> {monitor.last_error.message}{" "}
            <span className="font-mono text-s text-ink-3">{monitor.last_error.code}</span>
          </p>
        )}
        <Facts
          facts={[
            [monitors.columns.what, `${monitors.types[target.type]}, ${scheduleWords(monitor, monitors)}`],
            [
              monitors.goal,
              <span key="goal" dir="auto">
                {goalOf(monitor) ?? monitors.exact}
              </span>
            ],
            ...((monitor.conditions ?? []).length === 0
              ? []
              : [
                  [
                    monitors.conditions,
                    <span key="conditions" className="flex flex-wrap gap-1">
                      {monitor.conditions?.map((one) => (
                        <span key={one} className="rounded-m bg-action-weak px-2 text-s leading-5">
                          {one}
                        </span>
                      ))}
                    </span>
                  ] as const
                ]),
            ...(target.type === "page" && target.include_selectors.length > 0
              ? [
                  [
                    monitors.keeps,
                    <code key="keeps" className="font-mono text-s">
                      {target.include_selectors.join(", ")}
                    </code>
                  ] as const
                ]
              : []),
            ...(target.type === "page" && target.exclude_selectors.length > 0
              ? [
                  [
                    monitors.drops,
                    <code key="drops" className="font-mono text-s">
                      {target.exclude_selectors.join(", ")}
                    </code>
                  ] as const
                ]
              : []),
            [
              monitors.webhook,
              monitor.webhook === null ? monitors.nobody : <span key="url">{monitor.webhook.url}</span>
            ],
            ...(monitor.grant_id === undefined
              ? []
              : [
                  [
                    monitors.madeBy,
                    <Link
                      key="grant"
                      to="/monitors"
                      search={{ grant: monitor.grant_id }}
                      className="link"
                      dir="auto"
                      title={monitors.madeByHint}
                    >
                      {grants?.get(monitor.grant_id) ?? monitor.grant_id}
                    </Link>
                  ] as const
                ])
          ]}
        />
      </div>
      <div className="max-w-[960px]">
        <Tabs<TabName>
          label={monitor.name}
          tabs={tabs.map((name) => [name, monitors.tabs[name]] as const)}
          value={shown}
          onChange={(next) =>
            void navigate({ to: "/monitors/$monitorId", params: { monitorId }, search: { tab: next }, replace: true })
          }
        >
          {shown === "changes" && <Changes monitorId={monitorId} isCaptured={(monitor.baseline ?? null) !== null} />}
          {shown === "values" && (
            <Suspense fallback={<Skeleton rows={6} />}>
              <Values monitorId={monitorId} createdAt={monitor.created_at} lastRunAt={monitor.last_run_at} />
            </Suspense>
          )}
          {shown === "runs" && <Runs monitorId={monitorId} />}
          {shown === "text" && <Kept monitor={monitor} />}
          {shown === "settings" && (
            <Suspense fallback={<Skeleton rows={6} />}>
              <Settings monitor={monitor} canWrite={canWrite} />
            </Suspense>
          )}
          {shown === "versions" && (
            <Suspense fallback={<Skeleton rows={4} />}>
              <Versions monitorId={monitorId} chosen={{ a, b }} />
            </Suspense>
          )}
        </Tabs>
      </div>
      {isRemoving && (
        <Confirm
          title={monitors.removeTitle}
          body={monitors.removeBody(monitor.name)}
          word={monitors.remove}
          isPending={remove.isPending}
          error={remove.error}
          onDo={() => remove.mutate({ params })}
          onClose={() => setRemoving(false)}
        >
          <RemovedStays />
        </Confirm>
      )}
    </Page>
  )
}
