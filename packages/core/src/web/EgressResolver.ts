/** Where connections that are opened outside the fetcher may lead. */
import { Context, type Effect, Schema } from "effect"
import type { EgressTarget } from "./domain/EgressPolicy.ts"

/** No connection may be opened, or none can be. Nothing was sent to the target. */
export class EgressRefused extends Schema.TaggedError<EgressRefused>()("EgressRefused", {
  reason: Schema.Literals([
    /** The host has no address. */
    "unknown_host",
    /** The operator does not allow the address or the port. */
    "forbidden_address",
    /** No name server answered. */
    "timeout"
  ])
}) {}

/**
 * Judges the connections of those who cannot go through `HttpFetcher`, such as a browser.
 *
 * **Contract**
 *
 * - A name is resolved once for each call; one refused address refuses the name.
 * - Host, port and every address are judged by the operator's policy, addresses in place of a name as well.
 * - The addresses are never empty. Who asked connects to one of them, soon, and never to the name.
 */
export class EgressResolver extends Context.Service<
  EgressResolver,
  {
    /** The addresses that a connection for this target may be opened to, in the order to try them. */
    readonly resolve: (target: EgressTarget) => Effect.Effect<ReadonlyArray<string>, EgressRefused>
  }
>()("@kittiwake/core/web/EgressResolver") {}
