/** Where deliveries live between attempts. */
import { Context, type DateTime, type Duration, type Effect, type Option, Schema } from "effect"
import type { KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import type { IdempotencyKeyTaken } from "../idempotency/errors.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { Shares } from "../Shares.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type {
  Attempt,
  Delivery,
  DeliveryClaim,
  DeliveryDecision,
  DeliveryId,
  DeliveryStatus,
  DeliverySummary,
  Destination
} from "./domain/Delivery.ts"

/** The delivery changed since it was read. Read it again and decide anew; nothing was written. */
export class DeliveryOutdated extends Schema.TaggedError<DeliveryOutdated>()("DeliveryOutdated", {}) {}

/** A delivery as it was read, with what a conditional write must name. */
export interface StoredDelivery {
  readonly delivery: Delivery
  /** Rises with every claim and every requeue. */
  readonly token: number
  /** Whether its subscription still exists. */
  readonly hasDestination: boolean
}

/** A place in the order of what is due. */
export interface DuePlace {
  readonly dueAt: DateTime.Utc
  readonly id: string
}

/** What of some deliveries was planned anew. */
export interface Recalled {
  readonly count: number
  /** The last that was looked at; null where none comes after it. */
  readonly last: DuePlace | null
}

/** Which deliveries a list shows. */
export interface DeliveryFilter {
  readonly type: "monitor" | "batch"
  readonly monitorId?: string
  readonly batchId?: string
  readonly runIds?: ReadonlyArray<string>
  readonly status?: DeliveryStatus
  /** Only deliveries created strictly after this moment. */
  readonly createdAfter?: DateTime.Utc
}

/**
 * Keeps deliveries, their attempts and the health of their subscriptions. Deliveries are created by the stores of their
 * sources, together with what they tell of.
 *
 * **Contract** (every adapter passes `testing/deliveryStoreSuite.ts`)
 *
 * - A due delivery is handed to one caller at a time, with the address and the sealed secret of its subscription at that
 *   moment.
 * - A claim takes no more for one organization, and for it at one host, than its shares say, and passes over the rest to what is due later.
 * - It takes first of who has the fewest under way, then what is longest due; of one organization, what is at the host where it has the
 *   fewest. Of much more than it takes, an adapter may look at a part that does not grow with what is due.
 * - A claim reads no body of more than 16 KiB: hundreds are claimed at once, and held while their receivers take their time.
 * - A claim whose lease ended is handed out again as a new attempt; the interrupted one is closed as
 *   `connection_failed` and uses up no place in the retry plan or in the count of failures. What its old holder records
 *   is dropped.
 * - `record` writes delivery, attempt and subscription health together, or nothing.
 * - A cancelled delivery is never claimed, and stays cancelled whatever an attempt in flight records; the attempt is kept.
 */
export class DeliveryStore extends Context.Service<
  DeliveryStore,
  {
    /**
     * Claims up to `limit` deliveries due at `now`, oldest due first. The claimed delivery has status `delivering`, its
     * attempt counted, and `lastAttempt` begun at `now`.
     */
    readonly claimDue: (options: {
      readonly now: DateTime.Utc
      readonly limit: number
      readonly lease: Duration.Duration
      /** What may be claimed for one organization and at one host, and who comes next; without them, what is longest due. */
      readonly shares?: Shares
    }) => Effect.Effect<ReadonlyArray<DeliveryClaim>, StoreUnavailable>

    /**
     * Time from `now` until `claimDue` may find something, by what is stored: nothing left when it may already, and none when
     * nothing waits for its time. What is under way counts from the end of its lease.
     */
    readonly untilDue: (now: DateTime.Utc) => Effect.Effect<Option.Option<Duration.Duration>, StoreUnavailable>

    /**
     * Plans deliveries anew that a clock which was ahead put off, of the `limit` that come after a place in the order of what is due: those
     * that are due later than their delay (`plannedDelaySeconds`) after `after` wait for it from `now` on, so that none is sent before its
     * plan says, and none is found twice. What is under way and was begun later than `after` is due when its lease is over.
     */
    readonly recall: (options: {
      readonly now: DateTime.Utc
      readonly after: DateTime.Utc
      readonly place: DuePlace
      readonly limit: number
    }) => Effect.Effect<Recalled, StoreUnavailable>

    /** Lengthens the leases that still hold; tells for each claim whether it does. */
    readonly renew: (
      claims: ReadonlyArray<DeliveryClaim>,
      lease: Duration.Duration
    ) => Effect.Effect<ReadonlyArray<boolean>, StoreUnavailable>

    /**
     * Where what was claimed goes now, which may be elsewhere than when it was; none when its claim is somebody else's, it was
     * cancelled, or its subscription is gone.
     */
    readonly destinationOf: (claim: DeliveryClaim) => Effect.Effect<Option.Option<Destination>, StoreUnavailable>

    /** The body of what was claimed; none when its claim is somebody else's, or it was cancelled. */
    readonly bodyOf: (claim: DeliveryClaim) => Effect.Effect<Option.Option<string>, StoreUnavailable>

    /** Stores how attempts ended; tells for each whether its claim still held. Null is one that is to be stored again in a while: somebody who stands still holds what it writes to. */
    readonly record: (
      decisions: ReadonlyArray<{ readonly claim: DeliveryClaim; readonly decision: DeliveryDecision }>
    ) => Effect.Effect<ReadonlyArray<boolean | null>, StoreUnavailable>

    readonly get: (
      organizationId: OrganizationId,
      deliveryId: DeliveryId
    ) => Effect.Effect<Option.Option<StoredDelivery>, StoreUnavailable>

    /** Deliveries of an organization, newest first, whose bodies are not read. */
    readonly list: (
      organizationId: OrganizationId,
      filter: DeliveryFilter,
      slice: Slice
    ) => Effect.Effect<Part<DeliverySummary>, StoreUnavailable>

    /** Attempts of a delivery, newest first, the one in flight included; positions are `startedAt` and the attempt number. */
    readonly attempts: (
      organizationId: OrganizationId,
      deliveryId: DeliveryId,
      options: { readonly limit: number; readonly before: number | null }
    ) => Effect.Effect<ReadonlyArray<Attempt>, StoreUnavailable>

    /**
     * Stores a delivery that waits for a manual attempt, if token, status and destination are still as they were read.
     * `kept` is stored with it (`IdempotencyStore`).
     */
    readonly requeue: (
      stored: StoredDelivery,
      next: Delivery,
      kept: KeptAnswer | null
    ) => Effect.Effect<void, DeliveryOutdated | IdempotencyKeyTaken | StoreUnavailable>
  }
>()("@kittiwake/core/webhooks/DeliveryStore") {}
