/**
 * What is carried from one page of consent to the next, so that nothing is kept of people who do not go on.
 *
 * **Model.** A form holds all that it is about, with a code over it that nobody else can make, for ten minutes. It is bound to a
 * random mark that only one browser has, which is replaced when somebody signs in: a form that was made for one browser is
 * worth nothing in another (forged sign-ins and consents, fixation).
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Ids } from "../security/Ids.ts"
import type { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { Signer } from "../security/Signer.ts"
import { makeSignedLinks } from "../security/signedLinks.ts"
import { lifetimes } from "./domain/Grant.ts"
import { GrantScope } from "./domain/GrantScope.ts"

/** Who signed in. `keyId` is null for the operator, and then `organizationId` is too. */
export interface SignedIn {
  /** The id of the grant that this can become, once. */
  readonly grantId: string
  readonly organizationId: string | null
  readonly keyId: string | null
}

/** What a form is about. */
export interface ConsentForm {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: ReadonlyArray<GrantScope>
  readonly resource: string
  readonly challenge: string
  /** Null before anybody signed in. */
  readonly signedIn: SignedIn | null
}

const orNull = Schema.NullOr(Schema.String)

/** The digest of the mark; client, redirect, state, scopes, resource, challenge; grant, organization and key. */
const Fields = Schema.Tuple([
  ...[Schema.String, Schema.String, Schema.String, orNull, Schema.String, Schema.String, Schema.String],
  ...[orNull, orNull, orNull]
] as const)

/** Longest form that is looked at; one with the longest state fits. */
const maxLength = 32_000

const scopesIn = (text: string): ReadonlyArray<GrantScope> => text.split(" ").filter(Schema.is(GrantScope))

export class ConsentForms extends Context.Service<
  ConsentForms,
  {
    /** A form, and the mark that its browser must have. */
    readonly carry: (form: ConsentForm) => Effect.Effect<{ readonly token: string; readonly mark: string }>

    /** What a form that came back is about; none when its time is over, it was changed, or it is another browser's. */
    readonly open: (token: string, mark: string) => Effect.Effect<Option.Option<ConsentForm>>
  }
>()("@kittiwake/core/grants/ConsentForms") {
  static readonly layer: Layer.Layer<ConsentForms, StoreUnavailable, Ids | InstanceSecretStore | Signer> = Layer.effect(
    ConsentForms,
    Effect.gen(function* () {
      const ids = yield* Ids
      const { digest } = yield* Signer
      const links = yield* makeSignedLinks("oauth-consent", Fields, { lifetime: lifetimes.signIn, maxLength })
      return ConsentForms.of({
        carry: Effect.fnUntraced(function* ({ signedIn, ...form }) {
          const mark = yield* ids.token("base62", 43)
          const { challenge, clientId, redirectUri, resource, scopes, state } = form
          const { grantId = null, keyId = null, organizationId = null } = signedIn ?? {}
          const { tokens } = yield* links.sign([
            [
              ...([yield* digest(mark), clientId, redirectUri, state, scopes.join(" "), resource, challenge] as const),
              ...([grantId, organizationId, keyId] as const)
            ]
          ])
          return { token: tokens[0]!, mark }
        }),

        open: Effect.fnUntraced(function* (token, mark) {
          const fields = yield* links.open(token)
          if (Option.isNone(fields)) return Option.none()
          const [marked, clientId, redirectUri, state, scopes, resource, challenge, grantId, organizationId, keyId] =
            fields.value
          if (!constantTimeEqual(marked, yield* digest(mark))) return Option.none()
          const signedIn = grantId === null ? null : { grantId, organizationId, keyId }
          const form: ConsentForm = {
            ...{ clientId, redirectUri, state, scopes: scopesIn(scopes), resource, challenge, signedIn }
          }
          return Option.some(form)
        })
      })
    })
  )
}
