/** The operations on saved views, as values. Beyond the contract. */
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { ViewedList } from "@kittiwake/core/views/domain/View"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { idSuchAs } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { CreateViewBody, UpdateViewBody, ViewRecord } from "./records.ts"

/** Who may see monitors sees the views of their lists, and who may change monitors changes them. */
const views = (summary: string, scope: Scope) => access({ summary, scope, bucket: "monitors" })

const params = { view_id: idSuchAs("view_1f0c…") }

const ViewReply = Schema.Struct({ ...ViewRecord.fields, ...callFields }).annotate({ identifier: "ViewReply" })

export const ViewsApi = HttpApiGroup.make("views")
  .add(
    HttpApiEndpoint.get("list", "/views", {
      query: { list: Schema.optionalKey(ViewedList) },
      success: Schema.Struct({ data: Schema.Array(ViewRecord), ...callFields }).annotate({ identifier: "Views" })
    }).annotateMerge(views("All saved views, or those of one list, oldest first", "monitors:read")),
    HttpApiEndpoint.post("create", "/views", {
      payload: CreateViewBody,
      success: ViewReply.pipe(HttpApiSchema.status(201)),
      error: errorsWith(413, 415)
    }).annotateMerge(views("Keep filters of a list under a name", "monitors:write")),
    HttpApiEndpoint.get("get", "/views/:view_id", {
      params,
      success: ViewReply,
      error: errorsWith(404)
    }).annotateMerge(views("One saved view", "monitors:read")),
    HttpApiEndpoint.patch("update", "/views/:view_id", {
      params,
      payload: UpdateViewBody,
      success: ViewReply,
      error: errorsWith(404, 413, 415)
    }).annotateMerge(views("Give a saved view another name, or other filters", "monitors:write")),
    HttpApiEndpoint.delete("remove", "/views/:view_id", {
      params,
      success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true), ...callFields }).annotate({
        identifier: "RemovedView"
      }),
      error: errorsWith(404)
    }).annotateMerge(views("Forget a saved view", "monitors:write"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Saved views", description: "Filters of lists, under names." }))
