/** What all in-memory stores share: one set of tables, so that one store can write what belongs to several. */
import { Context, type DateTime, Layer } from "effect"
import type { Asset } from "../assets/AssetStore.ts"
import type { NewSegment } from "../batches/BatchStore.ts"
import type { Batch } from "../batches/domain/Batch.ts"
import type { BatchItem, ResultPlace } from "../batches/domain/Item.ts"
import type { ResultFile } from "../batches/domain/ResultFile.ts"
import type { BatchTally } from "../batches/domain/settle.ts"
import type { KeptProfile } from "../brands/BrandStore.ts"
import type { BrandEntry } from "../brands/domain/BrandEntry.ts"
import type { BrandImport } from "../brands/domain/BrandImport.ts"
import type { WaitingBrand } from "../brands/domain/meetListed.ts"
import type { Terms } from "../brands/domain/searchTerms.ts"
import type { Account, Entry, Hold } from "../credits/domain/Ledger.ts"
import type { BillingAccount } from "../credits/domain/Supply.ts"
import type { FeedbackNote } from "../feedback/domain/FeedbackNote.ts"
import type { Client } from "../grants/domain/Client.ts"
import type { Grant, GrantId, GrantToken } from "../grants/domain/Grant.ts"
import type { KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import type { InboxEvent } from "../inbox/domain/InboxEvent.ts"
import type { KeptToken } from "../inbox/InboxStore.ts"
import type { Baseline } from "../monitors/domain/Baseline.ts"
import type { ChangeId } from "../monitors/domain/Change.ts"
import type { Monitor, MonitorId } from "../monitors/domain/Monitor.ts"
import type { Run } from "../monitors/domain/Run.ts"
import type { RunId } from "../monitors/domain/RunId.ts"
import type { TriagedChange } from "../monitors/domain/Triage.ts"
import type { Version, VersionId, VersionPartName } from "../monitors/domain/Version.ts"
import type { NewsEntry } from "../news/domain/NewsEntry.ts"
import type { NewsSource } from "../news/domain/NewsSource.ts"
import type { ApiKey, ApiKeyId } from "../organizations/domain/ApiKey.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoredOrganization } from "../organizations/OrganizationStore.ts"
import type { CachedPage } from "../pages/PageCache.ts"
import type { ImportedPerson } from "../people/PersonRecordStore.ts"
import type { BrowserProfile, BrowserProfileId } from "../profiles/domain/BrowserProfile.ts"
import type { IndexedPage } from "../search/PageIndex.ts"
import type { Session, SessionLink } from "../sessions/domain/Session.ts"
import type { FrontierEntry } from "../sites/FrontierStore.ts"
import type { RequestLog } from "../usage/domain/RequestLog.ts"
import type { UsageCount } from "../usage/domain/UsageCount.ts"
import type { View, ViewId } from "../views/domain/View.ts"
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

/** A monitor with what surrounds it: its baseline, who holds it and which of its runs have not ended. */
export interface MonitorRow {
  monitor: Monitor
  revision: number
  baseline: Baseline | null
  token: number
  leaseEndMillis: number
  /** Claims of the run that is running that were lost, and whether the present one counts when it is. */
  losses: number
  isBegun: boolean
  queued: RunId | null
  running: RunId | null
  /** The runs of slots, by their moments. */
  readonly slotRuns: Map<number, RunId>
  /** Slot of the run that is running. */
  runningSlot: DateTime.Utc | null
}

/** Who asks the sources of a host, and until when it is left alone. */
export interface NewsHostRow {
  token: number
  leaseEndMillis: number | null
  quietMillis: number
}

/** An article, the story it tells, and when it was put. */
export interface NewsRow {
  entry: NewsEntry
  storyId: string
  readonly putAt: number
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

/** Bytes by their digest, each with the number of rows that have it. */
export type Bodies = Map<string, { readonly bytes: Uint8Array; uses: number }>

/** A cached page; its body stands apart. */
export interface PageRow {
  readonly page: Omit<CachedPage, "body">
  readonly digest: string
  usedMillis: number
}

/** An asset; its bytes stand apart. */
export interface AssetRow {
  readonly asset: Omit<Asset, "bytes">
  readonly digest: string
}

/** A version, staged until it is kept; its bytes stand apart. */
export interface VersionRow {
  readonly version: Version
  readonly isKept: boolean
  readonly parts: ReadonlyMap<VersionPartName, { readonly mediaType: string; readonly digest: string }>
}

/** An address of a crawl; a lease end that is null says that it waits. */
export interface FrontierEntryRow extends FrontierEntry {
  token: number
  leaseEndMillis: number | null
  isDone: boolean
}

/** A crawl: addresses by identity, and by depth in the order they were added, from the first that is not done. */
export interface FrontierRow {
  readonly entries: Map<string, FrontierEntryRow>
  readonly levels: Map<number, { readonly rows: Array<FrontierEntryRow>; first: number }>
  touchedMillis: number
}

/** A profile with its session and who uses it. */
export interface ProfileRow {
  profile: BrowserProfile
  sealedSession: Uint8Array | null
  token: number
  leaseEndMillis: number | null
}

/** A page of a batch with who holds it and where its record stands. */
export interface BatchItemRow {
  readonly item: BatchItem
  token: number
  leaseEndMillis: number | null
  /** Claims that were lost, and whether the present one counts when it is. */
  losses: number
  isBegun: boolean
  isDone: boolean
  place: ResultPlace | null
  /** Why it failed; empty where it did not. */
  code: string
}

/** A brand, and the words that find it. */
export interface BrandRow {
  readonly entry: BrandEntry
  readonly terms: Terms
}

/** A page that can be searched, and the terms that find it. */
export interface IndexedRow {
  readonly page: IndexedPage
  readonly terms: ReadonlySet<string>
}

/** What was read of a brand, and who reads it again. */
export interface BrandProfileRow {
  kept: KeptProfile
  agesFromMillis: number
  tries: number
  failures: number
  token: number
  leaseEndMillis: number | null
}

/** An intake, or a batch with its pages. */
export interface BatchRow {
  readonly organizationId: OrganizationId
  readonly openedMillis: number
  /** Null until the intake was accepted. */
  batch: Batch | null
  /** Of the credits debited for it, those that never expire. */
  lasting: number
  /** What it takes beside its results. */
  bytes: number
  /** The answer of its key. */
  kept: KeptAnswer | null
  /** Whether nobody can find it any more, and its rows are still to be dropped. */
  isRemoved: boolean
  /** Whether its results are kept no longer. */
  hasLostResults: boolean
  scopeUrl: string | null
  /** By their places. */
  readonly items: Array<BatchItemRow>
  /** Places of pages that wait, by their hosts. */
  readonly waiting: Map<string, Array<number>>
  readonly underWay: Set<number>
  readonly identities: Set<string>
  /** What recorded pages of a crawl have in common with where they answered. */
  readonly finalIdentities: Set<string>
  readonly segments: Array<NewSegment>
  /** Those of its results, kept from its end on. */
  files: ReadonlyArray<ResultFile> | null
  tally: BatchTally
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
    readonly changes: Map<ChangeId, TriagedChange>
    /** Changes that are shared, by what their links go by. */
    readonly sharedChanges: Map<string, ChangeId>
    readonly versions: Map<VersionId, VersionRow>
    readonly versionBodies: Bodies
    readonly deliveries: Map<DeliveryId, DeliveryRow>
    /** Deliveries that have not ended, so that claiming does not walk through history. */
    readonly openDeliveries: Set<DeliveryRow>
    /** Answers of idempotency keys, by `keyPlace`. */
    readonly keptAnswers: Map<string, KeptAnswer>
    readonly usage: Map<OrganizationId, UsageRow>
    readonly pages: Map<string, PageRow>
    readonly pageBodies: Bodies
    readonly assets: Map<string, AssetRow>
    readonly assetBodies: Bodies
    readonly frontiers: Map<string, FrontierRow>
    /** Crawls that nobody can find any more, whose addresses are still to be dropped. */
    readonly forgottenFrontiers: Array<FrontierRow>
    readonly frontierTokens: { last: number }
    readonly profiles: Map<BrowserProfileId, ProfileRow>
    /** Intakes and batches by their ids. */
    readonly batches: Map<string, BatchRow>
    /** By their domains. */
    readonly brands: Map<string, BrandRow>
    /** What was read of brands, by domain and language. */
    readonly brandProfiles: Map<string, BrandProfileRow>
    /** When a brand was claimed last that is to be read again. */
    readonly brandRefreshTurn: { takenMillis: number | null }
    /** Versions of lists of brands that were taken in, by their names. */
    readonly brandLists: Map<string, number>
    readonly brandImports: Map<string, BrandImport>
    /** Companies of lists that have no domain yet. */
    readonly waitingBrands: Map<string, WaitingBrand>
    /** Sources of news by their addresses, who holds which host, and when the sites of companies were looked through for them. */
    readonly newsSources: Map<string, NewsSource>
    readonly newsHosts: Map<string, NewsHostRow>
    readonly newsLooks: Map<string, number>
    /** Articles by their ids, and who has which band. */
    readonly articles: Map<string, NewsRow>
    readonly articleBands: Map<number, ReadonlyArray<string>>
    /** Pages that can be searched, by what they are known by, of each organization. */
    readonly indexedPages: Map<OrganizationId, Map<string, IndexedRow>>
    /** People that each organization imported, by their ids. */
    readonly importedPeople: Map<OrganizationId, Map<string, ImportedPerson>>
    /** Saved views of all organizations. */
    readonly views: Map<ViewId, View>
    /** What organizations said of the service. */
    readonly feedback: Map<OrganizationId, ReadonlyArray<FeedbackNote>>
    /** When which keys of people were forgotten, by their digests. */
    readonly forgottenPeople: Map<string, DateTime.Utc>
    /** Clients that registered, those that came last at the end. */
    readonly clients: Map<string, { readonly client: Client; readonly putAt: DateTime.Utc }>
    readonly grants: Map<GrantId, Grant>
    /** Codes and tokens of grants, by their digests. */
    readonly grantTokens: Map<string, GrantToken>
    /** What grants took of their days, by grant and day. */
    readonly grantSpending: Map<string, { readonly day: number; readonly credits: number }>
    /** Sessions of browsers, and links that open one, by their digests. */
    readonly sessions: Map<string, Session>
    readonly sessionLinks: Map<string, SessionLink>
    /** Tokens of inboxes, and what arrived there, oldest first, of each organization. */
    readonly inboxTokens: Map<OrganizationId, KeptToken>
    readonly inboxEvents: Map<OrganizationId, ReadonlyArray<InboxEvent>>
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
      views: new Map(),
      feedback: new Map(),
      changes: new Map(),
      sharedChanges: new Map(),
      versions: new Map(),
      versionBodies: new Map(),
      deliveries: new Map(),
      openDeliveries: new Set(),
      keptAnswers: new Map(),
      usage: new Map(),
      pages: new Map(),
      pageBodies: new Map(),
      assets: new Map(),
      assetBodies: new Map(),
      frontiers: new Map(),
      forgottenFrontiers: [],
      frontierTokens: { last: 0 },
      profiles: new Map(),
      batches: new Map(),
      brands: new Map(),
      brandProfiles: new Map(),
      brandRefreshTurn: { takenMillis: null },
      brandLists: new Map(),
      brandImports: new Map(),
      waitingBrands: new Map(),
      newsSources: new Map(),
      newsHosts: new Map(),
      newsLooks: new Map(),
      indexedPages: new Map(),
      importedPeople: new Map(),
      forgottenPeople: new Map(),
      clients: new Map(),
      grants: new Map(),
      grantTokens: new Map(),
      grantSpending: new Map(),
      sessions: new Map(),
      sessionLinks: new Map(),
      inboxTokens: new Map(),
      inboxEvents: new Map(),
      articles: new Map(),
      articleBands: new Map()
    })
  )
}

/** The tables themselves. */
export type Tables = Database["Service"]
