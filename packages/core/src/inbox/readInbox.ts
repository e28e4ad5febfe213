/** Reads what arrived. */
import { DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Cursors } from "../paging/Cursors.ts"
import type { PageRequest } from "../paging/domain/Page.ts"
import { type InboxEventId, inboxLimits } from "./domain/InboxEvent.ts"
import { InboxEventNotFound } from "./errors.ts"
import { InboxStore } from "./InboxStore.ts"

/** One event, whole. */
export const getInboxEvent = Effect.fn("getInboxEvent")(function* (
  organizationId: OrganizationId,
  eventId: InboxEventId
) {
  const found = yield* (yield* InboxStore).get(organizationId, eventId)
  return Option.isSome(found) ? found.value : yield* new InboxEventNotFound()
})

/** A page of events, newest first, with the beginning of each body. */
export const listInbox = Effect.fn("listInbox")(function* (organizationId: OrganizationId, page: PageRequest) {
  const store = yield* InboxStore
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "inbox", filter: {} },
    ...page,
    read: (slice) => store.list(organizationId, slice, inboxLimits.listedBody),
    position: ({ id, receivedAt }) => ({ at: receivedAt, id })
  })
})

/** Empties the inbox; tells how many events went. */
export const clearInbox = Effect.fn("clearInbox")(function* (organizationId: OrganizationId) {
  return yield* (yield* InboxStore).clear(organizationId)
})

/** Drops up to `limit` events that are kept no longer; tells how many. */
export const pruneInbox = Effect.fn("pruneInbox")(function* (limit: number) {
  const keptSince = DateTime.subtractDuration(yield* DateTime.now, inboxLimits.kept)
  return yield* (yield* InboxStore).prune(keptSince, limit)
})
