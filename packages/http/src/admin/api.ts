/**
 * What the operator of an installation may do over HTTP, for a product that embeds or hosts Kittiwake.
 *
 * It is an API of its own: it is not in the description that callers of `/v1` read, and no key of theirs opens it.
 */

import { CauseKind } from "@kittiwake/core/credits/domain/Ledger"
import { FeedbackRecord } from "@kittiwake/core/feedback/domain/FeedbackRecord"
import { GrantRecord } from "@kittiwake/core/grants/domain/GrantRecord"
import { OrganizationRecord, StandingRecord } from "@kittiwake/core/internal/administration/domain/OrganizationRecord"
import { EntryRecord } from "@kittiwake/core/internal/credits/domain/EntryRecord"
import { SourceRecord, SourcesTaken } from "@kittiwake/core/news/domain/ListedFeed"
import { sourceKinds, sourceOrigins } from "@kittiwake/core/news/domain/NewsSource"
import { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { SessionRecord } from "@kittiwake/core/sessions/domain/SessionRecord"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DemonstrationRecord } from "../demonstration/records.ts"
import { describeOperation } from "../describe.ts"
import { errorsWith } from "../errors.ts"
import { pageQuery, queryInteger, text } from "../fields.ts"
import { ExaminationRecord, SystemRecord } from "../system/records.ts"
import {
  AddSourcesBody,
  ChangeOrganizationBody,
  CreateKeyBody,
  CreateOrganizationBody,
  Id,
  MoveCreditsBody
} from "./input.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { OperatorInput } from "./OperatorInput.ts"

const described = (summary: string) => OpenApi.annotations({ summary, transform: describeOperation })

const request_id = Schema.String

/** An organization with its settings and how its credits stand. */
export const OrganizationReply = Schema.Struct({
  ...StandingRecord.fields,
  request_id
}).annotate({ identifier: "Organization" })

/** A key as it is shown: everything but the key itself. */
export const KeyRecord = Schema.Struct({
  id: Schema.String,
  organization_id: Schema.String,
  name: Schema.String,
  last4: Schema.String,
  /** Null is full access. */
  scopes: Schema.NullOr(Schema.Array(Scope)),
  created_at: Schema.String,
  revoked_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Key" })
export type KeyRecord = typeof KeyRecord.Type

const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    has_more: Schema.Boolean,
    next_cursor: Schema.NullOr(Schema.String),
    request_id
  })

const organizationParams = { organization_id: Id }

const SessionPage = pageOf(SessionRecord).annotate({ identifier: "SessionPage" })

const EndedSession = Schema.Struct({ ...SessionRecord.fields, request_id }).annotate({ identifier: "EndedSession" })

/** The operator's own sessions. */
const OperatorSessionsApi = HttpApiGroup.make("operatorSessions")
  .add(
    HttpApiEndpoint.get("list", "/sessions", { query: pageQuery, success: SessionPage }).annotateMerge(
      described("Sessions of the operator, newest first")
    ),
    HttpApiEndpoint.delete("end", "/sessions/:session_id", {
      params: { session_id: Id },
      success: EndedSession
    }).annotateMerge(described("End a session of the operator; servers that it used just now refuse it within seconds"))
  )
  .middleware(OperatorInput)
  .middleware(OperatorAccess)
  .prefix("/admin")

const OrganizationsApi = HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.post("create", "/organizations", {
      payload: CreateOrganizationBody,
      success: OrganizationReply.pipe(HttpApiSchema.status(201)),
      error: errorsWith(409, 413, 415)
    }).annotateMerge(described("Make an organization with the credits of its first month")),
    HttpApiEndpoint.get("list", "/organizations", {
      query: pageQuery,
      success: pageOf(OrganizationRecord).annotate({ identifier: "OrganizationPage" })
    }).annotateMerge(described("Organizations, newest first")),
    HttpApiEndpoint.get("get", "/organizations/:organization_id", {
      params: organizationParams,
      success: OrganizationReply
    }).annotateMerge(described("One organization and how its credits stand")),
    HttpApiEndpoint.patch("change", "/organizations/:organization_id", {
      params: organizationParams,
      payload: ChangeOrganizationBody,
      success: OrganizationReply,
      error: errorsWith(413, 415)
    }).annotateMerge(described("Change plan, limits and settings; what a larger plan gives comes at once")),
    HttpApiEndpoint.post("moveCredits", "/organizations/:organization_id/credits", {
      params: organizationParams,
      payload: MoveCreditsBody,
      success: Schema.Struct({ ...EntryRecord.fields, available: Schema.Int, request_id }).annotate({
        identifier: "MovedCredits"
      }),
      error: errorsWith(403, 409, 413, 415)
    }).annotateMerge(described("Grant, sell, refund or adjust credits, once for each kind and id")),
    HttpApiEndpoint.get("entries", "/organizations/:organization_id/credits", {
      params: organizationParams,
      query: { kind: Schema.optionalKey(CauseKind), ...pageQuery },
      success: pageOf(EntryRecord).annotate({ identifier: "EntryPage" })
    }).annotateMerge(described("Movements of credits, newest first")),
    HttpApiEndpoint.post("createKey", "/organizations/:organization_id/keys", {
      params: organizationParams,
      payload: CreateKeyBody,
      success: Schema.Struct({ ...KeyRecord.fields, secret: Schema.String, request_id })
        .annotate({ identifier: "NewKey" })
        .pipe(HttpApiSchema.status(201)),
      error: errorsWith(413, 415)
    }).annotateMerge(described("Make a key; its secret is in this reply and never shown again")),
    HttpApiEndpoint.get("keys", "/organizations/:organization_id/keys", {
      params: organizationParams,
      success: Schema.Struct({ data: Schema.Array(KeyRecord), request_id }).annotate({ identifier: "Keys" })
    }).annotateMerge(described("Keys, oldest first, revoked ones included")),
    HttpApiEndpoint.delete("revokeKey", "/organizations/:organization_id/keys/:key_id", {
      params: { organization_id: Id, key_id: Id },
      success: Schema.Struct({ ...KeyRecord.fields, request_id }).annotate({ identifier: "RevokedKey" })
    }).annotateMerge(described("End a key; servers that used it just now refuse it within seconds")),
    HttpApiEndpoint.get("feedback", "/organizations/:organization_id/feedback", {
      params: organizationParams,
      query: pageQuery,
      success: pageOf(FeedbackRecord).annotate({ identifier: "FeedbackPage" })
    }).annotateMerge(described("What callers said, newest first, up to a thousand")),
    HttpApiEndpoint.get("grants", "/organizations/:organization_id/grants", {
      params: organizationParams,
      query: pageQuery,
      success: pageOf(GrantRecord).annotate({ identifier: "GrantPage" })
    }).annotateMerge(described("Grants, newest first, those that ended within a month included")),
    HttpApiEndpoint.delete("revokeGrant", "/organizations/:organization_id/grants/:grant_id", {
      params: { organization_id: Id, grant_id: Id },
      success: Schema.Struct({ ...GrantRecord.fields, request_id }).annotate({ identifier: "RevokedGrant" })
    }).annotateMerge(
      described("End a grant with all its tokens; servers that its client used just now refuse it within seconds")
    ),
    HttpApiEndpoint.get("sessions", "/organizations/:organization_id/sessions", {
      params: organizationParams,
      query: pageQuery,
      success: SessionPage
    }).annotateMerge(described("Sessions of the dashboard that keys of the organization signed in, newest first")),
    HttpApiEndpoint.delete("endSession", "/organizations/:organization_id/sessions/:session_id", {
      params: { organization_id: Id, session_id: Id },
      success: EndedSession
    }).annotateMerge(described("End such a session; servers that it used just now refuse it within seconds"))
  )
  .middleware(OperatorInput)
  .middleware(OperatorAccess)
  .prefix("/admin")

const sourcesTaken = Schema.Struct({ ...SourcesTaken.fields, request_id }).annotate({ identifier: "NewsSourcesTaken" })

const NewsSourcesApi = HttpApiGroup.make("newsSources")
  .add(
    HttpApiEndpoint.get("sources", "/news/sources", {
      query: {
        origin: Schema.optionalKey(Schema.Literals(sourceOrigins)),
        state: Schema.optionalKey(Schema.Literals(sourceKinds)),
        limit: Schema.optionalKey(queryInteger(1, 1_000)),
        after: Schema.optionalKey(text(1, 2_000))
      },
      success: Schema.Struct({
        data: Schema.Array(SourceRecord),
        has_more: Schema.Boolean,
        /** What `after` is for the next page. */
        next_after: Schema.NullOr(Schema.String),
        request_id
      }).annotate({ identifier: "NewsSourcePage" })
    }).annotateMerge(described("Sources of news in the order of their addresses, and how they are")),
    HttpApiEndpoint.post("addSources", "/news/sources", {
      payload: AddSourcesBody,
      success: sourcesTaken,
      error: errorsWith(413, 415)
    }).annotateMerge(
      described("Choose feeds and sitemaps of news; what cannot be asked is told, and the others are taken")
    ),
    HttpApiEndpoint.post("importSources", "/news/sources/import", {
      success: sourcesTaken,
      error: errorsWith(413)
    }).annotateMerge(described("Choose the feeds of a list in OPML, which is the body")),
    HttpApiEndpoint.delete("removeSource", "/news/sources", {
      query: { url: text(1, 2_000) },
      success: Schema.Struct({ ...SourceRecord.fields, request_id }).annotate({ identifier: "RemovedNewsSource" })
    }).annotateMerge(described("Ask a source no more; its articles stay"))
  )
  .middleware(OperatorInput)
  .middleware(OperatorAccess)
  .prefix("/admin")

/** How the installation stands. */
const InstallationApi = HttpApiGroup.make("installation")
  .add(
    HttpApiEndpoint.get("system", "/system", {
      success: Schema.Struct({ ...SystemRecord.fields, request_id }).annotate({ identifier: "System" })
    }).annotateMerge(described("Work that waits, the worker, storage, memory and settings, as they were seconds ago")),
    HttpApiEndpoint.get("doctor", "/system/doctor", {
      success: Schema.Struct({ ...ExaminationRecord.fields, request_id }).annotate({ identifier: "Examination" })
    }).annotateMerge(described("What kittiwake doctor says, as it was a minute ago at most"))
  )
  .middleware(OperatorInput)
  .middleware(OperatorAccess)
  .prefix("/admin")

const demonstrated = Schema.Struct({ ...DemonstrationRecord.fields, request_id }).annotate({
  identifier: "Demonstration"
})

/** An installation of its own that shows what all of this is for, and leaves nothing. */
const DemonstrationApi = HttpApiGroup.make("demonstration")
  .add(
    HttpApiEndpoint.get("standing", "/demonstration", { success: demonstrated }).annotateMerge(
      described("How the demonstration stands, and what happened in it")
    ),
    HttpApiEndpoint.post("begin", "/demonstration", { success: demonstrated }).annotateMerge(
      described(
        "Begin the demonstration: a small site that changes, watched beside this installation; its API is below this address"
      )
    ),
    HttpApiEndpoint.delete("remove", "/demonstration", { success: demonstrated }).annotateMerge(
      described("Remove the demonstration, with everything that was in it")
    )
  )
  .middleware(OperatorInput)
  .middleware(OperatorAccess)
  .prefix("/admin")

/** The operator's API as one value. */
export const AdminApi = HttpApi.make("kittiwake-admin")
  .add(OrganizationsApi)
  .add(OperatorSessionsApi)
  .add(NewsSourcesApi)
  .add(InstallationApi)
  .add(DemonstrationApi)
