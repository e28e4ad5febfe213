/** The product's ports with the journal around them. */
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { VersionStore } from "@kittiwake/core/monitors/VersionStore"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { type SendRequest, WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Effect, Layer } from "effect"
import type { Journal } from "./Beat.ts"
import { between, claimed } from "./between.ts"
import * as trappedBatches from "./trappedBatches.ts"

const monitorStore = (journal: Journal) =>
  Effect.map(MonitorStore, (store) => ({
    ...store,
    create: (options: Parameters<typeof store.create>[0]) =>
      store.create(options).pipe(between(journal, [options.monitor.id], "monitor.creating", "monitor.created"))
  }))

const runStore = (journal: Journal) =>
  Effect.map(RunStore, (store) => ({
    ...store,
    enqueue: (...[stored, run, kept]: Parameters<typeof store.enqueue>) =>
      store.enqueue(stored, run, kept).pipe(between(journal, [run.id], "run.queueing", "run.queued")),
    claimDue: (options: Parameters<typeof store.claimDue>[0]) =>
      store.claimDue(options).pipe(claimed(journal, "run.claimed", ({ run }) => run.id)),
    record: (outcomes: Parameters<typeof store.record>[0]) => {
      const subjects = outcomes.map(({ run }) => run.id)
      return store.record(outcomes).pipe(between(journal, subjects, "run.recording", "run.recorded"))
    }
  }))

const versionStore = (journal: Journal) =>
  Effect.map(VersionStore, (store) => ({
    ...store,
    stage: (...[version, parts]: Parameters<typeof store.stage>) =>
      store.stage(version, parts).pipe(between(journal, [version.id], "version.staging", "version.staged"))
  }))

const httpFetcher = (journal: Journal) =>
  Effect.map(HttpFetcher, (fetcher) => ({
    openSession: Effect.map(fetcher.openSession, (session) => ({
      ...session,
      fetch: (request: Parameters<typeof session.fetch>[0]) =>
        session.fetch(request).pipe(between(journal, [request.url], null, "page.fetched")),
      download: (request: Parameters<typeof session.download>[0]) =>
        session.download(request).pipe(between(journal, [request.url], null, "page.fetched"))
    }))
  }))

const deliveryStore = (journal: Journal) =>
  Effect.map(DeliveryStore, (store) => ({
    ...store,
    claimDue: (options: Parameters<typeof store.claimDue>[0]) =>
      store.claimDue(options).pipe(claimed(journal, "delivery.claimed", ({ delivery }) => delivery.eventId)),
    record: (decisions: Parameters<typeof store.record>[0]) => {
      const subjects = decisions.map(({ claim }) => claim.delivery.eventId)
      return store.record(decisions).pipe(between(journal, subjects, "delivery.recording", "delivery.recorded"))
    }
  }))

const webhookSender = (journal: Journal) =>
  Effect.map(WebhookSender, (sender) => ({
    ...sender,
    send: <E>(request: SendRequest<E>) =>
      Effect.flatMap(request.headers, (headers) => {
        const subjects = [headers["webhook-id"] ?? ""]
        return sender.send(request).pipe(between(journal, subjects, "delivery.sending", "delivery.sent"))
      })
  }))

/** Calls by their request ids; runs settle in their record. */
const creditLedger = (journal: Journal) =>
  Effect.map(CreditLedger, (ledger) => ({
    ...ledger,
    settle: (...[holdId, entry, origin]: Parameters<typeof ledger.settle>) =>
      ledger
        .settle(holdId, entry, origin)
        .pipe(between(journal, [`${origin.route} ${entry.cause.id}`], "call.settling", "call.settled"))
  }))

const usageStore = (journal: Journal) =>
  Effect.map(UsageStore, (store) => ({
    ...store,
    append: (logs: Parameters<typeof store.append>[0]) => {
      const subjects = logs.map(({ requestId, route }) => `${route} ${requestId}`)
      return store.append(logs).pipe(between(journal, subjects, "call.logging", "call.logged"))
    }
  }))

/** The ports that a run, a batch, a delivery and a call pass, over the same ports without a journal. */
export const layer = (journal: Journal) =>
  Layer.mergeAll(
    Layer.effect(MonitorStore, monitorStore(journal)),
    Layer.effect(RunStore, runStore(journal)),
    Layer.effect(VersionStore, versionStore(journal)),
    Layer.effect(HttpFetcher, httpFetcher(journal)),
    Layer.effect(DeliveryStore, deliveryStore(journal)),
    Layer.effect(WebhookSender, webhookSender(journal)),
    Layer.effect(CreditLedger, creditLedger(journal)),
    Layer.effect(UsageStore, usageStore(journal)),
    trappedBatches.layer(journal)
  )
