/** The processes of a simulation: the product's own use cases and loops, with the world around them. */

import { Assets } from "@kittiwake/core/assets/Assets"
import { Batches } from "@kittiwake/core/batches/Batches"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { Blobs } from "@kittiwake/core/blobs/Blobs"
import { BrandsUpkeep } from "@kittiwake/core/brands/Brands"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import * as MemoryChangeJudge from "@kittiwake/core/memory/ChangeJudge"
import * as MemoryCompressor from "@kittiwake/core/memory/Compressor"
import * as MemoryTextComparer from "@kittiwake/core/memory/TextComparer"
import * as MemoryWakeups from "@kittiwake/core/memory/Wakeups"
import { HistoryUpkeep } from "@kittiwake/core/monitors/MonitorHistory"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { NewsUpkeep } from "@kittiwake/core/news/News"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Browser } from "@kittiwake/core/pages/Browser"
import { DocumentReader } from "@kittiwake/core/pages/DocumentReader"
import { PagesUpkeep } from "@kittiwake/core/pages/Pages"
import { Cursors } from "@kittiwake/core/paging/Cursors"
import { type Stores, stores } from "@kittiwake/core/Stores"
import { SearchUpkeep } from "@kittiwake/core/search/Search"
import { Ids } from "@kittiwake/core/security/Ids"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { headLength, Sealer } from "@kittiwake/core/security/Sealer"
import { Signer } from "@kittiwake/core/security/Signer"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { SitesUpkeep } from "@kittiwake/core/sites/Sites"
import * as PlainPageReader from "@kittiwake/core/testing/PlainPageReader"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { EgressRules } from "@kittiwake/core/web/EgressRules"
import { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Worker from "@kittiwake/worker/Worker"
import { Clock, Context, Duration, Effect, Layer, Logger, Option, Random, Result, Scheduler } from "effect"
import { Ageing } from "../../packages/core/src/ageing/Ageing.ts"
import { LargeSegmentBytes } from "../../packages/core/src/batches/segmentPlace.ts"
import { Idempotency } from "../../packages/core/src/idempotency/Idempotency.ts"
import { CaptureFlights } from "../../packages/core/src/pages/CaptureFlights.ts"
import { HostPauses } from "../../packages/core/src/sharing/HostPauses.ts"
import { scans } from "./batches/scans.ts"
import { plant } from "./planted/wrapped.ts"
import { receiverFor } from "./Receiver.ts"
import { siteFor } from "./Site.ts"
import { type Incarnation, newIncarnation } from "./Universe.ts"
import { overNetwork, toBlobs, toDatabase } from "./unreliable.ts"
import type { World } from "./World.ts"
import type { Doors } from "./workload.ts"

/** A short digest that is quick to compute, and differs in its beginning; nothing here needs to be secret. */
const quickDigest = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return (hash >>> 0).toString(16).padStart(8, "0").padEnd(64, "0")
}

/** What everything sealed begins with; sealing hides nothing here. */
const head = new Uint8Array(headLength)

/** They keep nothing, so that all processes of all worlds share them. */
const readers = Effect.runSync(Effect.scoped(Layer.build(Layer.merge(PlainReaders.layer, PlainPageReader.layer))))

/** What is outside of a process and is not a store, in one context: built as layers, each of its parts would cost every start. */
const outside = (world: World, incarnation: Incarnation) => {
  const { browser, fetcher } = siteFor(world, incarnation)
  return Context.merge(readers, Context.make(HttpFetcher, fetcher)).pipe(
    Context.add(Browser, browser),
    Context.add(WebhookSender, receiverFor(world, incarnation)),
    Context.add(BlobStore, overNetwork(world, incarnation, "BlobStore", world.blobs, toBlobs)),
    Context.add(DocumentReader, scans),
    Context.add(LargeSegmentBytes, world.largeSegmentBytes),
    Context.add(Signer, {
      digest: (content) =>
        Effect.sync(() => quickDigest(typeof content === "string" ? content : new TextDecoder().decode(content))),
      mac: (_key, message) => Effect.sync(() => new TextEncoder().encode(quickDigest(message)))
    }),
    Context.add(Sealer, {
      head: Effect.succeed(head),
      seal: (_purpose, plain) => Effect.succeed(Uint8Array.from([...head, ...plain])),
      open: (_purpose, sealed) => Effect.succeed(Option.some(sealed.slice(head.length)))
    }),
    Context.add(Ids, {
      next: (prefix) => Effect.sync(() => world.nextId(prefix)),
      many: (prefix, count) => Effect.sync(() => Array.from({ length: count }, () => world.nextId(prefix))),
      token: (_alphabet, length) => Effect.sync(() => world.nextId("t").padStart(length, "0").slice(-length)),
      uuid: Effect.sync(() => world.nextId("uuid"))
    })
  )
}

/** Every store of the installation, through the network and with the planted bug in it. */
const reach = (world: World, incarnation: Incarnation) => {
  const through = <I, S extends object>(tag: Context.Key<I, S>): S => {
    const name = tag.key.slice(tag.key.lastIndexOf("/") + 1)
    return overNetwork(world, incarnation, name, Context.get(world.stores as Context.Context<I>, tag), toDatabase)
  }
  const all = Context.makeUnsafe<Stores>(
    new Map(stores.map((tag) => [tag.key, through<Stores, object>(tag as Context.Key<Stores, object>)]))
  )
  const planted = plant(
    world,
    {
      runs: Context.get(all, RunStore),
      deliveries: Context.get(all, DeliveryStore),
      monitors: Context.get(all, MonitorStore)
    },
    Context.get(all, CreditLedger)
  )
  return all.pipe(
    Context.add(RunStore, planted.runs),
    Context.add(DeliveryStore, planted.deliveries),
    Context.add(MonitorStore, planted.monitors),
    // Read once at start; a process that cannot read it does not start.
    Context.add(InstanceSecretStore, Context.get(world.stores, InstanceSecretStore))
  )
}

/** A process wakes itself, and hears nothing of the others: so it looks often. */
const wakeupsOfOneProcess = Layer.effect(
  Wakeups,
  Effect.map(Wakeups, (wakeups) => Wakeups.of({ ...wakeups, hears: Effect.succeed(false) }))
).pipe(Layer.provide(MemoryWakeups.layer))

const facades = (world: World, incarnation: Incarnation) =>
  Layer.mergeAll(Batches.layer, Monitors.layer, Idempotency.layer, Usage.layer).pipe(
    Layer.merge(
      Layer.mergeAll(
        ...[Ageing.layer, Assets.layer, Blobs.layer, HistoryUpkeep.layer, PagesUpkeep.layer, SitesUpkeep.layer]
      )
    ),
    Layer.provideMerge(Layer.merge(Webhooks.layer, Inbox.layer)),
    Layer.provideMerge(Layer.merge(Credits.layer, Organizations.layer)),
    Layer.provide([CaptureFlights.layer, Cursors.layer, HostPauses.layer]),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeedContext(Context.merge(reach(world, incarnation), outside(world, incarnation))),
        EgressRules.layerOf({ ...publicOnly, allow: Result.getOrThrow(parseAllow("0.0.0.0/0")) }),
        MemoryChangeJudge.layer,
        MemoryCompressor.layer,
        MemoryTextComparer.layer,
        wakeupsOfOneProcess
      )
    )
  )

const begin = (world: World, incarnation: Incarnation, program: Effect.Effect<unknown, unknown>) => {
  const scheduler = world.universe.scheduler(incarnation)
  const context = Context.make(Clock.Clock, world.universe.clock(incarnation)).pipe(
    Context.add(Scheduler.Scheduler, scheduler),
    Context.add(Random.Random, world.universe.random),
    Context.add(Logger.CurrentLoggers, new Set())
  )
  const told = Effect.catchCause(program, (cause) =>
    Effect.sync(() => world.violated(`${incarnation.name} ended: ${String(cause)}`))
  )
  Effect.runForkWith(context)(told, { scheduler })
}

/** Starts a process, and again some time after each of its deaths. */
const keepAlive = (
  world: World,
  name: string,
  program: (incarnation: Incarnation) => Effect.Effect<unknown, unknown>
) => {
  const { universe } = world
  const start = () => {
    const incarnation = newIncarnation(name)
    if (world.rates.skew && !world.healed) {
      incarnation.skewMillis = Math.floor((universe.chance.next() - 0.5) * 120_000)
      world.fired.skew++
    }
    world.incarnations.set(name, incarnation)
    begin(world, incarnation, program(incarnation))
    const watch = () => {
      if (incarnation.alive) universe.after(1_000, watch)
      else start()
    }
    universe.after(500 + universe.chance.next() * 5_000, watch)
  }
  start()
}

/** Nobody asks for brands here, so that none grows old. */
const noBrands = Layer.mock(BrandsUpkeep, { every: Option.none() })

/** Nothing is searched here. */
const noIndex = Layer.mock(SearchUpkeep, { prune: () => Effect.succeed(0) })

/** Nobody asks for news here. */
const noNews = Layer.mock(NewsUpkeep, { gathers: false, prune: () => Effect.succeed(0) })
/** Nobody grants anything here. */
const noGrants = Layer.mock(Grants, { within: () => (work) => work, sweep: () => Effect.succeed(0) })

/** Nobody signs in to a dashboard. */
const noSessions = Layer.mock(Sessions, { sweep: () => Effect.succeed(0) })

const loops = (world: World) => {
  const { claim, loopMillis, pruneMillis, sweepMillis } = world.scale
  const loop = {
    every: Duration.millis(loopMillis),
    lease: Duration.millis(world.leaseMillis),
    maxClaim: claim.atOnce,
    maxInFlight: claim.underWay
  }
  return Worker.layer({
    scheduler: loop,
    deliverer: loop,
    batcher: loop,
    sweeper: { every: Duration.millis(sweepMillis), limit: 50 },
    pruner: { every: Duration.millis(pruneMillis) },
    // The clocks here differ for good and without anybody knowing, which those of the product do not: they go by the database's.
    clockKeeper: { every: Duration.days(10_000) }
  }).pipe(Layer.provide([noBrands, noGrants, noIndex, noNews, noSessions]))
}

/** A worker with the product's own loops. */
export const startWorker = (world: World, name: string): void =>
  keepAlive(world, name, (incarnation) =>
    Layer.launch(loops(world).pipe(Layer.provide([facades(world, incarnation), Pulse.layer])))
  )

/** A process that serves callers: runs `program` once with the facades. */
export const startCaller = (world: World, name: string, program: Effect.Effect<unknown, unknown, Doors>): void =>
  keepAlive(world, name, (incarnation) =>
    program.pipe(Effect.provide(facades(world, incarnation)), Effect.andThen(Effect.never))
  )
