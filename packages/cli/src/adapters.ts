/** Chooses the adapter of every port by what was configured. */

import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { fillWithModel } from "@kittiwake/core/internal/extraction/fillWithModel"
import { toOwnInbox } from "@kittiwake/core/internal/inbox/toOwnInbox"
import { classifyWithModel } from "@kittiwake/core/internal/industries/classifyWithModel"
import { IndustryClassifier } from "@kittiwake/core/internal/industries/IndustryClassifier"
import { restingModel } from "@kittiwake/core/internal/models/restingModel"
import { withModel } from "@kittiwake/core/internal/monitors/withModel"
import { restingSources } from "@kittiwake/core/internal/people/restingSources"
import type { LimitStore as LimitStorePort } from "@kittiwake/core/limits/LimitStore"
import * as LimitStore from "@kittiwake/core/memory/LimitStore"
import * as MemoryWakeups from "@kittiwake/core/memory/Wakeups"
import { LanguageModel } from "@kittiwake/core/models/LanguageModel"
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import { Browser } from "@kittiwake/core/pages/Browser"
import { PersonSources } from "@kittiwake/core/people/PersonSource"
import type { Stores } from "@kittiwake/core/Stores"
import { SearchBackends } from "@kittiwake/core/search/SearchBackends"
import { Ids as IdsPort } from "@kittiwake/core/security/Ids"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { SealingKeys } from "@kittiwake/core/security/SealingKeys"
import type { Signer as SignerPort } from "@kittiwake/core/security/Signer"
import type { Wakeups } from "@kittiwake/core/waking/Wakeups"
import type { AllowItem } from "@kittiwake/core/web/domain/EgressPolicy"
import { EgressResolver } from "@kittiwake/core/web/EgressResolver"
import { EgressRules } from "@kittiwake/core/web/EgressRules"
import { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { TextRecords } from "@kittiwake/core/web/TextRecords"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import * as Ids from "@kittiwake/crypto/Ids"
import * as Sealer from "@kittiwake/crypto/Sealer"
import * as Signer from "@kittiwake/crypto/Signer"
import type { Synchronous } from "@kittiwake/sqlite/embedded"
import * as Compressor from "@kittiwake/storage/Compressor"
import * as LargeBodies from "@kittiwake/storage/largeBodies"
import { othersHearWithin } from "@kittiwake/worker/securityUpkeep"
import { Context, Duration, Effect, Layer, Option, type Redacted } from "effect"
import type { BlobChoice } from "./blobChoice.ts"
import { layerBlobKeys, layerBlobOwner, layerBlobs } from "./blobs.ts"
import { cacheFolder } from "./cacheFolder.ts"
import { inFile, sealingKeyFile } from "./keyFile.ts"
import type { NamedNews } from "./newsChoice.ts"
import { nobodyOutside, type PeopleChoice } from "./peopleChoice.ts"
import * as readers from "./readers.ts"
import { StorageUnusable, storageUnusable } from "./StorageUnusable.ts"
import { ownAlone, type SearchChoice, type SearchName } from "./searchChoice.ts"
import { whenNeeded } from "./whenNeeded.ts"

/** Where everything is kept. */
export type Storage =
  | {
      readonly _tag: "Embedded"
      readonly dataDirectory: string
      /** What a power cut may take; nothing unless given. */
      readonly synchronous?: Synchronous
      /** Time between copies of the database; null takes none, and a day unless given. */
      readonly snapshotEvery?: Duration.Duration | null
    }
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }
  /** Gone when the process ends. */
  | { readonly _tag: "Memory" }

/** Where pages are rendered. */
export interface BrowserChoice {
  /** A path, an address, or `off`; none looks for a browser on this machine. */
  readonly setting: Option.Option<string>
  /** What a program calls the setting; that of the environment when absent. */
  readonly settingName?: string
  /** Whether a browser elsewhere keeps to allowed addresses by itself. */
  readonly isGuarded: boolean
  /** Whether one here runs in its sandbox. */
  readonly hasSandbox: boolean
  /** Where the packed browser is unpacked; null is the directory for temporary files. */
  readonly directory: string | null
}

/** A server that speaks the protocol of OpenAI, and the model to ask there. */
export interface ModelChoice {
  readonly url: string
  readonly key: Option.Option<Redacted.Redacted>
  readonly model: string
}

/** What the choice depends on. */
export interface AdapterOptions {
  readonly storage: Storage
  readonly egressAllow: ReadonlyArray<AllowItem>
  readonly browser: BrowserChoice
  /** Time of the processor that reading one file may take. */
  readonly readingSeconds: number
  /** What the processes of an installation share beside the storage; without it each is by itself. */
  readonly redis?: Option.Option<Redacted.Redacted>
  /** What stored secrets are sealed with; none makes a key of the installation's own. */
  readonly sealingKey: Option.Option<Redacted.Redacted>
  /** The key to go over to, for a process that starts meanwhile. */
  readonly nextSealingKey?: Option.Option<Redacted.Redacted>
  /** Where large bytes lie; a folder of the data directory unless given. */
  readonly blobs?: BlobChoice | undefined
  /** Where they lie still while they go there. */
  readonly blobsFrom?: Option.Option<BlobChoice>
  /** The model that judges what rules are not sure of; without one, rules judge all. */
  readonly languageModel?: Option.Option<ModelChoice>
  /** Who is asked when the web is searched; the installation alone unless given. */
  readonly search?: SearchChoice
  /** Who outside is asked about people; nobody unless given. */
  readonly people?: PeopleChoice
  /** Who outside is asked for news; nobody unless given. */
  readonly newsBackends?: ReadonlyArray<NamedNews>
  /** Told once when the embedded database can no longer be used; without it, that is logged. */
  readonly onLost?: (reason: string) => Effect.Effect<void>
}

/** A storage that is not chosen is not loaded: its driver takes memory and time at every start. */
const loaded = <Out, E, R>(load: () => Promise<Layer.Layer<Out, E, R>>) => Layer.unwrap(Effect.promise(load))

const stores = ({ onLost, storage }: Pick<AdapterOptions, "storage" | "onLost">) => {
  switch (storage._tag) {
    case "Embedded": {
      const { dataDirectory, snapshotEvery, synchronous } = storage
      const options = {
        dataDirectory,
        ...(synchronous === undefined ? {} : { synchronous }),
        ...(snapshotEvery === undefined ? {} : { snapshots: { every: snapshotEvery } }),
        ...(onLost === undefined ? {} : { onLost })
      }
      return loaded(() => import("@kittiwake/sqlite/embedded").then(({ layer }) => layer(options)))
    }
    case "Postgres":
      return loaded(() => import("@kittiwake/postgres/postgres").then(({ layer }) => layer({ url: storage.url })))
    case "Memory":
      return loaded(() => import("@kittiwake/core/internal/memory/Stores").then(({ layer }) => layer))
  }
}

/** The stores of one storage, its tables brought up to date, with ids and signatures. */
export const layerStorage = (
  options: Pick<AdapterOptions, "storage" | "onLost">
): Layer.Layer<Stores | IdsPort | SignerPort, StorageUnusable> => {
  const chosen: Layer.Layer<Stores, unknown> = stores(options)
  const opened = chosen.pipe(Layer.catch((cause) => Layer.effectContext(Effect.fail(storageUnusable(cause)))))
  // Last, because the ids of the storage in memory can be guessed.
  return Layer.mergeAll(opened, Ids.layer, Signer.layer)
}

const loadBrowser = ({ directory, hasSandbox, isGuarded, setting, settingName }: BrowserChoice) =>
  import("@kittiwake/playwright/Browser").then(({ layer: browser }) =>
    browser({
      setting: Option.getOrUndefined(setting),
      isRemoteGuarded: isGuarded,
      hasSandbox,
      installed: cacheFolder,
      ...(settingName === undefined ? {} : { settingName }),
      ...(directory === null ? {} : { directory })
    })
  )

const browser = (choice: BrowserChoice) =>
  whenNeeded(
    () => loadBrowser(choice),
    (use) => {
      const render: Browser["Service"]["render"] = (request) => use(Browser, (port) => port.render(request))
      return Context.make(Browser, Browser.of({ render, asksBeforeActing: true }))
    }
  )

const loadDoors = (allow: ReadonlyArray<AllowItem>) => import("./doors.ts").then(({ layer: doors }) => doors(allow))

/** The doors to the outside, all behind one policy. */
const doors = (allow: ReadonlyArray<AllowItem>) =>
  whenNeeded(
    () => loadDoors(allow),
    (use) =>
      Context.make(HttpFetcher, HttpFetcher.of({ openSession: use(HttpFetcher, (port) => port.openSession) })).pipe(
        Context.add(
          WebhookSender,
          WebhookSender.of({
            send: (request) => use(WebhookSender, (port) => port.send(request))
          })
        ),
        Context.add(
          ServiceCaller,
          ServiceCaller.of({
            post: (call) => use(ServiceCaller, (port) => port.post(call)),
            send: (request) => use(ServiceCaller, (port) => port.send(request))
          })
        ),
        Context.add(
          EgressResolver,
          EgressResolver.of({ resolve: (target) => use(EgressResolver, (port) => port.resolve(target)) })
        ),
        Context.add(TextRecords, TextRecords.of({ at: (name) => use(TextRecords, (port) => port.at(name)) })),
        Context.add(EgressRules, EgressRules.of({ refusal: (url) => use(EgressRules, (port) => port.refusal(url)) }))
      )
  )

/** What goes to an inbox of this installation stays in the process. */
const sender = Layer.effect(
  WebhookSender,
  Effect.gen(function* () {
    return WebhookSender.of(yield* toOwnInbox(yield* WebhookSender))
  })
)

const layerOutside = (allow: ReadonlyArray<AllowItem>, choice: BrowserChoice) => {
  const outside = Layer.provideMerge(browser(choice), doors(allow))
  return Layer.merge(outside, sender.pipe(Layer.provide(outside)))
}

type SealingOptions = Pick<AdapterOptions, "nextSealingKey" | "sealingKey" | "storage">

/** Beside the embedded database, and in no copy of it. */
const sealingPlace = ({ storage }: SealingOptions) =>
  storage._tag === "Embedded" ? { place: inFile(sealingKeyFile(storage.dataDirectory)) } : {}

/** What seals, whether or not what is there can be opened. */
export const layerSealing = (options: SealingOptions) =>
  Sealer.layer({
    key: options.sealingKey,
    ...(options.nextSealingKey === undefined ? {} : { nextKey: options.nextSealingKey }),
    ...sealingPlace(options),
    // Only there are processes beside this one.
    othersHearWithin: options.storage._tag === "Postgres" ? othersHearWithin : Duration.zero
  })

/** What seals, and opens what is there. */
const sealer = (options: SealingOptions) =>
  layerSealing(options).pipe(
    Layer.tap((context) => Effect.mapError(Context.get(context, SealingKeys).standing, storageUnusable))
  )

/** Where several machines may share a storage, its clock is everybody's. */
const clock = ({ storage }: Pick<AdapterOptions, "storage">) =>
  storage._tag === "Postgres"
    ? loaded(() => import("@kittiwake/postgres/DatabaseClock").then(({ layer }) => layer({ url: storage.url })))
    : Layer.empty

/** Where several processes may share a storage, they wake each other through it. */
const wakeups = ({ storage }: Pick<AdapterOptions, "storage">) =>
  storage._tag === "Postgres"
    ? loaded(() => import("@kittiwake/postgres/Wakeups").then(({ layer }) => layer({ url: storage.url })))
    : MemoryWakeups.layer

/** What the keys of an installation begin with on a Redis that others use too: a word that its storage keeps. */
const redisPrefix = Effect.gen(function* () {
  const secrets = yield* InstanceSecretStore
  const word = yield* secrets.getOrKeep("redis prefix", yield* (yield* IdsPort).token("hex", 16))
  return `kittiwake:${word}:`
}).pipe(Effect.mapError(storageUnusable))

const redisMissing = (cause: unknown) =>
  new StorageUnusable({
    message: "REDIS_URL is set, but the package ioredis is not installed: npm install ioredis, or unset REDIS_URL.",
    cause
  })

const redis = (url: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const prefix = yield* redisPrefix
      const { layer } = yield* Effect.tryPromise({ try: () => import("@kittiwake/redis/redis"), catch: redisMissing })
      return layer({ url, prefix })
    })
  )

/** What processes share beside their storage: over Redis where there is one, and else what the storage can carry. */
const sharing = (
  options: Pick<AdapterOptions, "redis" | "storage">
): Layer.Layer<LimitStorePort | Wakeups, StorageUnusable, InstanceSecretStore | IdsPort> =>
  Option.match(options.redis ?? Option.none(), {
    onNone: () => Layer.merge(LimitStore.layer, wakeups(options)),
    onSome: redis
  })

const languageModel = (choice: ModelChoice) =>
  whenNeeded(
    () => import("@kittiwake/openai/LanguageModel").then(({ layer: model }) => model(choice)),
    (use) =>
      Context.make(
        LanguageModel,
        restingModel({ complete: (request) => use(LanguageModel, (port) => port.complete(request)) })
      )
  )

/** The model alone. */
export const layerModel = (choice: ModelChoice, egressAllow: ReadonlyArray<AllowItem>) =>
  languageModel(choice).pipe(Layer.provide(doors(egressAllow)))

/** The judge by rules, and a model for what they are not sure of where one is set. */
const judge = Layer.effect(
  ChangeJudge,
  Effect.gen(function* () {
    return yield* withModel(yield* ChangeJudge, yield* LanguageModel)
  })
)

/** The reader of facts by rules, and a model for the values that they find nowhere. */
const factReader = Layer.effect(
  FactReader,
  Effect.gen(function* () {
    return fillWithModel(yield* FactReader, yield* LanguageModel)
  })
)

/** The classifier by rules, and a model that chooses among what they find likely. */
const classifier = Layer.effect(
  IndustryClassifier,
  Effect.gen(function* () {
    return classifyWithModel(yield* IndustryClassifier, yield* LanguageModel)
  })
)

/** What reads content and judges it. */
const layerJudged = (options: AdapterOptions) => {
  const reading = readers.layer(options)
  const choice = Option.getOrUndefined(options.languageModel ?? Option.none())
  if (choice === undefined) return reading
  const model = layerModel(choice, options.egressAllow)
  return Layer.merge(reading, Layer.mergeAll(judge, factReader, classifier).pipe(Layer.provide([reading, model])))
}

/** What is kept: rows, large bytes, and the keys that seal both. */
const layerKept = (options: AdapterOptions) =>
  Layer.merge(layerBlobKeys(options), layerBlobOwner(options)).pipe(
    Layer.provideMerge(sealer(options)),
    // A body that is too large for a row is a blob, which the row names.
    Layer.provideMerge(layerStorage(options).pipe(Layer.provide(LargeBodies.layer))),
    Layer.provideMerge(layerBlobs(options).pipe(Layer.provide(doors(options.egressAllow))))
  )

/** Backends that keep nothing of a question when they are told so: known before they are loaded. */
const keepsNothing: ReadonlySet<SearchName> = new Set<SearchName>(["brave"])

/** Who is asked when the web is searched: those outside are loaded with the first question. */
const searching = (choice: SearchChoice) => {
  const outside = choice.order.filter((name) => name !== "own")
  const ownPlace = choice.order.indexOf("own")
  const place = ownPlace < 0 ? null : ownPlace
  if (outside.length === 0) return Layer.succeed(SearchBackends, { backends: [], ownPlace: place })
  return whenNeeded(
    () => import("./searching.ts").then(({ layer: backends }) => backends(choice)),
    (use) =>
      Context.make(
        SearchBackends,
        SearchBackends.of({
          backends: outside.map((name, index) => ({
            name,
            keepsNothing: keepsNothing.has(name),
            search: (question, turn) => use(SearchBackends, ({ backends }) => backends[index]!.search(question, turn))
          })),
          ownPlace: place
        })
      )
  )
}

/** The same, with the door to them. */
export const layerSearch = ({ egressAllow, search = ownAlone }: Pick<AdapterOptions, "egressAllow" | "search">) =>
  searching(search).pipe(Layer.provide(doors(egressAllow)))

/** Sources of people that are loaded with the first question to one. */
const peopleSources = (choice: PeopleChoice) =>
  whenNeeded(
    () => import("./people.ts").then(({ layer: sources }) => sources(choice)),
    (use) =>
      Context.make(
        PersonSources,
        PersonSources.of({
          sources: choice.sources.map(({ name }, index) => ({
            name,
            find: (clues, turn) => use(PersonSources, ({ sources }) => sources[index]!.find(clues, turn))
          }))
        })
      )
  )

/** Who outside is asked about people, each resting after it failed, with the door to them. */
export const layerPeople = ({ egressAllow, people = nobodyOutside }: Pick<AdapterOptions, "egressAllow" | "people">) =>
  people.sources.length === 0
    ? Layer.succeed(PersonSources, { sources: [] })
    : Layer.effect(
        PersonSources,
        Effect.gen(function* () {
          return { sources: yield* restingSources((yield* PersonSources).sources) }
        })
      ).pipe(Layer.provide(peopleSources(people)), Layer.provide(doors(egressAllow)))

/** Who outside is asked for news, with the door to them. */
export const layerNews = ({ egressAllow, newsBackends = [] }: Pick<AdapterOptions, "egressAllow" | "newsBackends">) =>
  newsBackends.length === 0
    ? Layer.empty
    : Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./newsBackends.ts")),
          ({ layer }) => layer(newsBackends)
        )
      ).pipe(Layer.provide(doors(egressAllow)))

/** Every port, by the clock of whoever builds them. */
export const layerPorts = (options: AdapterOptions) =>
  Layer.mergeAll(
    layerOutside(options.egressAllow, options.browser),
    layerJudged(options),
    Compressor.layer,
    layerSearch(options),
    layerPeople(options),
    layerNews(options)
  ).pipe(Layer.provideMerge(sharing(options)), Layer.provideMerge(layerKept(options)))

/** Every port, and the clock that goes with the storage. */
export const layer = (options: AdapterOptions) => Layer.merge(layerPorts(options), clock(options))
