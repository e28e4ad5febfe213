/** What all in-memory stores share: one set of tables, so that one store can write what belongs to several. */
import { Context, Layer } from "effect"
import type { Account, Entry, Hold } from "../credits/domain/Ledger.ts"
import type { BillingAccount } from "../credits/domain/Supply.ts"
import type { Change, ChangeId } from "../monitors/domain/Change.ts"
import type { Baseline, Monitor, MonitorId } from "../monitors/domain/Monitor.ts"
import type { Run } from "../monitors/domain/Run.ts"
import type { RunId } from "../monitors/domain/RunId.ts"
import type { ApiKey, ApiKeyId } from "../organizations/domain/ApiKey.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoredOrganization } from "../organizations/OrganizationStore.ts"
import type { RequestLog } from "../usage/domain/RequestLog.ts"
import type { UsageCount } from "../usage/domain/UsageCount.ts"
import type { Idempotency } from "../webhooks/DeliveryStore.ts"
import type { Attempt, Delivery, DeliveryId } from "../webhooks/domain/Delivery.ts"

/** The credits of one organization. */
export interface LedgerRow {
  balance: number
  held: number
  readonly entries: Array<Entry>
  /** Causes that have an entry. */
  readonly causes: Set<string>
  /** What months and purchases need to know; balance and holds stand above. */
  months: Omit<BillingAccount, keyof Account>
}

/** A monitor with what surrounds it: its baseline's text, who holds it and which of its runs have not ended. */
export interface MonitorRow {
  monitor: Monitor
  revision: number
  baseline: Baseline | null
  token: number
  leaseEndMillis: number
  queued: RunId | null
  running: RunId | null
}

/** A delivery with its attempts, oldest first, and who holds it. */
export interface DeliveryRow {
  delivery: Delivery
  token: number
  leaseEndMillis: number
  /** Whether an attempt has begun and not been recorded. */
  inFlight: boolean
  readonly attempts: Array<Attempt>
}

/** What one route, caller and status used in one hour or day. */
export interface UsageSum extends Pick<UsageCount, "path" | "keyId" | "statusCode"> {
  readonly startMillis: number
  creditsUsed: number
  requestCount: number
}

/** The usage of one organization: rows by their ids, sums by what they are of. */
export interface UsageRow {
  readonly logs: Map<string, RequestLog>
  readonly charges: Map<string, UsageCount>
  readonly hours: Map<string, UsageSum>
  readonly days: Map<string, UsageSum>
}

/** The tables. Only the stores beside this file write to them, each method in one synchronous step. */
export class Database extends Context.Service<
  Database,
  {
    readonly secrets: Map<string, string>
    readonly organizations: Map<OrganizationId, StoredOrganization>
    readonly keys: Map<ApiKeyId, ApiKey>
    /** Keys by their digest. */
    readonly keyIds: Map<string, ApiKeyId>
    readonly ledgers: Map<OrganizationId, LedgerRow>
    /** Holds that have not ended. */
    readonly holds: Map<string, Hold>
    /** Holds that have not ended, by their cause. */
    readonly holdIds: Map<string, string>
    readonly monitors: Map<MonitorId, MonitorRow>
    readonly runs: Map<RunId, Run>
    readonly changes: Map<ChangeId, Change>
    readonly deliveries: Map<DeliveryId, DeliveryRow>
    /** Deliveries that have not ended, so that claiming does not walk through history. */
    readonly openDeliveries: Set<DeliveryRow>
    readonly retryKeys: Map<string, Idempotency>
    readonly usage: Map<OrganizationId, UsageRow>
  }
>()("@kittiwake/core/memory/Database") {
  /** Tables with nothing in them. */
  static readonly layer = Layer.sync(Database, () =>
    Database.of({
      secrets: new Map(),
      organizations: new Map(),
      keys: new Map(),
      keyIds: new Map(),
      ledgers: new Map(),
      holds: new Map(),
      holdIds: new Map(),
      monitors: new Map(),
      runs: new Map(),
      changes: new Map(),
      deliveries: new Map(),
      openDeliveries: new Set(),
      retryKeys: new Map(),
      usage: new Map()
    })
  )
}

/** The tables themselves. */
export type Tables = Database["Service"]
