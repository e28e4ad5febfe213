/** What needs a person: each in a sentence, with the way to it and the one thing to do. */
import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Suspense } from "react"
import { changing } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { useNow } from "../../parts/clock.ts"
import { Lack } from "../../parts/Lack.tsx"
import { notify } from "../../parts/notices.tsx"
import { Status } from "../../parts/Status.tsx"
import { useNotifyProblem } from "../../parts/useNotifyProblem.ts"
import { ReplayDialog } from "../deliveries/ReplayDialog.tsx"
import { useReplay } from "../deliveries/replay.ts"
import { useRunNow } from "../monitors/useRunNow.ts"
import { mostShown, type Need } from "./needs.ts"
import type { Standing } from "./useStanding.ts"

const title = "text-ink no-underline hover:underline"

const Item = ({
  act,
  children,
  why
}: {
  readonly children: React.ReactNode
  readonly why: string | null
  readonly act: React.ReactNode
}) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-4 py-3 bar:grid-cols-[16px_minmax(0,1fr)_auto]">
    <span className="pt-[3px]">
      <Status kind="needs-you" word="" />
    </span>
    <div className="min-w-0 max-w-[68ch]">
      <p className="line-clamp-2 font-strong" dir="auto">
        {children}
      </p>
      {why !== null && (
        <p className="line-clamp-3 text-ink-2" dir="auto">
          {why}
        </p>
      )}
    </div>
    <div className="col-start-2 bar:col-start-3 bar:row-start-1">{act}</div>
  </li>
)

/** What may be done about them, and by whom. */
export interface Doing {
  readonly mayWriteMonitors: boolean
  readonly mayWriteBatches: boolean
}

const Shown = ({
  doing,
  need,
  onAgain
}: {
  readonly need: Need
  readonly doing: Doing
  readonly onAgain: (ids: ReadonlyArray<string>) => void
}) => {
  const { common, home, monitors, work } = useStrings()
  const words = home.need
  const formats = useFormats()
  const now = useNow()
  const run = useRunNow()
  const tell = useNotifyProblem()
  const resume = useMutation(
    changing("monitors.update", ["monitors"], {
      onSuccess: () => notify(monitors.isResumed),
      onError: tell
    })
  )
  switch (need.type) {
    case "failing":
    case "stopped": {
      const { id, last_error, name } = need.monitor
      const reason = last_error?.message ?? null
      const isStopped = need.type === "stopped"
      const why = !isStopped
        ? reason === null
          ? words.failing
          : words.failingFor(reason)
        : need.why === "credits" || reason === null
          ? words.starved
          : words.stopped(reason)
      const params = { monitor_id: id }
      return (
        <Item
          why={why}
          act={
            doing.mayWriteMonitors && (
              <button
                type="button"
                className="button"
                disabled={resume.isPending}
                onClick={() => (isStopped ? resume.mutate({ params, payload: { status: "active" } }) : run(id))}
              >
                {isStopped ? home.act.resume : home.act.run}
                <span className="sr-only">: {name}</span>
              </button>
            )
          }
        >
          <Link to="/monitors/$monitorId" params={{ monitorId: id }} search={{ tab: "runs" }} className={title}>
            {name}
          </Link>
        </Item>
      )
    }
    case "late":
      return (
        <Item
          why={words.lateTodo(formats.ago(need.since, now))}
          act={
            <Link to="/monitors" className="button">
              {home.act.monitors}
            </Link>
          }
        >
          {words.late(need.count, need.isMore)}
        </Item>
      )
    case "place":
    case "waiting": {
      const { deliveries, host } = need
      const error = deliveries.find(({ last_error }) => last_error !== null)?.last_error?.message
      const ofBatches = deliveries.filter(({ source }) => source.type === "batch")
      const mayAll =
        (ofBatches.length === 0 || doing.mayWriteBatches) &&
        (ofBatches.length === deliveries.length || doing.mayWriteMonitors)
      return (
        <Item
          why={
            need.type === "waiting"
              ? words.waitingNext(formats.ago(Math.max(Date.parse(need.next), now), now), error ?? null)
              : error === undefined
                ? words.placeBody
                : words.placeLast(error)
          }
          act={
            mayAll && (
              <button type="button" className="button" onClick={() => onAgain(deliveries.map(({ id }) => id))}>
                {home.act.again}
                <span className="sr-only">: {host}</span>
              </button>
            )
          }
        >
          <Link
            to="/deliveries"
            search={{
              status: need.type === "waiting" ? "retrying" : "failed",
              ...(ofBatches.length === deliveries.length ? { source: "batch" } : {})
            }}
            className={title}
          >
            {need.type === "waiting"
              ? words.waiting(deliveries.length, host)
              : words.place(deliveries.length, false, host)}
          </Link>
        </Item>
      )
    }
    case "credits":
      return (
        <Item
          why={need.days === null ? words.creditsOutTodo : words.creditsLeft(common.credits(need.left))}
          act={
            <Link to="/usage" className="button">
              {home.act.usage}
            </Link>
          }
        >
          {need.days === null ? words.creditsOut : need.days === 0 ? words.creditsToday : words.creditsEnd(need.days)}
        </Item>
      )
    case "batch": {
      const { batch, isStalled } = need
      const name = `${work.modes[batch.mode]}${batch.tags.length > 0 ? ` (${batch.tags.join(", ")})` : ""}`
      const params = { batchId: batch.id }
      return (
        <Item
          why={
            isStalled
              ? words.batchStalledTodo(formats.ago(batch.timing.created_at, now))
              : (batch.failure?.message ?? null)
          }
          act={
            <Link to="/work/$batchId" params={params} className="button">
              {home.act.look}
              <span className="sr-only">: {name}</span>
            </Link>
          }
        >
          <Link to="/work/$batchId" params={params} className={title}>
            {isStalled ? words.batchStalled(name) : words.batch(name)}
          </Link>
        </Item>
      )
    }
  }
}

const keyOf = (need: Need): string => {
  switch (need.type) {
    case "failing":
    case "stopped":
      return need.monitor.id
    case "place":
    case "waiting":
      return `${need.type} ${need.host}`
    case "batch":
      return need.batch.id
    default:
      return need.type
  }
}

/** A line for those that are not shown. */
const More = ({
  count,
  isMore,
  type
}: {
  readonly count: number
  readonly isMore: boolean
  readonly type: Need["type"]
}) => {
  const { home } = useStrings()
  const formats = useFormats()
  if (count <= 0) return null
  const text = `${formats.number(count)}${isMore ? "+" : ""}`
  return (
    <li className="px-4 py-3 pl-11">
      {type === "failing" ? (
        <Link to="/monitors" search={{ status: "failed" }} className="link">
          {home.moreFailing(text)}
        </Link>
      ) : type === "stopped" ? (
        <Link to="/monitors" search={{ status: "paused" }} className="link">
          {home.moreStopped(text)}
        </Link>
      ) : (
        <Link to="/deliveries" search={{ status: type === "waiting" ? "retrying" : "failed" }} className="link">
          {home.morePlaces(text)}
        </Link>
      )}
    </li>
  )
}

/** The scopes that what is done about it takes. */
const takes = (need: Need): ReadonlyArray<string> => {
  if (need.type === "failing" || need.type === "stopped") return ["monitors:write"]
  return need.type === "place" || need.type === "waiting"
    ? need.deliveries.map(({ source }) => (source.type === "batch" ? "batches:write" : "monitors:write"))
    : []
}

export const Needs = ({
  doing,
  failing,
  isMore,
  needs
}: {
  readonly needs: ReadonlyArray<Need>
  readonly failing: Standing["failing"]
  readonly isMore: boolean
  readonly doing: Doing
}) => {
  const { home } = useStrings()
  const { close, replay, start, stop } = useReplay()
  const lacks = [...new Set(needs.flatMap(takes))]
  return (
    <>
      {needs.length > 0 && (
        <section aria-labelledby="needs">
          <h2 id="needs" className="mb-2 text-l font-strong">
            {home.needTitle}
          </h2>
          {lacks.map((scope) => (
            <Lack key={scope} of={scope} className="mb-2" />
          ))}
          <ul className="card divide-y divide-line">
            {[...Map.groupBy(needs, ({ type }) => type)].flatMap(([type, ofType]) => [
              ...ofType
                .slice(0, mostShown)
                .map((need) => <Shown key={keyOf(need)} need={need} doing={doing} onAgain={start} />),
              <More
                key={`more ${type}`}
                type={type}
                count={(type === "failing" ? failing.count : ofType.length) - mostShown}
                isMore={type === "failing" ? failing.isMore : isMore}
              />
            ])}
          </ul>
        </section>
      )}
      {/* Beside them: it says what came of it until it is closed, though nothing needs anybody by then. */}
      <Suspense>{replay !== null && <ReplayDialog replay={replay} onStop={stop} onClose={close} />}</Suspense>
    </>
  )
}
