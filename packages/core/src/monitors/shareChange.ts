/** Shares one change with people who have no key, takes that back, and opens what was shared. */
import { DateTime, Duration, Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { Ids } from "../security/Ids.ts"
import type { OpenedLink, SignedLinks } from "../security/signedLinks.ts"
import { ChangeStore } from "./ChangeStore.ts"
import type { ChangeId } from "./domain/Change.ts"
import { markLength, sharingLimits } from "./domain/Sharing.ts"
import { ChangeLinkUnusable, ChangeNotFound } from "./errors.ts"

/** What a link holds: what its change goes by. */
type Fields = readonly [mark: string]

interface Links {
  readonly sign: (links: ReadonlyArray<Fields>, until: DateTime.Utc) => Effect.Effect<SignedLinks>
  readonly read: (token: string) => Effect.Effect<OpenedLink<Fields>>
}

/** A link to a change that works for so long. What it goes by stands in the storage before anybody has the link. */
export const shareChange = (links: Links) =>
  Effect.fn("shareChange")(function* (organizationId: OrganizationId, changeId: ChangeId, lifetime: Duration.Duration) {
    const at = yield* DateTime.now
    const until = DateTime.addDuration(
      at,
      Duration.clamp(lifetime, { minimum: sharingLimits.least, maximum: sharingLimits.most })
    )
    const mark = yield* (yield* Ids).token("base62", markLength)
    const kept = yield* (yield* ChangeStore).share(organizationId, changeId, { mark, until, at })
    if (Option.isNone(kept)) return yield* new ChangeNotFound()
    const { expiresAt, tokens } = yield* links.sign([[kept.value]], until)
    return { token: tokens[0]!, expiresAt }
  })

/** Ends all links to a change. */
export const unshareChange = Effect.fn("unshareChange")(function* (organizationId: OrganizationId, changeId: ChangeId) {
  const isThere = yield* (yield* ChangeStore).withdraw(organizationId, changeId)
  if (!isThere) return yield* new ChangeNotFound()
})

/** The change that a link leads to. Whatever ended it is told as one: who has the link learns nothing of who gave it. */
export const openChangeLink = (links: Links) =>
  Effect.fn("openChangeLink")(function* (token: string) {
    const opened = yield* links.read(token)
    if (opened.is !== "working") return yield* new ChangeLinkUnusable({ reason: opened.is })
    const over = new ChangeLinkUnusable({ reason: "over" })
    const found = yield* (yield* ChangeStore).shared(opened.link[0])
    if (Option.isNone(found)) return yield* over
    const { disabled } = yield* Effect.catchTag(
      (yield* Organizations).get(found.value.organizationId),
      "OrganizationNotFound",
      () => Effect.fail(over)
    )
    return disabled ? yield* over : { change: found.value, until: opened.until }
  })
