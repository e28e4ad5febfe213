import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Option, Redacted, Schema } from "effect"
import { blobPlace } from "../src/blobPlace.ts"
import { CommandFailed, exitCodes } from "../src/CommandFailed.ts"
import { readSettings, serverUrl, unusedNames } from "../src/config.ts"

const read = (env: Record<string, string>) =>
  readSettings(false).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env)))

const isCommandFailed = Schema.is(CommandFailed)

const refusal = (env: Record<string, string>) =>
  Effect.map(Effect.flip(read(env)), (error) => {
    assert.isTrue(isCommandFailed(error))
    assert.strictEqual(isCommandFailed(error) ? error.exitCode : 0, exitCodes.usage)
    assert.notInclude(error.message, "\n")
    return error.message
  })

describe("settings", () => {
  it.effect("have defaults that work when nothing is set", () =>
    Effect.gen(function* () {
      const settings = yield* read({})
      assert.deepInclude(settings, { host: "127.0.0.1", port: 8787, role: "all", plan: "scale", log: "json" })
      assert.strictEqual(settings.storage._tag, "Embedded")
      assert.match(settings.dataDirectory, /\/\.kittiwake$/)
      assert.deepStrictEqual([settings.apiKey._tag, settings.egressAllow, settings.unused], ["None", [], []])
    })
  )

  it.effect("that are empty count as unset, as container tools write them", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read({ KITTIWAKE_MEMORY_BUDGET: "256MB" })).memoryBudgetBytes, 256 * 1024 * 1024)
      assert.strictEqual((yield* read({ KITTIWAKE_BATCH_RESULTS: "3GB" })).batchResultBytes, 3_000_000_000)
      assert.strictEqual((yield* read({})).batchResultBytes, 20_000_000_000)
      const { history } = yield* read({ KITTIWAKE_HISTORY_SIZE: "500mb", KITTIWAKE_HISTORY_VERSIONS: "9" })
      assert.deepStrictEqual([history.historyBytes, history.historyVersions], [500_000_000, 9])
      const refreshes = { KITTIWAKE_BRANDS_REFRESH_PER_DAY: "0", KITTIWAKE_BRANDS_REFRESH_AGE: "7d" }
      const { brandRefreshes } = yield* read(refreshes)
      assert.deepStrictEqual([brandRefreshes.perDay, Duration.toDays(brandRefreshes.age)], [0, 7])
      const { gathering, news } = yield* read({ KITTIWAKE_NEWS_ARTICLES: "0", KITTIWAKE_NEWS_SOURCES: "7" })
      assert.deepStrictEqual([news.maxArticles, gathering.sources], [0, 7])
      const usual = yield* read({})
      assert.deepStrictEqual([usual.news.maxArticles, usual.gathering.sources], [500_000, 10_000])
      assert.deepStrictEqual((yield* read({})).brandRefreshes, { perDay: 100, age: Duration.days(60) })
      const settings = yield* read({ DATABASE_URL: "", REDIS_URL: " ", KITTIWAKE_PORT: "", KITTIWAKE_API_KEY: "" })
      assert.deepInclude(settings, { port: 8787 })
      assert.strictEqual(settings.storage._tag, "Embedded")
    })
  )

  it.effect("log for people on a terminal", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings(true).pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord({}))
      )
      assert.strictEqual(settings.log, "pretty")
    })
  )

  it.effect("that are wrong are refused in one line that says what to write", () =>
    Effect.gen(function* () {
      for (const [env, says] of [
        [{ KITTIWAKE_PORT: "http" }, /^KITTIWAKE_PORT is "http": write a port/],
        [{ KITTIWAKE_PORT: "70000" }, /^KITTIWAKE_PORT is "70000": write a port/],
        [{ KITTIWAKE_HOST: "http://localhost" }, /^KITTIWAKE_HOST is .*: write an address/],
        [{ KITTIWAKE_ROLE: "web" }, /^KITTIWAKE_ROLE is "web": write one of all, http, worker\.$/],
        [{ KITTIWAKE_PLAN: "gold" }, /^KITTIWAKE_PLAN is "gold": write one of free, developer/],
        [{ KITTIWAKE_METRICS_TOKEN: "short" }, /^KITTIWAKE_METRICS_TOKEN cannot be a token: write 32/],
        [{ KITTIWAKE_METRICS_PORT: "9464" }, /^KITTIWAKE_METRICS_PORT is set, .* set KITTIWAKE_METRICS_TOKEN too\.$/],
        [{ KITTIWAKE_LOG: "xml" }, /^KITTIWAKE_LOG is "xml": write one of pretty, json\.$/],
        [{ KITTIWAKE_EGRESS_ALLOW: "http://10.0.0.1" }, /^KITTIWAKE_EGRESS_ALLOW: .* Write 10\.0\.0\.1\.$/],
        [{ KITTIWAKE_MEMORY_BUDGET: "1GB" }, /^KITTIWAKE_MEMORY_BUDGET is "1GB": write megabytes/],
        [{ KITTIWAKE_MEMORY_BUDGET: "8MB" }, /^KITTIWAKE_MEMORY_BUDGET is "8MB": write megabytes, 32MB or more/],
        [{ KITTIWAKE_HISTORY_AGE: "1y" }, /^KITTIWAKE_HISTORY_AGE is "1y": write days/],
        [{ KITTIWAKE_HISTORY_VERSIONS: "0" }, /^KITTIWAKE_HISTORY_VERSIONS is "0": write how many/],
        [
          { KITTIWAKE_BRANDS_REFRESH_PER_DAY: "-1" },
          /^KITTIWAKE_BRANDS_REFRESH_PER_DAY is "-1": .* from 0 to 10000\.$/
        ],
        [{ KITTIWAKE_BRANDS_REFRESH_PER_DAY: "10001" }, /^KITTIWAKE_BRANDS_REFRESH_PER_DAY is "10001": write how many/],
        [{ KITTIWAKE_NEWS_ARTICLES: "many" }, /^KITTIWAKE_NEWS_ARTICLES is "many": .* from 0 to 20000000\.$/],
        [{ KITTIWAKE_NEWS_ARTICLES: "20000001" }, /^KITTIWAKE_NEWS_ARTICLES is "20000001": write how many/],
        [{ KITTIWAKE_NEWS_SOURCES: "100001" }, /^KITTIWAKE_NEWS_SOURCES is "100001": .* from 0 to 100000\.$/],
        [{ KITTIWAKE_BRANDS_REFRESH_AGE: "0d" }, /^KITTIWAKE_BRANDS_REFRESH_AGE is "0d": write days, such as 30d/],
        [{ KITTIWAKE_BATCH_RESULTS: "20" }, /^KITTIWAKE_BATCH_RESULTS is "20": write megabytes or gigabytes/],
        [{ KITTIWAKE_HISTORY_SIZE: "2TB" }, /^KITTIWAKE_HISTORY_SIZE is "2TB": write megabytes or gigabytes/],
        [{ KITTIWAKE_BLOBS_FROM: "blobs" }, /^KITTIWAKE_BLOBS_FROM is no place: write the absolute path/],
        [
          { KITTIWAKE_BLOBS: "/a/b", KITTIWAKE_BLOBS_FROM: "/a/b/" },
          /^KITTIWAKE_BLOBS_FROM is where large bytes are to be/
        ],
        [{ KITTIWAKE_BLOBS: "blobs" }, /^KITTIWAKE_BLOBS is no place: write the absolute path of a folder, or s3:/],
        [{ KITTIWAKE_BLOBS: "s3://b" }, /^KITTIWAKE_BLOBS is no bucket: the name of a bucket has 3 to 63 small/],
        [{ KITTIWAKE_BLOBS: "s3://bucket" }, /^KITTIWAKE_BLOBS is no bucket: region= is that of the bucket/],
        [{ KITTIWAKE_BLOBS: "s3://bucket/../x?region=eu-1" }, /set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
        [{ KITTIWAKE_BLOBS: "s3://bucket/a b?region=eu-1" }, /the path behind the bucket may have letters/],
        [{ KITTIWAKE_BLOBS: "s3://bucket?region=eu-1&tls=off" }, /behind the \? stand endpoint, region, style/],
        [{ KITTIWAKE_BLOBS: "s3://bucket?endpoint=minio:9000" }, /endpoint= is where the store answers/],
        [{ KITTIWAKE_BLOBS: "s3://bucket?endpoint=http://minio:9000/x" }, /endpoint= is where the store answers/],
        [{ KITTIWAKE_BLOBS: "s3://bucket?region=eu-1&style=host" }, /style= is path or virtual/],
        [{ REDIS_URL: "localhost:6379" }, /^REDIS_URL is not an address of Redis: write redis:/],
        [{ REDIS_URL: "http://localhost" }, /^REDIS_URL is not an address of Redis: write redis:/]
      ] as const) {
        assert.match(yield* refusal(env), says)
      }
    })
  )

  it.effect("name a bucket with what may use it", () =>
    Effect.gen(function* () {
      const access = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "hunter2" }
      const bucketAt = (address: string, more: Record<string, string> = {}) =>
        Effect.map(read({ ...access, ...more, KITTIWAKE_BLOBS: address }), ({ blobs }) => {
          assert(blobs._tag === "Bucket")
          assert.notInclude(JSON.stringify(blobs), "hunter2")
          const { endpoint, name, prefix, region, style } = blobs.bucket
          assert.strictEqual(blobPlace(blobs), `s3://${`${name}/${prefix}`.replace(/\/$/, "")} at ${endpoint}`)
          return [endpoint, name, prefix, region, style]
        })
      assert.deepStrictEqual(yield* bucketAt("s3://pages/a/b/?region=eu-central-1"), [
        ...["https://s3.eu-central-1.amazonaws.com", "pages", "a/b/", "eu-central-1", "virtual"]
      ])
      assert.deepStrictEqual(yield* bucketAt("s3://my.pages", { AWS_REGION: "cn-north-1" }), [
        ...["https://s3.cn-north-1.amazonaws.com.cn", "my.pages", "", "cn-north-1", "path"]
      ])
      assert.deepStrictEqual(yield* bucketAt("s3://pages?endpoint=http://minio:9000"), [
        ...["http://minio:9000", "pages", "", "us-east-1", "path"]
      ])
      assert.deepStrictEqual(
        yield* bucketAt("s3://pages?endpoint=https://fra1.example.com&region=fra1&style=virtual"),
        [...["https://fra1.example.com", "pages", "", "fra1", "virtual"]]
      )
    })
  )

  it.effect("that are secret are never repeated, neither when wrong nor when right", () =>
    Effect.gen(function* () {
      assert.notInclude(yield* refusal({ DATABASE_URL: "mysql://u:hunter2@db/x" }), "hunter2")
      const noSlashes = yield* refusal({ DATABASE_URL: "postgres:hunter2@host/db" })
      assert.notInclude(noSlashes, "hunter2")
      assert.include(noSlashes, "write postgres://user:password@host:5432/database")
      assert.notInclude(yield* refusal({ REDIS_URL: "tcp://u:hunter2@redis" }), "hunter2")
      assert.notInclude(yield* refusal({ KITTIWAKE_API_KEY: "hunter2" }), "hunter2")
      assert.notInclude(yield* refusal({ KITTIWAKE_BLOBS: "s3://key:hunter2@bucket?region=eu-1" }), "hunter2")
      const half = { KITTIWAKE_BLOBS: "s3://bucket?region=eu-1", AWS_SECRET_ACCESS_KEY: "hunter2" }
      assert.notInclude(yield* refusal(half), "hunter2")
      assert.notInclude(yield* refusal({ KITTIWAKE_ADMIN_TOKEN: "hunter2" }), "hunter2")
      const settings = yield* read({
        DATABASE_URL: "postgres://u:hunter2@db/x",
        REDIS_URL: "redis://u:hunter2@redis:6379",
        KITTIWAKE_ADMIN_TOKEN: "hunter2".repeat(5),
        KITTIWAKE_METRICS_TOKEN: "hunter2".repeat(6)
      })
      assert.isTrue(Option.isSome(settings.adminToken) && Option.isSome(settings.metricsToken))
      assert.notInclude(JSON.stringify(settings), "hunter2")
      assert.include(settings.storage._tag === "Postgres" ? Redacted.value(settings.storage.url) : "", "hunter2")
    })
  )

  it.effect("that nothing reads are named: misspelt ones, and those of later versions", () =>
    Effect.gen(function* () {
      const given = {
        KITTIWAKE_SEARXNG: "http://localhost",
        KITTIWAKE_PROT: "80",
        KITTIWAKE_ALLOW_0: "x",
        KITTIWAKE_PORT_2: "x",
        KITTIWAKE_OFF: "",
        KITTIWAKE_PORT: "80"
      }
      const { port, unused } = yield* read({ ...given, KITTIWAKE: "1", KITTIWAKE_BROWSER_GUARDED: "true" })
      assert.deepStrictEqual(
        [port, unused],
        [80, ["KITTIWAKE_ALLOW_0", "KITTIWAKE_PORT_2", "KITTIWAKE_PROT", "KITTIWAKE_SEARXNG"]]
      )
    })
  )

  it.effect("name the headers of webhooks, if they can be names", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read({})).webhookHeaderPrefix, "X-Service")
      assert.strictEqual((yield* read({ KITTIWAKE_WEBHOOK_HEADERS: "X-Acme-Hook" })).webhookHeaderPrefix, "X-Acme-Hook")
      for (const KITTIWAKE_WEBHOOK_HEADERS of ["Webhook", "X-", "X-A B", "X-A:", "X-\u00e9", "content"]) {
        assert.match(yield* refusal({ KITTIWAKE_WEBHOOK_HEADERS }), /^KITTIWAKE_WEBHOOK_HEADERS is /)
      }
    })
  )

  it.effect("are those that the docs describe, and are all read", () =>
    Effect.gen(function* () {
      const docs = yield* Effect.promise(() =>
        readFile(new URL("../../../docs/operate/configuration.md", import.meta.url), "utf8")
      )
      const described = new Set(docs.match(/KITTIWAKE_[A-Z_]+/g))
      const env = Object.fromEntries([...described].map((name) => [name, " "]))
      assert.isAbove(described.size, 15)
      assert.deepStrictEqual((yield* read(env)).unused, [])
      const set = Object.fromEntries([...described].map((name) => [name, "-"]))
      const provider = ConfigProvider.fromEnvRecord(set)
      assert.deepStrictEqual(yield* Effect.provideService(unusedNames, ConfigProvider.ConfigProvider, provider), [])
    })
  )

  it("have a row each in the docs", async () => {
    const text = (path: string) => readFile(new URL(path, import.meta.url), "utf8")
    const quoted = (await text("../src/config.ts")).match(/(?<=")(?:KITTIWAKE|AWS|DATABASE|REDIS)_[A-Z_]+(?=")/g)
    const rows = (await text("../../../docs/operate/configuration.md")).match(/^\| `[A-Z].*?\|/gm) ?? []
    const described = rows.flatMap((row) => row.match(/[A-Z]+_[A-Z_]+/g) ?? [])
    assert.isAbove(described.length, 30)
    assert.deepStrictEqual([...new Set(quoted)].sort(), [...new Set(described)].sort())
  })

  it("lead commands to a server that listens on every address", () => {
    assert.strictEqual(serverUrl({ host: "0.0.0.0", port: 80 }), "http://127.0.0.1:80")
    assert.strictEqual(serverUrl({ host: "::", port: 80 }), "http://[::1]:80")
  })
})
