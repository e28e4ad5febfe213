/** The operations on usage, as values (contract/org-logs.md, GET /org/usage and GET /org/usage/history). */
import { CreditUsageRecord } from "@kittiwake/core/credits/domain/CreditUsage"
import { GroupBy } from "@kittiwake/core/usage/domain/History"
import { Interval } from "@kittiwake/core/usage/domain/Interval"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { TimestampInput } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { HistoryRecord } from "./HistoryRecord.ts"

const usage = (summary: string) => access({ summary, scope: "logs:read", bucket: "logs" })

export const UsageApi = HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("credits", "/org/usage", {
      success: Schema.Struct({ ...CreditUsageRecord.fields, ...callFields }).annotate({ identifier: "CreditUsage" })
    }).annotateMerge(usage("Credits left, used in this period, and coming next")),
    HttpApiEndpoint.get("history", "/org/usage/history", {
      query: {
        from: Schema.optionalKey(TimestampInput),
        to: Schema.optionalKey(TimestampInput),
        interval: Schema.optionalKey(Interval),
        group_by: Schema.optionalKey(GroupBy)
      },
      success: Schema.Struct({ ...HistoryRecord.fields, ...callFields }).annotate({ identifier: "UsageHistory" })
    }).annotateMerge(usage("Credits and calls by hour, day or month; the last 30 days unless told otherwise"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Usage", description: "What was called and charged." }))
