/** Seals anew what was sealed under a key of before, and what no version has sealed yet. */
import { Effect, Option } from "effect"
import { Base64 } from "effect/encoding"
import { type SealedKind, SealedStore, type SealedValue, sealedKinds } from "./SealedStore.ts"
import { Sealer } from "./Sealer.ts"
import { isUnsealed, openText, sealText } from "./sealedText.ts"

/** What was done. */
export interface SealedAnew {
  readonly sealed: number
  /** Sealed under a key that is not here. They stay as they are. */
  readonly unreadable: number
}

/** Values that are read at once: a session has up to a megabyte, a webhook's secret some bytes. */
const atOnce: { readonly [Kind in SealedKind]: number } = {
  "blob key": 1,
  "browser profile": 4,
  "inbox token": 200,
  "webhook secret": 200
}

const sealedAnew = Effect.fnUntraced(function* (kind: SealedKind, { id, value }: SealedValue) {
  const plain = isUnsealed(value) ? Option.some(new TextEncoder().encode(value)) : yield* openText(kind, value)
  if (Option.isNone(plain)) return null
  return { id, value, next: yield* sealText(kind, plain.value) }
})

/** Once through all values of a kind. */
const pass = Effect.fnUntraced(function* (kind: SealedKind) {
  const store = yield* SealedStore
  const head = Base64.encode(yield* (yield* Sealer).head)
  const limit = atOnce[kind]
  const done = { sealed: 0, unreadable: 0 }
  let after = ""
  for (;;) {
    const found: ReadonlyArray<SealedValue> = yield* store.before(kind, { head, after, limit })
    const next = (yield* Effect.forEach(found, (value) => sealedAnew(kind, value))).filter((one) => one !== null)
    done.sealed += next.length === 0 ? 0 : yield* store.replace(kind, next)
    done.unreadable += found.length - next.length
    if (found.length < limit) return done
    after = found.at(-1)!.id
  }
})

/** Most passes: each finds what somebody wrote during the one before, and there is less of it each time. */
const maxPasses = 10

/** Goes through everything that is kept sealed until nothing is left to be sealed anew. May be broken off and begun again. */
export const sealAnew = Effect.fn("sealAnew")(function* () {
  const total = { sealed: 0, unreadable: 0 }
  for (const kind of sealedKinds) {
    for (let passes = 0; passes < maxPasses; passes++) {
      const done = yield* pass(kind)
      total.sealed += done.sealed
      if (done.sealed > 0) continue
      total.unreadable += done.unreadable
      break
    }
  }
  return total satisfies SealedAnew
})
