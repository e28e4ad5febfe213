/** The receiver that is part of the installation: its addresses, and what arrived there with the verdict on its signature. */
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../api/call.ts"
import type { Row } from "../../api/operations.ts"
import { asked, changing, pages } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { BodyText } from "../../parts/BodyText.tsx"
import { Code } from "../../parts/Code.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { notify } from "../../parts/notices.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status, type StatusKind } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { useMonitorNames } from "../../parts/useMonitorNames.ts"
import { useMove } from "../../parts/usePicked.ts"

type Arrived = Row<"inbox.list">

const kinds: Readonly<Record<Arrived["verdict"], StatusKind>> = {
  verified: "well",
  wrong_signature: "needs-you",
  too_old: "needs-you",
  unknown_monitor: "waiting"
}

const useEventWords = () => {
  const { deliveries } = useStrings()
  return (event: string | null) => (event === null ? deliveries.inbox.unnamed : (deliveries.events[event] ?? event))
}

const Arrival = ({ id }: { readonly id: string }) => {
  const { deliveries } = useStrings()
  const words = deliveries.inbox
  const wordsOf = useEventWords()
  const { data, error, isPending, refetch } = useQuery(asked("inbox.get", { params: { event_id: id } }))
  if (isPending) return <Skeleton rows={5} />
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  return (
    <article className="flex flex-col gap-4">
      <div>
        <h2 className="text-l font-strong" dir="auto">
          {wordsOf(data.event)}
        </h2>
        <p className="flex flex-wrap gap-x-4 text-ink-2">
          <Status kind={kinds[data.verdict]} word={words.verdicts[data.verdict]} />
          <Time at={data.received_at} />
        </p>
        <p className="hint mt-1 max-w-[68ch]">{words.verdictsHint[data.verdict]}</p>
      </div>
      {data.verdict === "verified" && (
        <p className="flex flex-wrap gap-x-2">
          {words.from}
          {data.change_id !== null && (
            <Link to="/changes/$changeId" params={{ changeId: data.change_id }} className="link">
              {words.change}
            </Link>
          )}
          {data.monitor_id !== null && (
            <Link to="/monitors/$monitorId" params={{ monitorId: data.monitor_id }} className="link">
              {words.monitor}
            </Link>
          )}
          {data.batch_id !== null && (
            <Link to="/work/$batchId" params={{ batchId: data.batch_id }} className="link">
              {words.batch}
            </Link>
          )}
        </p>
      )}
      <details>
        <summary className="text-ink-2">{deliveries.detail.headers(Object.keys(data.headers).length)}</summary>
        <div className="mt-2">
          <Code
            label={deliveries.detail.request}
            text={Object.entries(data.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          />
        </div>
      </details>
      <BodyText label={deliveries.detail.body} text={data.body} />
    </article>
  )
}

const Address = ({ hint, label, text }: { readonly label: string; readonly hint: string; readonly text: string }) => (
  <div className="min-w-0">
    <p className="label">{label}</p>
    <Code text={text} label={label} />
    <p className="hint mt-1">{hint}</p>
  </div>
)

const OwnInbox = () => {
  const { common, deliveries } = useStrings()
  const words = deliveries.inbox
  const formats = useFormats()
  const navigate = useNavigate({ from: "/deliveries" })
  const search = useSearch({ from: "/signed-in/deliveries" })
  const wordsOf = useEventWords()
  const nameOf = useMonitorNames()
  const { has: mayWrite } = useScope("monitors:write")
  const list = useInfiniteQuery(pages("inbox.list", { query: { limit: 50 } }))
  const first = list.data?.pages[0]
  const events = list.data?.pages.flatMap(({ data }) => data) ?? []
  const [asking, setAsking] = useState<"clear" | "rotate" | null>(null)
  const done = (text: string) => {
    setAsking(null)
    notify(text)
  }
  const clear = useMutation(
    changing("inbox.clear", ["inbox"], { onSuccess: ({ removed }) => done(words.cleared(removed)) })
  )
  const rotate = useMutation(changing("inbox.rotate", ["inbox"], { onSuccess: () => done(words.rotated) }))
  const test = useMutation({
    mutationFn: (url: string) => call("deliveries.test", { payload: { url } }),
    onSuccess: ({ duration_ms, error }) => {
      if (error === null) notify(words.tested(formats.duration(duration_ms)))
      void list.refetch()
    }
  })
  const pick = (event: string) => void navigate({ search: (before) => ({ ...before, event }), replace: true })
  const rows = useMove(
    events.map(({ id }) => id),
    search.event,
    pick
  )
  if (list.isPending) return <Skeleton rows={6} />
  if (list.isError) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  const open = first?.address ?? null
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-[68ch] text-ink-2">{words.lead}</p>
      <div className="grid gap-4 pane:grid-cols-2">
        {first !== undefined && <Address label={words.address} hint={words.addressHint} text={first.webhook_url} />}
        {open !== null && <Address label={words.open} hint={words.openHint} text={open} />}
      </div>
      <Lack of="monitors:write" />
      {mayWrite && (
        <div className="flex flex-wrap items-center gap-2">
          {open !== null && (
            <button
              type="button"
              className="button button-main"
              disabled={test.isPending}
              onClick={() => test.mutate(open)}
            >
              {test.isPending ? words.testing : words.test}
            </button>
          )}
          <button type="button" className="button" onClick={() => setAsking("rotate")}>
            {words.rotate}
          </button>
          {events.length > 0 && (
            <button type="button" className="button" onClick={() => setAsking("clear")}>
              {words.clear}
            </button>
          )}
        </div>
      )}
      <Refusal error={test.error} />
      {test.data !== undefined && test.data.error !== null && (
        <p role="alert">
          {test.data.error.message} {test.data.advice}
        </p>
      )}
      {events.length === 0 ? (
        <Empty title={words.emptyTitle} body={words.emptyBody} />
      ) : (
        <div className="grid items-start gap-6 pane:grid-cols-[minmax(280px,380px)_minmax(0,1fr)]">
          <div>
            <div
              ref={rows}
              role="listbox"
              aria-label={deliveries.tabs.inbox}
              tabIndex={-1}
              className="card overflow-hidden"
            >
              {events.map((one) => (
                <button
                  key={one.id}
                  type="button"
                  role="option"
                  aria-selected={one.id === search.event}
                  data-row={one.id}
                  onClick={() => pick(one.id)}
                  className={`flex w-full flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-2 text-left last:border-b-0 ${
                    one.id === search.event ? "bg-action-weak" : "hover:bg-sunken"
                  }`}
                >
                  <span className="min-w-0 flex-1 truncate font-strong" dir="auto">
                    {wordsOf(one.event)}
                  </span>
                  <span className="text-s text-ink-3">
                    <Time at={one.received_at} />
                  </span>
                  {one.monitor_id !== null && (
                    <span className="w-full truncate text-s text-ink-2" dir="auto">
                      {nameOf(one.monitor_id) ?? one.monitor_id}
                    </span>
                  )}
                  <span className="w-full text-s text-ink-2">
                    <Status kind={kinds[one.verdict]} word={words.verdicts[one.verdict]} />
                  </span>
                </button>
              ))}
            </div>
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
          </div>
          <div className={`min-w-0 ${search.event === undefined ? "" : "order-first pane:order-last"}`}>
            {search.event === undefined ? (
              <p className="text-ink-3">{words.pick}</p>
            ) : (
              <Arrival key={search.event} id={search.event} />
            )}
          </div>
        </div>
      )}
      {asking === "clear" && (
        <Confirm
          title={words.clearTitle}
          body={words.clearBody}
          word={words.clear}
          isPending={clear.isPending}
          error={clear.error}
          onDo={() => clear.mutate({})}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "rotate" && (
        <Confirm
          title={words.rotateTitle}
          body={words.rotateBody}
          word={words.rotate}
          isPending={rotate.isPending}
          error={rotate.error}
          onDo={() => rotate.mutate({})}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}

export default OwnInbox
