/** Clients that are known by the address of a document that they publish (client ID metadata documents). */
import { Context, Duration, Effect, Exit, Layer, Option, Schema, Semaphore } from "effect"
import { makePassedCache } from "../passedCache.ts"
import { ServiceCaller } from "../web/ServiceCaller.ts"
import { type Client, clientName, redirectUrisProblem } from "./domain/Client.ts"
import { ClientRefused } from "./errors.ts"

/** Bounds of looking for documents. */
export const documentLimits = {
  bytes: 65_536,
  timeout: Duration.seconds(5),
  /** Looked for at once. */
  atOnce: 8,
  /** Documents that are remembered. */
  remembered: 1_000,
  /** How long one is believed whose server says nothing, and the bounds of what it may say. */
  usual: Duration.minutes(5),
  least: Duration.minutes(1),
  most: Duration.hours(24),
  /** How long a document that could not be had is not asked for again. */
  missing: Duration.seconds(30)
} as const

const refused = (message: string) => new ClientRefused({ reason: "invalid_client", message })

const decodeDocument = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      client_id: Schema.String,
      client_name: Schema.optionalKey(Schema.Unknown),
      redirect_uris: Schema.Unknown,
      token_endpoint_auth_method: Schema.optionalKey(Schema.Unknown)
    })
  )
)

/** How long a document is believed that came with this header. */
export const believedFor = (cacheControl: string | undefined): Duration.Duration => {
  const text = (cacheControl ?? "").toLowerCase()
  if (/\bno-(?:store|cache)\b/.test(text)) return documentLimits.least
  const age = /\bmax-age=(\d{1,9})\b/.exec(text)?.[1]
  if (age === undefined) return documentLimits.usual
  return Duration.clamp(Duration.seconds(Number(age)), {
    minimum: documentLimits.least,
    maximum: documentLimits.most
  })
}

interface Found {
  readonly client: Client
  readonly believedFor: Duration.Duration
}

/** Why there is no client, and whether that is because its document is gone for good, as far as its own server says. */
interface Missing {
  readonly refusal: ClientRefused
  readonly isWithdrawn: boolean
}

const missing = (message: string, isWithdrawn = false): Missing => ({ refusal: refused(message), isWithdrawn })

/** Statuses with which a server says that there is no such document. What others say may pass. */
const goneStatuses: ReadonlySet<number> = new Set([404, 410])

const read = Effect.fn("ClientDocuments.read")(function* (id: string) {
  const caller = yield* ServiceCaller
  const { body, headers, status } = yield* caller
    .send({
      ...{ method: "GET", url: id, headers: { accept: "application/json" }, body: null },
      ...{ timeout: documentLimits.timeout, maxBytes: documentLimits.bytes }
    })
    .pipe(Effect.mapError(() => missing("The document at the client's address could not be fetched.")))
  // Redirects are answers like any other here: who is at an address must answer for it.
  if (status !== 200) {
    const message = `The document at the client's address answers with status ${status}.`
    return yield* Effect.fail(missing(message, goneStatuses.has(status)))
  }
  const found = decodeDocument(new TextDecoder().decode(body))
  if (Option.isNone(found))
    return yield* Effect.fail(missing("The document at the client's address does not describe a client."))
  const document = found.value
  if (document.client_id !== id)
    return yield* Effect.fail(missing("The document at the client's address names another client_id.", true))
  if ((document.token_endpoint_auth_method ?? "none") !== "none") {
    return yield* Effect.fail(
      missing("Clients that are known by a document have no secret here: token_endpoint_auth_method must be none.")
    )
  }
  const problem = redirectUrisProblem(document.redirect_uris)
  if (problem !== null) return yield* Effect.fail(missing(`The document at the client's address is wrong: ${problem}`))
  const { host } = new URL(id)
  const client: Client = {
    id,
    name: clientName(document.client_name) || host,
    redirectUris: document.redirect_uris as ReadonlyArray<string>,
    secretDigest: null,
    host
  }
  return { client, believedFor: believedFor(headers["cache-control"]) } satisfies Found as Found
})

/**
 * Finds clients by their documents.
 *
 * **Details.** Whoever opens the address of sign-in can make us ask any server: the egress rules, a bound on size and time,
 * few at once and a memory of both answers and failures keep that small.
 */
export class ClientDocuments extends Context.Service<
  ClientDocuments,
  {
    /** The client whose document stands at the address `id`. */
    readonly find: (id: string) => Effect.Effect<Client, ClientRefused>

    /** Whether the document's own server says that it is gone, or is another client's. Where nobody can say, it is not. */
    readonly isWithdrawn: (id: string) => Effect.Effect<boolean>
  }
>()("@kittiwake/core/grants/ClientDocuments") {
  /** For programs that let no client in: nothing is fetched. */
  static readonly layerNone = Layer.succeed(ClientDocuments, {
    find: () => Effect.fail(refused("Documents of clients are not fetched here.")),
    isWithdrawn: () => Effect.succeed(false)
  })

  static readonly layer = Layer.effect(
    ClientDocuments,
    Effect.gen(function* () {
      const context = yield* Effect.context<ServiceCaller>()
      const places = yield* Semaphore.make(documentLimits.atOnce)
      const known = yield* makePassedCache(
        (id: string) =>
          places
            .withPermitsIfAvailable(1)(Effect.provideContext(read(id), context))
            .pipe(
              Effect.flatMap((found) =>
                Option.isSome(found)
                  ? Effect.succeed(found.value)
                  : Effect.fail<Missing>({
                      refusal: new ClientRefused({
                        reason: "temporarily_unavailable",
                        message: "Too many clients are looked up at once. Try again in a moment."
                      }),
                      isWithdrawn: false
                    })
              )
            ),
        {
          capacity: documentLimits.remembered,
          // That others were in the way says nothing of this one.
          timeToLive: (exit) => {
            if (Exit.isSuccess(exit)) return exit.value.believedFor
            const failure = Option.getOrNull(Exit.findErrorOption(exit))
            return failure?.refusal.reason === "temporarily_unavailable" ? Duration.zero : documentLimits.missing
          }
        }
      )
      return ClientDocuments.of({
        find: (id) =>
          known.get(id).pipe(
            Effect.map(({ client }) => client),
            Effect.mapError(({ refusal }) => refusal)
          ),
        isWithdrawn: (id) =>
          Effect.match(known.get(id), { onSuccess: () => false, onFailure: ({ isWithdrawn }) => isWithdrawn })
      })
    })
  )
}
