/** One change: the sentence, the evidence, and then the machinery. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { ApiError } from "../../api/ApiError.ts"
import type { Output } from "../../api/operations.ts"
import { isDemonstration } from "../../api/place.ts"
import { asked, changing } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Away } from "../../parts/Away.tsx"
import { CallButton } from "../../parts/CallCode.tsx"
import { Diff } from "../../parts/Diff.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Importance } from "../../parts/Importance.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { notify } from "../../parts/notices.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Time } from "../../parts/Time.tsx"
import { shortAddress } from "../../parts/webAddress.ts"
import { useKeys } from "../../shell/keys.ts"
import { type Triage, useTriage } from "../inbox/triage.ts"
import { Addresses } from "./Addresses.tsx"
import { Evidence } from "./Evidence.tsx"

const Pictures = lazy(() => import("./Pictures.tsx"))
const Values = lazy(() => import("./Values.tsx"))
const PageText = lazy(() => import("./PageText.tsx"))
const Why = lazy(() => import("./Why.tsx"))
const Told = lazy(() => import("./Told.tsx"))
const MuteDialog = lazy(() => import("./MuteDialog.tsx"))
const ShareDialog = lazy(() => import("./ShareDialog.tsx"))

/** A change in full. */
export type FullChange = Output<"monitors.change">

const tabNames = ["text", "data", "urls", "page", "picture", "evidence", "why", "deliveries"] as const
type TabName = (typeof tabNames)[number]

/** What goes with the monitor. */
const ofMonitor: ReadonlyArray<TabName> = ["page", "picture", "why", "deliveries"]

/** Tabs that say something of this change, those that say most first. */
const tabsOf = (change: FullChange, isRemoved: boolean): ReadonlyArray<TabName> =>
  tabNames.filter((name) => {
    if (isRemoved && ofMonitor.includes(name)) return false
    if (name === "text") return change.target_type === "page" && change.diff !== undefined
    if (name === "data") return change.target_type === "extract"
    if (name === "urls") return change.target_type === "sitemap" || (change.matched_urls?.length ?? 0) > 0
    if (name === "page") return change.target_type === "page" && change.after_version_id !== undefined
    if (name === "picture") return change.pictures !== undefined
    if (name === "evidence") return (change.evidence?.length ?? 0) > 0
    return true
  })

const Shown = ({ change, tab }: { readonly change: FullChange; readonly tab: TabName }) => {
  const { change: words } = useStrings()
  switch (tab) {
    case "text":
      return <Diff diff={change.diff ?? ""} aside={<BeforeDate change={change} />} />
    case "data":
      return <Values change={change} />
    case "urls":
      return <Addresses change={change} />
    case "page":
      return <PageText change={change} />
    case "picture":
      return change.pictures === undefined ? <p>{words.noPicture}</p> : <Pictures pictures={change.pictures} />
    case "evidence":
      return <Evidence change={change} />
    case "why":
      return <Why monitorId={change.monitor_id} runId={change.run_id} />
    case "deliveries":
      return <Told monitorId={change.monitor_id} runId={change.run_id} />
  }
}

/** Against what it was compared: when that was kept. */
const BeforeDate = ({ change }: { readonly change: FullChange }) => {
  const { change: words } = useStrings()
  const formats = useFormats()
  const { data } = useQuery({
    ...asked("monitors.version", {
      params: { monitor_id: change.monitor_id, version_id: change.before_version_id ?? "" }
    }),
    enabled: typeof change.before_version_id === "string",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false
  })
  return data === undefined ? null : (
    <span title={formats.exact(data.captured_at)}>
      {words.against(`${formats.date(data.captured_at)}, ${formats.time(data.captured_at)}`)}
    </span>
  )
}

const Key = ({ children }: { readonly children: string }) => (
  <kbd className="hidden rounded-[4px] border border-current px-1 font-mono text-s opacity-70 bar:inline">
    {children}
  </kbd>
)

export const ChangePane = ({
  changeId,
  heading: Heading = "h2",
  onTab,
  onTriage,
  tab
}: {
  readonly changeId: string
  /** `h1` where it is the whole screen. */
  readonly heading?: "h1" | "h2"
  readonly tab: string | undefined
  readonly onTab: (tab: string) => void
  /** Who shows the list moves on in it; else the change is set by itself. */
  readonly onTriage?: (triage: Triage) => void
}) => {
  const strings = useStrings()
  const { change: words } = strings
  const formats = useFormats()
  const { has: canWrite, key } = useScope("monitors:write")
  const asks = { change_id: changeId }
  const { data: change, error, isPending, refetch } = useQuery(asked("monitors.change", { params: asks }))
  const monitorId = change?.monitor_id ?? ""
  const { data: monitor, error: unread } = useQuery({
    ...asked("monitors.get", { params: { monitor_id: monitorId } }),
    enabled: change !== undefined,
    retry: false
  })
  const isRemoved = unread instanceof ApiError && unread.status === 404
  const say = useTriage(false)
  const [isMuting, setMuting] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const run = useMutation(
    changing("monitors.run", ["monitors.runs", "monitors.allRuns"], { onSuccess: () => notify(words.runQueued) })
  )
  const isDone = change?.triage === "done"
  const triage = (to: Triage) => {
    if (onTriage !== undefined) return onTriage(to)
    if (change !== undefined) say(change, to)
  }
  useKeys(
    {
      ...(onTriage === undefined ? { e: key(() => triage("done")), x: key(() => triage("not_useful")) } : {}),
      // Links lead to this installation, and what the demonstration found is in another.
      ...(isDemonstration ? {} : { s: key(() => setSharing(true)) }),
      ...(isRemoved
        ? {}
        : { m: key(() => setMuting(true)), r: key(() => run.mutate({ params: { monitor_id: monitorId } })) })
    },
    change !== undefined
  )
  if (isPending) return <Skeleton rows={6} />
  if (error !== null) {
    const problem = <Problem isScreen={Heading === "h1"} error={error} onRetry={() => void refetch()} />
    return Heading === "h1" ? problem : <div className="p-6">{problem}</div>
  }
  const tabs = tabsOf(change, isRemoved)
  const shown = tabs.find((one) => one === tab) ?? tabs[0] ?? "why"
  return (
    <article className="max-w-[960px] px-4 pt-4 pb-16 bar:px-8 bar:pt-6">
      <Heading dir="auto" className="line-clamp-4 text-xl font-strong tracking-[-.01em]" title={change.title}>
        {change.title}
      </Heading>
      <div className="mt-[6px] mb-4 flex flex-wrap gap-x-3 gap-y-1 text-ink-2">
        {isRemoved ? (
          <span>{words.monitorGone}</span>
        ) : (
          <Link
            to="/monitors/$monitorId"
            params={{ monitorId }}
            className="line-clamp-1 font-strong text-ink no-underline hover:underline"
          >
            {monitor?.name ?? monitorId}
          </Link>
        )}
        <Away url={change.url} className="inline-flex min-w-0 items-center gap-1 text-ink-2" title={words.openPage}>
          <span className="truncate">{shortAddress(change.url)}</span> <Icon name="external" />
        </Away>
        <Time at={change.detected_at} />
        <span>
          <Importance of={change.importance} />
          {change.confidence !== undefined && `, ${words.sure(formats.percent(change.confidence))}`}
        </span>
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        {canWrite && (
          <button
            type="button"
            className={`button ${isDone ? "" : "button-main"}`}
            onClick={() => triage(isDone ? "open" : "done")}
          >
            {isDone ? words.reopen : words.done} <Key>e</Key>
          </button>
        )}
        {canWrite && !isRemoved && (
          <button type="button" className="button" onClick={() => setMuting(true)}>
            {words.mute} <Key>m</Key>
          </button>
        )}
        {canWrite && (
          <button
            type="button"
            className="button"
            aria-pressed={change.triage === "not_useful"}
            onClick={() => triage(change.triage === "not_useful" ? "open" : "not_useful")}
          >
            {words.notUseful} <Key>x</Key>
          </button>
        )}
        {canWrite && !isDemonstration && (
          <button type="button" className="button" onClick={() => setSharing(true)}>
            {words.share} <Key>s</Key>
          </button>
        )}
        {canWrite && !isRemoved && (
          <button
            type="button"
            className="button"
            disabled={run.isPending}
            onClick={() => run.mutate({ params: { monitor_id: monitorId } })}
          >
            {words.runNow} <Key>r</Key>
          </button>
        )}
        <Lack of="monitors:write" />
        <CallButton calls={[{ operation: "monitors.change", params: asks }]} />
      </div>
      <Refusal error={run.error} />
      <p dir="auto" className="mb-4 max-w-[68ch]">
        {change.summary === change.title ? null : change.summary}
      </p>
      <Tabs<TabName>
        label={change.title}
        tabs={tabs.map((name) => [name, words.tabs[name]] as const)}
        value={shown}
        onChange={onTab}
      >
        <Suspense fallback={<Skeleton rows={4} />}>
          <Shown change={change} tab={shown} />
        </Suspense>
      </Tabs>
      {isMuting && (
        <Suspense>
          <MuteDialog change={change} onClose={() => setMuting(false)} />
        </Suspense>
      )}
      {isSharing && (
        <Suspense>
          <ShareDialog change={change} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </article>
  )
}
