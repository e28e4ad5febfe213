/** Core errors as status, code and body: the only file that knows status codes (contract/auth-errors-limits.md §2, §3). */
import type { NotCollector, NotOperator, OrganizationExists } from "@kittiwake/core/administration/errors"
import type {
  BatchLimitReached,
  BatchNotCancellable,
  BatchNotCompleted,
  BatchNotFound,
  BatchResultsFull,
  ResultFileMissing,
  TooManyEntries
} from "@kittiwake/core/batches/errors"
import type { BrandNotFound, ColdBrand } from "@kittiwake/core/brands/errors"
import type { CauseConflict, CollectionPaused, OutOfCredits } from "@kittiwake/core/credits/errors"
import type { GrantNotFound } from "@kittiwake/core/grants/errors"
import type { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { IdempotencyKeyConflict } from "@kittiwake/core/idempotency/errors"
import type { InboxEventNotFound } from "@kittiwake/core/inbox/errors"
import { lost, seeFirst } from "@kittiwake/core/internal/pages/acting"
import type { RateLimited } from "@kittiwake/core/limits/Limits"
import type {
  BacktestRunning,
  ChangeNotFound,
  MonitorHasNoWebhook,
  MonitorNotFound,
  MonitorPaused,
  RunNotFound,
  VersionNotFound
} from "@kittiwake/core/monitors/errors"
import type { MonitorLimitReached } from "@kittiwake/core/monitors/MonitorStore"
import type { TooMuchToCompare } from "@kittiwake/core/monitors/TextComparer"
import type { NewsSourceNotFound } from "@kittiwake/core/news/NewsSources"
import { Scope } from "@kittiwake/core/organizations/domain/Scope"
import type { KeyNotFound, OrganizationNotFound, PaidPlanRequired } from "@kittiwake/core/organizations/errors"
import type { OrganizationDisabled, Unauthorized } from "@kittiwake/core/organizations/Organizations"
import type { InvalidCursor } from "@kittiwake/core/paging/Cursors"
import type {
  ProfileError,
  ProfileLimitReached,
  ProfileSessionTooLarge,
  ProfileUnusable
} from "@kittiwake/core/profiles/errors"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import type { SearchUnavailable } from "@kittiwake/core/search/errors"
import type { LinkUnusable, SessionNotFound } from "@kittiwake/core/sessions/errors"
import type { DisposableEmail, FreeEmail } from "@kittiwake/core/sites/errors"
import type { RequestLogNotFound } from "@kittiwake/core/usage/errors"
import type { ViewLimitReached, ViewNotFound } from "@kittiwake/core/views/errors"
import type { CallAbandoned, ReadingError } from "@kittiwake/core/web/errors"
import { waitBesideOthers } from "@kittiwake/core/web/TurnWaits"
import type { RetryRefused } from "@kittiwake/core/webhooks/domain/ManualRetry"
import type { DeliveryNotFound, WebhookTestRefused } from "@kittiwake/core/webhooks/errors"
import { DateTime, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { creditsMissing } from "./creditsMissing.ts"

/** What the key has left, beside every reply to a valid key. */
export const KeyMetadata = Schema.Struct({ credits_consumed: Schema.Int, credits_remaining: Schema.Int })
export type KeyMetadata = typeof KeyMetadata.Type

/** The codes that these operations answer with. */
export const ErrorCode = Schema.Literals([
  "UNAUTHORIZED",
  "DISABLED",
  "CROSS_SITE_REQUEST",
  "INSUFFICIENT_PERMISSIONS",
  "PAID_PLAN_REQUIRED",
  "FORBIDDEN",
  "USAGE_EXCEEDED",
  "COLLECTION_PAUSED",
  "RATE_LIMITED",
  "INPUT_VALIDATION_ERROR",
  "WEBSITE_NOT_FOUND",
  "WEBSITE_ACCESS_ERROR",
  "WEBSITE_BLOCKED",
  "PDF_SKIPPED",
  "PDF_IMAGES_ONLY",
  "TIMEOUT_TOO_SHORT_FOR_WAIT",
  "TIMEOUT_EXCEEDS_MAXIMUM",
  "ZDR_NOT_ENABLED",
  "ZDR_NOT_SUPPORTED",
  "COLD_DOMAIN_TIMEOUT_TOO_LOW",
  "FREE_EMAIL_DETECTED",
  "DISPOSABLE_EMAIL_DETECTED",
  "PROFILE_NOT_FOUND",
  "PROFILE_BUSY",
  "PROFILE_SESSION_EXPIRED",
  "PROFILE_REAUTHENTICATION_REQUIRED",
  "PROFILE_MISSING_CREDENTIALS",
  "PROFILE_INTERACTION_REQUIRED",
  "PROFILE_AUTHENTICATION_UNKNOWN",
  "PROFILE_ORIGIN_BLOCKED",
  "PROFILE_INVALID_SESSION",
  "PROFILE_SESSION_TOO_LARGE",
  "NOT_FOUND",
  "IDEMPOTENCY_KEY_CONFLICT",
  "MONITOR_LIMIT_EXCEEDED",
  "MONITOR_PAUSED",
  "MONITOR_NO_WEBHOOK",
  "BACKTEST_RUNNING",
  "WEBHOOK_TEST_RUNNING",
  "BATCH_LIMIT_EXCEEDED",
  "BATCH_NOT_COMPLETED",
  "BATCH_NOT_CANCELLABLE",
  "DELIVERY_IN_PROGRESS",
  "DELIVERY_ALREADY_DELIVERED",
  "DELIVERY_EXPIRED",
  "DELIVERY_CANCELLED",
  "UNSUPPORTED_CONTENT",
  "CONTENT_TOO_LARGE",
  "REQUEST_TIMEOUT",
  "SEARCH_UNAVAILABLE",
  "INTERNAL_ERROR"
])
export type ErrorCode = typeof ErrorCode.Type

/** The body of every error. */
export const ErrorBody = Schema.Struct({
  request_id: Schema.String,
  message: Schema.String,
  error_code: ErrorCode,
  required_permission: Schema.optionalKey(Scope),
  /** Beside the refusal of an email address. */
  status: Schema.optionalKey(Schema.Literal("error")),
  key_metadata: Schema.optionalKey(KeyMetadata)
}).annotate({ identifier: "Error" })
export type ErrorBody = typeof ErrorBody.Type

/** The error body under each of these statuses, for the description of an operation. */
export const errorsWith = (...statuses: ReadonlyArray<number>) =>
  statuses.map((status) => ErrorBody.pipe(HttpApiSchema.status(status)))

/** No answer was found in its time. Nothing was charged. */
export class ResearchTimedOut extends Schema.TaggedError<ResearchTimedOut>()("ResearchTimedOut", {}) {}

/** The key lacks a scope. Nothing was done. */
export class ScopeMissing extends Schema.TaggedError<ScopeMissing>()("ScopeMissing", { scope: Scope }) {}

/** A request with the cookie of a session that a page of another site could have sent. Nothing was done. */
export class CrossSiteRefused extends Schema.TaggedError<CrossSiteRefused>()("CrossSiteRefused", {
  /** The header that is missing; null when the request says that it comes from elsewhere. */
  lacks: Schema.NullOr(Schema.String)
}) {}

/** The session of the cookie is over, was ended, or never was. Sign in again. */
export class SessionOver extends Schema.TaggedError<SessionOver>()("SessionOver", {}) {}

/** The operator's session is nobody's, and the request does not say for whom it is. */
export class OrganizationUnnamed extends Schema.TaggedError<OrganizationUnnamed>()("OrganizationUnnamed", {}) {}

/** As many streams of events are open as may be. Close one, or try again later. */
export class TooManyStreams extends Schema.TaggedError<TooManyStreams>()("TooManyStreams", {
  limit: Schema.Int,
  of: Schema.Literals(["caller", "organization", "process"])
}) {}

/** The body has more bytes than are read. */
export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", { maxBytes: Schema.Int }) {}

/** The body is not plain JSON in UTF-8. */
export class UnsupportedBody extends Schema.TaggedError<UnsupportedBody>()("UnsupportedBody", {
  message: Schema.String
}) {}

/** No operation has this path. */
export class NoSuchRoute extends Schema.TaggedError<NoSuchRoute>()("NoSuchRoute", {}) {}

/** A link to a file of results is damaged or too old, or its batch is gone. The batch gives new ones. */
export class NoSuchResultFile extends Schema.TaggedError<NoSuchResultFile>()("NoSuchResultFile", {}) {}

/** Whoever composed the server tells nothing of the installation. */
export class InstallationUntold extends Schema.TaggedError<InstallationUntold>()("InstallationUntold", {}) {}

/** No demonstration is shown, or nothing here can show one. Begin one where the command serves. */
export class DemonstrationMissing extends Schema.TaggedError<DemonstrationMissing>()("DemonstrationMissing", {}) {}

/** HTTP/1.1 asks for a Host header, and for one alone (RFC 9112 §3.2). */
export class HostMissing extends Schema.TaggedError<HostMissing>()("HostMissing", {}) {}

/** Who calls is said once: somebody between may have looked at another header than is looked at here. Nothing was done. */
export class AuthorizationRepeated extends Schema.TaggedError<AuthorizationRepeated>()("AuthorizationRepeated", {}) {}

/** A body came in a coding besides chunks, which nothing here can undo (RFC 9112 §6.1). It was not read. */
export class CodingUnknown extends Schema.TaggedError<CodingUnknown>()("CodingUnknown", {}) {}

/** The path exists, under other methods. */
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  allowed: Schema.Array(Schema.String)
}) {}

/** A bug. The cause is in the log, under the request's id. */
export class Defect extends Schema.TaggedError<Defect>()("Defect", {}) {}

/** The server is shutting down. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

/** The caller asked that nothing be kept, and the organization has not agreed that with its operator. */
export class ZeroRetentionNotEnabled extends Schema.TaggedError<ZeroRetentionNotEnabled>()(
  "ZeroRetentionNotEnabled",
  {}
) {}

/** The caller asked that nothing be kept, of an operation that does not offer it. */
export class ZeroRetentionNotSupported extends Schema.TaggedError<ZeroRetentionNotSupported>()(
  "ZeroRetentionNotSupported",
  {}
) {}

/** No brand was found, of an operation that says so as of anything that is not there. */
export class NoSuchBrand extends Schema.TaggedError<NoSuchBrand>()("NoSuchBrand", { message: Schema.String }) {}

/** The deadline leaves no time beside the wait that was asked for. */
export class TimeoutTooShortForWait extends Schema.TaggedError<TimeoutTooShortForWait>()("TimeoutTooShortForWait", {
  /** Under which the deadline was sent. */
  field: Schema.String,
  leastMillis: Schema.Int
}) {}

/** The deadline lies further away than any may. */
export class TimeoutExceedsMaximum extends Schema.TaggedError<TimeoutExceedsMaximum>()("TimeoutExceedsMaximum", {
  /** Under which the deadline was sent. */
  field: Schema.String,
  maxMillis: Schema.Int
}) {}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000).toLocaleString("en")} MB`

/** Everything an operation can refuse with. */
export type ApiError =
  | BacktestRunning
  | BatchLimitReached
  | BatchNotCancellable
  | BatchNotCompleted
  | BatchNotFound
  | BatchResultsFull
  | BodyTooLarge
  | BrandNotFound
  | CallAbandoned
  | CauseConflict
  | ChangeNotFound
  | ColdBrand
  | CollectionPaused
  | CrossSiteRefused
  | Defect
  | DeliveryNotFound
  | DisposableEmail
  | FreeEmail
  | IdempotencyKeyConflict
  | InboxEventNotFound
  | InvalidCursor
  | InvalidInput
  | LinkUnusable
  | KeyNotFound
  | MethodNotAllowed
  | MonitorHasNoWebhook
  | MonitorLimitReached
  | MonitorNotFound
  | MonitorPaused
  | NewsSourceNotFound
  | NoSuchBrand
  | NoSuchResultFile
  | NoSuchRoute
  | DemonstrationMissing
  | InstallationUntold
  | GrantNotFound
  | HostMissing
  | AuthorizationRepeated
  | CodingUnknown
  | NotCollector
  | NotOperator
  | OrganizationDisabled
  | OrganizationExists
  | OrganizationNotFound
  | OrganizationUnnamed
  | OutOfCredits
  | PaidPlanRequired
  | ProfileError
  | ProfileLimitReached
  | ProfileSessionTooLarge
  | RateLimited
  | ReadingError
  | RequestLogNotFound
  | ResearchTimedOut
  | ResultFileMissing
  | RetryRefused
  | RunNotFound
  | ScopeMissing
  | SearchUnavailable
  | SessionNotFound
  | SessionOver
  | ShuttingDown
  | StoreUnavailable
  | TimeoutExceedsMaximum
  | TimeoutTooShortForWait
  | TooManyEntries
  | TooManyStreams
  | TooMuchToCompare
  | Unauthorized
  | UnsupportedBody
  | VersionNotFound
  | ViewLimitReached
  | ViewNotFound
  | WebhookTestRefused
  | ZeroRetentionNotEnabled
  | ZeroRetentionNotSupported

/** An error as the wire shows it, before the call's id and credits are added. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  /** Path of the field that was wrong, with which the message begins. */
  readonly field?: string
  readonly requiredPermission?: Scope
  /** Given where the body must say in a word that it is an error. */
  readonly bodyStatus?: "error"
  readonly headers?: Readonly<Record<string, string>>
}

// The public client repeats 408, 409, 429 and 5xx twice unless it is told not to.
const final = { "x-should-retry": "false" }

const retryRefusals: { readonly [R in RetryRefused["reason"]]: readonly [code: ErrorCode, message: string] } = {
  expired: ["DELIVERY_EXPIRED", "The delivery is more than seven days old and can no longer be sent again."],
  cancelled: ["DELIVERY_CANCELLED", "The delivery was cancelled: its source or its webhook is gone."],
  in_progress: ["DELIVERY_IN_PROGRESS", "An attempt waits or runs already."],
  already_delivered: ["DELIVERY_ALREADY_DELIVERED", "The event was delivered. Send force: true to send it again."],
  no_webhook: ["MONITOR_NO_WEBHOOK", "The monitor has no webhook now. Configure one first."]
}

const tooManyStreams: { readonly [O in TooManyStreams["of"]]: (limit: number) => string } = {
  caller: (limit) =>
    `Only ${limit} streams of events may be open at once for one key, with the grants that it signed. Close one first.`,
  organization: (limit) =>
    `The organization has ${limit} streams of events open here, which is its share of what this process can have. Close one first.`,
  process: (limit) => `This process has all of its ${limit} streams of events open. Try again later.`
}

const profileRefusals: { readonly [R in ProfileUnusable["reason"]]: readonly [status: number, code: ErrorCode] } = {
  invalid_session: [400, "PROFILE_INVALID_SESSION"],
  session_expired: [422, "PROFILE_SESSION_EXPIRED"],
  origin_blocked: [403, "PROFILE_ORIGIN_BLOCKED"],
  reauthentication_required: [422, "PROFILE_REAUTHENTICATION_REQUIRED"],
  missing_credentials: [422, "PROFILE_MISSING_CREDENTIALS"],
  interaction_required: [422, "PROFILE_INTERACTION_REQUIRED"],
  authentication_unknown: [422, "PROFILE_AUTHENTICATION_UNKNOWN"]
}

const refusedEmail = (code: ErrorCode, message: string): Refusal => ({
  status: 422,
  code,
  message,
  bodyStatus: "error"
})

const notFound = (what: string): Refusal => ({ status: 404, code: "NOT_FOUND", message: `${what} not found.` })

const badRequest = (code: ErrorCode, message: string): Refusal => ({ status: 400, code, message })

/** A refusal of one field, which its message names first. */
const wrongField = (code: ErrorCode, field: string, message: string): Refusal => ({
  ...badRequest(code, field === "" ? message : `${field}: ${message}`),
  field
})

const conflict = (code: ErrorCode, message: string): Refusal => ({ status: 409, code, message, headers: final })

const wire = {
  Unauthorized: () => ({
    status: 401,
    code: "UNAUTHORIZED",
    message: "Send a valid key: Authorization: Bearer <API_KEY>.",
    headers: { "www-authenticate": "Bearer" }
  }),
  SessionOver: () => ({
    status: 401,
    code: "UNAUTHORIZED",
    message: "There is no session, or it is over. Sign in: POST /session with a key."
  }),
  LinkUnusable: () => ({
    status: 401,
    code: "UNAUTHORIZED",
    message: 'This link was used, or is more than 15 minutes old. "kittiwake dashboard" prints a new one.'
  }),
  CrossSiteRefused: ({ lacks }) => ({
    status: 403,
    code: "CROSS_SITE_REQUEST",
    message:
      lacks === null
        ? "This request comes from a page of another site, and a session counts for pages of this one alone. Send a key: Authorization: Bearer <API_KEY>."
        : `With a session, a request that changes anything carries the header ${lacks}. Send it, or a key: Authorization: Bearer <API_KEY>.`
  }),
  OrganizationUnnamed: () =>
    wrongField(
      "INPUT_VALIDATION_ERROR",
      "X-Kittiwake-Organization",
      "must name the organization that the operator acts for, such as org_1f0c…"
    ),
  SessionNotFound: () => notFound("Session"),
  NotOperator: () => ({
    status: 401,
    code: "UNAUTHORIZED",
    message: "Send the operator's token: Authorization: Bearer <KITTIWAKE_ADMIN_TOKEN>.",
    headers: { "www-authenticate": "Bearer" }
  }),
  NotCollector: () => ({
    status: 401,
    code: "UNAUTHORIZED",
    message: "Send the token for metrics: Authorization: Bearer <KITTIWAKE_METRICS_TOKEN>.",
    headers: { "www-authenticate": "Bearer" }
  }),
  GrantNotFound: () => notFound("Grant"),
  OrganizationDisabled: () => ({ status: 403, code: "DISABLED", message: "This key's organization is disabled." }),
  ScopeMissing: ({ scope }) => ({
    status: 403,
    code: "INSUFFICIENT_PERMISSIONS",
    message: `This key lacks the scope ${scope}.`,
    requiredPermission: scope
  }),
  RateLimited: ({ report, retryAfterSeconds }) => ({
    status: 429,
    code: "RATE_LIMITED",
    message:
      report.mode === "concurrency"
        ? `Only ${report.limit} requests may run at once.`
        : `Only ${report.limit} requests a minute are allowed. Try again in ${retryAfterSeconds} s.`,
    headers: { "retry-after": String(retryAfterSeconds) }
  }),
  TooManyStreams: ({ limit, of }) => ({
    status: 429,
    code: "RATE_LIMITED",
    message: tooManyStreams[of](limit),
    headers: { "retry-after": "15" }
  }),
  InvalidInput: ({ field, message }) => wrongField("INPUT_VALIDATION_ERROR", field, message),
  InvalidCursor: () =>
    wrongField(
      "INPUT_VALIDATION_ERROR",
      "cursor",
      "was not made by this list with these filters; start again without a cursor"
    ),
  UnsupportedBody: ({ message }) => ({ status: 415, code: "UNSUPPORTED_CONTENT", message }),
  BatchLimitReached: ({ limit }) => ({
    status: 403,
    code: "BATCH_LIMIT_EXCEEDED",
    message: `${limit} ${limit === 1 ? "batch has" : "batches have"} not ended yet, and the plan allows no more at once. Wait for one, or cancel it.`
  }),
  BatchResultsFull: ({ bytes, limitBytes }) => ({
    status: 403,
    code: "BATCH_LIMIT_EXCEEDED",
    message: `The results of your batches take ${megabytes(bytes)} of the ${megabytes(limitBytes)} that they may (KITTIWAKE_BATCH_RESULTS). Remove batches, or wait until results are kept no longer.`
  }),
  BatchNotCancellable: ({ status }) => conflict("BATCH_NOT_CANCELLABLE", `The batch has ended: it is ${status}.`),
  BatchNotCompleted: ({ status }) =>
    conflict("BATCH_NOT_COMPLETED", `The batch is ${status}. Wait until it has ended, or cancel it.`),
  BatchNotFound: () => notFound("Batch"),
  BodyTooLarge: ({ maxBytes }) => ({
    status: 413,
    code: "CONTENT_TOO_LARGE",
    message: `The body may have at most ${maxBytes} bytes.`
  }),
  PaidPlanRequired: ({ feature }) => ({
    status: 403,
    code: "PAID_PLAN_REQUIRED",
    message: `${feature} needs a paid plan.`
  }),
  OutOfCredits: (refusal) => ({ status: 403, code: "USAGE_EXCEEDED", message: creditsMissing(refusal) }),
  CollectionPaused: ({ resumesAt }) => ({
    status: 403,
    code: "COLLECTION_PAUSED",
    message:
      resumesAt === null
        ? "Billing of this organization is paused, so nothing is collected. Its operator can end the pause."
        : `Billing of this organization is paused, so nothing is collected before ${DateTime.formatIso(resumesAt)}.`
  }),
  MonitorLimitReached: ({ limit }) => ({
    status: 403,
    code: "MONITOR_LIMIT_EXCEEDED",
    message: `The organization has all of its ${limit} ${limit === 1 ? "monitor" : "monitors"}. Remove one that is not needed, or have its operator raise the limit.`
  }),
  MonitorNotFound: () => notFound("Monitor"),
  RunNotFound: () => notFound("Run"),
  ChangeNotFound: () => notFound("Change"),
  VersionNotFound: () => notFound("Version"),
  DeliveryNotFound: () => notFound("Delivery"),
  InboxEventNotFound: () => notFound("Event"),
  OrganizationNotFound: () => notFound("Organization"),
  KeyNotFound: () => notFound("Key"),
  NewsSourceNotFound: () => notFound("Source"),
  RequestLogNotFound: () => notFound("Logged call"),
  NoSuchRoute: () => notFound("Route"),
  NoSuchResultFile: () => ({
    status: 404,
    code: "NOT_FOUND",
    message:
      "This link leads to no file of results: it is incomplete or over an hour old. GET /v1/batch/{batch_id} gives new ones."
  }),
  ResultFileMissing: () => ({
    status: 503,
    code: "INTERNAL_ERROR",
    message:
      "Results of this batch are not where large results are kept, and can be read once they are there again. kittiwake doctor says more.",
    headers: { "retry-after": "60" }
  }),
  InstallationUntold: () => ({
    status: 404,
    code: "NOT_FOUND",
    message: "The program that serves this API tells nothing of its installation. Where it is kittiwake start, it does."
  }),
  DemonstrationMissing: () => ({
    status: 404,
    code: "NOT_FOUND",
    message:
      "No demonstration is shown. Where kittiwake start serves, POST /admin/demonstration begins one; kittiwake demo shows one in a terminal."
  }),
  HostMissing: () => badRequest("INPUT_VALIDATION_ERROR", "A request of HTTP/1.1 must have one Host header."),
  AuthorizationRepeated: () =>
    badRequest("INPUT_VALIDATION_ERROR", "A request must have one Authorization header at most."),
  CodingUnknown: () => ({
    status: 501,
    code: "UNSUPPORTED_CONTENT",
    message:
      "Of transfer codings only chunked is known here. Send the body with its Content-Length, or in chunks alone.",
    headers: final
  }),
  MethodNotAllowed: ({ allowed }) => ({
    status: 405,
    code: "NOT_FOUND",
    message: `This path takes ${allowed.join(", ")}.`,
    headers: { allow: allowed.join(", ") }
  }),
  MonitorPaused: () => conflict("MONITOR_PAUSED", "The monitor is paused. Resume it first."),
  BacktestRunning: () =>
    conflict("BACKTEST_RUNNING", "The organization tries other rules already. Try again when that has ended."),
  WebhookTestRefused: ({ reason }) =>
    reason === "running"
      ? conflict("WEBHOOK_TEST_RUNNING", "The organization tests a webhook already. Try again when that has ended.")
      : {
          status: 503,
          code: "INTERNAL_ERROR",
          message: "So much is sent to that host that the test had no turn in time. Try again.",
          headers: { "retry-after": "5" }
        },
  MonitorHasNoWebhook: () => conflict("MONITOR_NO_WEBHOOK", "The monitor has no webhook. Configure one first."),
  RetryRefused: ({ reason }) => conflict(...retryRefusals[reason]),
  IdempotencyKeyConflict: () =>
    conflict("IDEMPOTENCY_KEY_CONFLICT", "The Idempotency-Key was used for something else. Use another one."),
  OrganizationExists: () => conflict("IDEMPOTENCY_KEY_CONFLICT", "An organization has this id already."),
  CauseConflict: () =>
    conflict("IDEMPOTENCY_KEY_CONFLICT", "This kind and id have moved another number of credits. Use another id."),
  WebsiteNotFound: ({ message }) => badRequest("WEBSITE_NOT_FOUND", message),
  NoExit: ({ message }) => wrongField("INPUT_VALIDATION_ERROR", "country", message),
  WebsiteInaccessible: ({ message }) => badRequest("WEBSITE_ACCESS_ERROR", message),
  WebsiteBlocked: ({ message }) => badRequest("WEBSITE_BLOCKED", message),
  TargetNotFound: ({ message }) => ({ status: 404, code: "NOT_FOUND", message }),
  // The contract has 400 here, and callers test the code.
  BrandNotFound: ({ message }) => badRequest("NOT_FOUND", message),
  NoSuchBrand: ({ message }) => ({ status: 404, code: "NOT_FOUND", message }),
  ColdBrand: ({ leastMillis }) => ({
    status: 422,
    code: "COLD_DOMAIN_TIMEOUT_TOO_LOW",
    message: `The brand is not known yet, and reading it takes up to ${leastMillis} ms. Give as much in timeoutOpts.milliseconds.`
  }),
  PdfSkipped: () => badRequest("PDF_SKIPPED", "The target is a PDF, and pdf.shouldParse is false."),
  PdfImagesOnly: ({ isNameless = false }) =>
    badRequest(
      "PDF_IMAGES_ONLY",
      isNameless
        ? "The fonts of the PDF do not say which letters they show. Ask for OCR to read its pages by their looks."
        : "The PDF holds pictures of its pages. Ask for OCR to read the text in them."
    ),
  ContentTooLarge: ({ message }) => ({ status: 413, code: "CONTENT_TOO_LARGE", message }),
  ContentUnsupported: ({ message }) => ({ status: 415, code: "UNSUPPORTED_CONTENT", message }),
  DeadlinePassed: ({ mayHaveActed, waited }) => ({
    status: 408,
    code: "REQUEST_TIMEOUT",
    message: `The deadline passed before there was an answer${waited === undefined ? "" : `: the request ${waitBesideOthers(waited)}`}. ${
      mayHaveActed === true ? `${seeFirst} Then give more time` : "Give more time"
    } in timeoutOpts.milliseconds.`,
    headers: final
  }),
  TooManyEntries: ({ limit }) =>
    wrongField(
      "INPUT_VALIDATION_ERROR",
      "input.data.urls",
      `must have ${limit} entries at most; submit several batches`
    ),
  TooMuchToCompare: ({ message }) => ({ status: 408, code: "REQUEST_TIMEOUT", message, headers: final }),
  ResearchTimedOut: () => ({
    status: 504,
    code: "REQUEST_TIMEOUT",
    message: "Nothing was found in time. Ask for less, or with mode ultra, which has more time.",
    headers: final
  }),
  SearchUnavailable: ({ message, retryAfterSeconds }) => ({
    status: 503,
    code: "SEARCH_UNAVAILABLE",
    message,
    ...(retryAfterSeconds === null ? {} : { headers: { "retry-after": `${retryAfterSeconds}` } })
  }),
  CallAbandoned: () => ({ status: 408, code: "REQUEST_TIMEOUT", message: "The caller went away.", headers: final }),
  CapabilityMissing: ({ message }) => ({ status: 503, code: "INTERNAL_ERROR", message, headers: final }),
  TooBusy: ({ message }) => ({
    status: 503,
    code: "INTERNAL_ERROR",
    message,
    headers: { "retry-after": "5" }
  }),
  // A repetition would act again.
  MayHaveActed: ({ message }) => ({ status: 503, code: "INTERNAL_ERROR", message, headers: final }),
  SlowDown: ({ message, retryAfterSeconds }) => ({
    status: 429,
    code: "RATE_LIMITED",
    message,
    headers: { "retry-after": String(Math.min(retryAfterSeconds, 60)) }
  }),
  ProfileNotFound: () => ({ status: 404, code: "PROFILE_NOT_FOUND", message: "Browser profile not found." }),
  // The only conflict that ends by itself: a call that uses the profile is over within minutes.
  ProfileBusy: () => ({
    status: 409,
    code: "PROFILE_BUSY",
    message: "Another call uses this browser profile. Try again when it has ended.",
    headers: { "retry-after": "5" }
  }),
  ProfileSessionTooLarge: ({ maxBytes }) => ({
    status: 413,
    code: "PROFILE_SESSION_TOO_LARGE",
    message: `The session may have at most ${maxBytes} bytes as JSON.`
  }),
  ProfileLimitReached: ({ limit }) => ({
    status: 403,
    code: "FORBIDDEN",
    message: `The organization has all of its ${limit} browser profiles. Remove one.`
  }),
  ViewLimitReached: ({ limit }) => ({
    status: 403,
    code: "FORBIDDEN",
    message: `The organization has all of its ${limit} saved views. Remove one.`
  }),
  ViewNotFound: () => notFound("View"),
  ProfileUnusable: ({ message, reason }) => {
    const [status, code] = profileRefusals[reason]
    return { status, code, message }
  },
  ZeroRetentionNotEnabled: () => ({
    status: 403,
    code: "ZDR_NOT_ENABLED",
    message: "Zero data retention is not enabled for this organization. Leave zdr out, or ask its operator."
  }),
  ZeroRetentionNotSupported: () =>
    wrongField("ZDR_NOT_SUPPORTED", "zdr", "cannot be enabled here, because this operation does not offer it"),
  FreeEmail: ({ domain }) =>
    refusedEmail("FREE_EMAIL_DETECTED", `Anybody gets an address at ${domain}. Name the company's own domain.`),
  DisposableEmail: ({ domain }) =>
    refusedEmail(
      "DISPOSABLE_EMAIL_DETECTED",
      `Addresses at ${domain} last for minutes. Name the company's own domain.`
    ),
  TimeoutTooShortForWait: ({ field, leastMillis }) =>
    wrongField("TIMEOUT_TOO_SHORT_FOR_WAIT", field, `must be at least ${leastMillis}, 10000 more than waitForMs`),
  TimeoutExceedsMaximum: ({ field, maxMillis }) =>
    wrongField("TIMEOUT_EXCEEDS_MAXIMUM", field, `must be at most ${maxMillis}`),
  StoreUnavailable: ({ isDiskFull, isLost }) =>
    isLost
      ? {
          status: 500,
          code: "INTERNAL_ERROR",
          message:
            "A part of what is stored of this is damaged or gone. The log of the server names it under this request_id; its operator may put it back from a copy.",
          headers: final
        }
      : isDiskFull
        ? {
            status: 503,
            code: "INTERNAL_ERROR",
            message: "The disk of the service's storage is full. Try again when its operator has made room.",
            headers: { "retry-after": "60" }
          }
        : {
            status: 503,
            code: "INTERNAL_ERROR",
            message: "The service cannot reach its storage. Try again.",
            headers: { "retry-after": "2" }
          },
  ShuttingDown: () => ({
    status: 503,
    code: "INTERNAL_ERROR",
    message: "The server is shutting down. Try again.",
    headers: { "retry-after": "1" }
  }),
  // A bug answers the same way again, so a repeat would only do the work twice.
  Defect: () => ({
    status: 500,
    code: "INTERNAL_ERROR",
    message: "Something went wrong here. It was logged under this request_id.",
    headers: final
  })
} satisfies { readonly [Tag in ApiError["_tag"]]: (error: Extract<ApiError, { readonly _tag: Tag }>) => Refusal }

/** How an error is told to the caller. */
export const refusalOf = (error: ApiError): Refusal => (wire[error._tag] as (error: ApiError) => Refusal)(error)

/**
 * The refusal of a call that has acted on a page, or may have: its client would repeat what a stopping server, or want of room, refuses, and nobody
 * is told to try again.
 */
export const afterActing = (refusal: Refusal): Refusal => {
  const { "retry-after": after, ...headers } = refusal.headers ?? {}
  return { ...refusal, ...(after === undefined ? {} : { message: lost }), headers: { ...headers, ...final } }
}

/** Errors of the HTTP parser, which come before any request exists. */
export const parserRefusals = {
  headersTooLarge: { status: 431, code: "CONTENT_TOO_LARGE", message: "The request headers are too large." },
  tooSlow: { status: 408, code: "REQUEST_TIMEOUT", message: "The request took too long to arrive." },
  malformed: { status: 400, code: "INPUT_VALIDATION_ERROR", message: "The request is not valid HTTP." }
} satisfies Record<string, Refusal>
