/** The operation that warms the cache, as a value (contract/parse-prefetch.md §2). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { closed, Domain, Tags, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { timeoutMillis, Zdr } from "../web/query.ts"

/** What will be read of the site. */
const PrefetchType = Schema.Literals(["brand", "styleguide"])

const Identifier = closed({
  domain: Schema.optionalKey(Domain),
  email: Schema.optionalKey(text(1, 320))
}).check(
  Schema.makeFilter(({ domain, email }) => (domain === undefined) !== (email === undefined), {
    expected: "an object with either domain or email",
    toJsonSchema: () => ({ minProperties: 1, maxProperties: 1 })
  })
)

/** Nothing of this operation is worth having in part. */
const Timeout = closed({
  milliseconds: timeoutMillis(1_000),
  behavior: Schema.optionalKey(Schema.Literal("fail"))
})

/** The body of `POST /utility/prefetch`. */
export const PrefetchBody = Schema.Struct({
  type: PrefetchType,
  identifier: Identifier,
  timeoutOpts: Schema.optionalKey(Timeout),
  timeoutMS: Schema.optionalKey(timeoutMillis(1_000)),
  timeout: Schema.optionalKey(Schema.Union([timeoutMillis(1_000), Timeout])),
  tags: Schema.optionalKey(Tags),
  zdr: Schema.optionalKey(Zdr)
}).annotate({ identifier: "PrefetchRequest" })

export const UtilityApi = HttpApiGroup.make("utility")
  .add(
    HttpApiEndpoint.post("prefetch", "/utility/prefetch", {
      payload: PrefetchBody,
      success: Schema.Struct({
        status: Schema.Literal("ok"),
        message: Schema.String,
        type: PrefetchType,
        domain: Schema.String,
        ...callFields
      }).annotate({ identifier: "Prefetched" }),
      error: errorsWith(408, 413, 415, 422)
    }).annotateMerge(
      access({
        summary: "Fetch the first page of a site before it is asked for",
        scope: "data:execute",
        bucket: "default",
        labels: "body"
      })
    )
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Utility", description: "What makes other operations faster." }))
