/**
 * Every store of an installation, in one list.
 *
 * An adapter merges a layer of each and says `satisfies Layer.Layer<Stores, …>`: a store that is added here stops the build
 * wherever one lacks it. Request counters are not among them, because they are kept in the process or beside it, never in
 * the database.
 */
import type { Context } from "effect"
import { AssetStore } from "./assets/AssetStore.ts"
import { BatchStore } from "./batches/BatchStore.ts"
import { BatchWorkStore } from "./batches/BatchWorkStore.ts"
import { BlobRowStore } from "./blobs/BlobRowStore.ts"
import { BrandListStore } from "./brands/BrandListStore.ts"
import { BrandRefreshStore } from "./brands/BrandRefreshStore.ts"
import { BrandStore } from "./brands/BrandStore.ts"
import { BillingLedger } from "./credits/BillingLedger.ts"
import { CreditLedger } from "./credits/CreditLedger.ts"
import { FeedbackStore } from "./feedback/FeedbackStore.ts"
import { ClientStore } from "./grants/ClientStore.ts"
import { GrantStore } from "./grants/GrantStore.ts"
import { IdempotencyStore } from "./idempotency/IdempotencyStore.ts"
import { InboxStore } from "./inbox/InboxStore.ts"
import { BacklogStore } from "./measures/BacklogStore.ts"
import { ChangeStore } from "./monitors/ChangeStore.ts"
import { MonitorStore } from "./monitors/MonitorStore.ts"
import { RunStore } from "./monitors/RunStore.ts"
import { VersionStore } from "./monitors/VersionStore.ts"
import { NewsSourceStore } from "./news/NewsSourceStore.ts"
import { NewsStore } from "./news/NewsStore.ts"
import { ApiKeyStore } from "./organizations/ApiKeyStore.ts"
import { OrganizationStore } from "./organizations/OrganizationStore.ts"
import { PageCache } from "./pages/PageCache.ts"
import { PersonRecordStore } from "./people/PersonRecordStore.ts"
import { SuppressionStore } from "./people/SuppressionStore.ts"
import { ProfileStore } from "./profiles/ProfileStore.ts"
import { PageIndex } from "./search/PageIndex.ts"
import { InstanceSecretStore } from "./security/InstanceSecretStore.ts"
import { SealedStore } from "./security/SealedStore.ts"
import { SessionStore } from "./sessions/SessionStore.ts"
import { FrontierStore } from "./sites/FrontierStore.ts"
import { UsageStore } from "./usage/UsageStore.ts"
import { ViewStore } from "./views/ViewStore.ts"
import { DeliveryStore } from "./webhooks/DeliveryStore.ts"

/** The ports that write to the database. */
export const stores = [
  ApiKeyStore,
  AssetStore,
  BacklogStore,
  BatchStore,
  BatchWorkStore,
  BillingLedger,
  BlobRowStore,
  BrandListStore,
  BrandRefreshStore,
  BrandStore,
  ChangeStore,
  ClientStore,
  CreditLedger,
  DeliveryStore,
  FeedbackStore,
  FrontierStore,
  GrantStore,
  IdempotencyStore,
  InboxStore,
  InstanceSecretStore,
  MonitorStore,
  NewsSourceStore,
  NewsStore,
  OrganizationStore,
  PageCache,
  PageIndex,
  PersonRecordStore,
  ProfileStore,
  RunStore,
  SealedStore,
  SessionStore,
  SuppressionStore,
  UsageStore,
  VersionStore,
  ViewStore
] as const

/** Any of them. */
export type Stores = Context.Service.Identifier<(typeof stores)[number]>
