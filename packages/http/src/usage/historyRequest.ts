/** What the history of usage is asked for, as the core takes it; every door maps here. */
import type { HistoryRequest } from "@kittiwake/core/usage/domain/History"
import { momentOrUndefined } from "../moments.ts"

interface HistoryAsked extends Pick<HistoryRequest, "interval"> {
  readonly from?: string
  readonly to?: string
  readonly group_by?: HistoryRequest["groupBy"]
}

export const historyRequest = ({ from, group_by, interval, to }: HistoryAsked): HistoryRequest => ({
  from: momentOrUndefined(from),
  to: momentOrUndefined(to),
  interval,
  groupBy: group_by
})
