/** The operations on browser profiles, as values (contract/org-logs.md, browser profiles). */
import { maxProfileDescriptionLength } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { pageQuery, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"

const ProfileRecord = Schema.Struct({
  id: Schema.String,
  description: Schema.NullOr(Schema.String),
  created_at: Schema.String,
  last_used_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BrowserProfile" })

/** The body of `POST /org/browser/profiles`; it may be absent. */
export const CreateProfileBody = Schema.Struct({
  description: Schema.optionalKey(Schema.NullOr(text(0, maxProfileDescriptionLength))),
  /** What Playwright's `storageState` gave. */
  session: Schema.optionalKey(Schema.NullOr(Schema.JsonObject))
}).annotate({ identifier: "CreateBrowserProfile" })

/** The body of `PUT /org/browser/profiles/{profile_id}/session`. */
export const RenewProfileBody = Schema.Struct({
  /** What Playwright's `storageState` gave. */
  session: Schema.JsonObject
}).annotate({ identifier: "RenewBrowserProfile" })

const operation = (summary: string, scope: "logs:read" | "data:execute") =>
  access({ summary, scope, bucket: "default", keepsReply: false })

export const ProfilesApi = HttpApiGroup.make("profiles")
  .add(
    HttpApiEndpoint.get("list", "/org/browser/profiles", {
      query: pageQuery,
      success: Schema.Struct({
        data: Schema.Array(ProfileRecord),
        has_more: Schema.Boolean,
        next_cursor: Schema.NullOr(Schema.String),
        ...callFields
      }).annotate({ identifier: "BrowserProfilePage" })
    }).annotateMerge(operation("List browser profiles, newest first", "logs:read")),
    HttpApiEndpoint.post("create", "/org/browser/profiles", {
      payload: CreateProfileBody,
      success: Schema.Struct({ ...ProfileRecord.fields, ...callFields }).pipe(HttpApiSchema.status(201)),
      error: errorsWith(413, 415)
    }).annotateMerge(operation("Keep a browser profile with its session, sealed", "data:execute")),
    HttpApiEndpoint.put("renew", "/org/browser/profiles/:profile_id/session", {
      params: { profile_id: text(1, 64) },
      payload: RenewProfileBody,
      success: Schema.Struct({ ...ProfileRecord.fields, ...callFields }),
      error: errorsWith(404, 413, 415)
    }).annotateMerge(operation("Put a new session in the place of a browser profile's", "data:execute")),
    HttpApiEndpoint.delete("remove", "/org/browser/profiles/:profile_id", {
      params: { profile_id: text(1, 64) },
      success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true), ...callFields }),
      error: errorsWith(404)
    }).annotateMerge(operation("Forget a browser profile and its session", "data:execute"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Browser profiles", description: "Sessions to see pages with." }))
