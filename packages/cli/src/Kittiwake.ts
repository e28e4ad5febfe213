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
 */
import { Credits } from "@kittiwake/core/credits/Credits"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Handlers, type NodeHandler, type WebHandler } from "@kittiwake/http/server"
import { Cause, Duration, Effect, Exit, ManagedRuntime, Option } from "effect"
import { type KeyMethods, keyMethods } from "./embed/KeyMethods.ts"
import { KittiwakeError, kittiwakeError, type MethodError } from "./embed/KittiwakeError.ts"
import { layer, type Services } from "./embed/layer.ts"
import { type MonitorMethods, monitorMethods } from "./embed/MonitorMethods.ts"
import { checkOptions, type KittiwakeOptions } from "./embed/options.ts"
import type { CallOptions } from "./embed/run.ts"
import { type UsageMethods, usageMethods } from "./embed/UsageMethods.ts"
import { type WebhookMethods, webhookMethods } from "./embed/WebhookMethods.ts"
import { type WebMethods, webMethods } from "./embed/WebMethods.ts"

export type { RecordPage } from "./embed/input.ts"
export type { CreateKey, KeyMethods } from "./embed/KeyMethods.ts"
export { KittiwakeError } from "./embed/KittiwakeError.ts"
export { layer, type Services } from "./embed/layer.ts"
export type {
  CreateMonitor,
  CreditUsageWindow,
  ListChanges,
  ListMonitors,
  ListRuns,
  MonitorMethods,
  MonitorWithBaseline,
  UpdateMonitor
} from "./embed/MonitorMethods.ts"
export type { KittiwakeOptions, LogEntry } from "./embed/options.ts"
export type { ProfileMethods, ProfileRecord } from "./embed/ProfileMethods.ts"
export type { CallOptions } from "./embed/run.ts"
export type { ListLogs, LogPage, ReadHistory, UsageMethods } from "./embed/UsageMethods.ts"
export type { ListDeliveries, RetryOptions, WebhookMethods } from "./embed/WebhookMethods.ts"
export type { CrawlOptions, DownloadedBytes, Spent, WebMethods } from "./embed/WebMethods.ts"
export type { Bytes, Crawl, Images, Parse, Profile, Scrape, Screenshot, Sitemap } from "./embed/webInput.ts"

type Run = <A, E extends MethodError>(effect: Effect.Effect<A, E, Services>, options?: CallOptions) => Promise<A>

/** What is spent and what is left. */
export interface CreditMethods {
  readonly account: () => Promise<{ readonly balance: number; readonly held: number; readonly available: number }>
}

/** How much work one call of `runDue` takes on. */
const dueLimit = 100

/** How long a claim of `runDue` keeps others away; longer than the longest run. */
const dueLease = Duration.minutes(2)

/** An open instance. */
export class Kittiwake {
  /** Reading pages, sites and files now. */
  readonly web: WebMethods
  /** Watching pages. */
  readonly monitors: MonitorMethods
  /** What was sent about changes, and how that went. */
  readonly webhooks: WebhookMethods
  /** Keys for the two handlers. */
  readonly keys: KeyMethods
  readonly credits: CreditMethods
  /** What was called and charged, and what is left. */
  readonly usage: UsageMethods
  /** The HTTP API as a function from a web-standard request to a response. */
  readonly handler: WebHandler
  /** The HTTP API for `node:http`, Express and everything that hands on its objects. Mount it under any path. */
  readonly nodeHandler: NodeHandler

  readonly #run: Run
  readonly #close: () => Promise<void>

  private constructor(options: {
    readonly organizationId: OrganizationId
    readonly handlers: Handlers["Service"]
    readonly run: Run
    readonly close: () => Promise<void>
  }) {
    const { handlers, organizationId, run } = options
    this.web = webMethods(run, organizationId)
    this.monitors = monitorMethods(run, organizationId)
    this.webhooks = webhookMethods(run, organizationId)
    this.keys = keyMethods(run, organizationId)
    this.credits = { account: () => run(Credits.use((credits) => credits.account(organizationId))) }
    this.usage = usageMethods(run, organizationId)
    this.handler = handlers.web
    this.nodeHandler = handlers.node
    this.#run = run
    this.#close = options.close
  }

  /** Opens the storage, brings its tables up to date, makes the first organization, and starts the worker. */
  static async open(options: KittiwakeOptions): Promise<Kittiwake> {
    const { apiKey, plan } = checkOptions(options)
    const runtime = ManagedRuntime.make(layer(options))
    const first = Effect.gen(function* () {
      const organizations = yield* Organizations
      yield* organizations.ensureFirst({ plan, secret: apiKey })
      const [organization] = yield* organizations.list
      return { organizationId: organization!.id, handlers: yield* Handlers }
    })
    const opened = await runtime.runPromiseExit(first)
    if (Exit.isFailure(opened)) {
      await runtime.dispose()
      throw cannotOpen(opened.cause)
    }
    let closing: Promise<void> | undefined
    return new Kittiwake({
      ...opened.value,
      run: async (effect, { signal } = {}) => {
        if (closing !== undefined) throw new KittiwakeError({ code: "CLOSED", message: "This instance was closed." })
        signal?.throwIfAborted()
        const exit = await runtime.runPromiseExit(effect, { signal })
        if (Exit.isFailure(exit)) signal?.throwIfAborted()
        return settled(exit)
      },
      close: () => {
        closing ??= runtime.dispose()
        return closing
      }
    })
  }

  /**
   * Runs what is due and sends what is due once, and tells how much that was; months that have begun get their credits
   * first. For programs that open with
   * `worker: false` and choose the moments themselves; call it until both numbers are zero.
   */
  runDue(): Promise<{ readonly runs: number; readonly deliveries: number }> {
    const options = { limit: dueLimit, concurrency: dueLimit, lease: dueLease }
    return this.#run(
      Effect.gen(function* () {
        const credits = yield* Credits
        yield* credits.expireHolds(dueLimit)
        yield* credits.supplyDue(dueLimit)
        const runs = yield* (yield* Monitors).runDue(options)
        const deliveries = yield* (yield* Webhooks).deliverDue(options)
        return { runs, deliveries }
      })
    )
  }

  /** Finishes runs and requests that have begun, then closes the storage. Safe to call twice. */
  close(): Promise<void> {
    return this.#close()
  }

  /** Closes at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

const settled = <A>(exit: Exit.Exit<A, MethodError | KittiwakeError>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) throw Cause.squash(exit.cause)
  throw error.value instanceof KittiwakeError ? error.value : kittiwakeError(error.value)
}

const cannotOpen = (cause: Cause.Cause<unknown>): KittiwakeError => {
  const error = Cause.squash(cause)
  return new KittiwakeError({
    code: "CANNOT_OPEN",
    message: error instanceof Error ? error.message : String(error),
    cause: error
  })
}
