/** An installation with something in every table that travels, and all that its ports tell of it. */

import { AssetStore } from "@kittiwake/core/assets/AssetStore"
import { BrandListStore } from "@kittiwake/core/brands/BrandListStore"
import { BrandRefreshStore } from "@kittiwake/core/brands/BrandRefreshStore"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { FeedbackStore } from "@kittiwake/core/feedback/FeedbackStore"
import { ClientStore } from "@kittiwake/core/grants/ClientStore"
import type { Client } from "@kittiwake/core/grants/domain/Client"
import { GrantStore } from "@kittiwake/core/grants/GrantStore"
import { IdempotencyStore } from "@kittiwake/core/idempotency/IdempotencyStore"
import { InboxEventId } from "@kittiwake/core/inbox/domain/InboxEvent"
import { InboxStore } from "@kittiwake/core/inbox/InboxStore"
import { ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import { type Version, VersionId } from "@kittiwake/core/monitors/domain/Version"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { VersionStore } from "@kittiwake/core/monitors/VersionStore"
import { newSource } from "@kittiwake/core/news/domain/NewsSource"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { ApiKeyStore } from "@kittiwake/core/organizations/ApiKeyStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { PersonRecordStore } from "@kittiwake/core/people/PersonRecordStore"
import { SuppressionStore } from "@kittiwake/core/people/SuppressionStore"
import { BrowserProfileId } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { feedbackOf } from "@kittiwake/core/testing/feedbackStoreSuite"
import { grantOf, tokenOf } from "@kittiwake/core/testing/grantStoreSuite"
import { inboxEventOf } from "@kittiwake/core/testing/inboxStoreSuite"
import { viewOf } from "@kittiwake/core/testing/viewStoreSuite"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { ViewStore } from "@kittiwake/core/views/ViewStore"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { decideAttempt, SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  claimDeliveries,
  claimRuns,
  completed,
  newMonitor,
  recordRun,
  rowsOf,
  skipped
} from "../../packages/core/src/testing/arrangements.ts"
import {
  changeOf,
  deliveryOf,
  entryOf,
  epoch,
  freshCause,
  holdOf,
  keyOf,
  monitorOf,
  organizationOf,
  subscriptionOf
} from "../../packages/core/src/testing/builders.ts"
import { keptAnswerOf } from "../../packages/core/src/testing/keyedWrites.ts"
import { noise } from "../../packages/core/src/testing/noise.ts"
import { chargeOf, historyFrom, logOf, noon, queryOf } from "../../packages/core/src/testing/usageEvents.ts"
import { batchAnswers, fillBatches } from "./batchStory.ts"

const strange = `quotes " ' and \\ back, é 😀 \u2028, tab\t, line\nend`

/** Stages a version with all its parts, one of which is longer than what is read at once. */
const stageVersion = Effect.fnUntraced(function* (monitor: Monitor) {
  const version: Version = {
    id: VersionId.make(`ver_${monitor.id}`),
    organizationId: monitor.organizationId,
    monitorId: monitor.id,
    runId: null,
    changeId: null,
    previousId: null,
    targetType: "page",
    capturedAt: monitor.createdAt,
    replacedAt: null,
    contentBytes: strange.length,
    hasSource: true,
    hasPicture: true
  }
  yield* (yield* VersionStore).stage(version, [
    { part: "content", mediaType: "text/plain; charset=utf-8", bytes: new TextEncoder().encode(strange) },
    { part: "source", mediaType: "text/html", bytes: noise(1_200_000) },
    { part: "picture", mediaType: "image/png", bytes: noise(2_000) }
  ])
  return version
})

/** A version that is counted, and one whose monitor is gone. */
const pruneVersions = Effect.fnUntraced(function* (organizationId: Monitor["organizationId"], now: DateTime.Utc) {
  const { monitor } = yield* newMonitor(organizationId)
  const most = { maxBytes: 1e12, maxVersions: 1e6, maxPictures: 1e6, maxPictureBytes: 1e12 }
  yield* (yield* VersionStore).prune({ ...most, stagedSince: now, replacedSince: now, picturesSince: now }, 100)
  yield* (yield* MonitorStore).remove(organizationId, monitor.id, now)
})

/** Puts something into every table that travels. */
export const fill = Effect.gen(function* () {
  yield* TestClock.setTime(epoch.epochMilliseconds + 123)
  const now = yield* DateTime.now
  const organization = organizationOf({
    name: strange,
    createdAt: now,
    overrides: { monitors: 50 },
    billing: { anchorAt: now, pausedAt: null, resumesAt: null },
    autoTopup: { enabled: true, blockCredits: 10_000, monthlyBudgetCredits: null }
  })
  const { id } = organization
  yield* (yield* OrganizationStore).create(organization)
  const other = organizationOf({ createdAt: now })
  yield* (yield* OrganizationStore).create(other)
  const key = keyOf(id, { scopes: ["monitors:read"] as never })
  const revoked = keyOf(id, { revokedAt: now })
  yield* (yield* ApiKeyStore).put(key)
  yield* (yield* ApiKeyStore).put(revoked)
  const ledger = yield* CreditLedger
  yield* ledger.post(entryOf(id, 5_000, { at: now }))
  yield* ledger.post(entryOf(id, -7, { at: now, cause: freshCause() }))
  yield* ledger.hold(holdOf(id, 11, { expiresAt: DateTime.add(now, { days: 900 }) }))

  const bare = monitorOf(id, now, { name: strange, tags: ["a", strange] })
  const { monitor } = yield* newMonitor(id, { ...bare, subscription: subscriptionOf(bare) })
  const { monitor: second } = yield* newMonitor(id, { status: "paused", nextRunAt: null })
  const claims = yield* claimRuns(id)
  for (const claim of claims) {
    if (claim.stored.monitor.id === second.id) yield* recordRun(skipped(claim, now))
    else {
      const version = yield* stageVersion(claim.stored.monitor)
      yield* recordRun(
        completed(claim, now, {
          versions: [version],
          change: changeOf(claim.run, now, { tags: ["a", strange], diff: strange }),
          deliveries: [deliveryOf(claim.run, now), deliveryOf(claim.run, now)]
        })
      )
    }
  }
  yield* pruneVersions(id, now)
  yield* TestClock.adjust("1 minute")
  const [sent] = yield* claimDeliveries(id, 1)
  const later = yield* DateTime.now
  const outcome = SendOutcome.cases.Answered.make({ httpStatus: 500 })
  yield* (yield* DeliveryStore).record([{ claim: sent!, decision: decideAttempt(sent!, outcome, later) }])
  // One attempt in flight and one run under way, with their leases.
  yield* claimDeliveries(id, 1)
  yield* TestClock.adjust("2 hours")
  yield* claimRuns(id)

  const ends = { name: "birds", version: 1, at: now }
  const symbols = [{ kind: "ticker", code: "TRN", exchange: null }] as const
  const brand = { domain: "tern.example", name: strange, aliases: ["Tern"], description: null, country: "IS", rank: 5 }
  const facts = {
    language: "icelandic",
    logo: null,
    symbols,
    ids: [],
    told: {},
    source: "imported",
    updatedAt: now
  } as const
  yield* (yield* BrandStore).put([{ ...brand, ...facts }], ends)

  const lists = yield* BrandListStore
  const lei = (code: string) => ({ ...brand, ...facts, ids: [{ kind: "lei", code }] as const })
  yield* lists.begin({ id: "birds", list: "gleif", name: strange, at: now, again: false })
  yield* lists.take({
    ...{ id: "birds", from: 0, rows: 3, bytes: 5_000_000_000, skipped: 0, bad: 1, ends: false, at: now },
    listed: [lei("A"), { ...lei("B"), domain: "", name: "Waiting Tern Company", aliases: [], symbols: [] }],
    problems: [{ row: 3, message: strange }]
  })

  const links = { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null }
  const told = { title: strange, description: null, slogan: null, email: null, phone: null, language: null } as const
  const nothing = { colours: [], logos: [], backdrops: [], socials: [], address: null, stock: null, employees: null }
  const brandProfile = {
    domain: "tern.example",
    ...told,
    ...nothing,
    links,
    isAdult: false,
    sources: [],
    isThin: false
  }
  const keptProfile = { language: null, profile: brandProfile, readAt: now }
  const pictures = { keptUntil: now, leftUntil: now }
  yield* (yield* BrandStore).keepProfile({ domain: "tern.example", ...keptProfile }, pictures, now)
  yield* (yield* BrandStore).keepProfile({ domain: "auk.example", ...keptProfile, language: "german" }, pictures, now)
  yield* (yield* BrandRefreshStore).claim({ ...refreshTurn(now), lease: Duration.minutes(1) })

  const sources = yield* NewsSourceStore
  const newsSource = (url: string) =>
    newSource({ url, origin: "list", foundFor: null, title: strange, country: "ch", addedAt: now })
  const feeds = ["https://news.tern.example/feed", "https://news.auk.example/feed"].map(newsSource)
  yield* sources.put({ sources: feeds, most: 10, look: { domain: "tern.example", at: now } })
  yield* sources.claim({ now, limit: 1, lease: Duration.minutes(1) })
  yield* sources.replace({ ...feeds[0]!, goneAt: now })

  const usage = yield* UsageStore
  const logs = Array.from({ length: 30 }, (_, n) =>
    logOf(id, {
      at: DateTime.add(noon, { minutes: n * 97, milliseconds: n }),
      creditsUsed: n % 4,
      tags: n % 2 === 0 ? [strange] : [],
      input: { query: { url: strange, depth: n / 3, deep: [null, true, [[]]] } },
      response: n % 5 === 0 ? null : { markdown: strange }
    })
  )
  yield* usage.append(logs)
  yield* usage.add([chargeOf(id, noon, 3)])
  const kept = yield* keptAnswerOf(id)
  yield* (yield* MonitorStore).create({
    monitor: monitorOf(id, later),
    run: {
      ...claims[0]!.run,
      ...({ id: `run_${"f".repeat(32)}`, monitorId: monitorOf(id, later).id } as object)
    } as never,
    allowance: 50,
    kept
  })
  yield* (yield* InstanceSecretStore).getOrKeep("cursor key", strange)
  // Opens what is sealed, and stays behind.
  yield* (yield* InstanceSecretStore).getOrKeep("sealing", "the key that stays behind")
  const asset = {
    id: "ast_1",
    organizationId: id,
    mediaType: "image/png",
    bytes: noise(300_000),
    createdAt: now,
    expiresAt: DateTime.add(now, { days: 900 })
  }
  yield* (yield* AssetStore).put(asset)
  yield* (yield* PersonRecordStore).put(id, [person(now)], 10)
  yield* (yield* SuppressionStore).forget("key c", now)
  const found = yield* rowsOf((yield* ChangeStore).list(id, {}, { limit: 1, after: null }))
  const changeIds = found.map((change) => change.id)
  yield* (yield* ChangeStore).triage(id, { changeIds, from: null, to: "not_useful", at: now })
  const sharing = { mark: `shared ${id}`, until: DateTime.add(now, { days: 7 }), at: now }
  for (const changeId of changeIds) yield* (yield* ChangeStore).share(id, changeId, sharing)
  yield* fillGrants(id, now)
  yield* fillInbox(id, now)
  yield* (yield* ViewStore).put(viewOf(id, { name: strange, createdAt: now, updatedAt: now }), 10)
  yield* (yield* FeedbackStore).put(feedbackOf(id, { message: strange, saidAt: now }), 10)
  const profile = {
    id: BrowserProfileId.make("prof_1"),
    organizationId: id,
    description: strange,
    createdAt: now,
    lastUsedAt: null
  }
  yield* (yield* ProfileStore).put(profile, Uint8Array.of(0, 255, 10), 1)
  yield* (yield* ProfileStore).take(id, profile.id, { now, lease: Duration.minutes(1) })
  const batches = yield* fillBatches(id, strange)
  return {
    id,
    batches,
    key,
    revoked,
    monitor,
    second,
    runs: claims.map(({ run }) => run),
    logs,
    kept,
    asset,
    profile,
    later,
    refreshedAt: now
  }
})

const client: Client = {
  ...{ id: "client_1", name: strange, redirectUris: ["http://127.0.0.1/back"], secretDigest: null, host: null }
}

/** A grant whose code was exchanged, and who asked for it. */
const fillGrants = Effect.fnUntraced(function* (id: OrganizationId, now: DateTime.Utc) {
  yield* (yield* ClientStore).put(client, now, 10)
  const grants = yield* GrantStore
  const grant = grantOf(id, {
    clientId: client.id,
    clientName: strange,
    createdAt: now,
    endsAt: DateTime.add(now, { days: 1 })
  })
  const code = tokenOf(grant.id, { digest: "code 1", expiresAt: DateTime.add(now, { minutes: 1 }) })
  yield* grants.sign(grant, code, 10)
  const access = tokenOf(grant.id, { kind: "access", digest: "access 1", expiresAt: DateTime.add(now, { hours: 1 }) })
  yield* grants.exchange(code.digest, now, [access])
  yield* grants.takeCredits({ grantId: grant.id, day: 1, credits: 60, atLeast: 60, most: 100 })
})

/** What arrived in the inbox, with text that JSON and databases have to carry. */
const arrived = (id: OrganizationId, now: DateTime.Utc) =>
  inboxEventOf(id, { id: InboxEventId.make("inb_1"), receivedAt: now, body: `{"name":"${strange}"}`, eventId: null })

const fillInbox = Effect.fnUntraced(function* (id: OrganizationId, now: DateTime.Utc) {
  const store = yield* InboxStore
  yield* store.replaceToken(id, { digest: "inbox 1", sealed: "c2VhbGVk" }, null)
  yield* store.put(arrived(id, now), { events: 10, bytes: 10_000 })
})

/** Somebody whom the organization imported. */
const person = (importedAt: DateTime.Utc) => ({
  id: "key a",
  keys: ["key a", "key b"],
  record: {
    ...{ fullName: strange, firstName: null, lastName: null, otherNames: [], emails: ["ada@tern.example"] },
    ...{ avatarUrl: null, bio: null, place: null, roles: [], listsAllRoles: false, education: [], skills: [] },
    ...{ socialUrls: [], websiteUrls: [], updatedAtMillis: 1_600_000_000_123 }
  },
  importedAt
})

/** A turn to read a brand again, a minute after the last. */
const refreshTurn = (now: DateTime.Utc) => ({ now, before: now, every: Duration.minutes(1) })

/** What `fill` made. */
export type Story = Effect.Success<typeof fill>

const page = { limit: 100, after: null }

/** Everything the ports tell of it. */
export const answers = Effect.fnUntraced(function* (story: Story) {
  const { asset, batches, id, kept, key, later, logs, monitor, profile, refreshedAt, revoked, runs } = story
  const [monitors, runStore, changes, deliveries] = [
    yield* MonitorStore,
    yield* RunStore,
    yield* ChangeStore,
    yield* DeliveryStore
  ]
  const versions = yield* VersionStore
  const [ledger, usage, keys] = [yield* CreditLedger, yield* UsageStore, yield* ApiKeyStore]
  const listed = yield* rowsOf(deliveries.list(id, { type: "monitor" }, page))
  const foundChanges = yield* rowsOf(changes.list(id, {}, page))
  const ranges = (["hour", "day", "month"] as const).flatMap((interval) =>
    ([null, "path", "key_id", "status_code"] as const).map((groupBy) =>
      queryOf({ fromMinutes: -100, lastsMinutes: 4_000, fromIs: "any", toIs: "any", interval, groupBy })
    )
  )
  return {
    organizations: yield* (yield* OrganizationStore).list(page),
    stored: yield* (yield* OrganizationStore).get(id),
    keys: yield* keys.list(id),
    found: [yield* keys.find(key.digest), yield* keys.find(revoked.digest)],
    account: yield* ledger.account(id),
    entries: yield* ledger.entries(id, page),
    billing: yield* (yield* BillingLedger).account(id),
    due: yield* (yield* BillingLedger).due(DateTime.add(later, { days: 40 }), 10),
    monitors: yield* rowsOf(monitors.list(id, {}, page)),
    searched: yield* rowsOf(monitors.list(id, { tag: "a" }, page)),
    monitor: yield* monitors.get(id, monitor.id),
    baseline: yield* monitors.baseline(id, monitor.id),
    count: yield* monitors.count(id),
    runs: yield* rowsOf(runStore.list(id, {}, page)),
    traces: yield* Effect.forEach(runs, (run) => runStore.get(id, run.id)),
    spend: yield* runStore.spend(id, { since: null, until: null }),
    versions: yield* rowsOf(versions.list(id, monitor.id, page)),
    parts: yield* Effect.forEach(["content", "source", "picture"] as const, (part) =>
      Effect.map(versions.part(id, VersionId.make(`ver_${monitor.id}`), part), (found) =>
        Buffer.from(Option.getOrThrow(found).bytes).toString("base64")
      )
    ),
    changes: foundChanges,
    change: yield* Effect.forEach(foundChanges, (change) => changes.get(id, change.id)),
    deliveries: listed,
    bodies: yield* Effect.forEach(listed, (one) =>
      Effect.map(deliveries.get(id, one.id), (found) => Option.getOrThrow(found).delivery.body)
    ),
    attempts: yield* Effect.forEach(listed, (one) => deliveries.attempts(id, one.id, { limit: 10, before: null })),
    history: yield* Effect.forEach(ranges, (range) => historyFrom(id, range)),
    logs: yield* usage.logs(id, { from: noon, to: DateTime.add(noon, { days: 30 }) } as never, { skip: 0, limit: 100 }),
    log: yield* Effect.forEach(logs, (log) => usage.log(id, log.requestId)),
    kept: yield* (yield* IdempotencyStore).find(kept, kept.keptAt),
    secret: yield* (yield* InstanceSecretStore).getOrKeep("cursor key", "another"),
    asset: Option.map(yield* (yield* AssetStore).get(asset.id, later), ({ bytes, ...rest }) => ({
      ...rest,
      bytes: Buffer.from(bytes).toString("base64")
    })),
    brand: yield* (yield* BrandStore).byDomain("tern.example"),
    imports: yield* (yield* BrandListStore).imports,
    sources: yield* (yield* NewsSourceStore).list({ filter: { origin: null, kind: null }, after: null, limit: 10 }),
    sourceCounts: yield* (yield* NewsSourceStore).counts,
    looked: yield* (yield* NewsSourceStore).lookedAt("tern.example"),
    profile: yield* (yield* BrandStore).profile("tern.example", null),
    list: yield* (yield* BrandStore).listVersion("birds"),
    // One was claimed, and the next turn comes a minute later.
    refreshes: yield* Effect.forEach([59, 60], (seconds) =>
      BrandRefreshStore.use((store) => store.isDue(refreshTurn(DateTime.add(refreshedAt, { seconds }))))
    ),
    people: yield* (yield* PersonRecordStore).find(id, ["key b"], 10),
    peopleCount: yield* (yield* PersonRecordStore).count(id),
    forgotten: yield* (yield* SuppressionStore).forgottenOf(["key b", "key c"]),
    client: yield* (yield* ClientStore).get(client.id),
    inboxOf: yield* (yield* InboxStore).find("inbox 1"),
    inbox: yield* rowsOf((yield* InboxStore).list(id, page, 1_000)),
    grants: yield* (yield* GrantStore).list(id, page),
    views: yield* (yield* ViewStore).list(id),
    feedback: yield* rowsOf((yield* FeedbackStore).list(id, page)),
    tokens: yield* Effect.forEach(["code 1", "access 1"], (digest) => GrantStore.use((store) => store.find(digest))),
    batches: yield* batchAnswers(id, batches),
    profiles: yield* (yield* ProfileStore).list(id, page),
    // Its session is in use until its lease ends, there as here.
    taken: yield* (yield* ProfileStore).take(id, profile.id, { now: later, lease: Duration.minutes(1) })
  }
})
