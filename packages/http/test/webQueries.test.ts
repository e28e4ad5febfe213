/** How queries may be written (contract/scrape.md §0.2). Observed: what the web is asked. */
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, layer, newCaller, pick } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"
import { type Asked, WebScript } from "./support/ScriptedWeb.ts"

const page = "url=https%3A%2F%2Fshop.example%2Fprices"

/** Makes a call that is answered, and tells what the web was asked. */
const ask = Effect.fnUntraced(function* (key: string, query: string, path = "html") {
  const target = path === "sitemap" ? "domain=shop.example" : page
  const reply = yield* call("GET", `/v1/web/scrape/${path}?${target}&${query}`, { key })
  assert.strictEqual(reply.status, 200, `${query.slice(0, 200)} ${JSON.stringify(reply.body)}`)
  return (yield* WebScript).asked.at(-1) as Asked
})

const request = (asked: Asked, ...path: ReadonlyArray<string | number>) => pick(asked.request, ...path)

const text = (value: unknown) => encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))

const rules = { links: { selector: "a", type: "list", output: { href: "a@href", label: "b" } }, title: "h1" }

describe("a query", () => {
  it.effect("has objects in brackets, as they are or encoded, and as JSON", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      for (const query of [
        "pdf[start]=2&pdf[end]=3&pdf[ocr]=true",
        "pdf%5Bstart%5D=2&pdf%5Bend%5D=3&pdf%5Bocr%5D=true",
        `pdf=${text({ start: 2, end: 3, ocr: true, shouldParse: null })}`,
        `pdf=${text(' {"start":"2","end":3,"ocr":"true"}')}`,
        "pdf=&pdf[start]=2&pdf[end]=3&pdf[ocr]=true&pdf[shouldParse]="
      ]) {
        const asked = yield* ask(key, query)
        assert.deepStrictEqual(request(asked, "pdf"), { shouldParse: true, start: 2, end: 3, ocr: true }, query)
      }
      const headers = { "x-a": "1, 2", cookie: "a=b; c=d" }
      for (const query of [
        `headers[X-A]=${text("1, 2")}&headers[Cookie]=${text("a=b; c=d")}`,
        `headers=${text({ "X-A": "1, 2", Cookie: "a=b; c=d" })}`
      ]) {
        assert.deepStrictEqual(request(yield* ask(key, query, "bytes"), "headers"), headers, query)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "has rules in brackets and as JSON that mean the same, ten levels deep, with fields called by a number",
    () =>
      Effect.gen(function* () {
        const key = yield* newCaller()
        const inBrackets = [
          "extractRules%5Blinks%5D%5Bselector%5D=a",
          "extractRules[links][type]=list",
          "extractRules[links][output][href]=a@href",
          "extractRules[links][output][label]=b",
          "extractRules[title]=h1"
        ].join("&")
        const first = request(yield* ask(key, inBrackets), "extract")
        const second = request(yield* ask(key, `extractRules=${text(rules)}`), "extract")
        assert.deepStrictEqual(first, second)
        assert.strictEqual((first as ReadonlyMap<string, unknown>).size, 2)

        const deepest = `extractRules${[1, 2, 3, 4].map((level) => `[f${level}][output]`).join("")}[f5]`
        const selectors = [1, 2, 3, 4].map(
          (level) =>
            `extractRules${[1, 2, 3, 4]
              .slice(0, level)
              .map((one) => `[f${one}]`)
              .join("[output]")}[selector]=a`
        )
        yield* ask(key, `${selectors.join("&")}&${deepest}=h1`)
        yield* ask(key, `${selectors.join("&")}&${deepest}[selector]=h1&${deepest}[output]=text`)

        const numbered = request(yield* ask(key, "extractRules[2024]=h1&extractRules[0][selector]=p"), "extract")
        assert.sameMembers([...(numbered as ReadonlyMap<string, unknown>).keys()], ["0", "2024"])
      }).pipe(Effect.provide(layer))
  )

  it.effect("has lists of selectors in every form, and keeps commas that belong to a selector", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const expected: ReadonlyArray<readonly [query: string, selectors: ReadonlyArray<string>]> = [
        [`includeSelectors=${text("main,article")}`, ["main", "article"]],
        [`includeSelectors=${text("main , article,")}`, ["main", "article"]],
        ["includeSelectors=main&includeSelectors=article", ["main", "article"]],
        ["includeSelectors[]=main&includeSelectors%5B%5D=article", ["main", "article"]],
        ["includeSelectors[0]=main&includeSelectors[1]=article", ["main", "article"]],
        [`includeSelectors=${text(["main", "p:is(a, b)"])}`, ["main", "p:is(a, b)"]],
        [`includeSelectors=${text(":is(h1, h2) > a,p")}`, [":is(h1, h2) > a", "p"]],
        [`includeSelectors=${text('[title="a, b"],[role=main]')}`, ['[title="a, b"]', "[role=main]"]],
        [`includeSelectors=${text("[role=main]")}`, ["[role=main]"]],
        [`includeSelectors=${text("a\\,b,c")}`, ["a\\,b", "c"]],
        [`includeSelectors=${text("[title='a],b']")}`, ["[title='a],b']"]],
        [`includeSelectors=${text("a +b")}`, ["a +b"]],
        ["includeSelectors=a+b", ["a b"]],
        ["includeSelectors=a%2Bb", ["a+b"]]
      ]
      for (const [query, selectors] of expected) {
        assert.deepStrictEqual(request(yield* ask(key, query), "regions", "includeSelectors"), selectors, query)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("says with an empty value what it says with none", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const names = "headers,maxAgeMs,waitForMs,actions,country,includeSelectors,excludeSelectors,pdf,extractRules"
      const more = "timeoutOpts,timeoutMS,timeout,tags,zdr,settleAnimations,pdf[start],headers[X],timeoutOpts[behavior]"
      const empty = `${names},${more}`.split(",").map((name) => `${name}=`)
      const asked = yield* ask(key, empty.join("&"))
      const plain = yield* ask(key, "includeFrames=false")
      assert.deepStrictEqual([asked.request, asked.call.freshness], [plain.request, plain.call.freshness])
      assert.deepStrictEqual(asked.call.deadline, plain.call.deadline)
    }).pipe(Effect.provide(layer))
  )

  it.effect("has actions as the text of a JSON array, and says so to who sends anything else", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const actions = [{ do: "wait", timeMs: 5 }, { do: "scroll" }, { do: "click", selector: "a, b" }]
      const asked = yield* ask(key, `actions=${text(actions)}`)
      assert.deepStrictEqual(request(asked, "source", "actions"), [
        { do: "wait", timeMs: 5 },
        { do: "scroll", direction: "down", amount: "viewport", maxScrolls: 1, container: null },
        { do: "click", selector: "a, b" }
      ])
      for (const destroyed of ["[object Object]", "[object Object],[object Object]"]) {
        const reply = yield* call("GET", `/v1/web/scrape/markdown?${page}&actions=${text(destroyed)}`, { key })
        assert.strictEqual(reply.status, 400)
        assert.match(String(reply.body.message), /^actions: .*JSON array/)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("has labels that are trimmed before they are counted, and countries in any case", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const many = Array.from({ length: 20 }, (_, index) => ` t${index} `).join(",")
      const reply = yield* call("GET", `/v1/web/scrape/markdown?${page}&tags=${text(`${many},, ,`)}&country=DE`, {
        key
      })
      assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
      assert.strictEqual(request((yield* WebScript).asked[0]!, "source", "country"), "de")
      const logged = yield* call("GET", `/v1/logs/${reply.body.request_id}`, { key })
      assert.deepStrictEqual(
        pick(logged.body, "data", "tags"),
        Array.from({ length: 20 }, (_, index) => `t${index}`)
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("has the bounds of every number, both included", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      for (const query of ["maxAgeMs=0", "maxAgeMs=31536000000", "waitForMs=0", "waitForMs=30000"])
        yield* ask(key, query)
      const shot = "viewport[width]=240&viewport[height]=4320&scrollOffset=100000"
      const asked = yield* ask(key, shot, "screenshot")
      assert.deepStrictEqual(request(asked, "source", "viewport"), { width: 240, height: 4_320 })
      assert.deepStrictEqual(request(asked, "part"), { _tag: "From", top: 100_000 })
      assert.strictEqual(request(yield* ask(key, "maxLinks=100000", "sitemap"), "maxLinks"), 100_000)
    }).pipe(Effect.provide(layer))
  )

  it.effect("asks with what the contract says where nothing is said", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const markdown = yield* ask(key, "x=y", "markdown")
      assert.deepStrictEqual(request(markdown, "markdown"), {
        includeLinks: true,
        includeImages: false,
        shortenBase64Images: true
      })
      assert.deepStrictEqual(markdown.call.freshness, { maxAgeMillis: 259_200_000, zeroRetention: false })
      assert.deepStrictEqual(request(markdown, "regions"), {
        mainContentOnly: false,
        includeSelectors: [],
        excludeSelectors: []
      })
      const picture = yield* ask(key, "x=y", "screenshot")
      assert.deepInclude(request(picture, "source"), { viewport: { width: 1_920, height: 1_080 }, waitMillis: 3_000 })
      assert.deepStrictEqual(request(picture, "part"), { _tag: "Window" })
      assert.deepInclude((yield* ask(key, "x=y", "sitemap")).request, { maxLinks: 10_000, includeSubdomains: false })
      yield* call("POST", "/v1/web/crawl", { key, body: { url: "https://shop.example/" } })
      const crawl = (yield* WebScript).asked.at(-1)!
      assert.deepInclude(crawl.request, { maxPages: 100, maxDepth: null, stopAfterMillis: 80_000, pattern: null })
    }).pipe(Effect.provide(layer))
  )

  it.live("may be 256 KiB long, and no longer than a request may be", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const url = yield* baseUrl
      const selectors = Array.from({ length: 50 }, (_, index) => `${index}${"x".repeat(2_046)}`.slice(0, 2_048))
      const rules = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`f${index}`, "y".repeat(1_800)]))
      const query = `${page}&includeSelectors=${selectors.join(",")}&extractRules=${text(rules)}`
      assert.isAbove(query.length, 256 * 1_024)
      const { port } = new URL(url)
      const send = (target: string) =>
        Effect.callback<string>((resume) => {
          const socket = connect(Number(port), "127.0.0.1", () =>
            socket.write(
              `GET ${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`
            )
          )
          let answer = ""
          socket.on("data", (bytes) => {
            answer += bytes.toString()
          })
          socket.on("error", () => undefined)
          socket.on("close", () => resume(Effect.succeed(answer)))
        })
      assert.match(yield* send(`/v1/web/scrape/html?${query}`), /^HTTP\/1\.1 200 /)
      const asked = (yield* WebScript).asked.at(-1)!
      assert.lengthOf(request(asked, "regions", "includeSelectors") as ReadonlyArray<string>, 50)
      assert.match(yield* send(`/v1/web/scrape/html?${query}&${"z".repeat(60_000)}`), /^HTTP\/1\.1 431 /)
      assert.match(yield* send(`/v1/org/browser/profiles/${"z".repeat(4_000)}`), /^HTTP\/1\.1 405 /)
    }).pipe(Effect.provide(listening))
  )
})
