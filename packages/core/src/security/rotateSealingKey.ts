/** Replaces the key that secrets are sealed with. */
import { Effect } from "effect"
import { type NextKey, SealingKeys } from "./SealingKeys.ts"
import { sealAnew } from "./sealAnew.ts"

/**
 * Goes over to a new key: from then on the old one opens nothing that is kept. It may be broken off anywhere and is gone on
 * with by whoever runs it next. What others wrote before they heard of the new key is sealed anew after they did.
 */
export const rotateSealingKey = Effect.fn("rotateSealingKey")(function* (next: NextKey) {
  const keys = yield* SealingKeys
  yield* keys.begin(next)
  const { isRotating } = yield* keys.standing
  if (isRotating) yield* Effect.sleep(keys.othersHearWithin)
  const done = yield* sealAnew()
  const standing = yield* keys.finish
  yield* keys.forget
  return { ...done, ...standing }
})
