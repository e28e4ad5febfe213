/** What reading the web can end in instead of what was asked. Nothing is charged for any of them. */
import { Schema } from "effect"
import { TurnWait } from "./domain/TurnWait.ts"

/** The host of the URL has no address. Correct it. */
export class WebsiteNotFound extends Schema.TaggedError<WebsiteNotFound>()("WebsiteNotFound", {
  message: Schema.String
}) {}

/** The site is there, or should be, and cannot be read. */
export class WebsiteInaccessible extends Schema.TaggedError<WebsiteInaccessible>()("WebsiteInaccessible", {
  message: Schema.String,
  /** What the server of the page answered, where it did. */
  status: Schema.optionalKey(Schema.Int),
  /** Whether an answer came that is no page, such as an error of the server. */
  answered: Schema.optionalKey(Schema.Boolean),
  /** Present where the site is asked too often: when it wants to be asked again, and null when it does not say. */
  retryAfterSeconds: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  /** Present where the page was not asked for, because its site rests. */
  isUnasked: Schema.optionalKey(Schema.Literal(true))
}) {}

/** The installation cannot fetch from the country that was asked for. Leave the country out. */
export class NoExit extends Schema.TaggedError<NoExit>()("NoExit", { message: Schema.String }) {}

/** The site shows a check for robots, a wall before its content, or refuses. */
export class WebsiteBlocked extends Schema.TaggedError<WebsiteBlocked>()("WebsiteBlocked", {
  message: Schema.String,
  /** Present where the page was not read because robots.txt forbids the address that it leads to. */
  isForbidden: Schema.optionalKey(Schema.Literal(true)),
  /** Present where the page was not read because it leads out of the site that is crawled. */
  isOutOfScope: Schema.optionalKey(Schema.Literal(true)),
  /** What the server of the page answered, where it did. */
  status: Schema.optionalKey(Schema.Int),
  /** Present where the site is asked too often: when it wants to be asked again, and null when it does not say. */
  retryAfterSeconds: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  /** Present where the page was not asked for, because its site rests. */
  isUnasked: Schema.optionalKey(Schema.Literal(true))
}) {}

/** Whether a page was not read because robots.txt forbids the address that it leads to. */
export const isForbidden = (error: unknown): boolean => error instanceof WebsiteBlocked && error.isForbidden === true

/** Whether a page was not read because it leads out of the site that is crawled. */
export const isOutOfScope = (error: unknown): boolean => error instanceof WebsiteBlocked && error.isOutOfScope === true

/** The page does not exist, or says so itself. */
export class TargetNotFound extends Schema.TaggedError<TargetNotFound>()("TargetNotFound", {
  message: Schema.String,
  /** What the server of the page answered, where it did. */
  status: Schema.optionalKey(Schema.Int),
  /** Address of the last hop, where it is known. */
  finalUrl: Schema.optionalKey(Schema.String)
}) {}

/** The target is a PDF and the caller wants none. */
export class PdfSkipped extends Schema.TaggedError<PdfSkipped>()("PdfSkipped", {}) {}

/** The PDF holds pictures of pages, or letters that its fonts do not name. Ask for `ocr` to read them. */
export class PdfImagesOnly extends Schema.TaggedError<PdfImagesOnly>()("PdfImagesOnly", {
  /** Whether there is text, in fonts that do not say which letters they show. */
  isNameless: Schema.optionalKey(Schema.Boolean),
  /** What the server of the page answered, where it did. */
  status: Schema.optionalKey(Schema.Int)
}) {}

/** The target has more bytes than are read, or than the memory of this installation would hold. Trying again ends the same way. */
export class ContentTooLarge extends Schema.TaggedError<ContentTooLarge>()("ContentTooLarge", {
  message: Schema.String,
  /** What the server of the page answered, where it did. */
  status: Schema.optionalKey(Schema.Int)
}) {}

/** The target is of a kind that this operation does not read. */
export class ContentUnsupported extends Schema.TaggedError<ContentUnsupported>()("ContentUnsupported", {
  message: Schema.String,
  /** What the server of the page answered, where it did. */
  status: Schema.optionalKey(Schema.Int)
}) {}

/** The deadline passed before there was anything to answer. Give more time. */
export class DeadlinePassed extends Schema.TaggedError<DeadlinePassed>()("DeadlinePassed", {
  /** The wait for a turn at a host that took most of the time; absent where none did. */
  waited: Schema.optionalKey(TurnWait),
  /** Present where a page was acted on, or may have been: see first whether it was. */
  mayHaveActed: Schema.optionalKey(Schema.Literal(true))
}) {}

/** This installation lacks what the call needs. `message` names the setting. */
export class CapabilityMissing extends Schema.TaggedError<CapabilityMissing>()("CapabilityMissing", {
  message: Schema.String,
  /** What the server of the page answered, where it did. */
  status: Schema.optionalKey(Schema.Int)
}) {}

/** This installation has more work of this kind waiting than it takes. Try again in a moment. */
export class TooBusy extends Schema.TaggedError<TooBusy>()("TooBusy", { message: Schema.String }) {}

/**
 * The page was acted on, or may have been, and nothing is left of it. Doing the same again would act again: see first whether the actions were
 * done.
 */
export class MayHaveActed extends Schema.TaggedError<MayHaveActed>()("MayHaveActed", {
  message: Schema.String,
  /** Present where it was lost for want of room, and the site is not to blame. */
  isOurs: Schema.optionalKey(Schema.Literal(true))
}) {}

/**
 * Files of this organization that could not be read have lately taken more time of the processor than it may lose. Nothing
 * was read; send files again after `retryAfterSeconds`.
 */
export class SlowDown extends Schema.TaggedError<SlowDown>()("SlowDown", {
  message: Schema.String,
  retryAfterSeconds: Schema.Int
}) {}

/** Why a page could not be read. */
export type ReadingError =
  | WebsiteNotFound
  | WebsiteInaccessible
  | NoExit
  | WebsiteBlocked
  | TargetNotFound
  | PdfSkipped
  | PdfImagesOnly
  | ContentTooLarge
  | ContentUnsupported
  | DeadlinePassed
  | CapabilityMissing
  | TooBusy
  | MayHaveActed
  | SlowDown

/** Nobody waits for the answer any more. Nothing was charged. */
export class CallAbandoned extends Schema.TaggedError<CallAbandoned>()("CallAbandoned", {}) {}
