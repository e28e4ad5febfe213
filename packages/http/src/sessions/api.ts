/**
 * What a browser that shows the dashboard asks beside the operations.
 *
 * It is an API of its own, whose value makes a client: programs that call `/v1` have keys, and none of this is in the
 * description that they read.
 */
import { OrganizationRecord } from "@kittiwake/core/internal/administration/domain/OrganizationRecord"
import { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { SessionRecord } from "@kittiwake/core/sessions/domain/SessionRecord"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { pageQuery, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"

/** The body of `POST /session`: a key or the operator's token, or the secret of a link. */
export const SignInBody = Schema.Struct({
  key: Schema.optionalKey(text(1, 512)),
  link: Schema.optionalKey(text(1, 512))
}).annotate({ identifier: "SignIn" })

/** Who is signed in, and what they may do. */
export const SignedIn = Schema.Struct({
  session: SessionRecord,
  /** Null for the operator, who names one with each request. */
  organization: Schema.NullOr(OrganizationRecord),
  /** Null is everything. */
  scopes: Schema.NullOr(Schema.Array(Scope)),
  request_id: Schema.String
}).annotate({ identifier: "SignedIn" })
export type SignedIn = typeof SignedIn.Type

const SigningApi = HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.post("signIn", "/session", {
      payload: SignInBody,
      success: SignedIn,
      error: errorsWith(400, 401, 403, 413, 415, 429, 500, 503)
    }).annotateMerge(OpenApi.annotations({ summary: "Sign in with a key, the operator's token or a link" })),
    HttpApiEndpoint.get("current", "/session", {
      success: SignedIn,
      error: errorsWith(401, 403, 500, 503)
    }).annotateMerge(OpenApi.annotations({ summary: "Who is signed in" })),
    HttpApiEndpoint.delete("signOut", "/session", {
      success: HttpApiSchema.NoContent,
      error: errorsWith(401, 403, 500, 503)
    }).annotateMerge(OpenApi.annotations({ summary: "Sign out" }))
  )
  .annotateMerge(OpenApi.annotations({ title: "Signing in" }))

const scopeNote = "A key that may do everything sees and ends all sessions of its organization; any other its own."

const OrganizationSessionsApi = HttpApiGroup.make("organizationSessions")
  .add(
    HttpApiEndpoint.get("list", "/org/sessions", {
      query: pageQuery,
      success: Schema.Struct({
        data: Schema.Array(SessionRecord),
        has_more: Schema.Boolean,
        next_cursor: Schema.NullOr(Schema.String),
        ...callFields
      })
    }).annotateMerge(
      access({
        summary: "List the sessions of the dashboard, newest first",
        scope: null,
        scopeNote,
        bucket: "default",
        keepsReply: false
      })
    ),
    HttpApiEndpoint.delete("end", "/org/sessions/:session_id", {
      params: { session_id: text(1, 64) },
      success: Schema.Struct({ ...SessionRecord.fields, ...callFields }),
      error: errorsWith(404)
    }).annotateMerge(access({ summary: "End a session", scope: null, scopeNote, bucket: "default", keepsReply: false }))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Sessions" }))

/** What a browser asks as one value. */
export const SessionsApi = HttpApi.make("kittiwake-sessions").add(SigningApi).add(OrganizationSessionsApi)
