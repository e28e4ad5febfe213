/** The signing secret of a webhook, which is kept sealed and opened where something is signed or its owner asks for it. */
import { Effect, Option } from "effect"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import { Ids } from "../security/Ids.ts"
import { isUnsealed, openText, sealText } from "../security/sealedText.ts"

/** What is kept of a signing secret. */
export const sealSecret = (secret: string) => sealText("webhook secret", new TextEncoder().encode(secret))

/** The signing secret in what is kept of it. Nothing is signed with one that cannot be read. */
export const openSecret = Effect.fnUntraced(function* (kept: string) {
  if (isUnsealed(kept)) return kept
  const opened = yield* openText("webhook secret", kept)
  if (Option.isSome(opened)) return new TextDecoder().decode(opened.value)
  return yield* new StoreUnavailable({
    operation: "openSecret",
    cause: new Error("The signing secret of a webhook was sealed with another key than KITTIWAKE_SEALING_KEY.")
  })
})

/** A fresh signing secret (contract/webhooks.md §2), sealed. */
export const newSecret = Effect.gen(function* () {
  return yield* sealSecret(`whsec_${yield* (yield* Ids).token("hex", 64)}`)
})
