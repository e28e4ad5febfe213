/** Home: a line that says whether all works, what needs a person, what changed, what it costs, and what comes next. */
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { Suspense, useId, useState } from "react"
import { asked, queryClient } from "../../api/queries.ts"
import { may, session } from "../../api/session.ts"
import { type Strings, useFormats, useStrings } from "../../i18n/strings.ts"
import { ChangeLine, changeLine } from "../../parts/ChangeLine.tsx"
import { useNow } from "../../parts/clock.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { ShowMe } from "../demonstration/ShowMe.tsx"
import { askLook } from "../monitors/askedLook.ts"
import { priceOf } from "../playground/price.ts"
import { forecastOf } from "../usage/history.ts"
import { Needs } from "./Needs.tsx"
import { type Standing, useStanding } from "./useStanding.ts"

/** How many are shown. */
const changesShown = 6

const openChanges = { triage: "open", limit: changesShown } as const

const Section = ({
  children,
  more,
  title
}: {
  readonly title: string
  readonly more?: React.ReactNode
  readonly children: React.ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-4">
        <h2 id={id} className="mr-auto text-l font-strong">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}

/** The newest changes that nobody looked at. */
const Changes = () => {
  const { home } = useStrings()
  const formats = useFormats()
  const list = useQuery(asked("monitors.allChanges", { query: openChanges }))
  const count = useQuery(asked("monitors.countChanges", { query: { triage: "open" } }))
  const rows = list.data?.data ?? []
  const all = count.data === undefined ? null : `${formats.number(count.data.count)}${count.data.has_more ? "+" : ""}`
  return (
    <Section
      title={home.changes}
      more={
        <Link to="/inbox" className="link">
          {all === null || rows.length === 0 ? home.inbox : home.allChanges(all)}
        </Link>
      }
    >
      {list.isPending && <Skeleton rows={3} />}
      {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <p className="card px-4 py-3 text-ink-2">{home.noChanges}</p>}
      {rows.length > 0 && (
        <ul className="card divide-y divide-line">
          {rows.map((change) => (
            <li key={change.id}>
              <Link
                to="/changes/$changeId"
                params={{ changeId: change.id }}
                onMouseEnter={() =>
                  void queryClient.prefetchQuery(asked("monitors.change", { params: { change_id: change.id } }))
                }
                className={`${changeLine} hover:bg-sunken`}
              >
                <ChangeLine change={change} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const Credits = ({ standing: { credits, pace, spentInPace } }: { readonly standing: Standing }) => {
  const { home, usage } = useStrings()
  const formats = useFormats()
  const now = useNow()
  if (credits === null || pace === null) return null
  const forecast = forecastOf(credits, pace.perDay, now)
  const { period } = credits
  return (
    <Section
      title={home.credits}
      more={
        <Link to="/usage" className="link">
          {home.usage}
        </Link>
      }
    >
      <div className="card px-4 py-3">
        <dl className="grid grid-cols-2 gap-x-4">
          <div className="flex flex-col justify-between">
            <dt className="text-s text-ink-2">{home.left}</dt>
            <dd className="text-l font-strong">{formats.number(credits.credits_remaining)}</dd>
          </div>
          <div>
            <dt className="text-s text-ink-2">
              {period === null ? home.spentWeek : home.spent(formats.date(period.start))}
            </dt>
            <dd className="text-l font-strong">
              {formats.number(period === null ? (spentInPace ?? 0) : period.credits_used)}
            </dd>
          </div>
        </dl>
        <p className="mt-2">
          {forecast.type === "ends"
            ? usage.forecasts.ends(forecast.days, formats.date(forecast.at))
            : forecast.type === "refill"
              ? usage.forecasts.refill(formats.date(forecast.at))
              : usage.forecasts[forecast.type]}
        </p>
        {forecast.type !== "never" && forecast.type !== "out" && <p className="hint">{home.estimated(pace.days)}</p>}
      </div>
    </Section>
  )
}

const Next = ({ summary }: { readonly summary: Standing["summary"] }) => {
  const { home } = useStrings()
  if (summary === null) return null
  const { next } = summary
  return (
    <Section title={home.next}>
      {next.length === 0 ? (
        <p className="card px-4 py-3 text-ink-2">{home.noNext}</p>
      ) : (
        <ul className="card divide-y divide-line">
          {next.map(({ monitor_id: monitorId, name, next_run_at }) => (
            <li key={monitorId} className="flex h-9 items-center gap-4 px-4">
              <Link
                to="/monitors/$monitorId"
                params={{ monitorId }}
                dir="auto"
                className="min-w-0 flex-1 truncate text-ink no-underline hover:underline"
              >
                {name}
              </Link>
              <span className="text-s text-ink-3">
                <Time at={next_run_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Nothing is watched yet: the first step, and two others. */
const First = () => {
  const { common, home } = useStrings()
  const navigate = useNavigate()
  const id = useId()
  const [url, setUrl] = useState("")
  return (
    <div className="flex max-w-[60ch] flex-col gap-6">
      <form
        className="card flex flex-col gap-3 p-6"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = url.trim()
          if (typed !== "") askLook(typed)
          void navigate({ to: "/monitors/new", search: typed === "" ? {} : { url: typed } })
        }}
      >
        <h2 className="text-l font-strong">{home.firstTitle}</h2>
        <p className="text-ink-2">
          {home.firstBody(
            common.credits(priceOf("monitors.preview", { payload: { target: { type: "page" } } }).atMost)
          )}
        </p>
        <div>
          <label htmlFor={id} className="label mb-1">
            {home.address}
          </label>
          <div className="flex flex-wrap gap-2">
            <input
              id={id}
              className="input min-w-[20ch] flex-1"
              placeholder="https://example.com/pricing"
              inputMode="url"
              autoCapitalize="off"
              spellCheck="false"
              maxLength={2_000}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
            <button type="submit" className="button button-main">
              {home.firstAct}
            </button>
          </div>
        </div>
      </form>
      <Suspense>
        <ShowMe />
      </Suspense>
      <p>
        <Link to="/playground" search={{ operation: "web.markdown" }} className="link">
          {home.orTry}
        </Link>
      </p>
    </div>
  )
}

const titleOf = (standing: Standing, home: Strings["home"]): string => {
  const { count, error, failing, isMore, isPending, monitors, seesAll } = standing
  if (count > 0) return home.needs(count, isMore || failing.isMore)
  if (isPending || monitors === 0) return home.title
  if (error !== null) return home.cannotSay
  return seesAll ? home.works : home.worksAsSeen
}

const useLead = ({ lastLook, summary }: Standing): string | null => {
  const { home } = useStrings()
  const formats = useFormats()
  const now = useNow()
  if (summary === null || summary.monitors === 0) return null
  const { monitors, paused } = summary
  const parts = [
    home.monitors(monitors),
    ...(paused.count === 0 ? [] : [home.paused(paused.count, paused.has_more)]),
    lastLook === null ? home.noLook : home.lastLook(formats.ago(lastLook, Math.max(now, Date.now())))
  ]
  // Some languages end a short time with a full stop.
  return `${parts.join(", ").replace(/\.$/, "")}.`
}

const calls = [
  { operation: "monitors.summary" },
  { operation: "monitors.list", query: { status: "failed", limit: 5 } },
  { operation: "monitors.allChanges", query: openChanges },
  { operation: "usage.credits" }
] as const

export const Home = () => {
  const { home } = useStrings()
  const standing = useStanding()
  const { data: who } = useQuery(session)
  const lead = useLead(standing)
  const { error, isPending, monitors, needs, seesMonitors, seesUsage } = standing
  const isKnown = !isPending && monitors !== 0
  const doing = { mayWriteMonitors: may(who, "monitors:write"), mayWriteBatches: may(who, "batches:write") }
  return (
    <Page
      title={titleOf(standing, home)}
      {...(lead === null ? {} : { lead })}
      {...(needs.length > 0
        ? { mark: <Status kind="needs-you" word="" /> }
        : isKnown && error === null
          ? { mark: <Status kind="well" word="" /> }
          : {})}
      calls={calls}
    >
      <div className="flex max-w-[1120px] flex-col gap-8">
        {error !== null && <Problem error={error} onRetry={standing.again} />}
        {isPending && needs.length === 0 ? (
          <Skeleton rows={6} />
        ) : !seesMonitors ? (
          <Empty title={home.noScope} body={home.noScopeTodo} />
        ) : (
          <>
            {/* Words of other screens are waited for here alone. */}
            <Suspense fallback={needs.length === 0 ? null : <Skeleton rows={2 * Math.min(needs.length, 4)} />}>
              <Needs needs={needs} failing={standing.failing} isMore={standing.isMore} doing={doing} />
            </Suspense>
            {monitors === 0 ? (
              <First />
            ) : (
              <div className="grid gap-8 pane:grid-cols-[minmax(0,1fr)_320px]">
                <Changes />
                <div className="flex flex-col gap-8">
                  <Suspense>{seesUsage && <Credits standing={standing} />}</Suspense>
                  <Next summary={standing.summary} />
                </div>
              </div>
            )}
          </>
        )}
      </div>
    </Page>
  )
}
