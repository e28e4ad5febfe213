/** Every setting, read once from the environment. A wrong one ends the command with a line that says what to write. */
import { isAbsolute, join, resolve } from "node:path"
import { defaultCapacityBytes } from "@kittiwake/core/budget/MemoryBudget"
import { resultBoundsDefaults } from "@kittiwake/core/internal/batches/ResultBounds"
import { mostPerDay, type RefreshBounds, refreshBoundsDefaults } from "@kittiwake/core/internal/brands/RefreshBounds"
import {
  type HistoryRetention,
  historyRetentionDefaults
} from "@kittiwake/core/internal/monitors/domain/HistoryRetention"
import {
  type GatheringBounds,
  gatheringBoundsDefaults,
  mostSources
} from "@kittiwake/core/internal/news/GatheringBounds"
import { mostArticles, type NewsBounds, newsBoundsDefaults } from "@kittiwake/core/news/NewsBounds"
import { type Plan, planTerms } from "@kittiwake/core/organizations/domain/Plan"
import { type IndexBounds, indexBoundsDefaults, mostIndexedPages } from "@kittiwake/core/search/IndexBounds"
import { type AllowItem, parseAllow } from "@kittiwake/core/web/domain/EgressPolicy"
import { isHeaderPrefix, usualHeaderPrefix } from "@kittiwake/core/webhooks/HeaderPrefix"
import { type AnswerBudget, defaultBudget, leastTokens } from "@kittiwake/mcp/AnswerBudget"
import { addressForms, readAddress } from "@kittiwake/redis/address"
import { Config, ConfigProvider, Duration, Effect, Option, Redacted, Result } from "effect"
import type { BrowserChoice, ModelChoice, Storage } from "./adapters.ts"
import { type BlobChoice, blobDirectory } from "./blobChoice.ts"
import { blobPlace } from "./blobPlace.ts"
import { readBucket } from "./bucketSetting.ts"
import { wrongUsage } from "./CommandFailed.ts"
import { type NamedNews, readNewsBackends } from "./newsChoice.ts"
import { type PeopleChoice, peopleChoice, readPeopleSources } from "./peopleChoice.ts"
import { exampleAddress, readPublicAddress } from "./publicAddress.ts"
import { defaultReadingSeconds, isReadingSeconds } from "./readingSeconds.ts"
import { readSearchOrder, type SearchChoice, searchChoice } from "./searchChoice.ts"

/** Which part of the work a process does. */
export const roles = ["all", "http", "worker"] as const
export type Role = (typeof roles)[number]

/** How log lines look. */
export const logFormats = ["pretty", "json"] as const
export type LogFormat = (typeof logFormats)[number]

/** Where a server answers unless `KITTIWAKE_PORT` says otherwise. */
export const defaultPort = 8_787

/** What the environment says, with every default filled in. */
export interface Settings {
  readonly host: string
  /** Zero takes any free port. */
  readonly port: number
  readonly dataDirectory: string
  readonly storage: Exclude<Storage, { readonly _tag: "Memory" }>
  /** Where large bytes lie. */
  readonly blobs: BlobChoice
  /** Where they lie still while `kittiwake blobs move` takes them there. */
  readonly blobsFrom: Option.Option<BlobChoice>
  readonly role: Role
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly plan: Plan
  /** Opens the operator's API under `/admin`; without one there is no such API. */
  readonly adminToken: Option.Option<Redacted.Redacted>
  /** Opens `GET /metrics`, as the operator's token does; without either there is no such path. */
  readonly metricsToken: Option.Option<Redacted.Redacted>
  /** Where a process that only works serves its metrics; nowhere unless given. */
  readonly metricsPort: Option.Option<number>
  readonly egressAllow: ReadonlyArray<AllowItem>
  readonly browser: BrowserChoice
  /** The model that judges what rules are not sure of. */
  readonly languageModel: Option.Option<ModelChoice>
  /** Who is asked when the web is searched. */
  readonly search: SearchChoice
  /** Who outside is asked about people. */
  readonly people: PeopleChoice
  /** Who outside is asked for news. */
  readonly newsBackends: ReadonlyArray<NamedNews>
  /** What the processes of an installation share beside the storage; none is each process by itself. */
  readonly redis: Option.Option<Redacted.Redacted>
  readonly sealingKey: Option.Option<Redacted.Redacted>
  /** The key to go over to while `kittiwake sealing-key rotate` replaces the other. */
  readonly nextSealingKey: Option.Option<Redacted.Redacted>
  /** Where replies say that files of this installation are; none is where the caller reached it. */
  readonly publicUrl: Option.Option<string>
  /** What the headers of webhooks begin with. */
  readonly webhookHeaderPrefix: string
  /** Whether crawls keep to robots.txt. */
  readonly obeysRobots: boolean
  /** How much AI clients are told at once, and from which web pages they may call. */
  readonly assistants: AnswerBudget & { readonly origins: ReadonlyArray<string> }
  /** Time of the processor that reading one file may take. */
  readonly readingSeconds: number
  /** Most bytes of uploads, pages and answers that requests hold together. */
  readonly memoryBudgetBytes: number
  /** How long versions of what monitors watch are kept. */
  readonly history: HistoryRetention
  /** Most bytes that results of one organization's batches take when another is submitted. */
  readonly batchResultBytes: number
  /** How many brands are read again because they are old, and from which age on. */
  readonly brandRefreshes: RefreshBounds
  /** How much of what was read is found again. */
  readonly index: IndexBounds
  /** How many articles of news are kept. */
  readonly news: NewsBounds
  /** How many sources of news are asked. */
  readonly gathering: GatheringBounds
  readonly log: LogFormat
  /** Names of the settings that this environment sets; everything else is at its default. */
  readonly named: ReadonlyArray<string>
  /** Names that begin like settings and are set, although nothing in this version reads them. */
  readonly unused: ReadonlyArray<string>
}

type Parse<A> = (text: string) => Result.Result<A, string>

/** A setting that is unset or empty is none; one that cannot be read ends the command, without repeating a secret. */
const optional = <A>(name: string, parse: Parse<A>) =>
  Effect.gen(function* () {
    const text = yield* Config.option(Config.String(name))
    if (Option.isNone(text) || text.value.trim() === "") return Option.none<A>()
    return yield* Result.match(parse(text.value.trim()), {
      onSuccess: (value) => Effect.succeed(Option.some(value)),
      onFailure: (message) => Effect.fail(wrongUsage(message))
    })
  })

const orElse = <A>(name: string, parse: Parse<A>, fallback: A) =>
  Effect.map(
    optional(name, parse),
    Option.getOrElse(() => fallback)
  )

const host: Parse<string> = (text) =>
  /^[\w.:-]+$/.test(text)
    ? Result.succeed(text)
    : Result.fail(`KITTIWAKE_HOST is "${text}": write an address or a name, such as 127.0.0.1 or 0.0.0.0.`)

const port =
  (name: string, example: number): Parse<number> =>
  (text) =>
    /^\d{1,5}$/.test(text) && Number(text) <= 65_535
      ? Result.succeed(Number(text))
      : Result.fail(`${name} is "${text}": write a port from 0 to 65535, such as ${example}.`)

const awsText =
  (name: string): Parse<string> =>
  (text) =>
    /^[\x21-\x7e]{1,4000}$/.test(text)
      ? Result.succeed(text)
      : Result.fail(`${name} cannot be what a store gave out: write visible ASCII characters.`)

/** A folder, or a bucket with what may use it. */
const blobs = Effect.fnUntraced(function* (name: string) {
  const text = yield* optional<string>(name, Result.succeed)
  if (Option.isNone(text)) return Option.none<BlobChoice>()
  if (isAbsolute(text.value)) return Option.some<BlobChoice>({ _tag: "Files", directory: text.value })
  if (!/^s3:/i.test(text.value)) {
    return yield* wrongUsage(
      // It may be an address with a password in it.
      `${name} is no place: write the absolute path of a folder, or s3://bucket/prefix?region=….`
    )
  }
  const secret = (key: string) => Effect.map(optional(key, awsText(key)), Option.map(Redacted.make))
  const read = readBucket(name, text.value, {
    keyId: yield* optional("AWS_ACCESS_KEY_ID", awsText("AWS_ACCESS_KEY_ID")),
    secret: yield* secret("AWS_SECRET_ACCESS_KEY"),
    sessionToken: yield* secret("AWS_SESSION_TOKEN"),
    region: yield* optional<string>("AWS_REGION", Result.succeed)
  })
  if (Result.isFailure(read)) return yield* wrongUsage(read.failure)
  return Option.some<BlobChoice>({ _tag: "Bucket", bucket: read.success })
})

const samePlace = (a: BlobChoice, b: BlobChoice): boolean =>
  a._tag === "Files" || b._tag === "Files"
    ? a._tag === b._tag && resolve(blobPlace(a)) === resolve(blobPlace(b))
    : blobPlace(a) === blobPlace(b)

/** Where large bytes lie, and where they lie still. */
const blobPlaces = Effect.fnUntraced(function* (dataDirectory: string) {
  const folder: BlobChoice = { _tag: "Files", directory: blobDirectory(dataDirectory) }
  const to = Option.getOrElse(yield* blobs("KITTIWAKE_BLOBS"), () => folder)
  const from = yield* blobs("KITTIWAKE_BLOBS_FROM")
  if (Option.isSome(from) && samePlace(from.value, to)) {
    return yield* wrongUsage(
      "KITTIWAKE_BLOBS_FROM is where large bytes are to be: name the place where they are still, or unset it."
    )
  }
  return { blobs: to, blobsFrom: from }
})

const readingSeconds: Parse<number> = (text) =>
  /^\d{1,3}$/.test(text) && isReadingSeconds(Number(text))
    ? Result.succeed(Number(text))
    : Result.fail(`KITTIWAKE_READING_SECONDS is "${text}": write a number from 1 to 120.`)

const oneOf =
  <A extends string>(name: string, values: ReadonlyArray<A>): Parse<A> =>
  (text) => {
    const value = values.find((known) => known === text)
    return value === undefined
      ? Result.fail(`${name} is "${text}": write one of ${values.join(", ")}.`)
      : Result.succeed(value)
  }

const databaseUrl: Parse<Redacted.Redacted> = (text) =>
  // Without the slashes a user and a password would be read as a path.
  URL.canParse(text) && /^postgres(?:ql)?:\/\//i.test(text)
    ? Result.succeed(Redacted.make(text))
    : Result.fail("DATABASE_URL is not an address of Postgres: write postgres://user:password@host:5432/database.")

const redisUrl: Parse<Redacted.Redacted> = (text) =>
  readAddress(text) === null
    ? Result.fail(`REDIS_URL is not an address of Redis: write ${addressForms}.`)
    : Result.succeed(Redacted.make(text))

const apiKey: Parse<Redacted.Redacted> = (text) =>
  /^[\x21-\x7e]{16,200}$/.test(text)
    ? Result.succeed(Redacted.make(text))
    : Result.fail(
        "KITTIWAKE_API_KEY cannot be a key: write 16 to 200 visible ASCII characters, such as sk_ and 40 more."
      )

/** A secret that nobody can guess, and what it is. */
const unguessable =
  (what: "key" | "token") =>
  (name: string): Parse<Redacted.Redacted> =>
  (text) =>
    /^[\x21-\x7e]{32,200}$/.test(text)
      ? Result.succeed(Redacted.make(text))
      : Result.fail(`${name} cannot be a ${what}: write 32 to 200 visible ASCII characters that nobody can guess.`)

const token = unguessable("token")

const sealingKey = unguessable("key")

/** What opens the doors of who runs the installation. A port for metrics that nobody could read is a mistake. */
const operatorDoors = Effect.gen(function* () {
  const adminToken = yield* optional("KITTIWAKE_ADMIN_TOKEN", token("KITTIWAKE_ADMIN_TOKEN"))
  const metricsToken = yield* optional("KITTIWAKE_METRICS_TOKEN", token("KITTIWAKE_METRICS_TOKEN"))
  const metricsPort = yield* optional("KITTIWAKE_METRICS_PORT", port("KITTIWAKE_METRICS_PORT", 9_464))
  if (Option.isSome(metricsPort) && Option.isNone(metricsToken) && Option.isNone(adminToken)) {
    return yield* wrongUsage(
      "KITTIWAKE_METRICS_PORT is set, and nobody may read metrics: set KITTIWAKE_METRICS_TOKEN too."
    )
  }
  return { adminToken, metricsToken, metricsPort }
})

const browser: Parse<string> = (text) =>
  text === "off" || isAbsolute(text) || (/^(?:wss?|https?):\/\//i.test(text) && URL.canParse(text))
    ? Result.succeed(text)
    : Result.fail(
        `KITTIWAKE_BROWSER is "${text}": write the absolute path of a Chromium, its ws:// or http:// address, or off.`
      )

const snapshotEvery: Parse<Duration.Duration | null> = (text) => {
  if (text === "off") return Result.succeed(null)
  const [, count, unit] = /^([1-9]\d{0,3})(h|d)$/.exec(text) ?? []
  return count === undefined
    ? Result.fail(`KITTIWAKE_SNAPSHOT_EVERY is "${text}": write hours or days, such as 6h or 1d, or off.`)
    : Result.succeed(unit === "h" ? Duration.hours(Number(count)) : Duration.days(Number(count)))
}

const webhookHeaders: Parse<string> = (text) =>
  isHeaderPrefix(text)
    ? Result.succeed(text)
    : Result.fail(`KITTIWAKE_WEBHOOK_HEADERS is "${text}": write what the headers begin with, such as X-Acme.`)

const yesOrNo =
  (name: string): Parse<boolean> =>
  (text) =>
    text === "true" || text === "false"
      ? Result.succeed(text === "true")
      : Result.fail(`${name} is "${text}": write true or false.`)

const memoryBudget: Parse<number> = (text) => {
  const [, megabytes] = /^([1-9]\d{0,5})MB$/i.exec(text) ?? []
  return megabytes === undefined || Number(megabytes) < 32
    ? Result.fail(`KITTIWAKE_MEMORY_BUDGET is "${text}": write megabytes, 32MB or more, such as 256MB.`)
    : Result.succeed(Number(megabytes) * 1024 * 1024)
}

/** Fewer say nothing, and more than a million fit nowhere. */
const tokens =
  (name: string, such: number): Parse<number> =>
  (text) =>
    /^\d{3,7}$/.test(text) && Number(text) >= leastTokens && Number(text) <= 1_000_000
      ? Result.succeed(Number(text))
      : Result.fail(`${name} is "${text}": write a number of tokens from ${leastTokens} to 1000000, such as ${such}.`)

const origins: Parse<ReadonlyArray<string>> = (text) => {
  const given = text.split(",").map((one) => one.trim().replace(/\/+$/, ""))
  const wrong = given.find((one) => !URL.canParse(one) || new URL(one).origin !== one)
  return wrong === undefined
    ? Result.succeed(given)
    : Result.fail(
        `KITTIWAKE_MCP_ORIGINS has "${wrong}": write origins with commas between, such as https://app.example.com.`
      )
}

/** What AI clients are answered. A default that nobody may ask for is a mistake. */
const assistants = Effect.gen(function* () {
  const maxTokens = yield* orElse(
    "KITTIWAKE_MCP_MAX_TOKENS",
    tokens("KITTIWAKE_MCP_MAX_TOKENS", 50_000),
    defaultBudget.maxTokens
  )
  const usual = Math.min(defaultBudget.defaultTokens, maxTokens)
  const defaultTokens = yield* orElse("KITTIWAKE_MCP_TOKENS", tokens("KITTIWAKE_MCP_TOKENS", 10_000), usual)
  if (defaultTokens > maxTokens) {
    return yield* wrongUsage(
      `KITTIWAKE_MCP_TOKENS is ${defaultTokens} and KITTIWAKE_MCP_MAX_TOKENS ${maxTokens}: write no more than the most, or raise that.`
    )
  }
  return { defaultTokens, maxTokens, origins: yield* orElse("KITTIWAKE_MCP_ORIGINS", origins, []) }
})

const days =
  (name: string, such: string): Parse<Duration.Duration> =>
  (text) => {
    const [, count] = /^([1-9]\d{0,4})d$/.exec(text) ?? []
    return count === undefined
      ? Result.fail(`${name} is "${text}": write days, such as ${such}.`)
      : Result.succeed(Duration.days(Number(count)))
  }

const refreshesPerDay: Parse<number> = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= mostPerDay
    ? Result.succeed(Number(text))
    : Result.fail(
        `KITTIWAKE_BRANDS_REFRESH_PER_DAY is "${text}": write how many brands are read again in a day, from 0 to ${mostPerDay}.`
      )

const indexedPages: Parse<number> = (text) =>
  /^\d{1,7}$/.test(text) && Number(text) <= mostIndexedPages
    ? Result.succeed(Number(text))
    : Result.fail(
        `KITTIWAKE_SEARCH_INDEX_PAGES is "${text}": write how many pages an organization finds again, from 0 to ${mostIndexedPages}.`
      )

const newsArticles: Parse<number> = (text) =>
  /^\d{1,8}$/.test(text) && Number(text) <= mostArticles
    ? Result.succeed(Number(text))
    : Result.fail(
        `KITTIWAKE_NEWS_ARTICLES is "${text}": write how many articles of news are kept, from 0 to ${mostArticles}.`
      )

const newsSources: Parse<number> = (text) =>
  /^\d{1,6}$/.test(text) && Number(text) <= mostSources
    ? Result.succeed(Number(text))
    : Result.fail(
        `KITTIWAKE_NEWS_SOURCES is "${text}": write how many sources of news are asked, from 0 to ${mostSources}.`
      )

const historyVersions: Parse<number> = (text) =>
  /^[1-9]\d{0,8}$/.test(text)
    ? Result.succeed(Number(text))
    : Result.fail(
        `KITTIWAKE_HISTORY_VERSIONS is "${text}": write how many versions an organization keeps, such as 100000.`
      )

const size =
  (name: string, such: string): Parse<number> =>
  (text) => {
    const [, count, unit] = /^([1-9]\d{0,5})(MB|GB)$/i.exec(text) ?? []
    return count === undefined
      ? Result.fail(`${name} is "${text}": write megabytes or gigabytes, such as ${such}.`)
      : Result.succeed(Number(count) * (unit?.toUpperCase() === "GB" ? 1_000_000_000 : 1_000_000))
  }

const modelUrl: Parse<string> = (text) =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol) && !text.includes("#")
    ? Result.succeed(text.replace(/\/+$/, ""))
    : Result.fail(`KITTIWAKE_LLM_URL is "${text}": write where the server answers, such as http://127.0.0.1:11434/v1.`)

const modelKey: Parse<Redacted.Redacted> = (text) =>
  /^[\x21-\x7e]{1,500}$/.test(text)
    ? Result.succeed(Redacted.make(text))
    : Result.fail("KITTIWAKE_LLM_KEY cannot be a key: write visible ASCII characters.")

/** A server without the name of a model, or a model without a server, is a mistake. */
const languageModel = Effect.gen(function* () {
  const url = yield* optional("KITTIWAKE_LLM_URL", modelUrl)
  const key = yield* optional("KITTIWAKE_LLM_KEY", modelKey)
  const model = yield* optional<string>("KITTIWAKE_LLM_MODEL", Result.succeed)
  if (Option.isSome(url) && Option.isSome(model)) return Option.some({ url: url.value, key, model: model.value })
  if (Option.isNone(url) && Option.isNone(model)) return Option.none<ModelChoice>()
  return yield* wrongUsage("KITTIWAKE_LLM_URL and KITTIWAKE_LLM_MODEL belong together: set both, or neither.")
})

const searxngUrl: Parse<string> = (text) =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol) && !/[?#]/.test(text)
    ? Result.succeed(text)
    : Result.fail(
        "KITTIWAKE_SEARXNG_URL is no address: write where the instance answers, such as http://127.0.0.1:8888."
      )

const keyOf =
  (setting: string): Parse<Redacted.Redacted> =>
  (text) =>
    /^[\x21-\x7e]{1,500}$/.test(text)
      ? Result.succeed(Redacted.make(text))
      : Result.fail(`${setting} cannot be a key: write visible ASCII characters.`)

/** A backend that is named and not set is a mistake. */
const search = Effect.gen(function* () {
  const choice = searchChoice({
    order: yield* optional("KITTIWAKE_SEARCH", readSearchOrder),
    searxngUrl: yield* optional("KITTIWAKE_SEARXNG_URL", searxngUrl),
    braveKey: yield* optional("KITTIWAKE_BRAVE_KEY", keyOf("KITTIWAKE_BRAVE_KEY"))
  })
  return Result.isSuccess(choice) ? choice.success : yield* wrongUsage(choice.failure)
})

/** A key of a source that is not named is a mistake. */
const people = Effect.gen(function* () {
  const choice = peopleChoice({
    sources: yield* optional("KITTIWAKE_PEOPLE_SOURCES", readPeopleSources),
    githubToken: yield* optional("KITTIWAKE_GITHUB_TOKEN", keyOf("KITTIWAKE_GITHUB_TOKEN")),
    gravatarKey: yield* optional("KITTIWAKE_GRAVATAR_KEY", keyOf("KITTIWAKE_GRAVATAR_KEY")),
    orcidToken: yield* optional("KITTIWAKE_ORCID_TOKEN", keyOf("KITTIWAKE_ORCID_TOKEN"))
  })
  return Result.isSuccess(choice) ? choice.success : yield* wrongUsage(choice.failure)
})

const publicUrl: Parse<string> = (text) =>
  Result.mapError(
    readPublicAddress(text),
    (problem) => `KITTIWAKE_PUBLIC_URL ${problem}: write where this server is reached, ${exampleAddress}.`
  )

/** Whether a browser of this machine runs in its sandbox. */
export const sandboxChoices = ["on", "off"] as const

/** What crawls do about robots.txt. */
export const robotsChoices = ["obey", "ignore"] as const

/** How carefully the embedded database writes: what each keeps is said in docs/operate/embedded-database.md. */
export const syncModes = ["full", "normal", "off"] as const

/** Every setting whose name begins like the product's. */
const known: ReadonlySet<string> = new Set([
  ...[
    "KITTIWAKE_ADMIN_TOKEN",
    "KITTIWAKE_API_KEY",
    "KITTIWAKE_BATCH_RESULTS",
    "KITTIWAKE_BROWSER",
    "KITTIWAKE_BROWSER_GUARDED"
  ],
  ...["KITTIWAKE_BLOBS", "KITTIWAKE_BLOBS_FROM", "KITTIWAKE_BROWSER_SANDBOX"],
  ...["KITTIWAKE_BRANDS_REFRESH_AGE", "KITTIWAKE_BRANDS_REFRESH_PER_DAY"],
  ...["KITTIWAKE_SEARCH_INDEX_PAGES", "KITTIWAKE_SEARCH_INDEX_SIZE"],
  ...["KITTIWAKE_DATA_DIR", "KITTIWAKE_EGRESS_ALLOW", "KITTIWAKE_HISTORY_AGE"],
  ...[
    "KITTIWAKE_HISTORY_SIZE",
    "KITTIWAKE_HISTORY_VERSIONS",
    "KITTIWAKE_HOST",
    "KITTIWAKE_LOG",
    "KITTIWAKE_MEMORY_BUDGET",
    "KITTIWAKE_METRICS_PORT",
    "KITTIWAKE_METRICS_TOKEN"
  ],
  ...["KITTIWAKE_GITHUB_TOKEN", "KITTIWAKE_GRAVATAR_KEY", "KITTIWAKE_ORCID_TOKEN", "KITTIWAKE_PEOPLE_SOURCES"],
  ...["KITTIWAKE_BRAVE_KEY", "KITTIWAKE_SEARCH", "KITTIWAKE_SEARXNG_URL"],
  ...["KITTIWAKE_LLM_KEY", "KITTIWAKE_LLM_MODEL", "KITTIWAKE_LLM_URL"],
  ...["KITTIWAKE_NEWS_ARTICLES", "KITTIWAKE_NEWS_BACKENDS", "KITTIWAKE_NEWS_SOURCES"],
  ...["KITTIWAKE_MCP_MAX_TOKENS", "KITTIWAKE_MCP_ORIGINS", "KITTIWAKE_MCP_TOKENS"],
  ...["KITTIWAKE_PLAN", "KITTIWAKE_PORT", "KITTIWAKE_PUBLIC_URL", "KITTIWAKE_READING_SECONDS", "KITTIWAKE_ROBOTS"],
  ...["KITTIWAKE_ROLE", "KITTIWAKE_SEALING_KEY", "KITTIWAKE_SEALING_KEY_NEXT", "KITTIWAKE_SNAPSHOT_EVERY"],
  ...["KITTIWAKE_SQLITE_SYNC", "KITTIWAKE_WEBHOOK_HEADERS"]
])

/** Names in the environment that begin with `path`, where something is written under them. */
const namesBelow = (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, ConfigProvider.SourceError> =>
  Effect.gen(function* () {
    const node = yield* provider.load([...path])
    if (node === undefined) return []
    const keys =
      node._tag === "Record"
        ? [...node.keys]
        : // Names that end in a number look like the items of a list.
          Array.from({ length: node._tag === "Array" ? node.length : 0 }, (_, index) => String(index))
    const below = yield* Effect.forEach(keys, (key) => namesBelow(provider, [...path, key]))
    return [...(node.value === undefined || node.value.trim() === "" ? [] : [path.join("_")]), ...below.flat()]
  })

const writtenNames = Effect.gen(function* () {
  const names = yield* namesBelow(yield* ConfigProvider.ConfigProvider, ["KITTIWAKE"])
  return names.filter((name) => name !== "KITTIWAKE").toSorted()
})

/** What was meant as a setting and is none: misspelt, or of another version. */
export const unusedNames = Effect.map(writtenNames, (names) => names.filter((name) => !known.has(name)))

/** Where pages are rendered. */
export const readBrowser = Effect.gen(function* () {
  return {
    setting: yield* optional("KITTIWAKE_BROWSER", browser),
    hasSandbox:
      (yield* orElse("KITTIWAKE_BROWSER_SANDBOX", oneOf("KITTIWAKE_BROWSER_SANDBOX", sandboxChoices), "on")) === "on",
    isGuarded: yield* orElse("KITTIWAKE_BROWSER_GUARDED", yesOrNo("KITTIWAKE_BROWSER_GUARDED"), false)
  }
})

/** Reads every setting. `interactive` says whether a person reads the output. */
export const readSettings = Effect.fn("readSettings")(function* (interactive: boolean) {
  const dataDirectory = resolve(yield* orElse<string>("KITTIWAKE_DATA_DIR", Result.succeed, ".kittiwake"))
  const database = yield* optional("DATABASE_URL", databaseUrl)
  const redis = yield* optional("REDIS_URL", redisUrl)
  const storage: Settings["storage"] = Option.isSome(database)
    ? { _tag: "Postgres", url: database.value }
    : {
        _tag: "Embedded",
        dataDirectory,
        synchronous: yield* orElse("KITTIWAKE_SQLITE_SYNC", oneOf("KITTIWAKE_SQLITE_SYNC", syncModes), "full"),
        snapshotEvery: yield* orElse<Duration.Duration | null>(
          "KITTIWAKE_SNAPSHOT_EVERY",
          snapshotEvery,
          Duration.days(1)
        )
      }
  // An environment can always be read.
  const written = yield* Effect.orDie(writtenNames)
  const settings: Settings = {
    host: yield* orElse("KITTIWAKE_HOST", host, "127.0.0.1"),
    port: yield* orElse("KITTIWAKE_PORT", port("KITTIWAKE_PORT", defaultPort), defaultPort),
    dataDirectory,
    storage,
    ...(yield* blobPlaces(dataDirectory)),
    role: yield* orElse("KITTIWAKE_ROLE", oneOf("KITTIWAKE_ROLE", roles), "all"),
    apiKey: yield* optional("KITTIWAKE_API_KEY", apiKey),
    plan: yield* orElse("KITTIWAKE_PLAN", oneOf("KITTIWAKE_PLAN", Object.keys(planTerms) as Array<Plan>), "scale"),
    ...(yield* operatorDoors),
    egressAllow: yield* orElse<ReadonlyArray<AllowItem>>("KITTIWAKE_EGRESS_ALLOW", parseAllow, []),
    browser: { ...(yield* readBrowser), directory: join(dataDirectory, "browser") },
    languageModel: yield* languageModel,
    search: yield* search,
    people: yield* people,
    newsBackends: yield* orElse<ReadonlyArray<NamedNews>>("KITTIWAKE_NEWS_BACKENDS", readNewsBackends, []),
    redis,
    sealingKey: yield* optional("KITTIWAKE_SEALING_KEY", sealingKey("KITTIWAKE_SEALING_KEY")),
    nextSealingKey: yield* optional("KITTIWAKE_SEALING_KEY_NEXT", sealingKey("KITTIWAKE_SEALING_KEY_NEXT")),
    publicUrl: yield* optional("KITTIWAKE_PUBLIC_URL", publicUrl),
    webhookHeaderPrefix: yield* orElse("KITTIWAKE_WEBHOOK_HEADERS", webhookHeaders, usualHeaderPrefix),
    obeysRobots: (yield* orElse("KITTIWAKE_ROBOTS", oneOf("KITTIWAKE_ROBOTS", robotsChoices), "obey")) === "obey",
    assistants: yield* assistants,
    readingSeconds: yield* orElse("KITTIWAKE_READING_SECONDS", readingSeconds, defaultReadingSeconds),
    memoryBudgetBytes: yield* orElse("KITTIWAKE_MEMORY_BUDGET", memoryBudget, defaultCapacityBytes),
    history: {
      ...historyRetentionDefaults,
      historyAge: yield* orElse(
        "KITTIWAKE_HISTORY_AGE",
        days("KITTIWAKE_HISTORY_AGE", "90d or 400d"),
        historyRetentionDefaults.historyAge
      ),
      historyVersions: yield* orElse(
        "KITTIWAKE_HISTORY_VERSIONS",
        historyVersions,
        historyRetentionDefaults.historyVersions
      ),
      historyBytes: yield* orElse(
        "KITTIWAKE_HISTORY_SIZE",
        size("KITTIWAKE_HISTORY_SIZE", "500MB or 2GB"),
        historyRetentionDefaults.historyBytes
      )
    },
    batchResultBytes: yield* orElse(
      "KITTIWAKE_BATCH_RESULTS",
      size("KITTIWAKE_BATCH_RESULTS", "500MB or 20GB"),
      resultBoundsDefaults.resultBytes
    ),
    brandRefreshes: {
      perDay: yield* orElse("KITTIWAKE_BRANDS_REFRESH_PER_DAY", refreshesPerDay, refreshBoundsDefaults.perDay),
      age: yield* orElse(
        "KITTIWAKE_BRANDS_REFRESH_AGE",
        days("KITTIWAKE_BRANDS_REFRESH_AGE", "30d or 60d"),
        refreshBoundsDefaults.age
      )
    },
    index: {
      ...indexBoundsDefaults,
      maxPages: yield* orElse("KITTIWAKE_SEARCH_INDEX_PAGES", indexedPages, indexBoundsDefaults.maxPages),
      maxBytes: yield* orElse(
        "KITTIWAKE_SEARCH_INDEX_SIZE",
        size("KITTIWAKE_SEARCH_INDEX_SIZE", "500MB or 2GB"),
        indexBoundsDefaults.maxBytes
      )
    },
    news: {
      ...newsBoundsDefaults,
      maxArticles: yield* orElse("KITTIWAKE_NEWS_ARTICLES", newsArticles, newsBoundsDefaults.maxArticles)
    },
    gathering: { sources: yield* orElse("KITTIWAKE_NEWS_SOURCES", newsSources, gatheringBoundsDefaults.sources) },
    log: yield* orElse("KITTIWAKE_LOG", oneOf("KITTIWAKE_LOG", logFormats), interactive ? "pretty" : "json"),
    named: [
      ...(Option.isSome(database) ? ["DATABASE_URL"] : []),
      ...(Option.isSome(redis) ? ["REDIS_URL"] : []),
      ...written.filter((name) => known.has(name))
    ],
    unused: written.filter((name) => !known.has(name))
  }
  return settings
})

/** Where the server of these settings answers to the command beside it. */
export const serverUrl = (settings: Pick<Settings, "host" | "port">): string => {
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[settings.host] ?? settings.host
  return `http://${host.includes(":") ? `[${host}]` : host}:${settings.port}`
}
