/** How events in the inbox look to a person. */
import type { InboxEventRecord } from "@kittiwake/http/internal/inbox/InboxRecord"
import { fields, table } from "../output.ts"
import { type MonitorNames, namedMonitor } from "./monitorNames.ts"
import { forOutput } from "./terminal.ts"

/** What checking a signature said, in words. */
export const verdicts: { readonly [V in InboxEventRecord["verdict"]]: string } = {
  verified: "verified",
  wrong_signature: "WRONG SIGNATURE",
  too_old: "too old: signed more than five minutes from when it came",
  unknown_monitor: "not checked: it tells of no monitor or batch of yours"
}

const shortly: typeof verdicts = {
  verified: "verified",
  wrong_signature: "WRONG",
  too_old: "too old",
  unknown_monitor: "not checked"
}

const shown = (text: string | null): string => (text === null ? "-" : forOutput(text))

/** Events as a table. */
export const inboxText = (events: ReadonlyArray<InboxEventRecord>, names: MonitorNames): string =>
  table(
    ["id", "arrived", "event", "of", "signature", "bytes"],
    events.map((event) => [
      event.id,
      event.received_at,
      shown(event.event),
      event.monitor_id === null ? shown(event.batch_id) : namedMonitor(names, event.monitor_id),
      shortly[event.verdict],
      String(event.size)
    ]),
    "Nothing arrived yet. `kittiwake inbox address` tells what a monitor is given as its webhook."
  )

/** The body as JSON that can be read, where it is some. */
const bodyText = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** One event in full. */
export const inboxEventText = (event: InboxEventRecord): string =>
  [
    fields([
      ["id", event.id],
      ["arrived", event.received_at],
      ["event", event.event === null ? null : forOutput(`${event.event} (${event.event_id})`)],
      ["monitor", event.monitor_id === null ? null : forOutput(event.monitor_id)],
      ["batch", event.batch_id === null ? null : forOutput(event.batch_id)],
      ["change", event.change_id === null ? null : forOutput(event.change_id)],
      ["signature", verdicts[event.verdict]],
      ["bytes", String(event.size)]
    ]),
    Object.entries(event.headers)
      .map(([name, value]) => forOutput(`${name}: ${value}`))
      .join("\n"),
    bodyText(event.body)
      .split("\n")
      .map((line) => forOutput(line))
      .join("\n")
  ].join("\n\n")
