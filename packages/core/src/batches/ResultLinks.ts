/** Links under which results are downloaded without a key, for an hour (contract/batches.md §10). */
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import type { Signer } from "../security/Signer.ts"
import { makeSignedLinks } from "../security/signedLinks.ts"
import { BatchId } from "./domain/Batch.ts"

/** What a link leads to. */
export interface LinkedFile {
  readonly organizationId: OrganizationId
  readonly batchId: BatchId
  /** Which of the batch's files, from 0. */
  readonly number: number
}

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
      const links = yield* makeSignedLinks("result-link", Schema.Tuple([OrganizationId, BatchId, Schema.Int]))
      return ResultLinks.of({
        sign: (files) =>
          links.sign(files.map(({ batchId, number, organizationId }) => [organizationId, batchId, number])),
        open: (token) =>
          Effect.map(
            links.open(token),
            Option.map(([organizationId, batchId, number]) => ({ organizationId, batchId, number }))
          )
      })
    })
  )
}
