/** Why a site that an email address names is not fetched. */
import { Schema } from "effect"

/** Anybody gets an address at the domain for free, so it leads to no site of a company. Name the company's own domain. */
export class FreeEmail extends Schema.TaggedError<FreeEmail>()("FreeEmail", { domain: Schema.String }) {}

/** The domain gives addresses away for minutes, so it leads to no site of a company. Name the company's own domain. */
export class DisposableEmail extends Schema.TaggedError<DisposableEmail>()("DisposableEmail", {
  domain: Schema.String
}) {}
