/** Clients that are known by the address of a document that they publish (client ID metadata documents). */
import { Context, Duration, Effect, Exit, Layer, Option, Schema } from "effect"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { makePassedCache } from "../passedCache.ts"
import { makePlaces } from "../SharedPlaces.ts"
import { mayHoldMore } from "../Shares.ts"
import { ServiceCaller } from "../web/ServiceCaller.ts"
import { type Asker, type Client, clientName, redirectUrisProblem } from "./domain/Client.ts"
import { ClientRefused } from "./errors.ts"

/** Bounds of looking for documents. @internal */
export const documentLimits = {
  bytes: 65_536,
  timeout: Duration.seconds(5),
  /** Looked for at once, and of these for strangers: calls of services, which share their gate, keep most of it. */
  atOnce: 16,
  ofStrangers: 12,
  /** How long somebody waits for his turn. */
  wait: Duration.seconds(10),
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

/** How long a document is believed that came with this header. @internal */
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

const waitsTooLong: Missing = {
  refusal: new ClientRefused({
    reason: "temporarily_unavailable",
    message: "Many clients are looked up at once. Try again in a moment."
  }),
  isWithdrawn: false
}

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
 *
 * **Invariants**
 *
 * - What is remembered waits for nobody.
 * - Askers have their turns one after the other, and none has more than twice as many places as he leaves: servers that hang hold up those
 *   of another asker for no longer than one of them may take, as long as there are fewer askers than places.
 * - Strangers, however many networks they come from, go after organizations, and leave them places.
 * - Nothing is begun before its asker's turn: who waits with many holds up nobody who wants the same document.
 */
export class ClientDocuments extends Context.Service<
  ClientDocuments,
  {
    /** The client whose document stands at the address `id`. */
    readonly find: (id: string, asker: Asker) => Effect.Effect<Client, ClientRefused>

    /** Whether what stands at the address is remembered. */
    readonly remembers: (id: string) => Effect.Effect<boolean>

    /** Whether the document's own server says that it is gone, or is another client's. Where nobody can say, it is not. */
    readonly isWithdrawn: (id: string, asker: Asker) => Effect.Effect<boolean>
  }
>()("@kittiwake/core/grants/ClientDocuments") {
  /** For programs that let no client in: nothing is fetched. */
  static readonly layerNone = Layer.succeed(ClientDocuments, {
    find: () => Effect.fail(refused("Documents of clients are not fetched here.")),
    remembers: () => Effect.succeed(true),
    isWithdrawn: () => Effect.succeed(false)
  })

  static readonly layer = Layer.effect(
    ClientDocuments,
    Effect.gen(function* () {
      const context = yield* Effect.context<ServiceCaller>()
      const places = makePlaces(documentLimits.atOnce, mayHoldMore, documentLimits.ofStrangers)
      const known = yield* makePassedCache((id: string) => Effect.provideContext(read(id), context), {
        capacity: documentLimits.remembered,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? exit.value.believedFor : documentLimits.missing)
      })

      const inTurn = <A>({ isStranger, owner }: Asker, work: Effect.Effect<A, Missing>) => {
        // All strangers are one in the turns that come after these.
        const owned = isStranger ? work : Effect.provideService(work, WorksFor, OrganizationId.make(owner))
        return Effect.acquireUseRelease(
          Effect.sync(() => places(owner, "", isStranger)),
          ({ turn }) =>
            Effect.flatMap(
              Effect.timeoutOption(turn, documentLimits.wait),
              (turned): Effect.Effect<A, Missing> => (Option.isSome(turned) ? owned : Effect.fail(waitsTooLong))
            ),
          ({ leave }) => Effect.sync(leave)
        )
      }

      const lookFor = (id: string, asker: Asker): Effect.Effect<Found, Missing> =>
        Effect.flatMap(known.getOption(id), (found) =>
          Option.isSome(found) ? Effect.succeed(found.value) : inTurn(asker, known.get(id))
        )

      return ClientDocuments.of({
        find: (id, asker) =>
          lookFor(id, asker).pipe(
            Effect.map(({ client }) => client),
            Effect.mapError(({ refusal }) => refusal)
          ),
        remembers: (id) => Effect.match(known.getOption(id), { onSuccess: Option.isSome, onFailure: () => true }),
        isWithdrawn: (id, asker) =>
          Effect.match(lookFor(id, asker), { onSuccess: () => false, onFailure: ({ isWithdrawn }) => isWithdrawn })
      })
    })
  )
}
