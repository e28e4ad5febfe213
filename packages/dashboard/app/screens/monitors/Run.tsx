/** One run: what it did, step by step, what it cost, and what came of it. */
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import type { Output } from "../../api/operations.ts"
import { asked } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Copyable } from "../../parts/Copyable.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Steps } from "../../parts/Steps.tsx"
import { Time } from "../../parts/Time.tsx"
import Told from "../change/Told.tsx"
import { isDismissal, versionsAround } from "./dismissed.ts"
import { outcomeOf, tookOf } from "./runOutcome.ts"

const kinds = {
  changed: "well",
  dismissed: "well",
  unchanged: "well",
  first: "well",
  failed: "needs-you",
  skipped: "off",
  waiting: "waiting"
} as const

const Comparing = lazy(() => import("./Versions.tsx").then((module) => ({ default: module.Comparing })))

/** What a run found and told nobody. */
const Dismissed = ({ run }: { readonly run: Output<"monitors.runOf"> }) => {
  const { monitors } = useStrings()
  const around = useQuery({
    queryKey: ["monitors.around", run.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => versionsAround(run, signal)
  })
  return (
    <>
      <p className="max-w-[68ch] text-ink-2">{monitors.dismissed}</p>
      {around.isPending && <Skeleton rows={6} />}
      {around.isError && <Problem error={around.error} onRetry={() => void around.refetch()} />}
      {around.data === null && <p className="text-ink-2">{monitors.dismissedGone}</p>}
      {around.data != null && (
        <Suspense fallback={<Skeleton rows={6} />}>
          <Comparing monitorId={run.monitor_id} a={around.data.before} b={around.data.after} />
        </Suspense>
      )}
    </>
  )
}

export const Run = () => {
  const { change, common, monitors } = useStrings()
  const formats = useFormats()
  const { monitorId, runId } = useParams({ from: "/signed-in/monitors/$monitorId/runs/$runId" })
  const params = { monitor_id: monitorId, run_id: runId }
  const { data: run, error, isPending, refetch } = useQuery(asked("monitors.runOf", { params }))
  const { data: monitor } = useQuery(asked("monitors.get", { params: { monitor_id: monitorId } }))
  if (isPending) return <Skeleton rows={6} />
  if (error !== null) return <Problem isScreen error={error} onRetry={() => void refetch()} />
  const outcome = outcomeOf(run, isDismissal(run))
  const took = tookOf(run)
  const told = run.webhook_delivery_ids ?? []
  return (
    <Page
      title={
        run.started_at === null
          ? monitors.outcomes[outcome]
          : monitors.runTitle(`${formats.date(run.started_at)}, ${formats.time(run.started_at)}`)
      }
      calls={[{ operation: "monitors.runOf", params }]}
      lead={
        <Link to="/monitors/$monitorId" params={{ monitorId }} className="link">
          {monitor?.name ?? monitorId}
        </Link>
      }
    >
      <div className="flex max-w-[960px] flex-col gap-6">
        <Facts
          facts={[
            [monitors.runColumns.what, <Status key="what" kind={kinds[outcome]} word={monitors.outcomes[outcome]} />],
            ...(run.started_at === null
              ? []
              : [[monitors.runColumns.when, <Time key="when" at={run.started_at} />] as const]),
            ...(took === null ? [] : [[monitors.runColumns.took, formats.duration(took)] as const]),
            [monitors.runColumns.cost, common.credits(run.credits_charged)],
            ["id", <Copyable key="id" text={run.id} />]
          ]}
        />
        {run.error !== null && (
          <p role="alert" className="max-w-[68ch]">
            {run.error.message} <span className="font-mono text-s text-ink-3">{run.error.code}</span>
          </p>
        )}
        {run.change_id !== null && (
          <Link to="/changes/$changeId" params={{ changeId: run.change_id }} className="button self-start">
            {monitors.seeChange}
          </Link>
        )}
        {outcome === "unchanged" && <p className="max-w-[68ch] text-ink-2">{monitors.whyNot}</p>}
        {outcome === "dismissed" && <Dismissed run={run} />}
        <Steps steps={run.trace} />
        {told.length > 0 && (
          <section aria-label={change.tabs.deliveries}>
            <h2 className="mb-2 text-l font-strong">{change.tabs.deliveries}</h2>
            <Told monitorId={monitorId} runId={run.id} />
          </section>
        )}
      </div>
    </Page>
  )
}
