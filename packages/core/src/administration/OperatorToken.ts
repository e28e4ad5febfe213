/** What proves that a caller is the operator of the installation. */
import { Context, Option, type Redacted } from "effect"

/** The operator's token; without one nobody is let in. No key of an organization ever passes for it. */
export const OperatorToken = Context.Reference<Option.Option<Redacted.Redacted>>(
  "@kittiwake/core/administration/OperatorToken",
  { defaultValue: () => Option.none() }
)
