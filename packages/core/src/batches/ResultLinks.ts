/**
 * Links under which results are downloaded without a key, for an hour (contract/batches.md §10).
 *
 * **Model.** A link holds what it leads to and until when, with a code over both under a secret that all processes of the
 * installation share: it works on every one of them and after a restart, and nobody can make or prolong one.
 */
import { Clock, Context, DateTime, Duration, Effect, Layer, Option, Result, Schema } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Ids } from "../security/Ids.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { Signer } from "../security/Signer.ts"
import { BatchId } from "./domain/Batch.ts"

/** How long a link works. */
export const linkLifetime = Duration.hours(1)

/** What a link leads to. */
export interface LinkedFile {
  readonly organizationId: OrganizationId
  readonly batchId: BatchId
  /** Which of the batch's files, from 0. */
  readonly number: number
}

/** Longest token that is looked at. */
const maxLength = 500

/** Characters of the code: half of an HMAC-SHA-256. */
const codeLength = 32

const Body = Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.String, Schema.Int, Schema.Int]))
const decodeBody = Schema.decodeUnknownOption(Body)

export class ResultLinks extends Context.Service<
  ResultLinks,
  {
    /** Tokens of files, all of which end at one moment. */
    readonly sign: (
      files: ReadonlyArray<LinkedFile>
    ) => Effect.Effect<{ readonly tokens: ReadonlyArray<string>; readonly expiresAt: DateTime.Utc }>

    /** What a token leads to; none when it was not made here, or its time is over. */
    readonly open: (token: string) => Effect.Effect<Option.Option<LinkedFile>>
  }
>()("@kittiwake/core/batches/ResultLinks") {
  static readonly layer: Layer.Layer<ResultLinks, StoreUnavailable, Ids | InstanceSecretStore | Signer> = Layer.effect(
    ResultLinks,
    Effect.gen(function* () {
      const signer = yield* Signer
      const secret = yield* (yield* InstanceSecretStore).getOrKeep("result-link", yield* (yield* Ids).token("hex", 64))
      const key = new TextEncoder().encode(secret)
      const codeOf = (body: string) =>
        Effect.map(signer.mac(key, `result-link:${body}`), (code) => Hex.encode(code).slice(0, codeLength))

      return ResultLinks.of({
        sign: Effect.fnUntraced(function* (files) {
          const expiresAt = DateTime.addDuration(yield* DateTime.now, linkLifetime)
          const tokens = yield* Effect.forEach(files, ({ batchId, number, organizationId }) => {
            const body = JSON.stringify([organizationId, batchId, number, expiresAt.epochMilliseconds])
            return Effect.map(codeOf(body), (code) => Base64Url.encode(code + body))
          })
          return { tokens, expiresAt }
        }),
        open: Effect.fnUntraced(function* (token) {
          const text = token.length > maxLength ? Result.fail(null) : Base64Url.decodeString(token)
          if (Result.isFailure(text)) return Option.none()
          const body = text.success.slice(codeLength)
          if (!constantTimeEqual(text.success.slice(0, codeLength), yield* codeOf(body))) return Option.none()
          const [organizationId, batchId, number, until] = Option.getOrThrow(decodeBody(body))
          return until > (yield* Clock.currentTimeMillis)
            ? Option.some({
                organizationId: OrganizationId.make(organizationId),
                batchId: BatchId.make(batchId),
                number
              })
            : Option.none()
        })
      })
    })
  )
}
