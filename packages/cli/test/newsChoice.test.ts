/** Backends of news, from what the environment says to who is asked, and to what a server answers with. */
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { NewsBackends } from "@kittiwake/core/news/NewsBackends"
import { parseAllow } from "@kittiwake/core/web/domain/EgressPolicy"
import { ConfigProvider, Effect, Option, Result } from "effect"
import { layerNews } from "../src/adapters.ts"
import { readSettings } from "../src/config.ts"
import { newsBackends as doctorOf } from "../src/doctor/newsBackends.ts"
import { readNewsBackends } from "../src/newsChoice.ts"
import { beside, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const settingsOf = (env: Readonly<Record<string, string>>) =>
  readSettings(false).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...env } }))
  )

const seen = (millis: number) => new Date(millis).toISOString().replace(/[-:]|\.\d+/g, "")

/** One that answers as GDELT does, on this machine, and what it was asked. */
const gdelt = async (status = 200) => {
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    request.resume()
    asked.push(new URL(request.url ?? "/", "http://x").searchParams.get("query") ?? "")
    response.writeHead(status, { "content-type": "application/json" })
    const article = (n: number, title: string) => ({
      ...{ url: `https://paper${n}.example/news/${n}`, title, domain: `paper${n}.example`, language: "English" },
      ...{ seendate: seen(Date.now() - n * 3_600_000), socialimage: "", url_mobile: "", sourcecountry: "Germany" }
    })
    response.end(
      JSON.stringify({
        articles: [article(1, "Zwergseeschwalbe opens a second colony"), article(2, "What the coast wants this year")]
      })
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    asked,
    url: `http://127.0.0.1:${port}/api/v2/doc/doc`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const served = (status?: number) =>
  Effect.acquireRelease(
    Effect.promise(() => gdelt(status)),
    (one) => Effect.promise(() => one[Symbol.asyncDispose]())
  )

describe("who is asked for news beside feeds", () => {
  it("is named, with an address where it is another than its own", () => {
    assert.deepStrictEqual(Result.getOrThrow(readNewsBackends(" GDELT ")), [{ name: "gdelt", url: Option.none() }])
    assert.deepStrictEqual(Result.getOrThrow(readNewsBackends("gdelt = http://127.0.0.1:9/doc")), [
      { name: "gdelt", url: Option.some("http://127.0.0.1:9/doc") }
    ])
  })

  it("is refused in one line that says what to write", () => {
    for (const text of [
      "",
      "google",
      "gdelt,gdelt",
      "gdelt,",
      "gdelt=ftp://a.example",
      "gdelt=https://a.example/?q=1",
      "gdelt="
    ]) {
      const refused = readNewsBackends(text)
      assert.isTrue(Result.isFailure(refused), text)
      assert.match(
        String(Result.isFailure(refused) ? refused.failure : ""),
        /^KITTIWAKE_NEWS_BACKENDS is ".*": write gdelt, or/
      )
    }
  })

  it.live("is nobody unless the settings say so, and is asked through the door that all else goes through", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* settingsOf({})).newsBackends, [])
      const { asked, url } = yield* served()
      const { newsBackends } = yield* settingsOf({ KITTIWAKE_NEWS_BACKENDS: `gdelt=${url}` })
      const find = Effect.flatMap(NewsBackends, ({ backends }) => backends[0]!.find({ names: ["Fulmar"] }, 5_000))
      const egressAllow = Result.getOrThrow(parseAllow("127.0.0.1"))
      assert.lengthOf(yield* Effect.provide(find, layerNews({ egressAllow, newsBackends })), 2)
      assert.deepStrictEqual(asked, ['"Fulmar"'])
      const refused = yield* Effect.flip(Effect.provide(find, layerNews({ egressAllow: [], newsBackends })))
      assert.strictEqual(refused.reason, "forbidden_address")
      assert.lengthOf(asked, 1)
      assert.lengthOf((yield* Effect.provide(NewsBackends, layerNews({ egressAllow }))).backends, 0)
    }).pipe(Effect.scoped)
  )

  it.live("is told by the doctor, each with its state", () =>
    Effect.gen(function* () {
      const stateOf = Effect.fnUntraced(function* (status: number) {
        const { url } = yield* served(status)
        const env = { KITTIWAKE_NEWS_BACKENDS: `gdelt=${url}`, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
        return (yield* doctorOf(yield* settingsOf(env))).map(({ state, subject }) => `${subject} ${state}`)
      })
      assert.deepStrictEqual(yield* stateOf(200), ["news: gdelt ok"])
      assert.deepStrictEqual(yield* stateOf(429), ["news: gdelt broken"])
      const [alone] = yield* doctorOf(yield* settingsOf({}))
      assert.deepStrictEqual([alone?.subject, alone?.state], ["news: backends", "absent"])
    }).pipe(Effect.scoped)
  )
})

describe("a server with a backend of news", { timeout: 400_000 }, () => {
  it("answers with what the backend knows, once, page by page and narrowed, and asks it once", async () => {
    await using directory = await temporaryDirectory()
    await using backend = await gdelt()
    const env = {
      KITTIWAKE_DATA_DIR: directory.path,
      KITTIWAKE_NEWS_BACKENDS: `gdelt=${backend.url}`,
      KITTIWAKE_EGRESS_ALLOW: "127.0.0.1"
    }
    await using server = await serve(["start"], env)
    const here = beside(server, env)
    const search = async (...args: ReadonlyArray<string>) => {
      const { exitCode, stderr, stdout } = await runHere(
        ["news", "search", "--name", "Zwergseeschwalbe GmbH", "--json", ...args],
        here
      )
      assert.strictEqual(exitCode, 0, stderr)
      return JSON.parse(stdout) as {
        readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>
        readonly next_cursor: string | null
      }
    }
    const { data } = await search()
    assert.deepStrictEqual(
      data.map(({ language, match, source, url }) => [url, language, source, match]),
      [
        [
          "https://paper1.example/news/1",
          "en",
          { name: "paper1.example", domain: "paper1.example", direct: false },
          { level: "primary", confidence: 0.85 }
        ],
        [
          "https://paper2.example/news/2",
          "en",
          { name: "paper2.example", domain: "paper2.example", direct: false },
          { level: "secondary", confidence: 0.4 }
        ]
      ]
    )
    const first = await search("--limit", "1")
    const second = await search("--limit", "1", "--cursor", String(first.next_cursor))
    assert.deepStrictEqual([...first.data, ...second.data], data)
    assert.lengthOf((await search("--source", "paper2.example")).data, 1)
    assert.lengthOf(backend.asked, 1)
    assert.deepStrictEqual(
      server.log.map(({ message }) => String(message)).filter((message) => /^news\.asked$|NEWS_BACKENDS/.test(message)),
      ["news.asked"]
    )
  })
})
