/** What arrived in an inbox, and what was found of it. */
import { Duration, Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"

export const InboxEventId = Schema.String.pipe(Schema.brand("InboxEventId"))
export type InboxEventId = typeof InboxEventId.Type

/**
 * What checking the signature said: it is right; it is not, or there is none; it is right and older or newer than receivers
 * allow; or nobody can say, because the organization has no monitor or batch of which the event tells.
 */
export const InboxVerdict = Schema.Literals(["verified", "wrong_signature", "too_old", "unknown_monitor"])
export type InboxVerdict = typeof InboxVerdict.Type

/** Whether a receiver with such a verdict takes the event. What nobody can check is taken: it is only looked at here. @internal */
export const isTaken = (verdict: InboxVerdict): boolean => verdict === "verified" || verdict === "unknown_monitor"

/** One request as it arrived. */
export const InboxEvent = Schema.Struct({
  id: InboxEventId,
  organizationId: OrganizationId,
  receivedAt: Schema.DateTimeUtc,
  /** What it says that it tells of; null when it says nothing. */
  event: Schema.NullOr(Schema.String),
  /** The same on every attempt, so that a repeat can be told. */
  eventId: Schema.NullOr(Schema.String),
  monitorId: Schema.NullOr(Schema.String),
  batchId: Schema.NullOr(Schema.String),
  changeId: Schema.NullOr(Schema.String),
  verdict: InboxVerdict,
  headers: Schema.Record(Schema.String, Schema.String),
  body: Schema.String,
  /** Bytes of the body. */
  size: Schema.Int
})
export type InboxEvent = typeof InboxEvent.Type

/** What an inbox holds and takes in. */
export const inboxLimits = {
  /** Most events of an organization, the newest. */
  events: 1_000,
  /** Most bytes of an organization, as `weightOf` counts them. */
  bytes: 16 * 1_024 * 1_024,
  /** How long an event is kept. */
  kept: Duration.days(30),
  /** Most bytes of one body. */
  bodyBytes: 1_024 * 1_024,
  headers: 60,
  headerName: 100,
  headerValue: 1_000,
  /** Most characters of a body that a list shows. */
  listedBody: 2_000
} as const

/** What a row takes beside its texts. */
const rowBytes = 500

/** Bytes that an event counts for. @internal */
export const weightOf = ({ headers, size }: Pick<InboxEvent, "headers" | "size">): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, rowBytes + size)

/** What nobody needs to see, and nobody should keep. */
const secretHeaders: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"])

/** The headers that are kept, each cut to its length. @internal */
export const keptHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !secretHeaders.has(name.toLowerCase()) && name.length <= inboxLimits.headerName)
      .slice(0, inboxLimits.headers)
      .map(([name, value]) => [name.toLowerCase(), value.slice(0, inboxLimits.headerValue)])
  )
