/** What proves that a caller may read the metrics of the installation, and nothing else. */
import { Context, Option, type Redacted } from "effect"

/** The token of whoever collects metrics. The operator's token opens them as well; without either nobody is let in. */
export const MetricsToken = Context.Reference<Option.Option<Redacted.Redacted>>(
  "@kittiwake/core/administration/MetricsToken",
  { defaultValue: () => Option.none() }
)
