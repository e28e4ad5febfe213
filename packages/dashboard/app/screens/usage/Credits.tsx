/** Credits: what is left and until when, what took them by day, and the monitors that take most. */
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { asked } from "../../api/queries.ts"
import { may, session } from "../../api/session.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { useNow } from "../../parts/clock.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { forecastOf, groupsOf, type History, isRange, type Metric, paceDays, type Range, rangeOf } from "./history.ts"
import { isGrant, useCallerNames } from "./useCallerNames.ts"
import { usePace } from "./usePace.ts"

const UsageChart = lazy(async () => ({ default: (await import("./UsageChart.tsx")).UsageChart }))

const splits = ["path", "key_id", "status_code", "none"] as const
type Split = (typeof splits)[number]

const useChoices = () => {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const range: Range = isRange(search.range) ? search.range : "month"
  const by: Split = splits.find((one) => one === search.by) ?? "path"
  const metric: Metric = search.metric === "requests" ? "requests" : "credits"
  return { range, by, metric }
}

/** What the history of usage is asked for here. */
export const useHistoryQuery = () => {
  const { by, range } = useChoices()
  return { ...rangeOf(range, useNow()), ...(by === "none" ? {} : { group_by: by }) }
}

const Fact = ({
  children,
  hint,
  label
}: {
  readonly label: string
  readonly hint?: string
  readonly children: React.ReactNode
}) => (
  <div className="card p-4">
    <p className="text-s text-ink-2">{label}</p>
    <div className="mt-1 text-l font-strong">{children}</div>
    {hint !== undefined && <p className="hint mt-1">{hint}</p>}
  </div>
)

const Standing = () => {
  const { usage: words } = useStrings()
  const formats = useFormats()
  const credits = useQuery(asked("usage.credits", {}))
  const { pace } = usePace()
  if (credits.isPending) return <Skeleton rows={2} />
  if (credits.isError) return <Problem error={credits.error} onRetry={() => void credits.refetch()} />
  const { auto_topup, credits_remaining, next_refill, period } = credits.data
  const forecast = pace === null ? null : forecastOf(credits.data, pace.perDay, Date.now())
  const days = pace?.days ?? paceDays
  return (
    <div className="grid grid-cols-2 gap-3 pane:grid-cols-4">
      <Fact
        label={words.left}
        hint={
          next_refill === null
            ? words.noRefill
            : words.refill(formats.date(next_refill.at), formats.number(next_refill.credits))
        }
      >
        {formats.number(credits_remaining)}
      </Fact>
      <Fact
        label={period === null ? words.noPeriod : words.period(formats.date(period.start))}
        {...(auto_topup.enabled
          ? {
              hint: words.topup(
                formats.number(auto_topup.credits_used_this_period),
                auto_topup.monthly_budget_credits === null ? null : formats.number(auto_topup.monthly_budget_credits)
              )
            }
          : {})}
      >
        {period === null ? "–" : formats.number(period.credits_used)}
      </Fact>
      <Fact label={words.pace} hint={words.paceHint(days)}>
        {pace === null ? "…" : words.aDay(formats.number(Math.round(pace.perDay * 10) / 10))}
      </Fact>
      <Fact label={words.forecast} hint={words.estimated(days)}>
        {forecast === null
          ? "…"
          : forecast.type === "ends"
            ? words.forecasts.ends(forecast.days, formats.date(forecast.at))
            : forecast.type === "refill"
              ? words.forecasts.refill(formats.date(forecast.at))
              : words.forecasts[forecast.type]}
      </Fact>
    </div>
  )
}

/** Most groups that the table below the chart names. */
const groupsShown = 12

const Groups = ({
  by,
  history,
  nameOf
}: {
  readonly history: History
  readonly by: Split
  readonly nameOf: (value: string) => string
}) => {
  const { usage: words } = useStrings()
  const formats = useFormats()
  const groups = groupsOf(history)
  if (groups.length === 0) return null
  const all = history.total_credits_used
  return (
    <div className="card overflow-x-auto">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.bys[by]}</th>
            <th scope="col" className="text-right">
              {words.columns.credits}
            </th>
            <th scope="col" className="hidden text-right bar:table-cell">
              {words.columns.share}
            </th>
            <th scope="col" className="text-right">
              {words.columns.requests}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, groupsShown).map(({ credits, requests, value }) => (
            <tr key={value}>
              <td className="min-w-0 wrap-anywhere">
                <Link
                  to="/usage"
                  search={{
                    tab: "requests",
                    ...(by === "path"
                      ? { path: value }
                      : by === "status_code"
                        ? { status: value }
                        : isGrant(value)
                          ? { grant: value }
                          : { key: value })
                  }}
                  className="text-ink no-underline hover:underline"
                >
                  {nameOf(value)}
                </Link>
              </td>
              <td className="text-right">{formats.number(credits)}</td>
              <td className="hidden text-right text-ink-2 bar:table-cell">
                {all === 0 ? "–" : formats.percent(credits / all)}
              </td>
              <td className="text-right">{formats.number(requests)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Most monitors that are named. */
const spendersShown = 10

const Spenders = ({ range }: { readonly range: Range }) => {
  const { usage: words } = useStrings()
  const formats = useFormats()
  const { data, error, isPending, refetch } = useQuery(
    asked("monitors.creditUsage", { query: { since: rangeOf(range, useNow()).from } })
  )
  if (isPending) return <Skeleton rows={3} />
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  const spenders = data.data.toSorted((a, b) => b.credits - a.credits).slice(0, spendersShown)
  return (
    <section aria-labelledby="spenders">
      <h2 id="spenders" className="text-l font-strong">
        {words.spenders}
      </h2>
      <p className="hint mb-2">{spenders.length === 0 ? words.spendersNone : words.spendersHint}</p>
      {spenders.length > 0 && (
        <ul className="card divide-y divide-line">
          {spenders.map(({ credits, monitor_id, name, runs }) => (
            <li
              key={monitor_id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-3 py-2 bar:grid-cols-[minmax(0,1fr)_120px_96px_64px]"
            >
              <Link
                to="/monitors/$monitorId"
                params={{ monitorId: monitor_id }}
                className="truncate text-ink no-underline hover:underline"
                dir="auto"
              >
                {name}
              </Link>
              <span aria-hidden="true" className="hidden h-2 overflow-hidden rounded-full bg-sunken bar:block">
                <span
                  className="block h-full rounded-full bg-action"
                  style={{ width: `${data.total_credits === 0 ? 0 : (100 * credits) / data.total_credits}%` }}
                />
              </span>
              <span className="hidden text-right text-ink-2 bar:block">{words.runs(runs)}</span>
              <span className="text-right">{formats.number(credits)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export const Credits = () => {
  const { usage: words } = useStrings()
  const navigate = useNavigate({ from: "/usage" })
  const { by, metric, range } = useChoices()
  const query = useHistoryQuery()
  const { data: who } = useQuery(session)
  const { data, error, isPending, refetch } = useQuery({
    ...asked("usage.history", { query }),
    placeholderData: (before) => before
  })
  const callerName = useCallerNames()
  const nameOf = (value: string) => (by === "key_id" ? callerName(value) : value)
  const set = (next: Readonly<Record<string, string>>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  return (
    <div className="flex max-w-[1120px] flex-col gap-6">
      <Standing />
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={words.range}
          value={range}
          options={words.ranges}
          onChange={(chosen) => set({ range: chosen })}
        />
        <Segments label={words.by} value={by} options={words.bys} onChange={(chosen) => set({ by: chosen })} />
        <Segments
          label={words.metric}
          value={metric}
          options={words.metrics}
          onChange={(chosen) => set({ metric: chosen })}
        />
      </div>
      {isPending ? (
        <Skeleton rows={6} />
      ) : error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : data.total_request_count === 0 && data.total_credits_used === 0 ? (
        <Empty title={words.nothing} body={words.nothingBody}>
          <Link to="/playground" className="button button-main">
            {words.tryOne}
          </Link>
        </Empty>
      ) : (
        <>
          <Suspense fallback={<Skeleton rows={6} />}>
            <UsageChart history={data} metric={metric} by={by} nameOf={nameOf} />
          </Suspense>
          {by !== "none" && <Groups history={data} by={by} nameOf={nameOf} />}
        </>
      )}
      {may(who, "monitors:read") && <Spenders range={range} />}
    </div>
  )
}
