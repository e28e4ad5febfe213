/** One delivery: its attempts on a time line, the request and the response of each, and its signatures. */
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../api/call.ts"
import type { Output, Row } from "../../api/operations.ts"
import { asked, pages, readAgainOf } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { BodyText } from "../../parts/BodyText.tsx"
import { Code } from "../../parts/Code.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { Copyable } from "../../parts/Copyable.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { notify } from "../../parts/notices.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { useMonitorNames } from "../../parts/useMonitorNames.ts"
import { useSeconds } from "../../parts/useSeconds.ts"
import { useKeys } from "../../shell/keys.ts"
import { kindOf, showWaiting } from "./deliveryList.ts"
import { hostOf } from "./place.ts"
import { SignatureCheck } from "./SignatureCheck.tsx"
import { canCheck, curlOf, signAnew } from "./signature.ts"

type FullDelivery = Output<"deliveries.get">
type Attempt = Row<"deliveries.attempts">

const isOpen = ({ status }: FullDelivery): boolean =>
  status === "pending" || status === "delivering" || status === "retrying"

const countdown = (millis: number): string => {
  const seconds = Math.max(0, Math.ceil(millis / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts
    .slice(parts[0] === 0 ? 1 : 0)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0")))
    .join(":")
}

const Next = ({ at }: { readonly at: string }) => {
  const { deliveries } = useStrings()
  const words = deliveries.detail
  const formats = useFormats()
  const now = useSeconds(true)
  const left = Date.parse(at) - now
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-4 pb-1 pl-6">
      <span
        aria-hidden="true"
        className="absolute top-[5px] left-[3px] size-[10px] rounded-full border-2 border-ink-3 bg-bg"
      />
      <span className="font-strong">{words.next}</span>
      <time dateTime={at} title={formats.exact(at)} role="timer" className="text-ink-2">
        {left <= 0 ? deliveries.nextNow : deliveries.nextIn(countdown(left))}
      </time>
      <span className="text-s text-ink-3">{formats.time(at)}</span>
    </li>
  )
}

const AttemptLine = ({
  attempt,
  isPicked,
  onPick
}: {
  readonly attempt: Attempt
  readonly isPicked: boolean
  readonly onPick: () => void
}) => {
  const { deliveries } = useStrings()
  const words = deliveries.detail
  const formats = useFormats()
  const { completed_at, error, http_status, started_at } = attempt
  const kind = completed_at === null ? "waiting" : error === null ? "well" : "needs-you"
  const word =
    completed_at === null
      ? words.running
      : http_status !== null
        ? `HTTP ${http_status}`
        : (error?.message ?? deliveries.statuses.delivered)
  return (
    <li className="relative pb-2 pl-6 not-last:before:absolute not-last:before:top-3 not-last:before:bottom-[-8px] not-last:before:left-[7px] not-last:before:w-px not-last:before:bg-line-strong">
      <span
        aria-hidden="true"
        className={`absolute top-[5px] left-[3px] size-[10px] rounded-full ${
          kind === "waiting" ? "border-2 border-ink-3 bg-bg" : "bg-ink-3"
        }`}
      />
      <button
        type="button"
        aria-pressed={isPicked}
        onClick={onPick}
        className={`flex w-full flex-wrap items-baseline gap-x-4 rounded-m px-2 py-[2px] text-left ${
          isPicked ? "bg-action-weak" : "hover:bg-sunken"
        }`}
      >
        <span className="font-strong">{words.attempt(attempt.attempt)}</span>
        <Status kind={kind} word={word} />
        <span className="text-s text-ink-2">{words.triggers[attempt.trigger]}</span>
        {completed_at !== null && (
          <span className="text-s text-ink-2">
            {words.took(formats.duration(Math.max(0, Date.parse(completed_at) - Date.parse(started_at))))}
          </span>
        )}
        <span className="ml-auto text-s text-ink-3">
          <Time at={started_at} />
        </span>
      </button>
    </li>
  )
}

const Exchange = ({
  attempt,
  delivery,
  secret
}: {
  readonly delivery: FullDelivery
  readonly attempt: Attempt
  readonly secret: string | undefined
}) => {
  const { deliveries } = useStrings()
  const words = deliveries.detail
  const { answer, completed_at, error, http_status, request_headers } = attempt
  const body = delivery.body ?? ""
  return (
    <>
      {completed_at !== null && (
        <section aria-labelledby="response" className="flex flex-col gap-2">
          <h2 id="response" className="text-l font-strong">
            {words.response}
          </h2>
          {http_status === null ? (
            <p>
              {words.noAnswer} {error?.message}
            </p>
          ) : (
            <>
              <p className="font-mono text-s">HTTP {http_status}</p>
              {answer !== undefined ? (
                <BodyText label={words.said} text={answer} />
              ) : (
                <p className="hint">{error === null ? words.took2xx : words.saidNothing}</p>
              )}
            </>
          )}
        </section>
      )}
      {request_headers !== undefined && (
        <section aria-labelledby="signature" className="flex flex-col gap-2">
          <h2 id="signature" className="text-l font-strong">
            {words.signature}
          </h2>
          <SignatureCheck headers={request_headers} body={body} secret={secret} />
        </section>
      )}
      <section aria-labelledby="request" className="flex flex-col gap-2">
        <h2 id="request" className="text-l font-strong">
          {words.request}
        </h2>
        <p className="font-mono text-s break-all">POST {attempt.url}</p>
        {request_headers === undefined ? (
          <p className="hint">
            {completed_at !== null && error?.code === "unsafe_url" ? words.notSent : words.noHeaders}
          </p>
        ) : (
          <details>
            <summary className="text-ink-2">{words.headers(Object.keys(request_headers).length)}</summary>
            <div className="mt-2">
              <Code
                label={words.request}
                text={Object.entries(request_headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join("\n")}
              />
            </div>
          </details>
        )}
        <BodyText label={words.body} text={body} aside={words.bytes} />
      </section>
    </>
  )
}

const Told = ({ delivery }: { readonly delivery: FullDelivery }) => {
  const { deliveries } = useStrings()
  const words = deliveries.detail
  const formats = useFormats()
  const nameOf = useMonitorNames()
  const { source } = delivery
  const of: ReadonlyArray<readonly [string, React.ReactNode]> =
    source.type === "monitor"
      ? [
          [
            words.monitor,
            <Link key="monitor" to="/monitors/$monitorId" params={{ monitorId: source.monitor_id }} className="link">
              {nameOf(source.monitor_id) ?? source.monitor_id}
            </Link>
          ],
          [
            words.run,
            <Link
              key="run"
              to="/monitors/$monitorId/runs/$runId"
              params={{ monitorId: source.monitor_id, runId: source.run_id }}
              className="link"
            >
              {source.run_id}
            </Link>
          ]
        ]
      : [
          [
            words.batch,
            <Link key="batch" to="/work/$batchId" params={{ batchId: source.batch_id }} className="link">
              {source.batch_id}
            </Link>
          ]
        ]
  return (
    <Facts
      facts={[
        ...of,
        [words.created, <Time key="created" at={delivery.created_at} />],
        ...(delivery.delivered_at === null ? [] : [[words.arrived, formats.exact(delivery.delivered_at)] as const]),
        [words.eventId, <Copyable key="event" text={delivery.event_id} />]
      ]}
    />
  )
}

export const Delivery = () => {
  const strings = useStrings()
  const { deliveries } = strings
  const words = deliveries.detail
  const formats = useFormats()
  const navigate = useNavigate({ from: "/deliveries/$deliveryId" })
  const { deliveryId } = useParams({ from: "/signed-in/deliveries/$deliveryId" })
  const search = useSearch({ from: "/signed-in/deliveries/$deliveryId" })
  const params = { delivery_id: deliveryId }
  const asks = { params, query: { include_body: true } }
  const {
    data: delivery,
    error,
    isPending,
    refetch
  } = useQuery({
    ...asked("deliveries.get", asks),
    // What is under way is looked at again, should the stream of news be away.
    refetchInterval: ({ state }) => (state.data !== undefined && isOpen(state.data) ? 5_000 : false)
  })
  const list = useInfiniteQuery(pages("deliveries.attempts", { params, query: { limit: 25 } }))
  const attempts = list.data?.pages.flatMap(({ data }) => data) ?? []
  const monitorId = delivery?.source.type === "monitor" ? delivery.source.monitor_id : ""
  const { data: monitor } = useQuery({
    ...asked("monitors.get", { params: { monitor_id: monitorId } }),
    enabled: monitorId !== "",
    retry: false
  })
  const secret = monitor?.webhook?.secret
  const [isAsking, setAsking] = useState(false)
  const group = delivery?.source.type === "batch" ? "batches" : "monitors"
  const again = useMutation({
    mutationFn: (force: boolean) => call("deliveries.retry", { params, payload: force ? { force } : {} }),
    onMutate: () => showWaiting(deliveryId),
    onSuccess: () => {
      setAsking(false)
      notify(deliveries.replay.one)
    },
    onSettled: () => readAgainOf("deliveries")
  })
  const isExpired = delivery !== undefined && Date.parse(delivery.retry_expires_at) < Date.now()
  const { has: maySend, key } = useScope(`${group}:write`)
  const isSendable =
    delivery !== undefined &&
    !isExpired &&
    (delivery.status === "failed" || delivery.status === "retrying" || delivery.status === "delivered")
  const canSend = isSendable && maySend
  const send = () => {
    if (!canSend) return
    if (delivery.status === "delivered") setAsking(true)
    else again.mutate(false)
  }
  useKeys({ r: isSendable ? key(send) : send })
  const picked = attempts.find(({ attempt }) => String(attempt) === search.attempt) ?? attempts[0]
  const copyCurl = async () => {
    const body = delivery?.body
    if (picked?.request_headers === undefined || body === undefined) return
    const isFresh = secret !== undefined && canCheck()
    const headers = isFresh ? await signAnew(secret, picked.request_headers, body) : picked.request_headers
    await navigator.clipboard?.writeText(curlOf(picked.url, headers, body))
    notify(isFresh ? words.curlFresh : words.curlOld)
  }
  const event = delivery === undefined ? deliveryId : (deliveries.events[delivery.event] ?? delivery.event)
  const title = delivery === undefined ? deliveries.title : words.to(event, hostOf(delivery.url))
  return (
    <Page
      title={title}
      lead={
        delivery !== undefined && (
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link to="/deliveries" className="inline-flex items-center gap-1 text-ink-2 no-underline hover:underline">
              <Icon name="back" /> {deliveries.title}
            </Link>
            <Status kind={kindOf[delivery.status]} word={deliveries.statuses[delivery.status]} />
          </span>
        )
      }
      actions={
        <>
          {canSend && (
            <button type="button" className="button button-main" disabled={again.isPending} onClick={send}>
              {deliveries.sendAgain}
            </button>
          )}
          {picked?.request_headers !== undefined && (
            <button type="button" className="button" onClick={() => void copyCurl()}>
              <Icon name="copy" /> {words.curl}
            </button>
          )}
        </>
      }
      calls={[
        { operation: "deliveries.get", ...asks },
        { operation: "deliveries.attempts", params, query: { limit: 25 } }
      ]}
    >
      {isPending ? (
        <Skeleton rows={8} />
      ) : error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="flex max-w-[960px] flex-col gap-8">
          {isSendable && <Lack of={`${group}:write`} />}
          {!isAsking && <Refusal error={again.error} />}
          {delivery.cancel_reason !== undefined && <p>{words.cancelReasons[delivery.cancel_reason]}</p>}
          <section aria-labelledby="attempts">
            <h2 id="attempts" className="mb-3 text-l font-strong">
              {words.attempts}
            </h2>
            {list.isPending ? (
              <Skeleton rows={2} />
            ) : list.isError ? (
              <Problem error={list.error} onRetry={() => void list.refetch()} />
            ) : (
              <ol className="flex flex-col">
                {delivery.next_attempt_at !== null && <Next at={delivery.next_attempt_at} />}
                {attempts.length === 0 && delivery.next_attempt_at === null && (
                  <li className="text-ink-2">{words.noAttempt}</li>
                )}
                {attempts.map((attempt) => (
                  <AttemptLine
                    key={attempt.attempt}
                    attempt={attempt}
                    isPicked={attempt === picked}
                    onPick={() =>
                      void navigate({
                        search: (before) => ({ ...before, attempt: String(attempt.attempt) }),
                        replace: true
                      })
                    }
                  />
                ))}
              </ol>
            )}
            {list.hasNextPage && (
              <button type="button" className="button" onClick={() => void list.fetchNextPage()}>
                {strings.common.more}
              </button>
            )}
            <p className="hint mt-1">
              {isExpired ? words.expired : words.until(formats.date(delivery.retry_expires_at))}
            </p>
          </section>
          {picked !== undefined ? (
            <Exchange key={picked.attempt} delivery={delivery} attempt={picked} secret={secret} />
          ) : (
            <BodyText label={words.body} text={delivery.body ?? ""} aside={words.bytes} />
          )}
          <Told delivery={delivery} />
        </div>
      )}
      {isAsking && (
        <Confirm
          title={deliveries.replay.force.title}
          body={deliveries.replay.force.body}
          word={deliveries.replay.force.do}
          isDanger={false}
          isPending={again.isPending}
          error={again.error}
          onDo={() => again.mutate(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  )
}
