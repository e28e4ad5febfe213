/** The token in the address of an inbox: random, kept as a digest to find the inbox by, and sealed to be shown to its owner. */
import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import { openText, sealText } from "../security/sealedText.ts"
import { tokenLength } from "./domain/InboxAddress.ts"
import { InboxStore, type KeptToken } from "./InboxStore.ts"

/** Tries before somebody who replaces a token all the time is a defect. */
const maxTries = 20

const openToken = Effect.fnUntraced(function* ({ sealed }: KeptToken) {
  const opened = yield* openText("inbox token", sealed)
  return Option.map(opened, (bytes) => new TextDecoder().decode(bytes))
})

/** Puts a fresh token where `kept` stands; none when somebody was first. */
const freshToken = Effect.fnUntraced(function* (organizationId: OrganizationId, kept: Option.Option<KeptToken>) {
  const token = yield* (yield* Ids).token("base62", tokenLength)
  const next: KeptToken = {
    digest: yield* (yield* Signer).digest(token),
    sealed: yield* sealText("inbox token", new TextEncoder().encode(token))
  }
  const instead = Option.match(kept, { onNone: () => null, onSome: ({ digest }) => digest })
  const isKept = yield* (yield* InboxStore).replaceToken(organizationId, next, instead)
  return isKept ? Option.some(token) : Option.none()
})

/** The token of an organization's inbox, made when there is none yet, or none that can be read: it was sealed under a key that is gone. */
export const inboxToken = Effect.fn("inboxToken")(function* (organizationId: OrganizationId) {
  const store = yield* InboxStore
  for (let tries = 0; tries < maxTries; tries++) {
    const kept = yield* store.token(organizationId)
    const standing = Option.isSome(kept) ? yield* openToken(kept.value) : Option.none()
    const token = Option.isSome(standing) ? standing : yield* freshToken(organizationId, kept)
    if (Option.isSome(token)) return token.value
  }
  return yield* Effect.die(new Error("The token of an inbox is replaced all the time."))
})

/** A fresh token at once; the one of before leads nowhere from now on. Whoever comes second gets the first one's. */
export const rotateInboxToken = Effect.fn("rotateInboxToken")(function* (organizationId: OrganizationId) {
  const fresh = yield* freshToken(organizationId, yield* (yield* InboxStore).token(organizationId))
  return Option.isSome(fresh) ? fresh.value : yield* inboxToken(organizationId)
})
