/** The operation that finds competitors, as a value (contract/design-industry.md §3). */
import { maxCompetitors } from "@kittiwake/core/competitors/domain/Competitor"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { Domain, queryInteger } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callQuery, timeoutQuery } from "../web/query.ts"
import { CompetitorsRecord } from "./records.ts"

export const CompetitorsApi = HttpApiGroup.make("competitors")
  .add(
    HttpApiEndpoint.get("competitors", "/web/competitors", {
      query: {
        domain: Domain,
        numCompetitors: Schema.optionalKey(queryInteger(1, maxCompetitors)),
        ...timeoutQuery(1),
        ...callQuery
      },
      success: CompetitorsRecord,
      error: errorsWith(404, 408, 413)
    }).annotateMerge(
      access({
        summary: "Who competes with a company, with the pages that say so",
        scope: "data:execute",
        bucket: "default",
        labels: "query",
        objects: ["timeoutOpts", "timeout"],
        keepsReply: false
      })
    )
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Competitors", description: "Who competes with a company." }))
