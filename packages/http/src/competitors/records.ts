/** What is answered of competitors (contract/design-industry.md §3). */
import type { FoundCompetitors } from "@kittiwake/core/competitors/Competitors"
import { confidences } from "@kittiwake/core/competitors/domain/Competitor"
import { Schema } from "effect"
import { callFields } from "../Replies.ts"

export const CompetitorsRecord = Schema.Struct({
  status: Schema.Literal("ok"),
  domain: Schema.String,
  target: Schema.Struct({
    companyName: Schema.String,
    field: Schema.String,
    fieldDescription: Schema.String,
    websiteUrl: Schema.String
  }),
  competitors: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      domain: Schema.String,
      url: Schema.String,
      description: Schema.String,
      confidence: Schema.Literals(confidences),
      sourceUrls: Schema.Array(Schema.String)
    })
  ),
  partial: Schema.optionalKey(Schema.Literal(true)),
  ...callFields
}).annotate({ identifier: "Competitors" })

/** As it is answered. */
export const competitorsRecord = ({ competitors, domain, isPart, target }: FoundCompetitors) => ({
  status: "ok" as const,
  domain,
  target,
  competitors,
  ...(isPart ? { partial: true as const } : {})
})
