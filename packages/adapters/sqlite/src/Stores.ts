/** Every store of this package, over one database. */
import type { Stores } from "@kittiwake/core/Stores"
import { Layer } from "effect"
import * as ApiKeyStore from "./ApiKeyStore.ts"
import * as AssetStore from "./AssetStore.ts"
import * as BacklogStore from "./BacklogStore.ts"
import * as BatchStore from "./BatchStore.ts"
import * as BatchWorkStore from "./BatchWorkStore.ts"
import * as BillingLedger from "./BillingLedger.ts"
import * as BlobRowStore from "./BlobRowStore.ts"
import * as BrandListStore from "./BrandListStore.ts"
import * as BrandRefreshStore from "./BrandRefreshStore.ts"
import * as BrandStore from "./BrandStore.ts"
import * as ChangeStore from "./ChangeStore.ts"
import * as ClientStore from "./ClientStore.ts"
import * as CreditLedger from "./CreditLedger.ts"
import * as DeliveryStore from "./DeliveryStore.ts"
import * as FeedbackStore from "./FeedbackStore.ts"
import * as FrontierStore from "./FrontierStore.ts"
import * as GrantStore from "./GrantStore.ts"
import * as IdempotencyStore from "./IdempotencyStore.ts"
import * as InboxStore from "./InboxStore.ts"
import * as InstanceSecretStore from "./InstanceSecretStore.ts"
import * as MonitorStore from "./MonitorStore.ts"
import * as NewsSourceStore from "./NewsSourceStore.ts"
import * as NewsStore from "./NewsStore.ts"
import * as OrganizationStore from "./OrganizationStore.ts"
import * as PageCache from "./PageCache.ts"
import * as PageIndex from "./PageIndex.ts"
import * as PersonRecordStore from "./PersonRecordStore.ts"
import * as ProfileStore from "./ProfileStore.ts"
import * as RunStore from "./RunStore.ts"
import * as SealedStore from "./SealedStore.ts"
import * as SessionStore from "./SessionStore.ts"
import * as SuppressionStore from "./SuppressionStore.ts"
import * as UsageStore from "./UsageStore.ts"
import * as VersionStore from "./VersionStore.ts"
import * as ViewStore from "./ViewStore.ts"

/** The stores on a database that has its tables. */
export const layer = Layer.mergeAll(
  ApiKeyStore.layer,
  AssetStore.layer,
  BacklogStore.layer,
  BatchStore.layer,
  BatchWorkStore.layer,
  BillingLedger.layer,
  BlobRowStore.layer,
  BrandListStore.layer,
  BrandRefreshStore.layer,
  BrandStore.layer,
  ChangeStore.layer,
  ClientStore.layer,
  CreditLedger.layer,
  DeliveryStore.layer,
  FeedbackStore.layer,
  FrontierStore.layer,
  GrantStore.layer,
  IdempotencyStore.layer,
  InboxStore.layer,
  InstanceSecretStore.layer,
  MonitorStore.layer,
  NewsSourceStore.layer,
  NewsStore.layer,
  OrganizationStore.layer,
  PageCache.layer,
  PageIndex.layer,
  PersonRecordStore.layer,
  ProfileStore.layer,
  RunStore.layer,
  SealedStore.layer,
  SessionStore.layer,
  SuppressionStore.layer,
  UsageStore.layer,
  VersionStore.layer,
  ViewStore.layer
) satisfies Layer.Layer<Stores, unknown, unknown>
