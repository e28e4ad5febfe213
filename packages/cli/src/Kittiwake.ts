/**
 * Kittiwake inside your own program.
 *
 * ```ts
 * import { Kittiwake } from "kittiwake"
 *
 * const kittiwake = await Kittiwake.open({ dataDirectory: "./.kittiwake" })
 * const monitor = await kittiwake.monitors.create({
 *   name: "Pricing",
 *   target: { type: "page", url: "https://example.com/pricing" },
 *   schedule: { type: "interval", frequency: 1, unit: "hours" }
 * })
 * await kittiwake.close()
 * ```
 *
 * **Details**
 *
 * - No port is opened and nothing of the process is touched: no signal, no global, no environment variable.
 * - Any number of instances may be open side by side; they share nothing, unless they share a Postgres.
 * - `layer` is the same thing for programs that are written with Effect.
 * - Importing this loads next to nothing; what an instance needs is loaded when the first one opens.
 */
// By module, because a program that has not opened anything should not load all of Effect.

import type { NodeHandler, WebHandler } from "@kittiwake/http/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AnswerMethods } from "./embed/AnswerMethods.ts"
import type { BatchMethods } from "./embed/BatchMethods.ts"
import type { BrandMethods } from "./embed/BrandMethods.ts"
import type { CompetitorMethods } from "./embed/CompetitorMethods.ts"
import type { DashboardMethods } from "./embed/DashboardMethods.ts"
import type { DesignMethods } from "./embed/DesignMethods.ts"
import type { ExtractionMethods } from "./embed/ExtractionMethods.ts"
import type { FeedbackMethods } from "./embed/FeedbackMethods.ts"
import type { GrantMethods } from "./embed/GrantMethods.ts"
import type { InboxMethods } from "./embed/InboxMethods.ts"
import type { IndustryMethods } from "./embed/IndustryMethods.ts"
import type { KeyMethods } from "./embed/KeyMethods.ts"
import type { KittiwakeError } from "./embed/KittiwakeError.ts"
import type { Services } from "./embed/layer.ts"
import type { MonitorMethods } from "./embed/MonitorMethods.ts"
import type { NewsMethods } from "./embed/NewsMethods.ts"
import type { CreditMethods, DueCounts, Instance } from "./embed/open.ts"
import type { KittiwakeOptions } from "./embed/options.ts"
import type { PeopleMethods } from "./embed/PeopleMethods.ts"
import type { ProductMethods } from "./embed/ProductMethods.ts"
import type { SearchMethods } from "./embed/SearchMethods.ts"
import type { UsageMethods } from "./embed/UsageMethods.ts"
import type { ViewMethods } from "./embed/ViewMethods.ts"
import type { WebhookMethods } from "./embed/WebhookMethods.ts"
import type { WebMethods } from "./embed/WebMethods.ts"
import { oldNode } from "./oldNode.ts"

export type { BatchResult } from "@kittiwake/core/batches/domain/BatchResult"
export type { BrandProfile } from "@kittiwake/core/brands/domain/BrandProfile"
export type { BrandResult } from "@kittiwake/core/brands/domain/BrandResult"
export type { FeedbackRecord } from "@kittiwake/core/feedback/domain/FeedbackRecord"
export type { GrantRecord } from "@kittiwake/core/grants/domain/GrantRecord"
export type { Enrichment } from "@kittiwake/core/people/People"
export type { AnswerMethods, AskTask } from "./embed/AnswerMethods.ts"
export type {
  BatchDetail,
  BatchEntry,
  BatchMethods,
  BatchSummary,
  ListBatches,
  SubmitBatch,
  SubmittedBatch
} from "./embed/BatchMethods.ts"
export type {
  BrandMethods,
  FoundBrands,
  RetrieveBrandInput,
  RetrieveSimplifiedInput,
  SearchBrands,
  ToldBrand,
  ToldSimpleBrand
} from "./embed/BrandMethods.ts"
export type { CompetitorMethods, FindCompetitors } from "./embed/CompetitorMethods.ts"
export type { DashboardLink, DashboardMethods } from "./embed/DashboardMethods.ts"
export type { DesignMethods, ExtractFonts, ExtractStyleguide } from "./embed/DesignMethods.ts"
export type { ExtractData, ExtractionMethods } from "./embed/ExtractionMethods.ts"
export type { FeedbackMethods, SayFeedback } from "./embed/FeedbackMethods.ts"
export type { GrantMethods } from "./embed/GrantMethods.ts"
export type { InboxAddress, InboxMethods } from "./embed/InboxMethods.ts"
export type { IndustryMethods, RetrieveNaics, RetrieveSic } from "./embed/IndustryMethods.ts"
export type { RecordPage } from "./embed/input.ts"
export type { CreateKey, KeyMethods } from "./embed/KeyMethods.ts"
export { KittiwakeError } from "./embed/KittiwakeError.ts"
export type { Services } from "./embed/layer.ts"
export type {
  CountChanges,
  CreateMonitor,
  CreditUsageWindow,
  ListChanges,
  ListMonitors,
  ListRuns,
  MonitorMethods,
  MonitorPreview,
  MonitorWithBaseline,
  PreviewMonitor,
  TriageMany,
  UpdateMonitor
} from "./embed/MonitorMethods.ts"
export type { NewsMethods, SearchNews } from "./embed/NewsMethods.ts"
export type { CreditMethods, DueCounts } from "./embed/open.ts"
export type { KittiwakeOptions, LogEntry } from "./embed/options.ts"
export type { EnrichPerson, PeopleMethods } from "./embed/PeopleMethods.ts"
export type { ExtractProduct, ExtractProducts, ProductMethods } from "./embed/ProductMethods.ts"
export type { ProfileMethods, ProfileRecord } from "./embed/ProfileMethods.ts"
export type { CallOptions } from "./embed/run.ts"
export type { SearchMethods, SearchPages } from "./embed/SearchMethods.ts"
export type { ListLogs, LogPage, ReadHistory, UsageMethods } from "./embed/UsageMethods.ts"
export type { CreateView, ListViews, UpdateView, ViewMethods } from "./embed/ViewMethods.ts"
export type { ListDeliveries, RetryOptions, WebhookMethods } from "./embed/WebhookMethods.ts"
export type { CrawlOptions, DownloadedBytes, WebMethods } from "./embed/WebMethods.ts"
export type { Bytes, Crawl, Images, Parse, Profile, Renewal, Scrape, Screenshot, Sitemap } from "./embed/webInput.ts"
export type { Spent } from "./embed/webRequest.ts"

/** An open instance. */
export class Kittiwake {
  /** Reading pages, sites and files now. */
  readonly web: AnswerMethods & CompetitorMethods & ExtractionMethods & SearchMethods & WebMethods
  /** In which industries companies are. */
  readonly industry: IndustryMethods
  /** How sites look. */
  readonly design: DesignMethods
  /** What pages and sites sell. */
  readonly ai: ProductMethods
  /** Watching pages. */
  readonly monitors: MonitorMethods
  /** Reading many pages in the background. */
  readonly batches: BatchMethods
  /** What is publicly known of brands. */
  readonly brand: BrandMethods
  /** What sources report of companies. */
  readonly news: NewsMethods
  /** Who people are. */
  readonly people: PeopleMethods
  /** What was sent about changes, and how that went. */
  readonly webhooks: WebhookMethods
  /** Events that were delivered to this installation itself. */
  readonly inbox: InboxMethods
  /** Keys for the two handlers. */
  readonly keys: KeyMethods
  /** What callers say of the service. */
  readonly feedback: FeedbackMethods
  /** Filters of lists under names. */
  readonly views: ViewMethods
  readonly grants: GrantMethods
  /** Ways into the dashboard. */
  readonly dashboard: DashboardMethods
  readonly credits: CreditMethods
  /** What was called and charged, and what is left. */
  readonly usage: UsageMethods
  /** The HTTP API as a function from a web-standard request to a response. */
  readonly handler: WebHandler
  /** The HTTP API for `node:http`, Express and everything that hands on its objects. Mount it under any path. */
  readonly nodeHandler: NodeHandler

  readonly #runDue: () => Promise<DueCounts>
  readonly #close: () => Promise<void>

  private constructor(instance: Instance) {
    this.web = instance.web
    this.industry = instance.industry
    this.design = instance.design
    this.ai = instance.ai
    this.monitors = instance.monitors
    this.batches = instance.batches
    this.brand = instance.brand
    this.news = instance.news
    this.people = instance.people
    this.webhooks = instance.webhooks
    this.inbox = instance.inbox
    this.keys = instance.keys
    this.feedback = instance.feedback
    this.views = instance.views
    this.grants = instance.grants
    this.dashboard = instance.dashboard
    this.credits = instance.credits
    this.usage = instance.usage
    this.handler = instance.handler
    this.nodeHandler = instance.nodeHandler
    this.#runDue = instance.runDue
    this.#close = instance.close
  }

  /** Opens the storage, brings its tables up to date, makes the first organization, and starts the worker. */
  static async open(options: KittiwakeOptions): Promise<Kittiwake> {
    const problem = oldNode()
    if (problem !== null) {
      // What an instance needs cannot even be loaded there.
      const { KittiwakeError } = await import("./embed/KittiwakeError.ts")
      throw new KittiwakeError({ code: "CANNOT_OPEN", message: problem })
    }
    const { openInstance } = await import("./embed/open.ts")
    return new Kittiwake(await openInstance(options))
  }

  /**
   * Runs what is due, reads pages of batches and sends what is due once, and tells how much that was; months that have begun get their credits
   * first. For programs that open with
   * `worker: false` and choose the moments themselves; call it until all numbers are zero.
   */
  runDue(): Promise<DueCounts> {
    return this.#runDue()
  }

  /**
   * Finishes runs and requests that have begun, then closes the storage. Calls of methods that are under way are stopped, and
   * reject with a `KittiwakeError` whose code is `CLOSED`. Safe to call twice.
   */
  close(): Promise<void> {
    return this.#close()
  }

  /** Closes at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/**
 * All of Kittiwake: storage, worker (unless `worker` is false) and the HTTP API as functions. It fails to build when an
 * option is wrong or the storage cannot be opened; it logs where `onLog` says.
 */
export const layer = (options: KittiwakeOptions): Layer.Layer<Services, KittiwakeError> =>
  Layer.unwrap(Effect.promise(() => import("./embed/layer.ts").then(({ layer: composed }) => composed(options))))
