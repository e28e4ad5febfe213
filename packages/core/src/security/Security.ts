/** All a caller may do with the key that secrets are sealed with. */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { rotateSealingKey } from "./rotateSealingKey.ts"
import type { SealedStore } from "./SealedStore.ts"
import type { Sealer } from "./Sealer.ts"
import {
  type NextKey,
  type NoNextSealingKey,
  type SealingKeyMissing,
  SealingKeys,
  type SealingStanding
} from "./SealingKeys.ts"
import { type SealedAnew, sealAnew } from "./sealAnew.ts"

/** Seals what was not, or under a key of before. */
const bringUpToDate = Effect.fn("bringUpToDate")(function* () {
  const done = yield* sealAnew()
  yield* (yield* SealingKeys).forget
  return done
})

export class Security extends Context.Service<
  Security,
  {
    /** How the installation is sealed. */
    readonly standing: Effect.Effect<SealingStanding, SealingKeyMissing | StoreUnavailable>

    /** Goes over to a new key, or goes on with that. */
    readonly rotate: (
      next: NextKey
    ) => Effect.Effect<SealedAnew & SealingStanding, NoNextSealingKey | SealingKeyMissing | StoreUnavailable>

    /** Seals what no version has sealed yet, and what was sealed under a key of before. */
    readonly sealAnew: Effect.Effect<SealedAnew, StoreUnavailable>
  }
>()("@kittiwake/core/security/Security") {
  static readonly layer = Layer.effect(
    Security,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<SealedStore | Sealer | SealingKeys>())
      return Security.of({
        standing: (yield* SealingKeys).standing,
        rotate: bound(rotateSealingKey),
        sealAnew: bound(bringUpToDate)()
      })
    })
  )
}
