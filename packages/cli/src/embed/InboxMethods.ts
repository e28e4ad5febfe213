/** `kittiwake.inbox`: events that were delivered to this installation itself, as promises. */

import { InboxEventId } from "@kittiwake/core/inbox/domain/InboxEvent"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import { InboxPlace } from "@kittiwake/core/inbox/InboxPlace"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import {
  type InboxAddressRecord,
  type InboxEventRecord,
  inboxAddressRecord,
  inboxEventRecord
} from "@kittiwake/http/internal/inbox/InboxRecord"
import { pageRecord, pageRequest } from "@kittiwake/http/internal/pages"
import { Effect, Schema } from "effect"
import { type PageOptions, pageFields, type RecordPage, reads, readsId } from "./input.ts"
import type { Run } from "./run.ts"

/** Where the inbox is. */
export type InboxAddress = InboxAddressRecord & { readonly address: string }

/** Everything that can be done with the built-in inbox: a receiver of events for whoever has none. */
export interface InboxMethods {
  /**
   * `webhook_url` is for the webhooks of your own monitors; nothing is opened for it. `address` takes what anybody posts who knows it,
   * where one of the two handlers is mounted.
   */
  readonly address: () => Promise<InboxAddress>
  /** Gives the inbox a new `address` at once; the old one takes nothing more. */
  readonly rotate: () => Promise<InboxAddress>
  /** What arrived, newest first, with the beginning of each body. */
  readonly list: (options?: PageOptions) => Promise<InboxAddress & RecordPage<InboxEventRecord>>
  /** One event as it arrived, with its whole body. */
  readonly get: (eventId: string) => Promise<InboxEventRecord>
  /** Empties the inbox; gives how many events went. */
  readonly clear: () => Promise<{ readonly removed: number }>
}

const readPage = reads(Schema.Struct(pageFields))
const eventIdOf = readsId("eventId", InboxEventId)

const addressOf = Effect.fnUntraced(function* (token: string) {
  const { named } = yield* InboxPlace
  const record = inboxAddressRecord(named ?? "", token)
  return { ...record, address: record.address ?? "" } satisfies InboxAddress
})

/** The methods for one organization, run by `run`. */
export const inboxMethods = (run: Run<Inbox>, organizationId: OrganizationId): InboxMethods => ({
  address: () => run(Inbox.use((inbox) => Effect.flatMap(inbox.token(organizationId), addressOf))),
  rotate: () => run(Inbox.use((inbox) => Effect.flatMap(inbox.rotate(organizationId), addressOf))),
  list: (options = {}) =>
    run(
      Effect.gen(function* () {
        const page = pageRequest(yield* readPage(options))
        const inbox = yield* Inbox
        const address = yield* addressOf(yield* inbox.token(organizationId))
        return { ...address, ...pageRecord(yield* inbox.list(organizationId, page), inboxEventRecord) }
      })
    ),
  get: (eventId) =>
    run(
      Effect.gen(function* () {
        return inboxEventRecord(yield* (yield* Inbox).get(organizationId, yield* eventIdOf(eventId)))
      })
    ),
  clear: () => run(Inbox.use((inbox) => Effect.map(inbox.clear(organizationId), (removed) => ({ removed }))))
})
