/** One logged call: what was sent, what was answered, and the way to send it again. */

import table from "virtual:operations"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { asked } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { BodyText } from "../../parts/BodyText.tsx"
import { Copyable } from "../../parts/Copyable.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { useCallerNames } from "./useCallerNames.ts"

/** The operation that a call was of, where its address alone says so. */
const operationOf = (method: string, path: string): string | undefined => {
  const whole = path.startsWith("/v1/") ? path : `/v1${path}`
  return Object.entries(table).find(([, [verb, address]]) => verb === method && address === whole)?.[0]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => JSON.stringify(value)

export const RequestDetail = () => {
  const { usage } = useStrings()
  const words = usage.request
  const formats = useFormats()
  const callerName = useCallerNames()
  const { requestId } = useParams({ from: "/signed-in/usage/requests/$requestId" })
  const params = { request_id: requestId }
  const { data, error, isPending, refetch } = useQuery(asked("logs.get", { params }))
  const log = data?.data
  const operation = log === undefined ? undefined : operationOf(log.method, log.path)
  const query = log?.input.query ?? {}
  const body = log?.input.body
  const rerun = {
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(isRecord(body) ? { payload: body } : {})
  }
  return (
    <Page
      title={log === undefined ? words.title : `${log.method} ${log.path}`}
      lead={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link
            to="/usage"
            search={{ tab: "requests" }}
            className="inline-flex items-center gap-1 text-ink-2 no-underline hover:underline"
          >
            <Icon name="back" /> {words.back}
          </Link>
          {log !== undefined && (
            <Status
              kind={log.status_code < 400 ? "well" : "needs-you"}
              word={`HTTP ${log.status_code}${log.error_code === null ? "" : `, ${log.error_code}`}`}
            />
          )}
        </span>
      }
      actions={
        operation !== undefined &&
        log?.zdr === false && (
          <Link to="/playground" search={{ operation, input: rerun }} className="button">
            <Icon name="playground" /> {words.rerun}
          </Link>
        )
      }
      calls={[{ operation: "logs.get", params }]}
    >
      {isPending ? (
        <Skeleton rows={8} />
      ) : error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        log !== undefined && (
          <div className="flex max-w-[960px] flex-col gap-8">
            {log.zdr && <p className="text-ink-2">{words.zdr}</p>}
            <Facts
              facts={[
                [words.answered, formats.exact(log.timestamp)],
                [words.took, formats.duration(log.latency_ms)],
                [
                  words.credits,
                  `${formats.number(log.credits_used)}${
                    log.key_metadata === undefined
                      ? ""
                      : ` (${formats.number(log.key_metadata.credits_remaining)} ${words.left})`
                  }`
                ],
                [
                  words.caller,
                  `${callerName(log.key_id ?? log.grant_id ?? "")}${log.dashboard ? `, ${words.byScreen}` : ""}`
                ],
                ...(log.tags.length === 0 ? [] : [[words.tags, log.tags.join(", ")] as const]),
                ...(log.user_agent === null ? [] : [[words.agent, log.user_agent] as const]),
                [words.id, <Copyable key="id" text={log.request_id} />]
              ]}
            />
            <section aria-labelledby="sent" className="flex flex-col gap-3">
              <h2 id="sent" className="text-l font-strong">
                {words.input}
              </h2>
              {Object.keys(query).length > 0 && (
                <div>
                  <p className="hint mb-1">{words.query}</p>
                  <BodyText label={words.query} text={textOf(query)} />
                </div>
              )}
              {body !== undefined && (
                <div>
                  <p className="hint mb-1">{words.body}</p>
                  <BodyText label={words.body} text={textOf(body)} />
                </div>
              )}
              {Object.keys(query).length === 0 && body === undefined && <p className="hint">{words.nothingSent}</p>}
            </section>
            <section aria-labelledby="answered" className="flex flex-col gap-3">
              <h2 id="answered" className="text-l font-strong">
                {words.response}
              </h2>
              {log.response === null ? (
                <p className="hint">{words.noResponse}</p>
              ) : (
                <BodyText label={words.response} text={textOf(log.response)} />
              )}
            </section>
          </div>
        )
      )}
    </Page>
  )
}
