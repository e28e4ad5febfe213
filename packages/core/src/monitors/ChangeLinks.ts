/** Links under which somebody without a key reads one change, for days. */
import { Context, type DateTime, type Duration, Effect, Layer, Option, Schema } from "effect"
import { bind } from "../bind.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Organizations } from "../organizations/Organizations.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import type { Signer } from "../security/Signer.ts"
import { linkMaxLength, makeSignedLinks } from "../security/signedLinks.ts"
import type { ChangeStore } from "./ChangeStore.ts"
import type { ChangeId } from "./domain/Change.ts"
import { sharingLimits } from "./domain/Sharing.ts"
import type { TriagedChange } from "./domain/Triage.ts"
import type { ChangeLinkUnusable, ChangeNotFound } from "./errors.ts"
import { openChangeLink, shareChange, unshareChange } from "./shareChange.ts"

/**
 * **Details.** A token holds what the change goes by while it is shared, a text of chance, and until when: nothing of the change
 * itself, and nothing of whose it is. It works until then, at most thirty days, and no longer than the change is there, its
 * organization is not disabled, and nobody has taken its links back, which forgets what they go by.
 */
export class ChangeLinks extends Context.Service<
  ChangeLinks,
  {
    /** A link to a change; those of before go on working. `lifetime` is kept between a minute and thirty days. */
    readonly share: (
      organizationId: OrganizationId,
      changeId: ChangeId,
      lifetime: Duration.Duration
    ) => Effect.Effect<{ readonly token: string; readonly expiresAt: DateTime.Utc }, ChangeNotFound | StoreUnavailable>

    /** Ends all links to a change at once. */
    readonly withdraw: (
      organizationId: OrganizationId,
      changeId: ChangeId
    ) => Effect.Effect<void, ChangeNotFound | StoreUnavailable>

    /** What the change of a token goes by, which no other change does; none where the token is not ours or its time is over. Nothing is looked up. */
    readonly markOf: (token: string) => Effect.Effect<Option.Option<string>>

    /** The change that a token leads to, and until when it does. */
    readonly open: (
      token: string
    ) => Effect.Effect<
      { readonly change: TriagedChange; readonly until: DateTime.Utc },
      ChangeLinkUnusable | StoreUnavailable
    >
  }
>()("@kittiwake/core/monitors/ChangeLinks") {
  static readonly layer: Layer.Layer<
    ChangeLinks,
    StoreUnavailable,
    ChangeStore | Ids | InstanceSecretStore | Organizations | Signer
  > = Layer.effect(
    ChangeLinks,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<ChangeStore | Ids | Organizations>())
      const links = yield* makeSignedLinks("change-link", Schema.Tuple([Schema.String]), {
        lifetime: sharingLimits.most,
        maxLength: linkMaxLength
      })
      return ChangeLinks.of({
        share: bound(shareChange(links)),
        withdraw: bound(unshareChange),
        markOf: (token) =>
          Effect.map(
            links.open(token),
            Option.map(([mark]) => mark)
          ),
        open: bound(openChangeLink(links))
      })
    })
  )
}
