/**
 * No secret ends where others read. One is planted through every door, and then every place is searched: the list of both is
 * docs/operate/secrets.md.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { linesOf } from "../endToEnd/lines.ts"
import { openEmbedded } from "../endToEnd/storages.ts"
import { type Canaries, kept, leaks, makeCanaries, type Place, type PlaceKind, stored } from "./canaries.ts"
import { openOutside } from "./outside.ts"

const main = join(import.meta.dirname, "../../packages/cli/src/main.ts")

type Environment = Readonly<Record<string, string>>

const run = async (args: ReadonlyArray<string>, env: Environment) => {
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env.PATH ?? "", ...env } })
  let text = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)))
  await once(child, "close")
  return text
}

const startServer = async (env: Environment) => {
  const child = spawn(process.execPath, [main, "--log-level", "all", "start"], {
    env: { PATH: process.env.PATH ?? "", KITTIWAKE_LOG: "json", KITTIWAKE_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [stdout, stderr] = [linesOf(child.stdout!), linesOf(child.stderr!)]
  const ended = once(child, "close")
  const started = JSON.parse(await stdout.first((line) => line.includes("server.started")))
  return {
    url: String(started.annotations.url),
    pid: child.pid!,
    stdout,
    output: () => [...stdout.all, ...stderr.all].join("\n"),
    stop: async () => {
      child.kill("SIGTERM")
      await ended
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}

const place = (kind: PlaceKind, name: string, content: string | Buffer): Place => ({
  kind,
  name,
  content: typeof content === "string" ? Buffer.from(content) : content
})

/** A process and those it started: what `ps` shows everybody, and what the children were given of our environment. */
const processes = async (pid: number): Promise<ReadonlyArray<Place>> => {
  const parents = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  const found: Array<Place> = []
  for (const name of parents) {
    const status = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "")
    const parent = Number(
      status
        .slice(status.lastIndexOf(")") + 1)
        .trim()
        .split(" ")[1]
    )
    if (Number(name) !== pid && parent !== pid) continue
    const command = await readFile(`/proc/${name}/cmdline`).catch(() => Buffer.alloc(0))
    const environ =
      Number(name) === pid ? Buffer.alloc(0) : await readFile(`/proc/${name}/environ`).catch(() => Buffer.alloc(0))
    found.push(place("process list", name, Buffer.concat([command, environ])))
  }
  return found
}

const filesBelow = async (path: string, kindOf: (file: string) => PlaceKind): Promise<ReadonlyArray<Place>> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => place(kindOf(file), file, await readFile(file))))
}

/** Calls the server, and keeps what it answers. */
const caller = (url: string, key: string, replies: Array<Place>) => {
  return async (
    method: string,
    path: string,
    options: { readonly body?: unknown; readonly headers?: Environment; readonly raw?: string } = {}
  ) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...options.headers },
      ...(method === "GET" ? {} : { body: options.raw ?? JSON.stringify(options.body ?? {}) })
    })
    const text = await response.text()
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n")
    const reply = { status: response.status, text, json: (): Record<string, never> => JSON.parse(text) }
    // Who is let in is told their own secrets where they ask for them, once.
    if (response.status >= 400) replies.push(place("reply", `${method} ${path.split("?")[0]}`, `${headers}\n${text}`))
    return reply
  }
}

type Call = ReturnType<typeof caller>

const query = (values: Readonly<Record<string, unknown>>) =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])
  ).toString()

const cookieOf = (value: string) => ({
  ...{ name: "sid", value, domain: "127.0.0.1", path: "/", expires: -1 },
  ...{ httpOnly: true, secure: false, sameSite: "Lax" }
})

/** Everything that callers bring. */
const plantByCalls = async (call: Call, site: string, { note, plant }: Canaries) => {
  const bare = site.replace("http://", "")
  const scrape = (values: Readonly<Record<string, unknown>>) => call("GET", `/v1/web/scrape/markdown?${query(values)}`)
  await scrape({ url: `http://user:${plant("the password of an address")}@${bare}/page` })
  await scrape({ url: `${site}/page?token=${plant("a value of a query", kept)}` })
  await scrape({ url: `${site}/page#${plant("a fragment", kept)}` })
  await scrape({ url: `${site}/page`, headers: { Authorization: `Bearer ${plant("a forwarded Authorization")}` } })
  await scrape({ url: `${site}/page`, headers: { Cookie: `sid=${plant("a forwarded cookie")}` } })
  await scrape({ url: `${site}/page`, headers: { "X-Api-Key": plant("a forwarded key") } })
  await scrape({ url: `${site}/page`, actions: [{ do: "type", selector: "#p", text: plant("a typed password") }] })
  await scrape({ url: `${site}/page`, includeSelectors: [`#${plant("a selector")}`] })
  await scrape({ url: `${site}/page`, password: plant("a parameter that is none") })
  await scrape({ url: `${site}/fails?key=${plant("a query that fails", kept)}` })
  await scrape({ url: `${site}/moved` })
  await scrape({ url: `http://127.0.0.1:1/?key=${plant("a query that nobody answers")}` })
  await scrape({ url: `gopher://user:${plant("the password of an address that is refused")}@${bare}/` })
  await call("POST", "/v1/web/crawl", { body: { url: `${site}/page?key=${plant("a crawl's query", kept)}` } })
  await call("GET", "/v1/monitors", { headers: { authorization: `Bearer ${plant("a key that is wrong")}` } })
  await call("GET", "/v1/monitors", { headers: { authorization: `Basic ${plant("a password for us")}` } })
  await call("GET", "/v1/monitors", { headers: { cookie: `session=${plant("a cookie for us")}` } })
  await call("GET", `/v1/monitors?cursor=${plant("a cursor that is none")}`)
  await call("GET", `/v1/monitors?api_key=${plant("a key in a query")}`)
  await call("GET", `/admin/organizations`, {
    headers: { authorization: `Bearer ${plant("an operator's token that is wrong")}` }
  })
  await call("POST", "/v1/monitors", { raw: `{"password":"${plant("a body that is no JSON")}"` })
  await call("POST", "/v1/monitors", { body: { name: "n", password: plant("a field that is none") } })
  await call("POST", "/v1/parse", {
    raw: plant("an upload that cannot be read"),
    headers: { "content-type": "application/pdf" }
  })
  await call("POST", "/v1/org/browser/profiles", {
    body: {
      session: {
        cookies: [cookieOf(plant("a cookie of a session"))],
        origins: [{ origin: site, localStorage: [{ name: "jwt", value: plant("what a session keeps") }] }]
      }
    }
  })
  await call("POST", "/v1/org/browser/profiles", { body: { session: { cookies: plant("a session that is none") } } })
  const target = { type: "page", url: `${site}/page` }
  const made = await call("POST", "/v1/monitors", {
    body: {
      name: "Door",
      target: { ...target, url: `${site}/page?token=${plant("a watched query", [...stored, "command"])}` },
      schedule: { type: "interval", frequency: 1, unit: "hours" },
      webhook: { url: `${site}/hook/${plant("the path of a receiver", stored)}`, events: ["run.completed"] }
    },
    headers: { "idempotency-key": "once" }
  })
  assert.isBelow(made.status, 300, made.text)
  const { id, webhook } = made.json() as never as { readonly id: string; readonly webhook: { readonly secret: string } }
  note("the signing secret of a webhook", webhook.secret)
  const tested = await call("POST", `/v1/monitors/${id}/webhook/test`)
  assert.strictEqual(tested.status, 200, tested.text)
  for (const url of [`${site}/hook/${plant("the path of a receiver that is tested")}`, "http://10.0.0.1/"]) {
    await call("POST", "/v1/webhooks/test", { body: { url, secret: plant("a secret that a test is signed with") } })
  }
  await call("POST", "/v1/monitors", {
    body: {
      name: "Typed",
      target: { ...target, actions: [{ do: "type", selector: "#p", text: plant("what a monitor types", stored) }] }
    }
  })
  return id
}

const operatorSecrets = (plant: Canaries["plant"]) => ({
  KITTIWAKE_API_KEY: plant("KITTIWAKE_API_KEY"),
  KITTIWAKE_ADMIN_TOKEN: plant("KITTIWAKE_ADMIN_TOKEN"),
  KITTIWAKE_METRICS_TOKEN: plant("KITTIWAKE_METRICS_TOKEN"),
  KITTIWAKE_SEALING_KEY: plant("KITTIWAKE_SEALING_KEY"),
  KITTIWAKE_BROWSER: `ws://127.0.0.1:1/?token=${plant("the token of a browser")}`,
  KITTIWAKE_BROWSER_GUARDED: "true",
  KITTIWAKE_LLM_KEY: plant("a setting that is none"),
  AWS_SECRET_ACCESS_KEY: plant("another program's key")
})

/** Signs a browser in by a link, uses its session at every kind of path, and tries what is no key and no link. */
const signIn = async (url: string, here: Readonly<Record<string, string>>, { note, plant }: Canaries) => {
  const post = (body: object) =>
    fetch(`${url}/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  const printed = await run(["dashboard", "--json"], here)
  const [link = ""] = /kwl_\w+/.exec(printed) ?? []
  note("a link to the dashboard", link)
  const entered = await post({ link })
  assert.strictEqual(entered.status, 200)
  const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";")
  note("the session of a browser", cookie.split("=")[1] ?? "")
  const { data } = (await (await fetch(`${url}/admin/organizations`, { headers: { cookie } })).json()) as {
    readonly data: ReadonlyArray<{ readonly id: string }>
  }
  const headers = { cookie, "x-kittiwake-organization": data[0]!.id }
  for (const path of ["/v1/monitors", "/v1/org/sessions", "/v1/nothing", "/session", "/app/enter"]) {
    await (await fetch(`${url}${path}`, { headers })).text()
  }
  for (const body of [{ key: plant("a key that was tried") }, { link: plant("a link that was tried") }]) {
    assert.strictEqual((await post(body)).status, 401)
  }
}

describe("a secret", { timeout: 240_000 }, () => {
  it("ends in no place that others read, through whatever door it came", async () => {
    const canaries = makeCanaries()
    const { all, note, plant } = canaries
    await using outside = await openOutside(canaries)
    await using storage = await openEmbedded()
    const env = { ...storage.env, ...operatorSecrets(plant), KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
    const places: Array<Place> = []
    {
      await using server = await startServer(env)
      const call = caller(server.url, env.KITTIWAKE_API_KEY!, places)
      const admin = (method: string, path: string, body?: unknown) =>
        call(method, path, { body, headers: { authorization: `Bearer ${env.KITTIWAKE_ADMIN_TOKEN}` } })
      const listed = (await admin("GET", "/admin/organizations")).json() as never as {
        data: ReadonlyArray<{ id: string }>
      }
      await call("GET", "/metrics", { headers: { authorization: `Bearer ${env.KITTIWAKE_METRICS_TOKEN}` } })
      const made = await admin("POST", `/admin/organizations/${listed.data[0]!.id}/keys`, { name: "made" })
      const madeKey = (made.json() as never as { readonly secret: string }).secret
      note("a key that was made", madeKey)
      const id = await plantByCalls(call, outside.url, canaries)
      await signIn(server.url, { ...env, KITTIWAKE_PORT: new URL(server.url).port }, canaries)
      await call("GET", `/v1/web/scrape/screenshot?${query({ url: `${outside.url}/page` })}`)
      await server.stdout.first((line) => line.includes("delivery.attempted"))
      const rotated = await call("POST", `/v1/monitors/${id}/webhook/rotate-secret`)
      note(
        "a signing secret that was made anew",
        (rotated.json() as never as { webhook: { secret: string } }).webhook.secret
      )

      // Doors and places of whoever operates it.
      const here = { ...env, KITTIWAKE_PORT: new URL(server.url).port }
      const next = plant("KITTIWAKE_SEALING_KEY_NEXT")
      places.push(...(await processes(server.pid)))
      const copy = join(storage.directory, "copy.db")
      for (const args of [
        ["doctor"],
        ["backup", copy],
        ["monitor", "list"],
        ["key", "list"],
        ["monitor", "add", "nonsense"]
      ]) {
        places.push(place("command", args.join(" "), await run(args, here)))
      }
      places.push(
        place("command", "rotate", await run(["sealing-key", "rotate"], { ...here, KITTIWAKE_SEALING_KEY_NEXT: next }))
      )
      places.push(
        place(
          "command",
          "doctor on Postgres",
          await run(["doctor"], {
            ...env,
            DATABASE_URL: `postgres://user:${plant("the password of DATABASE_URL")}@127.0.0.1:1/none`
          })
        ),
        place(
          "command",
          "a wrong key",
          await run(["doctor"], { ...env, KITTIWAKE_SEALING_KEY: plant("x").slice(0, 20) })
        )
      )

      const logs = (await call("GET", "/v1/logs?limit=100")).json() as never as {
        readonly data?: ReadonlyArray<{ request_id?: string; id?: string }>
      }
      const ids = (logs.data ?? []).map(({ id: one, request_id }) => request_id ?? one)
      assert.isAtLeast(ids.length, 20, JSON.stringify(logs).slice(0, 300))
      for (const one of ids) places.push(place("call log", String(one), (await call("GET", `/v1/logs/${one}`)).text))
      places.push(place("call log", "list", JSON.stringify(logs)))
      await server.stop()
      places.push(place("log", "of the server", server.output()))
      const file = join(storage.directory, "all.ndjson.gz")
      const exporting = await run(["export", file], { ...env, KITTIWAKE_SEALING_KEY: next })
      places.push(place("command", "export", exporting), place("export", file, gunzipSync(await readFile(file))))
    }
    places.push(
      ...(await filesBelow(storage.directory, (file) =>
        /copy\.db/.test(file) ? "copy" : /kittiwake\.db/.test(file) ? "database" : "file"
      ))
    )

    assert.isAtLeast(all.length, 40)
    // What was planted came in: what may be stored is stored.
    for (const { door, mayBeIn, secret } of all.filter((one) => one.mayBeIn.includes("export"))) {
      assert.isTrue(
        places.some(({ content, kind }) => kind === "export" && content.includes(secret)),
        `${door} came nowhere`
      )
      assert.isNotEmpty(mayBeIn)
    }
    assert.isTrue(outside.asked.some((url) => url.includes("token=")))
    assert.deepStrictEqual(leaks(all, places), [])
  })

  it("is found in each place, however it is spelled", () => {
    const { all, plant } = makeCanaries()
    const secret = plant("any")
    const spelled = [
      secret,
      JSON.stringify({ a: `x${secret}` }),
      Buffer.from(`user:${secret}`).toString("base64"),
      Buffer.from(`{"a":"${secret}"}`).toString("base64url"),
      Buffer.from(secret).toString("hex")
    ]
    for (const text of spelled) assert.lengthOf(leaks(all, [place("log", "l", `before ${text} behind`)]), 1, text)
    assert.deepStrictEqual(leaks(all, [place("log", "l", secret.slice(1))]), [])
  })
})
