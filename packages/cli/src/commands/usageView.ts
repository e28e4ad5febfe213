/** How usage looks to a person. */
import type { CreditUsageRecord } from "@kittiwake/core/credits/domain/CreditUsage"
import type { HistoryRecord } from "@kittiwake/http/internal/usage/HistoryRecord"
import { fields, table } from "../output.ts"
import { forOutput } from "./terminal.ts"

const refillText = ({ next_refill }: CreditUsageRecord): string | null =>
  next_refill === null ? null : `${next_refill.credits} at ${next_refill.at}`

const topUpText = ({ auto_topup: { credits_used_this_period, enabled, monthly_budget_credits } }: CreditUsageRecord) =>
  enabled ? `${credits_used_this_period} of ${monthly_budget_credits ?? "any number"}` : "off"

/** Credits, and what went since when. */
export const usageText = ({
  credits,
  history
}: {
  readonly credits: CreditUsageRecord
  readonly history: HistoryRecord
}): string => {
  const rows = history.data
    .filter((bucket) => bucket.credits_used !== 0 || bucket.request_count !== 0)
    .flatMap((bucket) => [
      [bucket.start, "", String(bucket.request_count), String(bucket.credits_used)],
      ...bucket.groups.map((group) => [
        "",
        forOutput(group.value),
        String(group.request_count),
        String(group.credits_used)
      ])
    ])
  return [
    fields([
      ["credits left", String(credits.credits_remaining)],
      ["used this period", credits.period === null ? null : String(credits.period.credits_used)],
      ["next refill", refillText(credits)],
      ["topped up", topUpText(credits)]
    ]),
    table(["since", "", "calls", "credits"], rows, "Nothing was called in that time."),
    fields([
      ["calls", String(history.total_request_count)],
      ["credits", String(history.total_credits_used)]
    ])
  ].join("\n\n")
}
