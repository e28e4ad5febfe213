/** The operations about the process itself. They take no key. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

const Health = Schema.Struct({ status: Schema.Literal("ok"), request_id: Schema.String }).annotate({
  identifier: "Health"
})

const Reasons = Schema.Array(Schema.Struct({ check: Schema.String, message: Schema.String }))

/** Why the process should get no traffic now. */
export const NotReady = Schema.Struct({
  request_id: Schema.String,
  message: Schema.String,
  error_code: Schema.Literal("INTERNAL_ERROR"),
  reasons: Reasons
}).annotate({ identifier: "NotReady" })
export type NotReady = typeof NotReady.Type

export const SystemApi = HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Health }).annotateMerge(
      OpenApi.annotations({ summary: "Whether the process is alive" })
    ),
    HttpApiEndpoint.get("ready", "/ready", {
      success: Schema.Struct({
        status: Schema.Literal("ready"),
        request_id: Schema.String,
        degraded: Schema.optional(
          Reasons.annotate({ description: "What does not answer and is done without; absent when nothing is." })
        )
      }).annotate({ identifier: "Ready" }),
      error: NotReady.pipe(HttpApiSchema.status(503))
    }).annotateMerge(OpenApi.annotations({ summary: "Whether the process should get traffic" }))
  )
  .annotateMerge(OpenApi.annotations({ title: "System", description: "For load balancers and supervisors." }))
