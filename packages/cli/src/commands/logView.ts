/** How logged calls look to a person. */
import type { LogRecord, LogSummaryRecord } from "@kittiwake/http/internal/logs/LogRecord"
import { fields, table } from "../output.ts"
import { forOutput } from "./terminal.ts"

/** Calls as a table. */
export const logsText = (logs: ReadonlyArray<LogSummaryRecord>): string =>
  table(
    ["id", "at", "call", "status", "credits", "ms", "error"],
    logs.map((log) => [
      log.request_id,
      log.timestamp,
      forOutput(`${log.method} ${log.path}`),
      String(log.status_code),
      String(log.credits_used),
      String(log.latency_ms),
      log.error_code ?? "-"
    ]),
    "No calls."
  )

/** A call in full. */
export const logText = (log: LogRecord): string =>
  [
    fields([
      ["id", log.request_id],
      ["at", log.timestamp],
      ["call", forOutput(`${log.method} ${log.path}`)],
      ["status", String(log.status_code)],
      ["error", log.error_code],
      ["credits", String(log.credits_used)],
      ["took", `${log.latency_ms} ms`],
      ["key", log.key_id],
      ["grant", log.grant_id],
      ["by", log.dashboard ? "a screen of the dashboard, by itself" : null],
      ["agent", log.user_agent === null ? null : forOutput(log.user_agent)]
    ]),
    `Sent:\n${forOutput(JSON.stringify(log.input, null, 2))}`,
    `Answered:\n${forOutput(JSON.stringify(log.response, null, 2))}`
  ].join("\n\n")
