/** All a caller may do with inboxes: where an organization's events can be delivered and looked at without a server of one's own. */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Cursors, InvalidCursor } from "../paging/Cursors.ts"
import type { Page, PageRequest } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { Sealer } from "../security/Sealer.ts"
import type { Signer } from "../security/Signer.ts"
import type { InboxEvent, InboxEventId } from "./domain/InboxEvent.ts"
import type { InboxEventNotFound, InboxNotFound } from "./errors.ts"
import type { InboxStore } from "./InboxStore.ts"
import { inboxToken, rotateInboxToken } from "./inboxToken.ts"
import { clearInbox, getInboxEvent, listInbox, pruneInbox } from "./readInbox.ts"
import { type Arrival, findInbox, receiveEvent } from "./receiveEvent.ts"

export class Inbox extends Context.Service<
  Inbox,
  {
    /** The token in the address of an organization's inbox, made when there is none yet. */
    readonly token: (organizationId: OrganizationId) => Effect.Effect<string, StoreUnavailable>

    /** A fresh token; the one of before leads nowhere from now on. */
    readonly rotate: (organizationId: OrganizationId) => Effect.Effect<string, StoreUnavailable>

    /** Whose inbox a token leads to. */
    readonly find: (token: string) => Effect.Effect<OrganizationId, InboxNotFound | StoreUnavailable>

    /** Keeps what arrived at an inbox, with what its signature turned out to be. */
    readonly receive: (organizationId: OrganizationId, arrival: Arrival) => Effect.Effect<InboxEvent, StoreUnavailable>

    readonly get: (
      organizationId: OrganizationId,
      eventId: InboxEventId
    ) => Effect.Effect<InboxEvent, InboxEventNotFound | StoreUnavailable>

    /** Events, newest first, with the beginning of each body. */
    readonly list: (
      organizationId: OrganizationId,
      page: PageRequest
    ) => Effect.Effect<Page<InboxEvent>, InvalidCursor | StoreUnavailable>

    /** Empties the inbox; tells how many events went. */
    readonly clear: (organizationId: OrganizationId) => Effect.Effect<number, StoreUnavailable>

    /** Drops up to `limit` events that are kept no longer; tells how many. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/inbox/Inbox") {
  static readonly layer = Layer.effect(
    Inbox,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<Cursors | Ids | InboxStore | Sealer | Signer>())
      return Inbox.of({
        token: bound(inboxToken),
        rotate: bound(rotateInboxToken),
        find: bound(findInbox),
        receive: bound(receiveEvent),
        get: bound(getInboxEvent),
        list: bound(listInbox),
        clear: bound(clearInbox),
        prune: bound(pruneInbox)
      })
    })
  )
}
