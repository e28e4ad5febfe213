/**
 * Labels of what an AI client of 2025 says together (`Mcp-Session-Id`), of which nothing is kept.
 *
 * **Model.** A label holds a random name, the digest of the principal that it was given to, and until when it is one, with a code over all that only this installation
 * makes. It is no credential: it tells, of messages whose sender is known, which belong together.
 */
import { Context, Duration, Effect, Layer, Option, Schema } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Ids } from "../security/Ids.ts"
import type { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { Signer } from "../security/Signer.ts"
import { makeSignedLinks } from "../security/signedLinks.ts"

/** How long a label is one: then its client begins anew. @internal */
export const conversationBounds = { lifetime: Duration.days(30), maxLength: 500 }

/** Its name, and the digest of its principal. */
const Fields = Schema.Tuple([Schema.String, Schema.String])

export class Conversations extends Context.Service<
  Conversations,
  {
    /** A new label for a principal: visible ASCII. */
    readonly begin: (principalId: string) => Effect.Effect<string>

    /** The name of a conversation; none when the label is not this installation's, another principal's, or over. */
    readonly open: (label: string, principalId: string) => Effect.Effect<Option.Option<string>>
  }
>()("@kittiwake/core/grants/Conversations") {
  static readonly layer: Layer.Layer<Conversations, StoreUnavailable, Ids | InstanceSecretStore | Signer> =
    Layer.effect(
      Conversations,
      Effect.gen(function* () {
        const ids = yield* Ids
        const { digest } = yield* Signer
        const links = yield* makeSignedLinks("assistant-conversation", Fields, conversationBounds)
        return Conversations.of({
          begin: Effect.fnUntraced(function* (principalId) {
            const { tokens } = yield* links.sign([[yield* ids.token("base62", 22), yield* digest(principalId)]])
            return tokens[0]!
          }),

          open: Effect.fnUntraced(function* (label, principalId) {
            const fields = yield* links.open(label)
            if (Option.isNone(fields)) return Option.none()
            const [name, owner] = fields.value
            return constantTimeEqual(owner, yield* digest(principalId)) ? Option.some(name) : Option.none()
          })
        })
      })
    )
}
