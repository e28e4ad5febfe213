/**
 * Stands beside the database and sees every write of batches, before and after. It counts pages by itself, knows what each batch
 * was asked for, and says what its books, its events and its end must be; it shares no rule with the product.
 */
import type { Acceptance } from "@kittiwake/core/batches/BatchStore"
import type { BatchWrite, BatchWritten, ItemClaim, Settling } from "@kittiwake/core/batches/BatchWorkStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type DateTime, Duration } from "effect"
import type { BatchRow, Tables } from "../../../packages/core/src/memory/Database.ts"
import type { BatchAsk } from "./BatchAsk.ts"
import { checkEnding, type Ending } from "./checkEnding.ts"
import { checkTurns } from "./checkTurns.ts"
import { KnownBatch, type SeenPage } from "./KnownBatch.ts"
import { PageLeases } from "./PageLeases.ts"

/** What to do with the answer of a write. */
type Seen = (answer: never) => void

export interface Circumstances {
  /** The true time. */
  readonly nowMillis: () => number
  readonly leaseMillis: number
  /** By how much a clock of a process may be wrong. */
  readonly skewMillis: number
  readonly hasBlob: (organizationId: OrganizationId, batchId: string, segmentId: string) => boolean
  readonly violated: (what: string) => void
}

const minute = 60_000
/** How long an intake may take, and results are kept (spec/service.md). */
const intakeMillis = 60 * minute
const resultsMillis = 180 * 24 * 60 * minute

/** By how much a call that hangs may come late. */
const hungMillis = 5 * minute

const hasEnded = (status: string) => status === "completed" || status === "cancelled" || status === "failed"

export class BatchWitness {
  /** Every batch that was ever accepted. */
  readonly known = new Map<string, KnownBatch>()
  private readonly asks = new Map<string, BatchAsk>()
  private readonly opened = new Map<string, number>()
  /** Batches whose owners asked for their removal. */
  private readonly unwanted = new Set<string>()
  /** Intakes that whoever opened them left. */
  private readonly left = new Set<string>()
  private readonly leases: PageLeases
  private readonly tables: Tables
  private readonly circumstances: Circumstances

  constructor(tables: Tables, circumstances: Circumstances) {
    this.tables = tables
    this.circumstances = circumstances
    this.leases = new PageLeases(circumstances.leaseMillis, circumstances.violated)
  }

  /** Somebody is about to ask for this. */
  asked(ask: BatchAsk): void {
    this.asks.set(ask.tag, ask)
  }

  /** Its owner is about to ask for its removal. */
  removalAsked(batchId: string): void {
    this.unwanted.add(batchId)
  }

  /** What results of the batch must be, as `status address`. */
  recordedOf(batchId: string): ReadonlyArray<string> {
    return this.known.get(batchId)?.records ?? []
  }

  private say(what: string): void {
    this.circumstances.violated(what)
  }

  private row(batchId: string): BatchRow | undefined {
    return this.tables.batches.get(batchId)
  }

  private pausedAt(organizationId: OrganizationId, at: DateTime.Utc): boolean {
    const organization = this.tables.organizations.get(organizationId)?.organization
    const billing = organization?.billing ?? null
    const isPaused =
      billing !== null &&
      billing.pausedAt !== null &&
      (billing.resumesAt === null || billing.resumesAt.epochMilliseconds > at.epochMilliseconds)
    return organization?.disabled === true || isPaused
  }

  private accepting({ allowance, batch, entry }: Acceptance): Seen {
    const isPaused = this.pausedAt(batch.organizationId, entry.at)
    return () => {
      const ask = this.asks.get(batch.tags[0] ?? "")
      if (ask === undefined || ask.organizationId !== batch.organizationId) {
        this.say("a batch was accepted that nobody asked for")
        return
      }
      const { id, intake, organizationId } = batch
      if (isPaused) this.say("a batch was accepted while collection was paused")
      const twins = [...this.known.values()].filter((one) => one.ask === ask && !one.isRemoved)
      if (ask.key !== undefined && twins.length > 0) this.say("one key made two batches")
      this.known.set(id, new KnownBatch(ask, batch, this.circumstances.nowMillis()))
      const row = this.row(id)
      const urls = row?.items.map(({ item }) => item.url) ?? []
      if (!isSameIntake(intake, ask.intake)) this.say("a batch counts other pages than were sent")
      if (String(urls) !== String(ask.urls)) this.say("a batch was accepted that is not whole")
      const unended = [...this.tables.batches.values()].filter(
        (one) =>
          one.organizationId === organizationId && one.batch !== null && !one.isRemoved && !hasEnded(one.batch.status)
      )
      if (unended.length > allowance) this.say("an organization has more batches than it may")
      if (this.movedBy(id, organizationId) !== -intake.reserved) this.say("a batch was accepted without its debit")
    }
  }

  /** All that the ledger moved for a batch. */
  private movedBy(batchId: string, organizationId: OrganizationId): number {
    let sum = 0
    for (const { cause, credits } of this.tables.ledgers.get(organizationId)?.entries ?? []) {
      if ((cause.kind === "batch" || cause.kind === "refund") && cause.id.split(":")[0] === batchId) sum += credits
    }
    return sum
  }

  private claiming(options: {
    readonly limit: number
    readonly shares?: Parameters<typeof checkTurns>[0]["shares"]
  }): Seen {
    const workable = new Set<string>()
    for (const [id, { batch }] of this.tables.batches)
      if (batch !== null && !hasEnded(batch.status) && batch.status !== "cancelling") workable.add(id)
    return (claims: ReadonlyArray<ItemClaim>) => {
      const now = this.circumstances.nowMillis()
      if (claims.length > options.limit) this.say("a claim took more pages than it was to")
      for (const { batch, losses, n } of claims) {
        const known = this.known.get(batch.id)
        this.leases.claimed(`${batch.id} ${n}`, now, losses)
        if (known === undefined || !workable.has(batch.id) || known.isCancelled)
          this.say("a page began of a batch that is not worked on")
        if (known?.pages.has(n) === true) this.say("a page that was recorded is claimed again")
        const row = this.row(batch.id)
        const attempted = known === undefined ? 0 : known.count("Succeeded") + known.count("Failed")
        if (row !== undefined && attempted + row.underWay.size > (known?.accepted.intake.reserved ?? 0))
          this.say("more pages begin than are paid for")
      }
      checkTurns({ claims, tables: this.tables, shares: options.shares, limit: options.limit }, (what) =>
        this.say(what)
      )
    }
  }

  private recording(writes: ReadonlyArray<BatchWrite>): Seen {
    const held = writes.map(({ batchId, organizationId, outcomes }) => {
      const row = this.row(batchId)
      const isOpen =
        row !== undefined &&
        row.organizationId === organizationId &&
        row.batch !== null &&
        !row.isRemoved &&
        !hasEnded(row.batch.status)
      return outcomes.every(({ n, token }) => isOpen && row.underWay.has(n) && row.items[n - 1]?.token === token)
    })
    return (answers: ReadonlyArray<BatchWritten>) =>
      writes.forEach((write, index) => {
        const answer = answers[index]?._tag
        if ((answer === "ClaimsLost") === held[index]) this.say("pages were recorded under claims that are not held")
        if (answer === "Recorded") this.recorded(write)
      })
  }

  private recorded({ batchId, organizationId, outcomes, segment }: BatchWrite): void {
    const known = this.known.get(batchId)
    const row = this.row(batchId)
    if (known === undefined || row === undefined) {
      this.say("pages were recorded of a batch that nobody accepted")
      return
    }
    for (const outcome of outcomes) {
      const { _tag: tag, n } = outcome
      if (known.pages.has(n)) this.say("a page was recorded twice")
      known.pages.set(n, { outcome: tag, url: row.items[n - 1]?.item.url ?? "" } satisfies SeenPage)
      if (outcome._tag === "Succeeded") {
        known.recoveredPages += outcome.recoveredPages
        if (!known.tells(n)) this.say("a crawl tells a page twice")
      }
      this.leases.ended(`${batchId} ${n}`)
      if (tag !== "Dropped" && (segment === null || row.items[n - 1]?.place?.segmentId !== segment.id))
        this.say("a record stands nowhere")
    }
    if (segment?.packed === null && !this.circumstances.hasBlob(organizationId, batchId, segment.id))
      this.say("a record stands in a file that is not there")
    known.progressAtMillis = this.circumstances.nowMillis()
    this.checkCounts(known, row)
    const names = row.items.map(({ item }) => (item.identity === null ? `${item.n}` : item.identity))
    if (new Set(names).size < names.length) this.say("a crawl has a page twice")
  }

  private checkCounts(known: KnownBatch, { tally }: BatchRow): void {
    const failures = tally.errors.reduce((sum, { count }) => sum + count, 0)
    if (
      tally.succeeded !== known.count("Succeeded") ||
      tally.failed !== known.count("Failed") ||
      failures !== tally.failed ||
      tally.recoveredPages !== known.recoveredPages
    )
      this.say("a batch counts other pages than were recorded")
  }

  private settling({ batch: { id, organizationId } }: Settling): Seen {
    const row = this.row(id)
    const before = row?.batch ?? null
    const ledger = this.tables.ledgers.get(organizationId)
    const ending: Omit<Ending, "after" | "known"> | null =
      row === undefined || before === null
        ? null
        : {
            underWay: row.underWay.size,
            waiting: row.waiting.size,
            available: (ledger?.balance ?? 0) - (ledger?.held ?? 0),
            nowMillis: this.circumstances.nowMillis(),
            skewMillis: this.circumstances.skewMillis
          }
    return (isSettled: boolean) => {
      const known = this.known.get(id)
      const after = this.row(id)?.batch ?? null
      if (!isSettled) return
      if (ending === null || known === undefined || after === null) {
        this.say("a batch ended that nobody accepted")
        return
      }
      if (known.ended !== null) this.say("a batch ended twice")
      known.ended = after
      checkEnding({ ...ending, known, after }, (what) => this.say(what))
      const { ocrCharged = 0, refunded = 0 } = after.end ?? {}
      if (this.movedBy(id, organizationId) !== refunded - ocrCharged - after.intake.reserved)
        this.say("the ledger moved something else for a batch than its end says")
      this.checkTold(known)
    }
  }

  /** Its end is one event with its plan of retries, or none where nobody is to be told. */
  private checkTold({ accepted, ended }: KnownBatch): void {
    const events = [...this.tables.deliveries.values()].flatMap(({ delivery }) =>
      delivery.source.type === "batch" && delivery.source.batchId === accepted.id
        ? [`${delivery.event} ${delivery.delaysSeconds}`]
        : []
    )
    const { subscription } = accepted
    const owed = subscription === null ? [] : [`batch.${ended?.status} ${subscription.retry?.delaysSeconds ?? []}`]
    if (String(events) !== String(owed)) this.say(`the end of a batch owed [${owed}] and told [${events}]`)
  }

  private removing(batchId: string): Seen {
    const row = this.row(batchId)
    const status = row?.batch?.status ?? null
    return (isRemoved: boolean) => {
      const known = this.known.get(batchId)
      if (!isRemoved || known === undefined) return
      if (status !== null && !hasEnded(status)) this.say("a batch was removed before it ended")
      if (!this.unwanted.has(batchId)) this.say("a batch was removed that its owner keeps")
      known.isRemoved = true
      const open = [...this.tables.openDeliveries].some(({ delivery }) => delivery.subscriptionId === batchId)
      if (open) this.say("a batch is gone and its deliveries go on")
    }
  }

  private pruned(): void {
    const now = this.circumstances.nowMillis()
    const old = (since: number, millis: number) => now - since >= millis - this.circumstances.skewMillis
    for (const { accepted, ended, isRemoved } of this.known.values()) {
      const row = this.row(accepted.id)
      if (isRemoved) continue
      if (row === undefined || row.isRemoved) this.say("a batch was dropped that nobody removed")
      else if (row.hasLostResults && !(ended?.end != null && old(ended.end.at.epochMilliseconds, resultsMillis)))
        this.say("results were dropped before their time")
    }
    for (const [batchId, at] of this.opened) {
      const row = this.row(batchId)
      if (row?.batch === null && row.isRemoved && !old(at, intakeMillis - hungMillis) && !this.left.has(batchId))
        this.say("an intake was dropped while it was taken in")
    }
  }

  private cancelled(batchId: string): Seen {
    return () => {
      const known = this.known.get(batchId)
      if (known !== undefined && this.row(batchId)?.batch?.status === "cancelling") known.isCancelled = true
    }
  }

  /** What to do with the answer of a write that begins now; nothing for most calls. */
  before(operation: string, args: ReadonlyArray<unknown>): ((answer: unknown) => void) | undefined {
    return this.watch(operation, args) as ((answer: unknown) => void) | undefined
  }

  private watch(operation: string, args: ReadonlyArray<unknown>): Seen | undefined {
    switch (operation) {
      case "BatchStore.open":
        this.opened.set(args[1] as string, this.circumstances.nowMillis())
        return undefined
      case "BatchStore.accept":
        return this.accepting(args[0] as Acceptance)
      case "BatchStore.cancel":
        return this.cancelled(args[1] as string)
      case "BatchStore.remove":
        this.left.add(args[1] as string)
        return this.removing(args[1] as string)
      case "BatchStore.prune":
        return () => this.pruned()
      case "BatchWorkStore.claimDue":
        return this.claiming(args[0] as Parameters<typeof this.claiming>[0])
      case "BatchWorkStore.renew":
        return this.renewed(args[0] as ReadonlyArray<ItemClaim>, args[1] as Duration.Duration)
      case "BatchWorkStore.record":
        return this.recording(args[0] as ReadonlyArray<BatchWrite>)
      case "BatchWorkStore.settle":
        return this.settling(args[0] as Settling)
      default:
        return undefined
    }
  }

  private renewed(claims: ReadonlyArray<ItemClaim>, lease: Duration.Duration): Seen {
    return (answers: ReadonlyArray<boolean>) =>
      claims.forEach(({ batch, n }, index) => {
        const page = `${batch.id} ${n}`
        if (answers[index] !== true) return
        if (Duration.toMillis(lease) === 0) this.leases.ended(page)
        else this.leases.renewed(page, this.circumstances.nowMillis())
      })
  }
}

const isSameIntake = (a: BatchAsk["intake"], b: BatchAsk["intake"]) =>
  a.reserved === b.reserved &&
  a.reservedIsCeiling === b.reservedIsCeiling &&
  a.submitted === b.submitted &&
  a.duplicates === b.duplicates &&
  a.invalid === b.invalid
