/** Servers that answer as a test tells them. */
import { Context, type Effect, type Scope } from "effect"

export interface ScriptedRoute {
  /** Path and query, for example `/a?b=c`. */
  readonly path: string
  /** 200 when absent. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Empty when absent; text is sent as UTF-8. */
  readonly body?: string | Uint8Array
  /** So many bytes of the body are sent, and the rest never comes. */
  readonly stallsAfter?: number
  /** How long the answer takes. */
  readonly delayMillis?: number
}

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ScriptedServer {
  /** Where it listens, without a final slash. */
  readonly url: string
  /** What arrived so far, oldest first. */
  readonly seen: Effect.Effect<ReadonlyArray<SeenRequest>>
}

/**
 * Starts servers that the adapter under test may reach.
 *
 * **Contract**
 *
 * - A route answers every method; a path without a route answers 404.
 * - A route with an `etag` header answers 304 without a body to a request whose `if-none-match` is that tag.
 */
export class ScriptedServers extends Context.Service<
  ScriptedServers,
  {
    readonly start: (routes: ReadonlyArray<ScriptedRoute>) => Effect.Effect<ScriptedServer, never, Scope.Scope>
    /** A URL with an address that the operator does not allow. */
    readonly forbiddenUrl: string
    /** A URL whose host has no address. */
    readonly unknownHostUrl: string
    /** A URL that the operator allows, where nobody listens. */
    readonly closedUrl: string
  }
>()("@kittiwake/core/testing/ScriptedServers") {}
