/** An installation in memory in which clients are granted things. */
import * as Memory from "@kittiwake/core/memory/Memory"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import {
  ServiceCaller,
  type ServiceReply,
  type ServiceRequest,
  ServiceUnreachable
} from "@kittiwake/core/web/ServiceCaller"
import { Context, Effect, Layer, Redacted } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { Credits } from "../../src/credits/Credits.ts"
import { ClientDocuments } from "../../src/grants/ClientDocuments.ts"
import type { Client } from "../../src/grants/domain/Client.ts"
import { type Consent, Grants } from "../../src/grants/Grants.ts"
import { Cursors } from "../../src/paging/Cursors.ts"
import { Signer } from "../../src/security/Signer.ts"
import { organizationOf } from "../../src/testing/builders.ts"

/** The documents that clients publish, by their addresses, and how often each was asked for. */
export class Documents extends Context.Service<
  Documents,
  {
    readonly replies: Map<string, ServiceReply>
    readonly asked: Array<ServiceRequest>
    /** Hosts whose servers take all of the time that they have. */
    readonly hanging: Set<string>
  }
>()("@kittiwake/core/test/Documents") {
  static readonly layer = Layer.sync(Documents, () => ({ replies: new Map(), asked: [], hanging: new Set<string>() }))
}

const caller = Layer.effect(
  ServiceCaller,
  Effect.map(Documents, ({ asked, hanging, replies }) =>
    ServiceCaller.of({
      post: () => Effect.die("Nobody posts."),
      send: (request) =>
        Effect.suspend(() => {
          asked.push(request)
          if (hanging.has(new URL(request.url).host)) {
            const late = new ServiceUnreachable({ reason: "timeout", message: "took too long" })
            return Effect.delay(Effect.fail(late), request.timeout)
          }
          const reply = replies.get(request.url)
          return reply === undefined
            ? Effect.fail(new ServiceUnreachable({ reason: "forbidden_address", message: "not allowed" }))
            : Effect.succeed(reply)
        })
    })
  )
)

export const layer = Grants.layer.pipe(
  Layer.provide(ClientDocuments.layer),
  Layer.provideMerge([Organizations.layer, Credits.layer, Cursors.layer]),
  Layer.provideMerge(caller),
  Layer.provideMerge(Documents.layer),
  Layer.provideMerge(Layer.fresh(Memory.layer))
)

export const verifier = "v".repeat(43)
export const resource = "https://kittiwake.example/mcp"

export const challengeOf = (text: string) =>
  Effect.flatMap(
    Signer.use((signer) => signer.digest(text)),
    (hex) => Effect.map(Effect.fromResult(Hex.decode(hex)), Base64Url.encode)
  )

/** An organization with credits and a key. */
export const owner = Effect.fnUntraced(function* (
  scopes: ReadonlyArray<Scope> | null = null,
  given: Partial<Organization> = {}
) {
  const organization = organizationOf(given)
  const organizations = yield* Organizations
  yield* organizations.put(organization)
  yield* (yield* Credits).post(organization.id, { kind: "grant", id: organization.id }, 1_000)
  const { key } = yield* organizations.createKey({ organizationId: organization.id, name: "owner", scopes })
  return { organization, key }
})

export const registered = (name = "Assistant") =>
  Effect.map(
    Grants.use((grants) => grants.register({ client_name: name, redirect_uris: ["http://127.0.0.1/callback"] })),
    ({ client }) => client
  )

export const consent = Effect.fnUntraced(function* (
  { key, organization }: Effect.Success<ReturnType<typeof owner>>,
  client: Client,
  given: Partial<Consent> = {}
) {
  const grants = yield* Grants
  const { code, grant } = yield* grants.sign({
    id: yield* grants.newId,
    organizationId: organization.id,
    keyId: key.id,
    client,
    redirectUri: "http://127.0.0.1:5555/callback",
    scopes: ["api.read", "api.write"],
    resource,
    challenge: yield* challengeOf(verifier),
    dailyCredits: 100,
    ...given
  })
  return { code: Redacted.value(code), grant }
})

export const redeemed = (client: Client, token: string, given: object = {}) =>
  Grants.use((grants) => grants.redeem("code", { client, token, verifier, resources: [], ...given }))

export const refreshed = (client: Client, token: string, given: object = {}) =>
  Grants.use((grants) => grants.redeem("refresh", { client, token, resources: [], ...given }))
