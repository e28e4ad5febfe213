/** Where the companies are that somebody calls by their names. */
import { Context, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/**
 * Knows domains of companies by their names. It looks in what this installation keeps, and never in the web.
 *
 * **Contract**
 *
 * - Case, accents and what stands between words do not count, nor does the legal form behind a name.
 * - Of several that are called so it is the most popular.
 */
export class CompanyNames extends Context.Service<
  CompanyNames,
  {
    /** The registered name of the company's site; none when nobody is known by this name. */
    readonly domainOf: (name: string) => Effect.Effect<Option.Option<string>, StoreUnavailable>
  }
>()("@kittiwake/core/companies/CompanyNames") {}
