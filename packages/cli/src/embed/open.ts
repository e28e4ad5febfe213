/** Opens an instance: everything behind the class of `Kittiwake.ts`, which loads it when it is wanted. */
import { Batches } from "@kittiwake/core/batches/Batches"
import { Credits } from "@kittiwake/core/credits/Credits"
import { CurrentActing, newActing } from "@kittiwake/core/internal/budget/CurrentActing"
import { seeFirst } from "@kittiwake/core/internal/pages/acting"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Handlers, type NodeHandler, type WebHandler } from "@kittiwake/http/server"
import { Cause, Clock, Duration, Effect, Exit, Layer, ManagedRuntime, Option } from "effect"
import { type AnswerMethods, answerMethods } from "./AnswerMethods.ts"
import { type BatchMethods, batchMethods } from "./BatchMethods.ts"
import { type BrandMethods, brandMethods } from "./BrandMethods.ts"
import { type CompetitorMethods, competitorMethods } from "./CompetitorMethods.ts"
import { type DashboardMethods, dashboardMethods } from "./DashboardMethods.ts"
import { type DesignMethods, designMethods } from "./DesignMethods.ts"
import { type ExtractionMethods, extractionMethods } from "./ExtractionMethods.ts"
import { type FeedbackMethods, feedbackMethods } from "./FeedbackMethods.ts"
import { type GrantMethods, grantMethods } from "./GrantMethods.ts"
import { type InboxMethods, inboxMethods } from "./InboxMethods.ts"
import { type IndustryMethods, industryMethods } from "./IndustryMethods.ts"
import { type KeyMethods, keyMethods } from "./KeyMethods.ts"
import { KittiwakeError } from "./KittiwakeError.ts"
import { layerWith, type Services } from "./layer.ts"
import { type MonitorMethods, monitorMethods } from "./MonitorMethods.ts"
import { kittiwakeError, type MethodError } from "./methodErrors.ts"
import { type NewsMethods, newsMethods } from "./NewsMethods.ts"
import { checkOptions, type KittiwakeOptions } from "./options.ts"
import { type PeopleMethods, peopleMethods } from "./PeopleMethods.ts"
import { type ProductMethods, productMethods } from "./ProductMethods.ts"
import type { Run } from "./run.ts"
import { type SearchMethods, searchMethods } from "./SearchMethods.ts"
import { type UsageMethods, usageMethods } from "./UsageMethods.ts"
import { type ViewMethods, viewMethods } from "./ViewMethods.ts"
import { type WebhookMethods, webhookMethods } from "./WebhookMethods.ts"
import { type WebMethods, webMethods } from "./WebMethods.ts"

/** What is spent and what is left. */
export interface CreditMethods {
  readonly account: () => Promise<{ readonly balance: number; readonly held: number; readonly available: number }>
}

/** How much was due. */
export interface DueCounts {
  readonly runs: number
  readonly deliveries: number
  /** Pages of batches. */
  readonly pages: number
}

/** What an open instance consists of. */
export interface Instance {
  readonly web: AnswerMethods & CompetitorMethods & ExtractionMethods & SearchMethods & WebMethods
  readonly industry: IndustryMethods
  readonly design: DesignMethods
  readonly ai: ProductMethods
  readonly monitors: MonitorMethods
  readonly batches: BatchMethods
  readonly brand: BrandMethods
  readonly news: NewsMethods
  readonly people: PeopleMethods
  readonly webhooks: WebhookMethods
  readonly inbox: InboxMethods
  readonly keys: KeyMethods
  readonly feedback: FeedbackMethods
  readonly views: ViewMethods
  readonly grants: GrantMethods
  readonly dashboard: DashboardMethods
  readonly credits: CreditMethods
  readonly usage: UsageMethods
  readonly handler: WebHandler
  readonly nodeHandler: NodeHandler
  readonly runDue: () => Promise<DueCounts>
  readonly close: () => Promise<void>
}

/** How much work one call of `runDue` takes on. */
const dueLimit = 100

/** How long a claim of `runDue` keeps others away; longer than the longest run. */
const dueLease = Duration.minutes(2)

const dueOnce = Effect.gen(function* () {
  const options = { limit: dueLimit, concurrency: dueLimit, lease: dueLease }
  const credits = yield* Credits
  yield* credits.expireHolds(dueLimit)
  yield* credits.supplyDue(dueLimit)
  const runs = yield* (yield* Monitors).runDue(options)
  const batches = yield* Batches
  const due = yield* batches.takeDue({ limit: dueLimit, lease: dueLease })
  yield* Effect.forEach(due, ({ work }) => work, { concurrency: "unbounded", discard: true })
  yield* batches.settleDue
  const deliveries = yield* (yield* Webhooks).deliverDue(options)
  return { runs, deliveries, pages: due.length }
})

const closedError = (hasActed = false) =>
  new KittiwakeError({ code: "CLOSED", message: `This instance was closed.${hasActed ? ` ${seeFirst}` : ""}` })

/** Runs what is called until the end, which waits for what it stops. */
export const callsOf = <R>(runtime: ManagedRuntime.ManagedRuntime<R, KittiwakeError>) => {
  const end = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const run: Run<R> = async (effect, { signal } = {}) => {
    if (end.signal.aborted) throw closedError()
    signal?.throwIfAborted()
    const either = signal === undefined ? end.signal : AbortSignal.any([signal, end.signal])
    const acting = newActing()
    // What is answered without a turn of the event loop would let a program that asks again and again stop all else, the worker too. It
    // begins in the turn of the call: who reads a list that is handed in later misses what came of it before.
    const inTurn = Effect.ensuring(Effect.provideService(effect, CurrentActing, acting), Effect.yieldNow)
    const running = runtime.runPromiseExit(inTurn, { signal: either })
    underWay.add(running)
    const exit = await running
    underWay.delete(running)
    if (Exit.isFailure(exit)) {
      signal?.throwIfAborted()
      if (end.signal.aborted && Cause.hasInterruptsOnly(exit.cause)) throw closedError(acting.hasActed)
    }
    return settled(exit)
  }
  const close = () => {
    end.abort()
    closing ??= Promise.all(underWay).then(() => runtime.dispose())
    return closing
  }
  return { run, close }
}

/**
 * Opens the storage, brings its tables up to date, makes the first organization, and starts the worker. All of it goes by `clock` where
 * one is given; the browser that is packed is unpacked in `browserDirectory` where one is given, so that several instances share it.
 */
export const openInstance = async (
  options: KittiwakeOptions,
  { browserDirectory = null, clock }: { readonly clock?: Clock.Clock; readonly browserDirectory?: string | null } = {}
): Promise<Instance> => {
  const { apiKey, plan, publicUrl } = checkOptions(options)
  const composed = layerWith(options, browserDirectory)
  const runtime = ManagedRuntime.make(
    clock === undefined ? composed : Layer.provideMerge(composed, Layer.succeed(Clock.Clock, clock))
  )
  const first = Effect.gen(function* () {
    const organizations = yield* Organizations
    yield* organizations.ensureFirst({ plan, secret: apiKey })
    const [organization] = yield* organizations.list
    return { organizationId: organization!.id, handlers: yield* Handlers, publicUrl }
  })
  const opened = await runtime.runPromiseExit(first)
  if (Exit.isFailure(opened)) {
    await runtime.dispose()
    throw cannotOpen(opened.cause)
  }
  return instanceOf(callsOf(runtime), opened.value)
}

const instanceOf = (
  { close, run }: ReturnType<typeof callsOf<Services>>,
  {
    handlers,
    organizationId,
    publicUrl
  }: {
    readonly organizationId: OrganizationId
    readonly handlers: Handlers["Service"]
    readonly publicUrl: string | null
  }
): Instance => ({
  web: {
    ...webMethods(run, organizationId),
    ...answerMethods(run, organizationId),
    ...competitorMethods(run, organizationId),
    ...extractionMethods(run, organizationId),
    ...searchMethods(run, organizationId)
  },
  industry: industryMethods(run, organizationId),
  design: designMethods(run, organizationId),
  ai: productMethods(run, organizationId),
  monitors: monitorMethods(run, organizationId),
  batches: batchMethods(run, organizationId),
  brand: brandMethods(run, organizationId),
  news: newsMethods(run, organizationId),
  people: peopleMethods(run, organizationId),
  webhooks: webhookMethods(run, organizationId),
  inbox: inboxMethods(run, organizationId),
  keys: keyMethods(run, organizationId),
  feedback: feedbackMethods(run, organizationId),
  views: viewMethods(run, organizationId),
  grants: grantMethods(run, organizationId),
  dashboard: dashboardMethods(run, publicUrl),
  credits: { account: () => run(Credits.use((credits) => credits.account(organizationId))) },
  usage: usageMethods(run, organizationId),
  handler: handlers.web,
  nodeHandler: handlers.node,
  runDue: () => run(dueOnce),
  close
})

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
