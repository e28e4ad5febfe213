/**
 * `docs/errors.md`: every error that an operation can answer with, taken from the errors themselves and from the one
 * file that gives them status and code. `npm run check` fails while the page and the sources differ.
 */

import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { NotCollector, NotOperator, OrganizationExists } from "@kittiwake/core/administration/errors"
import {
  BatchLimitReached,
  BatchNotCancellable,
  BatchNotCompleted,
  BatchNotFound,
  BatchResultsFull,
  ResultFileMissing,
  TooManyEntries
} from "@kittiwake/core/batches/errors"
import { BrandNotFound, ColdBrand } from "@kittiwake/core/brands/errors"
import { neverFitsMessage, noRoomMessage } from "@kittiwake/core/budget/MemoryBudget"
import { CauseConflict, CollectionPaused, OutOfCredits } from "@kittiwake/core/credits/errors"
import { GrantNotFound } from "@kittiwake/core/grants/errors"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { IdempotencyKeyConflict } from "@kittiwake/core/idempotency/errors"
import { InboxEventNotFound } from "@kittiwake/core/inbox/errors"
import { RateLimited } from "@kittiwake/core/limits/Limits"
import {
  BacktestRunning,
  ChangeNotFound,
  MonitorHasNoWebhook,
  MonitorNotFound,
  MonitorPaused,
  RunNotFound,
  VersionNotFound
} from "@kittiwake/core/monitors/errors"
import { MonitorLimitReached } from "@kittiwake/core/monitors/MonitorStore"
import { TooMuchToCompare } from "@kittiwake/core/monitors/TextComparer"
import { NewsSourceNotFound } from "@kittiwake/core/news/NewsSources"
import { KeyNotFound, OrganizationNotFound, PaidPlanRequired } from "@kittiwake/core/organizations/errors"
import { OrganizationDisabled, Unauthorized } from "@kittiwake/core/organizations/Organizations"
import { InvalidCursor } from "@kittiwake/core/paging/Cursors"
import {
  ProfileBusy,
  ProfileLimitReached,
  ProfileNotFound,
  ProfileSessionTooLarge,
  ProfileUnusable
} from "@kittiwake/core/profiles/errors"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { SearchUnavailable } from "@kittiwake/core/search/errors"
import { LinkUnusable, SessionNotFound } from "@kittiwake/core/sessions/errors"
import { DisposableEmail, FreeEmail } from "@kittiwake/core/sites/errors"
import { RequestLogNotFound } from "@kittiwake/core/usage/errors"
import { ViewLimitReached, ViewNotFound } from "@kittiwake/core/views/errors"
import {
  CallAbandoned,
  CapabilityMissing,
  ContentTooLarge,
  ContentUnsupported,
  DeadlinePassed,
  MayHaveActed,
  NoExit,
  PdfImagesOnly,
  PdfSkipped,
  SlowDown,
  TargetNotFound,
  TooBusy,
  WebsiteBlocked,
  WebsiteInaccessible,
  WebsiteNotFound
} from "@kittiwake/core/web/errors"
import { RetryRefused } from "@kittiwake/core/webhooks/domain/ManualRetry"
import { DeliveryNotFound, WebhookTestRefused } from "@kittiwake/core/webhooks/errors"
import {
  type ApiError,
  AuthorizationRepeated,
  BodyTooLarge,
  CodingUnknown,
  CrossSiteRefused,
  Defect,
  DemonstrationMissing,
  HostMissing,
  InstallationUntold,
  MethodNotAllowed,
  NoSuchBrand,
  NoSuchResultFile,
  NoSuchRoute,
  OrganizationUnnamed,
  parserRefusals,
  type Refusal,
  ResearchTimedOut,
  refusalOf,
  ScopeMissing,
  SessionOver,
  ShuttingDown,
  TimeoutExceedsMaximum,
  TimeoutTooShortForWait,
  TooManyStreams,
  UnsupportedBody,
  ZeroRetentionNotEnabled,
  ZeroRetentionNotSupported
} from "@kittiwake/http/errors"
import { DateTime } from "effect"
import { ours, root } from "./workspace.ts"

const file = join(root, "docs/errors.md")

const report = { mode: "rate", limit: 60, remaining: 0, resetAtSeconds: 1_800_000_000 } as const

/** One example of every error, and of every reason that has a code of its own. A new error stops the build here. */
const examples: { readonly [Tag in ApiError["_tag"]]: ReadonlyArray<Extract<ApiError, { readonly _tag: Tag }>> } = {
  Unauthorized: [new Unauthorized()],
  NotOperator: [new NotOperator()],
  NotCollector: [new NotCollector()],
  OrganizationDisabled: [new OrganizationDisabled()],
  SessionOver: [new SessionOver()],
  LinkUnusable: [new LinkUnusable()],
  CrossSiteRefused: [new CrossSiteRefused({ lacks: null }), new CrossSiteRefused({ lacks: "X-Kittiwake-Session: 1" })],
  OrganizationUnnamed: [new OrganizationUnnamed()],
  SessionNotFound: [new SessionNotFound()],
  TooManyStreams: [
    new TooManyStreams({ limit: 10, of: "caller" }),
    new TooManyStreams({ limit: 250, of: "organization" }),
    new TooManyStreams({ limit: 500, of: "process" })
  ],
  ScopeMissing: [new ScopeMissing({ scope: "monitors:write" })],
  RateLimited: [new RateLimited({ report, retryAfterSeconds: 12 })],
  NoSuchRoute: [new NoSuchRoute()],
  NoSuchResultFile: [new NoSuchResultFile()],
  ResultFileMissing: [new ResultFileMissing()],
  DemonstrationMissing: [new DemonstrationMissing()],
  InstallationUntold: [new InstallationUntold()],
  HostMissing: [new HostMissing()],
  AuthorizationRepeated: [new AuthorizationRepeated()],
  CodingUnknown: [new CodingUnknown()],
  MethodNotAllowed: [new MethodNotAllowed({ allowed: ["GET", "POST"] })],
  InvalidInput: [new InvalidInput({ field: "target.url", message: "must be an http or https address" })],
  SearchUnavailable: [
    new SearchUnavailable({ message: "No backend of the search answers now.", retryAfterSeconds: 30 })
  ],
  InvalidCursor: [new InvalidCursor()],
  UnsupportedBody: [new UnsupportedBody({ message: "Send JSON in UTF-8." })],
  BodyTooLarge: [new BodyTooLarge({ maxBytes: 1_048_576 })],
  PaidPlanRequired: [new PaidPlanRequired({ feature: "target.actions" })],
  OutOfCredits: [new OutOfCredits({ available: 3, needed: 10 })],
  CollectionPaused: [
    new CollectionPaused({ resumesAt: DateTime.makeUnsafe("2027-03-01T00:00:00Z") }),
    new CollectionPaused({ resumesAt: null })
  ],
  BatchLimitReached: [new BatchLimitReached({ limit: 5 })],
  BatchResultsFull: [new BatchResultsFull({ bytes: 20_100_000_000, limitBytes: 20_000_000_000 })],
  BatchNotFound: [new BatchNotFound()],
  BatchNotCompleted: [new BatchNotCompleted({ status: "running" })],
  BatchNotCancellable: [new BatchNotCancellable({ status: "completed" })],
  TooManyEntries: [new TooManyEntries({ limit: 100_000 })],
  MonitorLimitReached: [new MonitorLimitReached({ limit: 100 })],
  MonitorNotFound: [new MonitorNotFound()],
  RunNotFound: [new RunNotFound()],
  ChangeNotFound: [new ChangeNotFound()],
  VersionNotFound: [new VersionNotFound()],
  ViewLimitReached: [new ViewLimitReached({ limit: 100 })],
  ViewNotFound: [new ViewNotFound()],
  DeliveryNotFound: [new DeliveryNotFound()],
  InboxEventNotFound: [new InboxEventNotFound()],
  RequestLogNotFound: [new RequestLogNotFound()],
  OrganizationNotFound: [new OrganizationNotFound()],
  GrantNotFound: [new GrantNotFound()],
  KeyNotFound: [new KeyNotFound()],
  NewsSourceNotFound: [new NewsSourceNotFound({ url: "https://paper.example/feed.xml" })],
  OrganizationExists: [new OrganizationExists()],
  CauseConflict: [new CauseConflict()],
  MonitorPaused: [new MonitorPaused()],
  BacktestRunning: [new BacktestRunning()],
  WebhookTestRefused: (["running", "busy"] as const).map((reason) => new WebhookTestRefused({ reason })),
  MonitorHasNoWebhook: [new MonitorHasNoWebhook()],
  RetryRefused: (["expired", "cancelled", "in_progress", "already_delivered", "no_webhook"] as const).map(
    (reason) => new RetryRefused({ reason })
  ),
  IdempotencyKeyConflict: [new IdempotencyKeyConflict()],
  WebsiteNotFound: [new WebsiteNotFound({ message: "The host shop.example has no address." })],
  NoExit: [new NoExit({ message: "this installation has no exit in any country; leave the country out" })],
  WebsiteInaccessible: [new WebsiteInaccessible({ message: "The page answered 500." })],
  WebsiteBlocked: [new WebsiteBlocked({ message: "The page refused access with status 403." })],
  TargetNotFound: [new TargetNotFound({ message: "The page answered 404." })],
  PdfSkipped: [new PdfSkipped()],
  PdfImagesOnly: [new PdfImagesOnly(), new PdfImagesOnly({ isNameless: true })],
  ContentTooLarge: [
    new ContentTooLarge({ message: "The page is larger than 20 MB." }),
    new ContentTooLarge({ message: neverFitsMessage(35 * 1024 * 1024) })
  ],
  ContentUnsupported: [
    new ContentUnsupported({ message: "The target is of the kind video/mp4, which has no text to read." })
  ],
  DeadlinePassed: [new DeadlinePassed()],
  ResearchTimedOut: [new ResearchTimedOut()],
  TooMuchToCompare: [new TooMuchToCompare({ message: "The texts take more than 10 seconds to compare." })],
  CallAbandoned: [new CallAbandoned()],
  CapabilityMissing: [new CapabilityMissing({ message: "Pages cannot be rendered: KITTIWAKE_BROWSER is off." })],
  MayHaveActed: [
    new MayHaveActed({
      message:
        "The browser ended after it had begun to act on the page. See whether the actions were done before you ask again."
    })
  ],
  SlowDown: [
    new SlowDown({
      message:
        "Files of this organization that could not be read have taken too much time of the processor. Try again in 42 s.",
      retryAfterSeconds: 42
    })
  ],
  TooBusy: [
    new TooBusy({ message: "Too many files are waiting to be read." }),
    new TooBusy({ message: noRoomMessage })
  ],
  ZeroRetentionNotEnabled: [new ZeroRetentionNotEnabled()],
  ZeroRetentionNotSupported: [new ZeroRetentionNotSupported()],
  BrandNotFound: [new BrandNotFound({ message: "No brand is known by this name." })],
  NoSuchBrand: [new NoSuchBrand({ message: "Nobody is at example.com: its domain is parked." })],
  ColdBrand: [new ColdBrand({ leastMillis: 10_000 })],
  FreeEmail: [new FreeEmail({ domain: "gmail.com" })],
  DisposableEmail: [new DisposableEmail({ domain: "mailinator.com" })],
  TimeoutTooShortForWait: [new TimeoutTooShortForWait({ field: "timeoutOpts.milliseconds", leastMillis: 15_000 })],
  TimeoutExceedsMaximum: [new TimeoutExceedsMaximum({ field: "timeoutOpts.milliseconds", maxMillis: 300_000 })],
  ProfileNotFound: [new ProfileNotFound()],
  ProfileBusy: [new ProfileBusy()],
  ProfileSessionTooLarge: [new ProfileSessionTooLarge({ maxBytes: 1_048_576 })],
  ProfileLimitReached: [new ProfileLimitReached({ limit: 1_000 })],
  ProfileUnusable: (
    [
      ["invalid_session", "The session must have cookies and origins, as Playwright's storageState writes them."],
      ["session_expired", "Every cookie of the session for this site has expired. Renew the profile with a new one."],
      ["origin_blocked", "The session holds nothing for this site."],
      ["reauthentication_required", "The page asks to sign in instead of showing its content."],
      ["missing_credentials", "The profile has no session. Renew it with one."],
      ["interaction_required", "The page showed a check for robots instead of its content."],
      ["authentication_unknown", "The page refused access with status 403."]
    ] as const
  ).map(([reason, message]) => new ProfileUnusable({ reason, message })),
  StoreUnavailable: [
    new StoreUnavailable({ operation: "MonitorStore.get", cause: null }),
    new StoreUnavailable({ operation: "MonitorStore.create", cause: null, isDiskFull: true })
  ],
  ShuttingDown: [new ShuttingDown()],
  Defect: [new Defect()]
}

/** The sentences that stand above each error's class. */
const meanings = async (): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for (const path of ours(["packages/core/src/**/*.ts", "packages/http/src/errors.ts"])) {
    const text = await readFile(join(root, path), "utf8")
    for (const [, comment, tag] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export class (\w+) extends Schema\.TaggedError/g
    )) {
      found.set(
        tag!,
        comment!
          .replace(/^\s*\* ?/gm, "")
          .replace(/\s+/g, " ")
          .trim()
      )
    }
  }
  return found
}

const row = ({ code, headers, message, status }: Refusal, meaning: string): string =>
  `| ${status} | \`${code}\` | ${meaning} | ${message} | ${Object.entries(headers ?? {})
    .map(([name, value]) => `\`${name}: ${value}\``)
    .join(" ")} |`

const page = async (): Promise<string> => {
  const meaningOf = await meanings()
  const rows = Object.entries(examples).flatMap(([tag, errors]) => {
    const meaning = meaningOf.get(tag)
    if (meaning === undefined) throw new Error(`${tag} has no sentence above its class that says what to do.`)
    return errors.map((error) => row(refusalOf(error), meaning))
  })
  const before = Object.values(parserRefusals).map((refusal) => row(refusal, "The request could not be read."))
  return `# Errors

Every error has one body:

\`\`\`json
{
  "request_id": "the same as in the header X-Request-Id",
  "message": "what to do, in words",
  "error_code": "one of the codes below",
  "key_metadata": { "credits_consumed": 0, "credits_remaining": 1000 }
}
\`\`\`

\`required_permission\` stands beside \`INSUFFICIENT_PERMISSIONS\`, \`"status": "error"\` beside the refusal of an
email address. \`key_metadata\` is there when the key was valid. Nothing is charged for a request that fails. Checks come
in this order: key, disabled, scope, rate, input, plan, credits, resource.

Where there is too much work, a reply has 429 or 503 with \`retry-after\`: nothing is known to have been done, and the same call may be sent again after so many seconds. The public client
does so by itself, twice unless \`maxRetries\` says otherwise, and then gives the error to its caller, who waits longer or asks for less at once. With \`x-should-retry: false\` the same call would end the same way, or
act twice: the client does not repeat it.

| Status | Code | When, and what to do | An example of its message | Headers |
|---|---|---|---|---|
${[...rows, ...before].join("\n")}

Written by \`npm run check -- --fix\` from \`packages/http/src/errors.ts\`.
`
}

/** Says whether the page differs from the sources, after writing it when asked to. */
export const errorsPage = async (write: boolean): Promise<ReadonlyArray<string>> => {
  const now = await page()
  if (existsSync(file) && (await readFile(file, "utf8")) === now) return []
  if (write) await writeFile(file, now)
  return ["docs/errors.md"]
}
