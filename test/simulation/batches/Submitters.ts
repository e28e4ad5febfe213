/** Those who submit batches: they ask again, cancel, remove and read, and remember what they were told. */
import { Batches, type BatchView } from "@kittiwake/core/batches/Batches"
import type { BatchId } from "@kittiwake/core/batches/domain/Batch"
import type { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect, Stream } from "effect"
import type { World } from "../World.ts"
import { type BatchAsk, drawAsk } from "./BatchAsk.ts"

/** What somebody was told of one batch. */
interface Promised {
  readonly ask: BatchAsk
  /** Whether somebody asked for it to be removed; nothing is known of it from then on. */
  removing: boolean
  cancelled: boolean
  /** How it ended, as it was told first. */
  end: string | null
}

/** The route of submissions, where their credits are counted. */
export const submitRoute = "/batch/submit"

/** Batches that nobody has seen the end of, at most. */
const mostOpen = 6

const endOf = ({ batch, pageErrors, progress }: BatchView): string | null =>
  batch.end === null
    ? null
    : JSON.stringify([batch.status, batch.end.refunded, batch.end.ocrCharged, progress, pageErrors])

export class Submitters {
  readonly promised = new Map<BatchId, Promised>()
  private readonly asks: Array<{ readonly ask: BatchAsk; answer: BatchId | null }> = []
  private readonly keys = new Map<OrganizationId, number>()
  private audited = 0
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  private nextKey(organizationId: OrganizationId): IdempotencyKey | undefined {
    if (this.world.universe.chance.happens(0.3)) return undefined
    const number = (this.keys.get(organizationId) ?? 0) + 1
    this.keys.set(organizationId, number)
    return `batch-${number}` as IdempotencyKey
  }

  private send(asked: (typeof this.asks)[number]) {
    return Effect.gen({ self: this }, function* () {
      const { ask } = asked
      const organization = this.world.tables.organizations.get(ask.organizationId)!.organization
      const origin = { requestId: this.world.nextId("req"), route: submitRoute, caller: "key" }
      const submission = {
        entries: Stream.fromIterable(ask.entries),
        told: Effect.succeed({ batch: ask.batch, asked: ask.tag })
      }
      const { batch } = yield* (yield* Batches).submit({ organization, origin }, submission, ask.key)
      if (batch.organizationId !== ask.organizationId || batch.tags[0] !== ask.tag)
        this.world.violated("a submission was answered with another's batch")
      const before = asked.answer === null ? undefined : this.promised.get(asked.answer)
      if (before !== undefined && asked.answer !== batch.id && !before.removing)
        this.world.violated("one key of a submission has two answers")
      asked.answer = batch.id
      if (!this.promised.has(batch.id))
        this.promised.set(batch.id, { ask, removing: false, cancelled: false, end: null })
    })
  }

  private submit(organizationId: OrganizationId) {
    const ask = drawAsk(this.world, organizationId, this.nextKey(organizationId))
    this.world.batches.asked(ask)
    const asked = { ask, answer: null }
    if (ask.key !== undefined) this.asks.push(asked)
    return this.send(asked)
  }

  private note(batchId: BatchId, view: BatchView): void {
    const promised = this.promised.get(batchId)
    const end = endOf(view)
    if (promised === undefined || end === null) return
    if (promised.end !== null && promised.end !== end) this.world.violated("the end of a batch was told in two ways")
    promised.end = end
  }

  private cancel(batchId: BatchId, promised: Promised) {
    return Effect.gen({ self: this }, function* () {
      yield* (yield* Batches).cancel(promised.ask.organizationId, batchId)
      promised.cancelled = true
    })
  }

  private remove(batchId: BatchId, promised: Promised) {
    return Effect.gen({ self: this }, function* () {
      const { batch } = yield* (yield* Batches).get(promised.ask.organizationId, batchId)
      if (batch.end === null) return
      promised.removing = true
      this.world.batches.removalAsked(batchId)
      yield* (yield* Batches).remove(promised.ask.organizationId, batchId)
    })
  }

  private look(batchId: BatchId, promised: Promised) {
    return Effect.gen({ self: this }, function* () {
      const batches = yield* Batches
      const { organizationId } = promised.ask
      this.note(batchId, yield* batches.get(organizationId, batchId))
      for (const view of (yield* batches.list(organizationId, {}, { limit: 3, cursor: undefined })).data)
        this.note(view.batch.id, view)
    })
  }

  /** Reads all results of a batch that has ended, in pages and as files, and compares them with what was recorded. */
  private read(batchId: BatchId, promised: Promised) {
    return Effect.gen({ self: this }, function* () {
      const batches = yield* Batches
      const { organizationId } = promised.ask
      const { batch } = yield* batches.get(organizationId, batchId)
      if (batch.end === null) return
      const urls: Array<string> = []
      let cursor: string | undefined
      do {
        const page = yield* batches.results(organizationId, batchId, {}, { limit: 7, cursor })
        urls.push(...page.data.map(({ status, url }) => `${status} ${url}`))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      const files = yield* batches.files(organizationId, batchId)
      const filed = (files ?? []).reduce((sum, { items }) => sum + items, 0)
      if (promised.removing) return
      const recorded = this.world.batches.recordedOf(batchId)
      if (String(urls) !== String(recorded)) this.world.violated("results are not what was recorded of the pages")
      if (filed !== recorded.length) this.world.violated("files have other records than were recorded")
    })
  }

  /** One thing that a submitter does. */
  operation(organizationId: OrganizationId): Effect.Effect<unknown, unknown, Batches> {
    const { chance } = this.world.universe
    const known = [...this.promised].filter(([, { removing }]) => !removing)
    const open = known.filter(([, { end }]) => end === null)
    const drawn = chance.next()
    if (this.asks.length > 0 && drawn < 0.15) return this.send(chance.pick(this.asks.slice(-6)))
    if (known.length === 0 || (open.length < mostOpen && drawn < 0.55)) return this.submit(organizationId)
    const [batchId, promised] = chance.pick(known)
    if (drawn < 0.65) return this.cancel(batchId, promised)
    if (drawn < 0.73) return this.remove(batchId, promised)
    return drawn < 0.9 ? this.look(batchId, promised) : this.read(batchId, promised)
  }

  /** Reads all that is kept of batches; to be done when everything is at rest. */
  readonly audit = Effect.suspend(() =>
    Effect.forEach(
      [...this.promised].filter(([, { removing }]) => !removing),
      ([batchId, promised]) =>
        Effect.map(this.read(batchId, promised), () => {
          this.audited++
        }),
      { discard: true }
    )
  )

  /** What was acknowledged must still be so. */
  check(): void {
    const kept = [...this.promised].filter(([, { removing }]) => !removing)
    if (this.audited < kept.length) this.world.violated("results of batches could not be read at the end")
    for (const [batchId, { cancelled, end, removing }] of this.promised) {
      const batch = this.world.tables.batches.get(batchId)?.batch ?? null
      if (removing) continue
      if (batch === null) {
        this.world.violated("an acknowledged batch is lost")
        continue
      }
      if (cancelled && batch.status === "completed") this.world.violated("a cancelled batch was completed")
      if (end !== null && batch.status !== JSON.parse(end)[0])
        this.world.violated("a batch is not what a caller was told")
    }
  }
}
