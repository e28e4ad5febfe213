import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Effect, Option } from "effect"
import { Kittiwake, KittiwakeError, type KittiwakeOptions, type LogEntry, layer } from "kittiwake"
import { temporaryDirectory } from "./support/command.ts"
import * as support from "./support/site.ts"

const page = { type: "page", url: "https://example.com/" } as const

const open = (options: Partial<KittiwakeOptions> = {}) =>
  Kittiwake.open({ memory: true, worker: false, ...options } as KittiwakeOptions)

const rejection = async (promise: Promise<unknown>): Promise<KittiwakeError> => {
  const error: unknown = await promise.then(
    () => assert.fail("the promise was fulfilled"),
    (reason) => reason
  )
  assert.instanceOf(error, KittiwakeError)
  return error as KittiwakeError
}

describe("Kittiwake inside a program", () => {
  it("takes and gives the shapes of the HTTP API", async () => {
    await using kittiwake = await open()
    const created = await kittiwake.monitors.create({
      name: "Pricing",
      target: page,
      schedule: { type: "cron", expression: "0 9 * * 1-5", time_zone: "Europe/Berlin" },
      tags: ["shop"],
      webhook: { url: "https://example.com/hook", retry: {} }
    })
    assert.match(created.id, /^mon_/)
    assert.match(created.webhook?.secret ?? "", /^whsec_/)
    assert.deepInclude(created, { name: "Pricing", status: "active", tags: ["shop"], baseline: null })
    const { baseline, initial_run_id, ...monitor } = created
    assert.deepStrictEqual((await kittiwake.monitors.list({ tag: "shop" })).data, [monitor])
    assert.deepStrictEqual(await kittiwake.monitors.get(created.id), { ...monitor, baseline })
    const [queued] = (await kittiwake.monitors.runs({ monitor_id: created.id })).data
    assert.deepInclude(queued, { id: initial_run_id, status: "queued", run_type: "baseline" })
  })

  it("goes on with its work beside a program that asks again as soon as it was answered", async () => {
    await using kittiwake = await open()
    let turns = 0
    const turning = setInterval(() => turns++, 0)
    for (let call = 0; call < 200; call++) await kittiwake.monitors.limits()
    clearInterval(turning)
    assert.isAbove(turns, 1)
  })

  it("changes, pauses and removes a monitor", async () => {
    await using kittiwake = await open()
    const { id } = await kittiwake.monitors.create({ name: "One", target: page })
    const paused = await kittiwake.monitors.update(id, { name: "Two", status: "paused" })
    assert.deepInclude(paused, { name: "Two", status: "paused", next_run_at: null })
    assert.strictEqual((await rejection(kittiwake.monitors.runNow(id))).code, "MONITOR_PAUSED")
    await kittiwake.monitors.remove(id)
    assert.strictEqual((await rejection(kittiwake.monitors.get(id))).code, "NOT_FOUND")
    assert.deepStrictEqual(await kittiwake.monitors.limits(), {
      monitors_used: 0,
      monitors_limit: 10_000,
      plan: "scale"
    })
  })

  it("keeps to the plan as it is now, not as it was when the instance opened", async () => {
    const adminToken = "an operator's token that nobody guesses"
    await using kittiwake = await open({ adminToken })
    assert.strictEqual((await kittiwake.monitors.limits()).plan, "scale")
    const operate = (method: string, path: string, body?: object) =>
      kittiwake.handler(
        new Request(`http://any.host/admin${path}`, {
          method,
          headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
    const { data } = (await (await operate("GET", "/organizations")).json()) as { data: [{ id: string }] }
    const changed = await operate("PATCH", `/organizations/${data[0].id}`, { plan: "free", overrides: { monitors: 1 } })
    assert.strictEqual(changed.status, 200, await changed.text())
    assert.deepInclude(await kittiwake.monitors.limits(), { plan: "free", monitors_limit: 1 })
    await kittiwake.monitors.create({ name: "One", target: page })
    const second = await rejection(kittiwake.monitors.create({ name: "Two", target: page }))
    assert.strictEqual(second.code, "MONITOR_LIMIT_EXCEEDED")
  })

  it("counts what it does apart from other instances, for who has the token", async () => {
    const metricsToken = "a token for metrics that nobody guesses".replaceAll(" ", "-")
    await using watched = await support.page("Open")
    await using kittiwake = await open({ metricsToken, egressAllow: [watched.address] })
    await using other = await open({ metricsToken })
    const collect = async ({ handler }: Kittiwake) => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      return (await (await handler(new Request("http://any.host/metrics", { headers }))).text()).split("\n")
    }
    const first = (lines: ReadonlyArray<string>) => lines.find((line) => /verdict="first_sight"/.test(line))
    await kittiwake.monitors.create({ name: "One", target: { type: "page", url: watched.url } })
    assert.include(await collect(kittiwake), 'kittiwake_work_due{work="runs"} 1')
    await kittiwake.runDue()
    assert.match(first(await collect(kittiwake)) ?? "", / 1$/)
    const lines = await collect(other)
    assert.match(first(lines) ?? "", / 0$/)
    for (const line of [
      'kittiwake_work_due{work="deliveries"} 0',
      'kittiwake_ready{check="database"} 1',
      'kittiwake_info{version="0.1.0"} 1',
      "# TYPE kittiwake_process_cpu_seconds_total counter",
      "kittiwake_memory_budget_bytes 134217728"
    ]) {
      assert.include(lines, line)
    }
  })

  it("lets a site be fetched ahead, and refuses one that it never would", async () => {
    await using kittiwake = await open()
    assert.deepStrictEqual(await kittiwake.web.prefetch({ domain: "https://WWW.Shop.example/about" }), {
      domain: "shop.example",
      wasCached: false
    })
    assert.strictEqual(
      (await rejection(kittiwake.web.prefetch({ domain: "wiki.corp" }))).code,
      "INPUT_VALIDATION_ERROR"
    )
    const neither = await rejection(kittiwake.web.prefetch({}))
    assert.deepStrictEqual(
      [neither.code, neither.message],
      ["INPUT_VALIDATION_ERROR", "The input must be an object with either domain or email."]
    )
  })

  it("does once what is asked twice with one idempotency key, also when the second asks over HTTP", async () => {
    await using kittiwake = await open()
    const input = { name: "One", target: page, webhook: { url: "https://example.com/hook" } }
    const create = (idempotencyKey: string, given: object = input) =>
      kittiwake.monitors.create(given as typeof input, { idempotencyKey })
    const created = await create("order 17")
    assert.deepStrictEqual(await create("order 17"), created)
    const { secret } = await kittiwake.keys.create()
    const response = await kittiwake.handler(
      new Request("http://any.host/v1/monitors", {
        method: "POST",
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          "idempotency-key": "order 17"
        },
        body: JSON.stringify({ webhook: input.webhook, target: page, name: "One" })
      })
    )
    assert.strictEqual(response.status, 201)
    assert.strictEqual(((await response.json()) as { readonly id: string }).id, created.id)
    assert.strictEqual(
      (await rejection(create("order 17", { ...input, name: "Two" }))).code,
      "IDEMPOTENCY_KEY_CONFLICT"
    )
    assert.deepInclude(await rejection(create("k".repeat(201))), {
      code: "INPUT_VALIDATION_ERROR",
      field: "idempotencyKey"
    })
    assert.strictEqual((await kittiwake.monitors.list()).data.length, 1)

    const run = () => kittiwake.monitors.runNow(created.id, { idempotencyKey: "order 17" })
    assert.deepStrictEqual(await run(), await run())
    assert.strictEqual((await kittiwake.monitors.runs()).data.length, 2)
  })

  it("shares a change at its own handler, and takes that back", async () => {
    await using site = await support.page("Open")
    await using kittiwake = await open({ egressAllow: [site.address] })
    const { id } = await kittiwake.monitors.create({ name: "Door", target: { type: "page", url: site.url } })
    await kittiwake.runDue()
    site.change("Closed")
    await kittiwake.monitors.runNow(id)
    await kittiwake.runDue()
    const [change] = (await kittiwake.monitors.changes()).data
    const changeId = change?.id ?? ""
    const { url } = await kittiwake.monitors.share(changeId, { expires_in_seconds: 3_600 })
    const page = () => kittiwake.handler(new Request(`http://any.host${url}`))
    assert.strictEqual((await page()).status, 200)
    await kittiwake.monitors.withdraw(changeId)
    assert.strictEqual((await page()).status, 410)
  })

  it("names the field that was wrong", async () => {
    await using kittiwake = await open()
    const wrong = [
      [{ name: "", target: page }, "name"],
      [{ name: "x", target: { ...page, url: "ftp://example.com" } }, "target.url"],
      [{ name: "x", target: { ...page, url: "http://127.0.0.1:9" } }, "target.url"],
      [{ name: "x", target: { ...page, include_selectors: ["p["] } }, "target.include_selectors"],
      [{ name: "x", target: page, schedule: { type: "interval", frequency: 1, unit: "minutes" } }, "schedule"]
    ] as const
    for (const [input, field] of wrong) {
      const error = await rejection(kittiwake.monitors.create(input))
      assert.deepStrictEqual([error.code, error.field], ["INPUT_VALIDATION_ERROR", field])
    }
    // @ts-expect-error: a field that no monitor has
    const unknown = await rejection(kittiwake.monitors.create({ name: "x", target: page, colour: "red" }))
    assert.strictEqual(unknown.field, "colour")
    const list = await rejection(kittiwake.monitors.list({ limit: 1_000 }))
    assert.strictEqual(list.field, "limit")
  })

  it("reads long lists page by page", async () => {
    await using kittiwake = await open()
    for (const name of ["a", "b", "c"]) await kittiwake.monitors.create({ name, target: page })
    const first = await kittiwake.monitors.list({ limit: 2 })
    assert.strictEqual(first.has_more, true)
    const second = await kittiwake.monitors.list({ limit: 2, cursor: first.next_cursor ?? "" })
    assert.deepStrictEqual([...first.data, ...second.data].map(({ name }) => name).sort(), ["a", "b", "c"])
    assert.deepStrictEqual([second.has_more, second.next_cursor], [false, null])
  })

  it("keeps two instances in one process apart", async () => {
    await using one = await open()
    await using other = await open()
    const { id } = await one.monitors.create({ name: "Mine", target: page })
    const { secret } = await one.keys.create()
    assert.deepStrictEqual((await other.monitors.list()).data, [])
    assert.strictEqual((await rejection(other.monitors.get(id))).code, "NOT_FOUND")
    const ask = () => new Request("http://any.host/v1/monitors", { headers: { authorization: `Bearer ${secret}` } })
    assert.strictEqual((await one.handler(ask())).status, 200)
    assert.strictEqual((await other.handler(ask())).status, 401)
    await one.close()
    assert.deepStrictEqual((await other.monitors.list()).data, [])
  })

  it("runs its monitors and sends their events by itself unless told otherwise", async () => {
    const arrived = Promise.withResolvers<string>()
    await using site = await support.page("Open")
    await using receiver = await support.site((request, response) => {
      response.writeHead(204).end()
      arrived.resolve(String(request.headers["x-acme-event"]))
    })
    const baseline = Promise.withResolvers<void>()
    const logged: Array<unknown> = []
    const onLog = ({ fields, message }: LogEntry) => {
      logged.push(...Object.entries(fields).filter(([, value]) => value === undefined || value === "undefined"))
      if (message === "run.recorded" && fields.verdict === "FirstSight") baseline.resolve()
    }
    await using kittiwake = await open({
      worker: true,
      egressAllow: [site.address, receiver.address],
      webhookHeaderPrefix: "X-Acme",
      onLog
    })
    const { id } = await kittiwake.monitors.create({
      name: "Door",
      target: { type: "page", url: site.url },
      webhook: { url: receiver.url }
    })
    await baseline.promise
    site.change("Closed")
    await kittiwake.monitors.runNow(id)
    assert.strictEqual(await arrived.promise, "change.detected")
    assert.deepStrictEqual(logged, [])
  })

  it("tells what was sent, and sends it again", async () => {
    let status = 500
    await using site = await support.page("Open")
    await using receiver = await support.site((_request, response) => response.writeHead(status).end())
    await using kittiwake = await open({ egressAllow: [site.address, receiver.address] })
    const { id } = await kittiwake.monitors.create({
      name: "Door",
      target: { type: "page", url: site.url },
      webhook: { url: receiver.url }
    })
    await kittiwake.runDue()
    site.change("Closed")
    await kittiwake.monitors.runNow(id)
    assert.deepStrictEqual(await kittiwake.runDue(), { runs: 1, deliveries: 1, pages: 0 })

    const [failed] = (await kittiwake.webhooks.list({ monitor_id: id })).data
    assert.deepInclude(failed, { event: "change.detected", status: "failed" })
    status = 204
    await kittiwake.webhooks.retry(failed?.id ?? "")
    await kittiwake.runDue()
    assert.strictEqual((await kittiwake.webhooks.get(failed?.id ?? "")).status, "delivered")
    const attempts = await kittiwake.webhooks.attempts(failed?.id ?? "")
    assert.deepStrictEqual(
      attempts.data.map(({ http_status, trigger }) => [trigger, http_status]),
      [
        ["manual", 204],
        ["initial", 500]
      ]
    )
    assert.strictEqual((await rejection(kittiwake.webhooks.retry(failed?.id ?? ""))).code, "DELIVERY_ALREADY_DELIVERED")
    assert.strictEqual((await kittiwake.credits.account()).balance, 999_998)
  })

  it("answers the key it was opened with, and the keys it made until they are revoked", async () => {
    const apiKey = "sk_0123456789abcdef"
    await using kittiwake = await open({ apiKey })
    const ask = (key: string) =>
      kittiwake.handler(new Request("http://any.host/v1/monitors", { headers: { authorization: `Bearer ${key}` } }))
    assert.strictEqual((await ask(apiKey)).status, 200)
    const made = await kittiwake.keys.create({ name: "logs", scopes: ["logs:read"] })
    assert.strictEqual((await ask(made.secret)).status, 403)
    await kittiwake.keys.revoke(made.id)
    const listed = (await kittiwake.keys.list()).find(({ id }) => id === made.id)
    assert.isNotNull(listed?.revoked_at)
    assert.strictEqual((await rejection(kittiwake.keys.revoke("key_none"))).code, "NOT_FOUND")
  })

  it("rejects what can be no id, in every method, with an error of its own", async () => {
    await using kittiwake = await open()
    const methodsOf = (part: object, name: string): ReadonlyArray<readonly [string, (given: unknown) => unknown]> =>
      Object.entries(part).flatMap(([key, method]) =>
        typeof method === "function"
          ? [[`${name}.${key}`, method] as const]
          : methodsOf(method as object, `${name}.${key}`)
      )
    const { batches, credits, keys, monitors, usage, web, webhooks } = kittiwake
    const all = methodsOf({ batches, credits, keys, monitors, usage, web, webhooks }, "kittiwake")
    const named: Array<string> = []
    for (const [name, method] of all) {
      for (const given of [undefined, null, 7, "", "a\u0000b", {}]) {
        const called = method(given) as Promise<unknown> & AsyncIterable<unknown>
        const error = await (name.endsWith("allResults") ? called[Symbol.asyncIterator]().next() : called).then(
          () => null,
          (reason: unknown) => reason
        )
        if (error === null) continue
        assert.instanceOf(error, KittiwakeError, `${name}(${String(given)})`)
        const { code, field } = error as KittiwakeError
        assert.notStrictEqual(code, "INTERNAL_ERROR", name)
        if (given === undefined && /Id$/.test(field)) named.push(name)
      }
    }
    // All that take an id but update and compareVersions, which read their second argument first.
    assert.strictEqual(named.length, 27, named.join(" "))
  })

  it("refuses everything after it was closed, and closes twice without harm", async () => {
    const kittiwake = await open()
    await kittiwake.close()
    await kittiwake.close()
    assert.strictEqual((await rejection(kittiwake.monitors.list())).code, "CLOSED")
  })

  it("rejects calls that are under way when it closes, and only then is closed", async () => {
    await using slow = await support.site(() => {})
    const kittiwake = await open({ egressAllow: [slow.address] })
    const calls = [
      kittiwake.web.scrape({ url: slow.url }),
      kittiwake.web.crawl({ url: slow.url }),
      kittiwake.web.scrape({ url: slow.url }, { signal: new AbortController().signal })
    ].map(rejection)
    await new Promise((resolve) => setImmediate(resolve))
    await kittiwake.close()
    assert.deepStrictEqual(
      (await Promise.all(calls)).map(({ code }) => code),
      ["CLOSED", "CLOSED", "CLOSED"]
    )
  })

  it("keeps everything in a data directory, which one instance at a time may have open", async () => {
    await using directory = await temporaryDirectory()
    const options = { dataDirectory: directory.path, worker: false }
    const first = await Kittiwake.open(options)
    const { id } = await first.monitors.create({ name: "Kept", target: page })
    const error = await rejection(Kittiwake.open(options))
    assert.deepStrictEqual([error.code, error.message.includes("is in use by process")], ["CANNOT_OPEN", true])
    await first.close()
    await using second = await Kittiwake.open(options)
    assert.strictEqual((await second.monitors.get(id)).name, "Kept")
  }, 180_000)

  it("says which option a program in JavaScript got wrong, in every one of them", async () => {
    const wrong: ReadonlyArray<readonly [field: string, options: unknown, words: RegExp]> = [
      ["options", undefined, /give an object with one of/],
      ["options", "./data", /give an object with one of/],
      ["dataDirectory", {}, /give one of/],
      ["dataDirectory", { dataDirectory: 7 }, /must be a text/],
      ["dataDirectroy", { dataDirectroy: "./data" }, /is no option; there are dataDirectory, /],
      ["databaseUrl", { databaseUrl: "mysql://host/data" }, /the address of a Postgres/],
      ["memory", { memory: "yes" }, /must be true/],
      ["plan", { memory: true, plan: "huge" }, /must be one of free, /],
      ["plan", { memory: true, plan: "toString" }, /must be one of free, /],
      ["egressAllow", { memory: true, egressAllow: "10.0.0.1" }, /must be a list/],
      ["worker", { memory: true, worker: "no" }, /must be true or false/],
      ["publicUrl", { memory: true, publicUrl: "api.example.com" }, /such as https:/],
      ["publicUrl", { memory: true, publicUrl: 7 }, /is no text: it must be an address such as https:/],
      ["publicUrl", { memory: true, publicUrl: "https://u:p@api.example.com" }, /has a user or a password in it/],
      ["publicUrl", { memory: true, publicUrl: "https://api.example.com/?a=b" }, /has a query or a fragment/],
      ["apiKey", { memory: true, apiKey: null }, /must be a text/],
      ["onLog", { memory: true, onLog: {} }, /must be a function/]
    ]
    for (const [field, options, words] of wrong) {
      const error = await rejection(Kittiwake.open(options as KittiwakeOptions))
      assert.deepStrictEqual([error.code, error.field], ["INPUT_VALIDATION_ERROR", field])
      assert.match(error.message, words)
    }
  })

  it("has every option in the table of its guide, and no other", async () => {
    const { message } = await rejection(open({ none: 1 } as Partial<KittiwakeOptions>))
    const options = message.replace(/^.*; there are /, "").split(", ")
    const guide = await readFile(join(import.meta.dirname, "../../../docs/guides/embed.md"), "utf8")
    const [, table = ""] = guide.split("\n| Option |")
    const rows =
      table
        .split("\n\n")[0]
        ?.split("\n")
        .filter((line) => line.startsWith("| `")) ?? []
    const told = rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`(\w+)/g)].map(([, name]) => name))
    assert.deepStrictEqual(told.toSorted(), options.toSorted())
  })

  it("says which option was wrong", async () => {
    const both = { memory: true, dataDirectory: "x" } as unknown as KittiwakeOptions
    assert.strictEqual((await rejection(Kittiwake.open(both))).field, "dataDirectory")
    const error = await rejection(open({ egressAllow: ["http://10.0.0.1/"] }))
    assert.strictEqual(error.field, "egressAllow")
    assert.match(error.message, /Write 10\.0\.0\.1\.$/)
  })

  it.live("is a layer for programs that are written with Effect", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      yield* organizations.ensureFirst({ plan: "free", secret: Option.none() })
      const [organization] = yield* organizations.list
      const limits = yield* (yield* Monitors).limits(organization!)
      assert.deepStrictEqual(limits, { used: 0, limit: 10, plan: "free" })
    }).pipe(Effect.provide(layer({ memory: true, worker: false })))
  )
})
