/** Hostile requests: bodies, fields, heads. */
import { gzipSync } from "node:zlib"
import { type Attack, ask, callTool, open, reading, statusOn } from "./asking.ts"
import { heads } from "./heads.ts"
import { pages } from "./pages.ts"

const json = { "content-type": "application/json" }

const post =
  (body: () => string, path = "/v1/monitors"): Attack =>
  (world) =>
    ask(world, "POST", path, body(), json)

const get =
  (path: () => string): Attack =>
  (world) =>
    ask(world, "GET", path())

const written =
  (text: () => string): Attack =>
  (world) => {
    const socket = open(world)
    socket.write(text())
    return statusOn(socket)
  }

const extracting =
  (rules: () => unknown): Attack =>
  (world) =>
    ask(
      world,
      "GET",
      reading(
        "html",
        `http://localhost:${world.sitePort}/large`,
        `&extractRules=${encodeURIComponent(JSON.stringify(rules()))}`
      )
    )

const selecting =
  (selector: string): Attack =>
  (world) =>
    ask(
      world,
      "GET",
      reading(
        "markdown",
        `http://localhost:${world.sitePort}/page/45`,
        `&includeSelectors=${encodeURIComponent(selector)}`
      )
    )

/** Of one of the hostile pages. */
const readingPage =
  (page: string, query: object): Attack =>
  (world) =>
    ask(
      world,
      "GET",
      reading(
        "html",
        `http://localhost:${world.sitePort}/page/${Object.keys(pages).indexOf(page)}`,
        Object.entries(query)
          .map(([name, value]) => `&${name}=${encodeURIComponent(JSON.stringify(value))}`)
          .join("")
      )
    )

const fieldsOf = (count: number, rule: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, rule]))

/** Each pseudo-class stands for a selector of 35 parts. */
const aliases = Array(50).fill(`a${":enabled".repeat(120)}`)

/** A head and a body in pieces of one byte. */
const inPieces =
  (path: string, type: string, pieces: number): Attack =>
  async (world) => {
    const socket = open(world)
    const answer = statusOn(socket)
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.key}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
    )
    for (let sent = 0; sent < pieces && socket.writable; sent += 10_000) {
      if (!socket.write("1\r\n[\r\n".repeat(10_000)))
        await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve))
    }
    socket.write("0\r\n\r\n")
    const told = await answer
    socket.destroy()
    return told
  }

/** As many letters, escaped, of which few are alike. */
const differentLetters = (count: number): string =>
  encodeURIComponent(
    Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join("")
  )

const monitor = (fields: object) => () =>
  JSON.stringify({ name: "x", target: { type: "page", url: "https://example.com/" }, ...fields })

export const requests: Readonly<Record<string, Attack>> = {
  "JSON 100,000 deep": post(() => "[".repeat(100_000)),
  "JSON 1,000,000 deep": post(() => "[".repeat(1_000_000)),
  "JSON of 500,000 elements": post(() => `{"tags":[${"0,".repeat(500_000)}0]}`),
  "JSON of 300,000 empty lists": post(() => `[${"[],".repeat(300_000)}[]]`),
  "JSON of 100,000 members": post(() => `{${Array.from({ length: 70_000 }, (_, n) => `"key${n}":1`).join()}}`),
  "JSON with a string of 1 MB": post(monitor({ name: "x".repeat(1_000_000) })),
  "JSON of 1 MB in escapes": post(() => `{"name":"${"\\u0041".repeat(170_000)}"}`),
  "JSON of quotes": post(() => `{"name":"${'\\"'.repeat(500_000)}"}`),
  "JSON in 1-byte chunks": inPieces("/v1/monitors", "application/json", 1_000_000),
  "upload in 1-byte chunks": inPieces("/v1/parse", "text/plain", 2_000_000),
  "form of 10,000 parts": (world) =>
    ask(
      world,
      "POST",
      "/v1/parse",
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(10_000)}--b--`,
      { "content-type": "multipart/form-data; boundary=b" }
    ),
  "form with a head of 1 MB": (world) =>
    ask(world, "POST", "/v1/parse", `--b\r\nX: ${"x".repeat(1_000_000)}\r\n\r\nx\r\n--b--`, {
      "content-type": "multipart/form-data; boundary=b"
    }),
  "query of 10,000 names": get(() => `/v1/monitors?${Array.from({ length: 10_000 }, (_, n) => `a${n}=1`).join("&")}`),
  "query of 200 KB": get(() => `/v1/monitors?q=${"x".repeat(200_000)}`),
  "path of 200 KB": get(() => `/v1/monitors/${"x".repeat(200_000)}`),
  "path of 90,000 escaped percent signs": get(() => `/${"%25".repeat(90_000)}`),
  "target with a host of 30,000 different letters": written(
    () => `GET http://${differentLetters(30_000)}/ HTTP/1.1\r\nHost: x\r\n\r\n`
  ),
  "query of 70,000 names": get(
    () => `/v1/monitors?${Array.from({ length: 70_000 }, (_, n) => n.toString(36)).join("&")}`
  ),
  "id of 900,000 percent signs for an assistant's tool": (world) =>
    callTool(world, "monitor_get", { monitor_id: "%".repeat(900_000) }),
  "batch of 500 hosts of 2,000 different letters": post(
    () =>
      JSON.stringify({
        input: {
          mode: "scrape",
          data: {
            format: "html",
            urls: Array.from({ length: 500 }, (_, n) => ({
              url: `http://${decodeURIComponent(differentLetters(2_000))}${n}`
            }))
          }
        }
      }),
    "/v1/batch/submit"
  ),
  "path of 100,000 slashes": get(() => `/v1${"/".repeat(100_000)}`),
  "300 KB of headers": written(() => `GET /health HTTP/1.1\r\n${"X: y\r\n".repeat(60_000)}\r\n`),
  "2,000 headers": written(() => `GET /health HTTP/1.1\r\nHost: x\r\n${"X: y\r\n".repeat(1_990)}\r\n`),
  "1,000 requests in one write": written(() => "GET /health HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000)),
  ...heads,
  "1,000 reads in one write": (world) => {
    const socket = open(world)
    const path = reading("markdown", `http://localhost:${world.sitePort}/plain`)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.key}\r\n\r\n`.repeat(1_000))
    return statusOn(socket)
  },
  "JSON in a gzip bomb": (world) =>
    ask(world, "POST", "/v1/monitors", gzipSync(Buffer.alloc(50 * 1024 * 1024, "[")), {
      ...json,
      "content-encoding": "gzip"
    }),
  "JSON of numbers with 1,000,000 digits": post(() => `{"name":${"9".repeat(1_000_000)}}`),
  "JSON of __proto__": post(() => '{"__proto__":{"name":"x"},"constructor":{"prototype":{}}}'),
  "JSON with 10,000 tags": post(monitor({ tags: Array.from({ length: 9_000 }, (_, n) => `t${n}`) })),
  "JSON of half surrogates": post(() => `{"name":"${"\\ud800".repeat(100_000)}"}`),
  "10,000 selectors": post(
    monitor({
      target: {
        ...{ type: "page", url: "https://example.com/" },
        include_selectors: Array.from({ length: 9_000 }, (_, n) => `.c${n}`)
      }
    })
  ),
  "cron of every minute of a century": post(
    monitor({
      schedule: {
        type: "cron",
        expression: `${Array.from({ length: 60 }, (_, n) => n).join()} ${"*/1,".repeat(10_000)}0 * * *`,
        timezone: "UTC"
      }
    })
  ),
  "time zone of 100 KB": post(
    monitor({ schedule: { type: "cron", expression: "0 0 * * *", timezone: "Europe/".repeat(15_000) } })
  ),
  "webhook to an address of 500 KB": post(monitor({ webhook: { url: `https://example.com/${"x".repeat(500_000)}` } })),
  "extract rules 100 deep": extracting(() => {
    let rules: object = { a: "i" }
    for (let depth = 0; depth < 100; depth++) rules = { a: { selector: "*", type: "list", output: rules } }
    return rules
  }),
  "1,000 extract rules": extracting(() =>
    Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`f${n}`, { selector: `p:nth-child(${n}n + 1)`, type: "list" }])
    )
  ),
  "urlRegex of 2,000 alternatives": (world) =>
    ask(
      world,
      "GET",
      `/v1/web/scrape/sitemap?domain=s3.localhost:${world.sitePort}&urlRegex=${encodeURIComponent(`(${"a?".repeat(400)}){50}`)}&timeoutMS=8000`
    ),
  "cron of the 30th of February": post(
    monitor({ schedule: { type: "cron", expression: "0 0 30 2 *", timezone: "UTC" } })
  ),
  "regex that explodes": (world) =>
    ask(
      world,
      "GET",
      `/v1/web/scrape/sitemap?domain=localhost:${world.sitePort}&urlRegex=${encodeURIComponent("(a+)+$")}&timeoutMS=8000`
    ),
  "selector of 30 descendants": selecting(`*${" *".repeat(30)}`),
  "selector of :has": selecting(":has(:has(:has(:has(*))))"),
  "selector of siblings": selecting(`i${"~i".repeat(20)}`),
  "selector of :not 100 deep": selecting(`${":not(".repeat(100)}a${")".repeat(100)}`),
  "monitor of 100 selectors of 120 pseudo-classes": post(
    monitor({
      target: {
        ...{ type: "page", url: "https://example.com/" },
        ...{ include_selectors: aliases, exclude_selectors: aliases }
      }
    })
  ),
  "100 selectors of 120 pseudo-classes": readingPage("1,800 paragraphs", {
    includeSelectors: aliases.slice(25),
    excludeSelectors: aliases.slice(25)
  }),
  "50 selectors of 60 names": readingPage("1,800 paragraphs", {
    excludeSelectors: Array(50).fill(`:is(${Array.from({ length: 60 }, (_, at) => `a${at}`)})`)
  }),
  "selector of 120 languages": readingPage("a language of 2,700 parts", {
    excludeSelectors: [`:lang(${Array(120).fill("*-c")})`]
  }),
  "selector of letters that are alike": readingPage("letters that are alike", {
    excludeSelectors: [`[title*="${"a".repeat(900)}b${"a".repeat(900)}"]`]
  }),
  "45 lists of elements 390 deep": readingPage("3,500 elements 390 deep", {
    extractRules: fieldsOf(45, { selector: "div", type: "list" })
  }),
  "45 lists of 400,000 empty texts": readingPage("400,000 empty paragraphs", {
    extractRules: fieldsOf(45, { selector: "p", type: "list" })
  }),
  "400,000 objects of 16 nulls": readingPage("400,000 empty paragraphs", {
    extractRules: { rows: { selector: "p", type: "list", output: fieldsOf(16, "b") } }
  }),
  "extract rules that multiply": extracting(() => ({
    a: { selector: "*", type: "list", output: { b: { selector: "*", type: "list" } } }
  }))
}
