/** What the log of calls is asked for, as the core takes it; every door maps here. */
import type { LogRequest } from "@kittiwake/core/usage/domain/LogFilter"
import { momentOrUndefined } from "../moments.ts"

interface LogsAsked extends Pick<LogRequest, "page" | "limit" | "path" | "search" | "tags"> {
  readonly from?: string
  readonly to?: string
  readonly status_code?: number
  readonly error_code?: string
  readonly errors_only?: boolean
  readonly key_id?: string
  readonly grant_id?: string
  readonly dashboard?: boolean
}

export const logRequest = ({
  dashboard,
  error_code,
  errors_only,
  from,
  grant_id,
  key_id,
  status_code,
  to,
  ...rest
}: LogsAsked): LogRequest => ({
  ...rest,
  from: momentOrUndefined(from),
  to: momentOrUndefined(to),
  statusCode: status_code,
  errorCode: error_code,
  errorsOnly: errors_only,
  keyId: key_id,
  grantId: grant_id,
  ofDashboard: dashboard
})
