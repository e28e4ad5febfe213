/** What an embedder may choose. */
import { join } from "node:path"
import { resultBoundsDefaults } from "@kittiwake/core/internal/batches/ResultBounds"
import { type RefreshBounds, refreshBoundsDefaults } from "@kittiwake/core/internal/brands/RefreshBounds"
import {
  type HistoryRetention,
  historyRetentionDefaults
} from "@kittiwake/core/internal/monitors/domain/HistoryRetention"
import { type GatheringBounds, gatheringBoundsDefaults } from "@kittiwake/core/internal/news/GatheringBounds"
import { type NewsBounds, newsBoundsDefaults } from "@kittiwake/core/news/NewsBounds"
import type { Plan } from "@kittiwake/core/organizations/domain/Plan"
import { type IndexBounds, indexBoundsDefaults } from "@kittiwake/core/search/IndexBounds"
import { type AllowItem, parseAllow } from "@kittiwake/core/web/domain/EgressPolicy"
import { isHeaderPrefix, usualHeaderPrefix } from "@kittiwake/core/webhooks/HeaderPrefix"
import { Duration, Option, Redacted, Result } from "effect"
import type { BrowserChoice, Storage } from "../adapters.ts"
import type { BlobChoice } from "../blobChoice.ts"
import { oldNode } from "../oldNode.ts"
import { readPublicAddress } from "../publicAddress.ts"
import { defaultReadingSeconds, isReadingSeconds } from "../readingSeconds.ts"
import { type SearchChoice, type SearchName, searchChoice } from "../searchChoice.ts"
import { KittiwakeError } from "./KittiwakeError.ts"
import { misfitIn } from "./misfits.ts"

/** Where everything is kept: exactly one of the three. */
export type StorageOptions =
  /** An embedded database in this directory, for one process. It survives the death of the process and a power cut. */
  | { readonly dataDirectory: string; readonly databaseUrl?: never; readonly memory?: never }
  /** A Postgres server, for any number of processes. */
  | { readonly databaseUrl: string; readonly dataDirectory?: never; readonly memory?: never }
  /** Nothing survives `close`. For tests and trials. */
  | { readonly memory: true; readonly dataDirectory?: never; readonly databaseUrl?: never }

/** What came to pass, for a logger of your own. */
export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error"
  readonly message: string
  /** Everything else that is known, such as `monitorId` and `runId`. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface CommonOptions {
  /** A Redis that the processes of one installation share, such as `redis://host:6379`; all of them or none. Needs `ioredis`. */
  readonly redisUrl?: string
  /** Whether this instance runs due monitors and sends due events by itself; true unless given. */
  readonly worker?: boolean
  /** Whether `handler` and `nodeHandler` serve the dashboard at `/app` below where they are mounted, where its package is built; false unless given. */
  readonly dashboard?: boolean
  /** Private ranges, hosts and `host:port` that pages and webhooks may be at; empty unless given. */
  readonly egressAllow?: ReadonlyArray<string>
  /** A path of a Chromium, its `ws://` or `http://` address, or `off`; unless given, one is looked for. */
  readonly browser?: string
  /** Whether a browser elsewhere keeps to allowed addresses by itself; without it such a browser is refused. */
  readonly browserIsGuarded?: boolean
  /** Whether a browser of this machine runs in its sandbox; true unless given. As root there is none, and so no browser. */
  readonly browserHasSandbox?: boolean
  /** What opens stored secrets; unless given, a key of the installation's own: a file in the data directory, else in the storage. */
  readonly sealingKey?: string
  /** Folder of what is too large for a row; `blobs` in the data directory, or in `.kittiwake` beside Postgres, unless given. */
  readonly blobsDirectory?: string
  /** Where `handler` or `nodeHandler` answers, with the path that it is mounted below, such as `https://example.com/kittiwake`. */
  readonly publicUrl?: string
  /** What the headers of webhooks begin with; `X-Service` unless given. */
  readonly webhookHeaderPrefix?: string
  /** Whether crawls keep to robots.txt; true unless given. */
  readonly obeysRobots?: boolean
  /** Days for which a version of what a monitor watches is kept after another took its place; 400 unless given. */
  readonly historyDays?: number
  /** Most versions that are kept; 100,000 unless given. */
  readonly historyVersions?: number
  /** Most bytes that versions take as they are stored; two billion unless given. */
  readonly historyBytes?: number
  /** Most bytes that results of batches take, compressed, when another is submitted; twenty billion unless given. */
  readonly batchResultBytes?: number
  /** Most brands that are read again in a day because they are old, to 10,000; 100 unless given, and 0 for none. */
  readonly brandRefreshesPerDay?: number
  /** Days from which on a brand is old; 60 unless given. */
  readonly brandRefreshDays?: number
  /** Most pages that each organization finds again by their words, what was read last, to 5,000,000; 200,000 unless given, and 0 for none. */
  readonly searchIndexPages?: number
  /** Most bytes of their text; two billion unless given. */
  readonly searchIndexBytes?: number
  /** Who is asked when the web is searched, in the order of their weight; `own`, and those that are set below, unless given. */
  readonly searchBackends?: ReadonlyArray<SearchName>
  /** Where an instance of SearXNG answers. A private address must be allowed, too (`egressAllow`). */
  readonly searxngUrl?: string
  /** A key of the search of Brave. */
  readonly braveKey?: string
  /** Most articles of news that are kept, to 20,000,000; 500,000 unless given, and 0 for none. */
  readonly newsArticles?: number
  /** Most sources of news that are kept and asked, to 100,000; 10,000 unless given, and 0 for none, nor are any looked for. */
  readonly newsSources?: number
  /** Seconds of the processor that reading one file may take, from 1 to 120; 10 unless given. */
  readonly readingSeconds?: number
  /** Plan of the organization when it is first made: its credits and limits; `scale` unless given. */
  readonly plan?: Plan
  /** A key with full access for `handler` and `nodeHandler`; without one, make keys with `keys.create`. */
  readonly apiKey?: string
  /** Opens the operator's API under `/admin` of both handlers, for your own back office; unless given there is none. */
  readonly adminToken?: string
  /** Opens `GET /metrics` of both handlers, as `adminToken` does; with neither there is no such path. */
  readonly metricsToken?: string
  /** Gets every log entry. Unless given, warnings and errors go to standard error and the rest nowhere. */
  readonly onLog?: (entry: LogEntry) => void
}

/** The options of `Kittiwake.open` and `layer`. */
export type KittiwakeOptions = StorageOptions & CommonOptions

/** The options, checked and with every default filled in. */
export interface CheckedOptions {
  readonly storage: Storage
  readonly worker: boolean
  readonly dashboard: boolean
  readonly egressAllow: ReadonlyArray<AllowItem>
  readonly browser: BrowserChoice
  readonly redis: Option.Option<Redacted.Redacted>
  readonly sealingKey: Option.Option<Redacted.Redacted>
  readonly blobs: BlobChoice | undefined
  readonly publicUrl: string | null
  readonly webhookHeaderPrefix: string
  readonly obeysRobots: boolean
  readonly history: HistoryRetention
  readonly batchResultBytes: number
  readonly brandRefreshes: RefreshBounds
  readonly index: IndexBounds
  readonly search: SearchChoice
  readonly news: NewsBounds
  readonly gathering: GatheringBounds
  readonly readingSeconds: number
  readonly plan: Plan
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly adminToken: Option.Option<Redacted.Redacted>
  readonly metricsToken: Option.Option<Redacted.Redacted>
  readonly onLog: CommonOptions["onLog"]
}

const wrong = (field: string, message: string) =>
  new KittiwakeError({ code: "INPUT_VALIDATION_ERROR", field, message: `${field}: ${message}` })

const storageOf = ({ databaseUrl, dataDirectory, memory }: KittiwakeOptions): Storage => {
  if ([databaseUrl, dataDirectory, memory].filter((given) => given !== undefined).length !== 1) {
    throw wrong("dataDirectory", "give one of dataDirectory, databaseUrl and memory")
  }
  if (dataDirectory !== undefined) return { _tag: "Embedded", dataDirectory }
  return databaseUrl === undefined ? { _tag: "Memory" } : { _tag: "Postgres", url: Redacted.make(databaseUrl) }
}

const refreshesOf = ({ brandRefreshDays, brandRefreshesPerDay }: KittiwakeOptions): RefreshBounds => ({
  perDay: brandRefreshesPerDay ?? refreshBoundsDefaults.perDay,
  age: brandRefreshDays === undefined ? refreshBoundsDefaults.age : Duration.days(brandRefreshDays)
})

const historyOf = (options: KittiwakeOptions): HistoryRetention => {
  const { historyBytes, historyDays, historyVersions } = options
  return {
    ...historyRetentionDefaults,
    historyAge: historyDays === undefined ? historyRetentionDefaults.historyAge : Duration.days(historyDays),
    historyVersions: historyVersions ?? historyRetentionDefaults.historyVersions,
    historyBytes: historyBytes ?? historyRetentionDefaults.historyBytes
  }
}

const indexOf = ({ searchIndexBytes, searchIndexPages }: KittiwakeOptions): IndexBounds => ({
  ...indexBoundsDefaults,
  maxPages: searchIndexPages ?? indexBoundsDefaults.maxPages,
  maxBytes: searchIndexBytes ?? indexBoundsDefaults.maxBytes
})

const searchOf = ({ braveKey, searchBackends, searxngUrl }: KittiwakeOptions): SearchChoice => {
  const choice = searchChoice({
    order: Option.fromUndefinedOr(searchBackends),
    searxngUrl: Option.fromUndefinedOr(searxngUrl),
    braveKey: braveKey === undefined ? Option.none() : Option.some(Redacted.make(braveKey))
  })
  if (Result.isSuccess(choice)) return choice.success
  const lacking = searchBackends?.includes("searxng") === true && searxngUrl === undefined ? "searxngUrl" : "braveKey"
  throw wrong("searchBackends", `names a backend that needs ${lacking}`)
}

/** Checks what was given; throws a `KittiwakeError` that names the option. */
export const checkOptions = (options: KittiwakeOptions): CheckedOptions => {
  const problem = oldNode()
  if (problem !== null) throw new KittiwakeError({ code: "CANNOT_OPEN", message: problem })
  const misfit = misfitIn(options)
  if (misfit !== null) throw wrong(misfit.option, misfit.message)
  const egressAllow = parseAllow((options.egressAllow ?? []).join(","))
  if (Result.isFailure(egressAllow)) {
    throw wrong("egressAllow", egressAllow.failure.replace(/^KITTIWAKE_EGRESS_ALLOW: /, ""))
  }
  for (const secret of ["adminToken", "metricsToken", "sealingKey"] as const) {
    if ((options[secret]?.length ?? 32) < 32) {
      throw wrong(secret, "must have at least 32 characters that nobody can guess")
    }
  }
  if (options.readingSeconds !== undefined && !isReadingSeconds(options.readingSeconds)) {
    throw wrong("readingSeconds", "must be a whole number from 1 to 120")
  }
  if (options.webhookHeaderPrefix !== undefined && !isHeaderPrefix(options.webhookHeaderPrefix)) {
    throw wrong("webhookHeaderPrefix", "must be what the names of headers begin with, such as X-Acme")
  }
  return {
    storage: storageOf(options),
    worker: options.worker ?? true,
    dashboard: options.dashboard ?? false,
    egressAllow: egressAllow.success,
    browser: {
      setting: Option.fromNullishOr(options.browser),
      settingName: "the option browser",
      isGuarded: options.browserIsGuarded ?? false,
      hasSandbox: options.browserHasSandbox ?? true,
      directory: options.dataDirectory === undefined ? null : join(options.dataDirectory, "browser")
    },
    redis: options.redisUrl === undefined ? Option.none() : Option.some(Redacted.make(options.redisUrl)),
    sealingKey: options.sealingKey === undefined ? Option.none() : Option.some(Redacted.make(options.sealingKey)),
    blobs: options.blobsDirectory === undefined ? undefined : { _tag: "Files", directory: options.blobsDirectory },
    publicUrl: options.publicUrl === undefined ? null : Result.getOrThrow(readPublicAddress(options.publicUrl)),
    webhookHeaderPrefix: options.webhookHeaderPrefix ?? usualHeaderPrefix,
    obeysRobots: options.obeysRobots ?? true,
    history: historyOf(options),
    batchResultBytes: options.batchResultBytes ?? resultBoundsDefaults.resultBytes,
    brandRefreshes: refreshesOf(options),
    index: indexOf(options),
    search: searchOf(options),
    news: { ...newsBoundsDefaults, maxArticles: options.newsArticles ?? newsBoundsDefaults.maxArticles },
    gathering: { sources: options.newsSources ?? gatheringBoundsDefaults.sources },
    readingSeconds: options.readingSeconds ?? defaultReadingSeconds,
    plan: options.plan ?? "scale",
    apiKey: options.apiKey === undefined ? Option.none() : Option.some(Redacted.make(options.apiKey)),
    adminToken: options.adminToken === undefined ? Option.none() : Option.some(Redacted.make(options.adminToken)),
    metricsToken: options.metricsToken === undefined ? Option.none() : Option.some(Redacted.make(options.metricsToken)),
    onLog: options.onLog
  }
}
