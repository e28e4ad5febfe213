/** Sends a signed test event to the address that is to be told, and shows what its receiver answered. */
import { useMutation } from "@tanstack/react-query"
import { call } from "../../api/call.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Refusal } from "../../parts/Refusal.tsx"

/** Characters of an answer that are drawn. */
const answerShown = 2_000

export const TestEvent = ({
  monitorId,
  url
}: {
  readonly url: string
  /** The monitor that tells this address: the event is then signed with its secret. */
  readonly monitorId?: string
}) => {
  const { test: words } = useStrings().monitors.make
  const formats = useFormats()
  const test = useMutation({
    mutationFn: () =>
      monitorId === undefined
        ? call("deliveries.test", { payload: { url } })
        : call("monitors.testWebhook", { params: { monitor_id: monitorId } })
  })
  // Another address has not answered yet.
  const said = test.data?.url === url ? test.data : undefined
  return (
    <div className="flex flex-col items-start gap-2">
      <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? words.sending : words.send}
      </button>
      <Refusal error={test.error} />
      {said !== undefined && (
        <div role="status" className="flex w-full flex-col gap-1">
          <p>
            {said.acknowledged
              ? words.taken(said.http_status, formats.duration(said.duration_ms))
              : words.refused(said.http_status)}
          </p>
          {said.error !== null && (
            <p>
              {said.error.message} {said.advice}
            </p>
          )}
          {said.answer !== null && said.answer !== "" && (
            <pre dir="auto" className="card max-h-40 overflow-auto p-2 font-mono text-s whitespace-pre-wrap">
              {said.answer.slice(0, answerShown)}
            </pre>
          )}
        </div>
      )}
    </div>
  )
}
