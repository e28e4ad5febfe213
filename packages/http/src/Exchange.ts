/** What is known so far about the request that is being answered. */
import type { LimitReport } from "@kittiwake/core/limits/Limits"
import type { Caller } from "@kittiwake/core/organizations/Organizations"
import { Context } from "effect"

/** Filled in as the request passes each check, so that a refusal at any of them can still say who called and how often. */
export interface ExchangeState {
  readonly requestId: string
  /** Null until the key was accepted. */
  caller: Caller | null
  /** Null until a limit was drawn on, and when none applies. */
  limit: LimitReport | null
}

/**
 * The request that is being answered. A reference and not a service: middleware of an `HttpApi` can only require services
 * that exist when the routes are built, and this one comes with each request.
 */
export const Exchange = Context.Reference<ExchangeState>("@kittiwake/http/Exchange", {
  defaultValue: () => {
    throw new Error("This runs only while a request is answered.")
  }
})

/** Who is calling, for operations behind `Authorization`. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("@kittiwake/http/CurrentCaller") {}
