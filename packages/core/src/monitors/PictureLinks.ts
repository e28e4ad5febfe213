/** Links under which pictures of watched pages are fetched without a key, for an hour. */
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import type { Signer } from "../security/Signer.ts"
import { makeSignedLinks } from "../security/signedLinks.ts"
import { MonitorId } from "./domain/Monitor.ts"
import { type Version, VersionId } from "./domain/Version.ts"

/** The version whose picture a link leads to. */
export type LinkedPicture = Pick<Version, "id" | "monitorId" | "organizationId">

export class PictureLinks extends Context.Service<
  PictureLinks,
  {
    /** Tokens of the pictures of versions, all of which end at one moment. */
    readonly sign: (
      versions: ReadonlyArray<LinkedPicture>
    ) => Effect.Effect<{ readonly tokens: ReadonlyArray<string>; readonly expiresAt: DateTime.Utc }>

    /** What a token leads to; none when it was not made here, or its time is over. */
    readonly open: (token: string) => Effect.Effect<Option.Option<LinkedPicture>>
  }
>()("@kittiwake/core/monitors/PictureLinks") {
  static readonly layer: Layer.Layer<PictureLinks, StoreUnavailable, Ids | InstanceSecretStore | Signer> = Layer.effect(
    PictureLinks,
    Effect.gen(function* () {
      const links = yield* makeSignedLinks("picture-link", Schema.Tuple([OrganizationId, MonitorId, VersionId]))
      return PictureLinks.of({
        sign: (versions) =>
          links.sign(versions.map(({ id, monitorId, organizationId }) => [organizationId, monitorId, id])),
        open: (token) =>
          Effect.map(
            links.open(token),
            Option.map(([organizationId, monitorId, id]) => ({ organizationId, monitorId, id }))
          )
      })
    })
  )
}
