/** A whole installation in memory, on a clock that a test moves: for tests written with promises. */
import { Clock, type DateTime, type Duration, Effect, type Layer, ManagedRuntime } from "effect"
import { Credits } from "../credits/Credits.ts"
import type { Account } from "../credits/domain/Ledger.ts"
import type { Charged } from "../credits/withCharge.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import type { KeyedBody } from "../idempotency/domain/KeptAnswer.ts"
import type { Baseline } from "../monitors/domain/Baseline.ts"
import type { Change, ChangeSummary } from "../monitors/domain/Change.ts"
import type { Monitor } from "../monitors/domain/Monitor.ts"
import type { MonitorPatch } from "../monitors/domain/MonitorInput.ts"
import type { Run } from "../monitors/domain/Run.ts"
import type { RunId } from "../monitors/domain/RunId.ts"
import { Monitors, type RunWithDeliveries } from "../monitors/Monitors.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import { defaultMarkdown, defaultPdf, plainSource, wholePage } from "../pages/domain/ScrapeRequest.ts"
import { Pages } from "../pages/Pages.ts"
import type { ScrapedPage, ScrapeRequest } from "../pages/scrapePage.ts"
import { pageLimit } from "../paging/domain/Page.ts"
import { Ids } from "../security/Ids.ts"
import type { CrawlResult } from "../sites/crawlProgress.ts"
import {
  type CrawlRequest,
  defaultCrawlBytes,
  defaultCrawlPages,
  defaultStopAfterMillis
} from "../sites/domain/Crawl.ts"
import { Sites } from "../sites/Sites.ts"
import type { Call } from "../web/domain/Call.ts"
import { defaultTimeoutMillis } from "../web/domain/Deadline.ts"
import { defaultMaxAgeMillis } from "../web/domain/Freshness.ts"
import type { PageUnreachable } from "../web/HttpFetcher.ts"
import type { Attempt, Delivery } from "../webhooks/domain/Delivery.ts"
import type { WebhookTest } from "../webhooks/domain/WebhookTest.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { Inbox, type InboxAnswer, type InboxEvent, type InboxRequest } from "./Inbox.ts"
import { kitProblem, pageProblem, timeProblem, unless, urlProblem } from "./knownOptions.ts"
import type { PageScript } from "./PageScript.ts"
import { ScriptedWeb, type WebLook } from "./ScriptedWeb.ts"
import { TestInstallation, type TestInstallationOptions } from "./TestInstallation.ts"
import { type WatchedPage, watched } from "./WatchedPage.ts"

/** Most rows of a list that the kit reads: the newest. */
const newest = { limit: pageLimit.maximum, cursor: undefined } as const

/** Everything that a kit's installation provides. */
type Services = Layer.Success<ReturnType<typeof TestInstallation.layer>>

const runtimeOf = (options: TestInstallationOptions) => ManagedRuntime.make(TestInstallation.layer(options))

/** The web that is scraped. */
export interface KitWeb {
  /** What `url` shows from now on, or from a moment on. */
  readonly page: (url: string, script: PageScript, options?: { readonly from?: DateTime.Utc }) => Promise<void>
  /** Takes every page of the host away for a while, or until `mend`. */
  readonly outage: (
    url: string,
    options?: { readonly reason?: PageUnreachable["reason"]; readonly lasting?: Duration.Input }
  ) => Promise<void>
  /** Ends every outage of the host. */
  readonly mend: (url: string) => Promise<void>
  /** Looks taken so far, oldest first. */
  readonly looks: (url?: string) => Promise<ReadonlyArray<WebLook>>
  /** Reads one page as the API would: as Markdown, charged, and kept for three days. */
  readonly scrape: (url: string, options?: Partial<Omit<ScrapeRequest, "source">>) => Promise<Charged<ScrapedPage>>
  /** Reads the pages that a page leads to, as the API would. */
  readonly crawl: (url: string, options?: Partial<Omit<CrawlRequest, "source">>) => Promise<Charged<CrawlResult>>
}

/** The receiver of every webhook. It verifies with the secrets of the kit's monitors. */
export interface KitInbox {
  readonly requests: () => Promise<ReadonlyArray<InboxRequest>>
  readonly events: () => Promise<ReadonlyArray<InboxEvent>>
  readonly answer: (answer: InboxAnswer) => Promise<void>
  readonly down: (options?: { readonly lasting?: Duration.Input }) => Promise<void>
}

/** The time of the installation. */
export interface KitClock {
  readonly now: () => Promise<Date>
  /** Lets time pass, and all that falls due in it happen, in order. */
  readonly advance: (duration: Duration.Input) => Promise<void>
}

/** Makes a call that is repeated with the same key do nothing again, for a day. */
export interface KeyOption {
  readonly idempotencyKey?: string
}

/** The monitors of the kit's organization. Lists show the newest hundred. */
export interface KitMonitors {
  readonly create: (
    page: WatchedPage,
    options?: KeyOption
  ) => Promise<{ readonly monitor: Monitor; readonly initialRunId: RunId }>
  readonly get: (id: string) => Promise<{ readonly monitor: Monitor; readonly baseline: Baseline | null }>
  readonly update: (
    id: string,
    patch: MonitorPatch
  ) => Promise<{ readonly monitor: Monitor; readonly baselineReset: boolean }>
  readonly remove: (id: string) => Promise<void>
  readonly runNow: (id: string, options?: KeyOption) => Promise<RunId>
  readonly rotateSecret: (id: string) => Promise<Monitor>
  readonly testWebhook: (id: string) => Promise<WebhookTest>
  readonly runs: (id: string, status?: Run["status"]) => Promise<ReadonlyArray<RunWithDeliveries>>
  readonly run: (id: string, runId: string) => Promise<RunWithDeliveries>
  readonly changes: (id: string) => Promise<ReadonlyArray<ChangeSummary>>
  readonly change: (changeId: string) => Promise<Change>
}

/** The deliveries of the kit's organization. Lists show the newest hundred. */
export interface KitDeliveries {
  readonly list: (monitorId?: string) => Promise<ReadonlyArray<Delivery>>
  readonly attempts: (id: string) => Promise<ReadonlyArray<Attempt>>
  readonly retry: (id: string, options?: KeyOption & { readonly force?: boolean }) => Promise<void>
}

/**
 * An installation for one test: `const kit = await TestKit.make()`, and `await kit.close()` at its end.
 *
 * **Details**
 *
 * Time stands still until `clock.advance` moves it. Every call also lets everything that is due happen before it answers,
 * so that the same calls give the same answers on every run. Errors of the product reject with their tagged error.
 */
export interface TestKit {
  readonly organization: Organization
  readonly web: KitWeb
  readonly inbox: KitInbox
  readonly clock: KitClock
  readonly monitors: KitMonitors
  readonly deliveries: KitDeliveries
  readonly credits: {
    readonly account: () => Promise<Account>
    /** Adds credits, or takes them when negative. */
    readonly add: (credits: number) => Promise<Account>
  }
  /** Runs an effect that may use everything the installation has. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  readonly close: () => Promise<void>
}

type Calls = <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>

/** Has the inbox verify with the monitor's secret as it is now. */
const trusting = Effect.fnUntraced(function* ({ subscription }: Monitor) {
  if (subscription !== null) yield* (yield* Inbox).trust(subscription.url, subscription.secret)
})

const keyedBy = (options: KeyOption | undefined, body: unknown): KeyedBody | undefined =>
  options?.idempotencyKey === undefined ? undefined : { key: IdempotencyKey.make(options.idempotencyKey), body }

const monitorsOf = (call: Calls, organization: Organization): KitMonitors => {
  const owner = organization.id
  return {
    create: (page, options) =>
      call(
        unless(pageProblem(page)).pipe(
          Effect.andThen(Monitors),
          Effect.flatMap((monitors) => monitors.create(organization, watched(page), keyedBy(options, page))),
          Effect.tap(({ monitor }) => trusting(monitor))
        )
      ),
    get: (id) => call(Monitors.use((monitors) => monitors.get(owner, id as Monitor["id"]))),
    update: (id, patch) =>
      call(
        Monitors.use((monitors) => monitors.update(organization, id as Monitor["id"], patch)).pipe(
          Effect.tap(({ monitor }) => trusting(monitor))
        )
      ),
    remove: (id) => call(Monitors.use((monitors) => monitors.remove(owner, id as Monitor["id"]))),
    runNow: (id, options) =>
      call(Monitors.use((monitors) => monitors.runNow(owner, id as Monitor["id"], keyedBy(options, {})?.key))),
    rotateSecret: (id) =>
      call(Monitors.use((monitors) => monitors.rotateSecret(owner, id as Monitor["id"])).pipe(Effect.tap(trusting))),
    testWebhook: (id) => call(Monitors.use((monitors) => monitors.testWebhook(owner, id as Monitor["id"]))),
    runs: (id, status) =>
      call(
        Monitors.use((monitors) =>
          monitors.runs(owner, { monitorId: id as Monitor["id"], ...(status === undefined ? {} : { status }) }, newest)
        ).pipe(Effect.map(({ data }) => data))
      ),
    run: (id, runId) => call(Monitors.use((monitors) => monitors.run(owner, id as Monitor["id"], runId as RunId))),
    changes: (id) =>
      call(
        Monitors.use((monitors) => monitors.changes(owner, {}, newest, { ofMonitor: id as Monitor["id"] })).pipe(
          Effect.map(({ data }) => data)
        )
      ),
    change: (changeId) => call(Monitors.use((monitors) => monitors.change(owner, changeId as Change["id"])))
  }
}

const deliveriesOf = (call: Calls, { id: owner }: Organization): KitDeliveries => ({
  list: (monitorId) =>
    call(
      Webhooks.use((webhooks) =>
        webhooks.list(owner, { type: "monitor", ...(monitorId === undefined ? {} : { monitorId }) }, newest)
      ).pipe(
        // A list leaves out what is sent.
        Effect.flatMap(({ data }) =>
          Effect.forEach(data, ({ id }) => Webhooks.use((webhooks) => webhooks.get(owner, id)))
        )
      )
    ),
  attempts: (id) =>
    call(
      Webhooks.use((webhooks) => webhooks.attempts(owner, id as Delivery["id"], newest)).pipe(
        Effect.map(({ data }) => data)
      )
    ),
  retry: (id, options) =>
    call(
      Webhooks.use((webhooks) =>
        webhooks.retry(
          owner,
          id as Delivery["id"],
          { force: options?.force ?? false },
          keyedBy(options, { force: options?.force ?? false })
        )
      )
    )
})

/** A call of the kit's organization, with as much time as one that names no deadline. */
const nextCall = Effect.fnUntraced(function* ({ id }: Organization, route: string) {
  const now = yield* Clock.currentTimeMillis
  return {
    organizationId: id,
    requestId: yield* (yield* Ids).uuid,
    route,
    caller: "embedded",
    deadline: { atMillis: now + defaultTimeoutMillis, acceptsPart: false },
    freshness: { maxAgeMillis: defaultMaxAgeMillis, zeroRetention: false },
    isWanted: () => true
  } satisfies Call
})

const webOf = (call: Calls, organization: Organization): KitWeb => ({
  page: (url, script, options) =>
    call(
      Effect.andThen(
        unless(urlProblem(url)),
        ScriptedWeb.use((web) => web.page(url, script, options))
      )
    ),
  outage: (url, options) =>
    call(
      Effect.andThen(
        unless(urlProblem(url)),
        ScriptedWeb.use((web) => web.outage(url, options))
      )
    ),
  mend: (url) => call(ScriptedWeb.use((web) => web.mend(url))),
  looks: (url) => call(ScriptedWeb.use((web) => web.looks(url))),
  scrape: (url, options) =>
    call(
      Effect.flatMap(nextCall(organization, "/web/scrape/markdown"), (next) =>
        Pages.use((pages) =>
          pages.scrape(next, {
            source: plainSource(url),
            regions: wholePage,
            pdf: defaultPdf,
            markdown: defaultMarkdown,
            html: false,
            extract: null,
            ...options
          })
        )
      )
    ),
  crawl: (url, options) =>
    call(
      Effect.flatMap(nextCall(organization, "/web/crawl"), (next) =>
        Sites.use((sites) =>
          sites.crawl(next, {
            source: plainSource(url),
            regions: wholePage,
            pdf: defaultPdf,
            markdown: defaultMarkdown,
            maxPages: defaultCrawlPages,
            maxDepth: null,
            pattern: null,
            followSubdomains: false,
            followsSitemaps: false,
            stopAfterMillis: defaultStopAfterMillis,
            maxBytes: defaultCrawlBytes,
            ...options
          })
        )
      )
    )
})

const inboxOf = (call: Calls): KitInbox => ({
  requests: () => call(Inbox.use((inbox) => inbox.requests)),
  events: () => call(Inbox.use((inbox) => inbox.events)),
  answer: (answer) => call(Inbox.use((inbox) => inbox.answer(answer))),
  down: (options) => call(Inbox.use((inbox) => inbox.down(options)))
})

const make = async (options: TestInstallationOptions = {}): Promise<TestKit> => {
  await Effect.runPromise(unless(kitProblem(options)))
  const runtime = runtimeOf(options)
  const { organization, advance, settle } = await runtime.runPromise(Effect.service(TestInstallation))
  let isClosed = false
  const call: Calls = async (effect) => {
    if (isClosed) throw new InvalidInput({ field: "kit", message: "This kit was closed: make another." })
    return runtime.runPromise(Effect.ensuring(effect, settle))
  }
  const causes = { made: 0 }
  return {
    organization,
    web: webOf(call, organization),
    inbox: inboxOf(call),
    clock: {
      now: () => call(Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))),
      advance: (duration) =>
        call(
          Effect.andThen(
            unless(timeProblem(duration)),
            Effect.suspend(() => advance(duration))
          )
        )
    },
    monitors: monitorsOf(call, organization),
    deliveries: deliveriesOf(call, organization),
    credits: {
      account: () => call(Credits.use((credits) => credits.account(organization.id))),
      add: (amount) => {
        causes.made += 1
        const cause = { kind: "adjustment" as const, id: `kit ${causes.made}` }
        return call(Credits.use((credits) => credits.post(organization.id, cause, amount)))
      }
    },
    run: call,
    close: () => {
      isClosed = true
      return runtime.dispose()
    }
  }
}

/** Makes kits. */
export const TestKit = { make }
