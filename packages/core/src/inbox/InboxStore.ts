/** Where what arrived in inboxes lives. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { InboxEvent, InboxEventId } from "./domain/InboxEvent.ts"

/** A token as it is kept: to find its inbox by, and sealed, to be shown to its owner. */
export interface KeptToken {
  readonly digest: string
  readonly sealed: string
}

/** How much an organization may have. */
export interface InboxBounds {
  readonly events: number
  readonly bytes: number
}

/**
 * Keeps the tokens of inboxes and what arrived in them.
 *
 * **Contract** (every adapter passes `testing/inboxStoreSuite.ts`)
 *
 * - An organization has one token at a time; of several who replace it at the same moment, one does.
 * - However many put at once, an organization never has more than its bounds when they are done: the oldest go.
 * - An event of another organization reads as absent.
 */
export class InboxStore extends Context.Service<
  InboxStore,
  {
    /** The token of an organization's inbox; none before the first. */
    readonly token: (organizationId: OrganizationId) => Effect.Effect<Option.Option<KeptToken>, StoreUnavailable>

    /** Puts `next` where the token with the digest `instead` stands, or where there is none when that is null; tells whether it did. */
    readonly replaceToken: (
      organizationId: OrganizationId,
      next: KeptToken,
      instead: string | null
    ) => Effect.Effect<boolean, StoreUnavailable>

    /** Whose inbox a token with this digest leads to. */
    readonly find: (digest: string) => Effect.Effect<Option.Option<OrganizationId>, StoreUnavailable>

    /** The sealed secret that the events of a monitor or batch of the organization are signed with. */
    readonly signingSecret: (
      organizationId: OrganizationId,
      sourceId: string
    ) => Effect.Effect<Option.Option<string>, StoreUnavailable>

    /** Stores an event, and drops the oldest beyond the bounds; one that is larger than them all drops itself. */
    readonly put: (event: InboxEvent, bounds: InboxBounds) => Effect.Effect<void, StoreUnavailable>

    readonly get: (
      organizationId: OrganizationId,
      eventId: InboxEventId
    ) => Effect.Effect<Option.Option<InboxEvent>, StoreUnavailable>

    /** Events of an organization, newest first, of each body at most `bodyLength` characters. */
    readonly list: (
      organizationId: OrganizationId,
      slice: Slice,
      bodyLength: number
    ) => Effect.Effect<Part<InboxEvent>, StoreUnavailable>

    /** Drops all events of an organization; tells how many. */
    readonly clear: (organizationId: OrganizationId) => Effect.Effect<number, StoreUnavailable>

    /** Drops up to `limit` events that arrived before `keptSince`; tells how many. */
    readonly prune: (keptSince: DateTime.Utc, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/inbox/InboxStore") {}
