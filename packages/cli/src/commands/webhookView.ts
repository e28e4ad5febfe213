/** How a test of a webhook looks to a person. */
import type { WebhookTestRecord } from "@kittiwake/http/internal/deliveries/WebhookTestRecord"
import { fields } from "../output.ts"
import { forOutput, harmless } from "./terminal.ts"

/** What is shown of an answer, on one line; `--json` has all of it. */
const shownOfAnswer = 300

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > shownOfAnswer ? `${line.slice(0, shownOfAnswer)}…` : line
}

const answerOf = ({ answer, http_status }: WebhookTestRecord): string | null =>
  http_status === null ? null : forOutput(`${http_status} ${oneLine(answer ?? "")}`.trim())

const headersOf = ({ request }: WebhookTestRecord): ReadonlyArray<readonly [string, string]> =>
  Object.entries(request?.headers ?? {}).map(([name, value]) => [`  ${name}`, value] as const)

/** What was sent, and what came of it. */
export const webhookTestText = (test: WebhookTestRecord): string =>
  [
    fields([
      ["receiver", forOutput(test.url)],
      ["event", `${test.event} (${test.event_id})`],
      ["answer", answerOf(test)],
      ["took", `${test.duration_ms} ms`],
      [
        "sent",
        test.request === null ? "nothing" : `${test.request.body.length} characters of JSON, with these headers`
      ],
      ...headersOf(test)
    ]),
    ...(test.acknowledged ? ["The receiver acknowledged the event."] : [])
  ].join("\n\n")

/** Why a test failed and what to do, for the line on standard error. */
export const failureOf = ({ advice, error }: WebhookTestRecord): string =>
  harmless(`The event was not acknowledged. ${error?.message ?? ""} ${advice ?? ""}`.replace(/\s+/g, " ").trim())
