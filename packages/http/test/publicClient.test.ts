/** The public client of the same API, unchanged, against a server that really listens. */
import { assert, describe, it } from "@effect/vitest"
import ContextDev from "context.dev"
import { Effect } from "effect"
import { deliverDue, newCaller, Outside, pick, runDue } from "./support/App.ts"
import { baseUrl, layer } from "./support/Listening.ts"

const connect = Effect.gen(function* () {
  const apiKey = yield* newCaller()
  return new ContextDev({ apiKey, baseURL: `${yield* baseUrl}/v1`, maxRetries: 0 })
})

const failureOf = (promise: Promise<unknown>) =>
  Effect.promise(() =>
    promise.then(
      () => assert.fail("was answered"),
      (error: unknown) => error
    )
  )

describe("the public client", () => {
  it.effect("creates, reads, lists, edits, runs and removes monitors", () =>
    Effect.gen(function* () {
      const client = yield* connect
      const created = yield* Effect.promise(() =>
        client.monitors.create({
          name: "Prices",
          target: { type: "page", url: "https://shop.example/prices", exclude_selectors: [".ad"] },
          change_detection: { type: "exact" },
          schedule: { type: "interval", frequency: 6, unit: "hours" },
          tags: ["shop", "prices"],
          webhook: { url: "https://receiver.example/hook", events: ["change.detected", "run.completed"], retry: {} }
        })
      )
      assert.isString(created.initial_run_id)
      yield* runDue
      ;(yield* Outside).page = "12 euro"
      const queued = yield* Effect.promise(() => client.monitors.run(created.id))
      assert.strictEqual(queued.queued, true)
      yield* runDue

      const retrieved = yield* Effect.promise(() => client.monitors.retrieve(created.id))
      assert.deepInclude(retrieved.baseline, { text: "12 euro" })
      const listed = yield* Effect.promise(() =>
        client.monitors.list({
          tags: ["other", "shop"],
          q: "pri",
          search_by: ["name", "tags"],
          status: "active",
          limit: 5
        })
      )
      assert.deepStrictEqual(
        listed.data.map(({ id }) => id),
        [created.id]
      )
      const limits = yield* Effect.promise(() => client.monitors.getLimits())
      assert.strictEqual(limits.monitors_used, 1)
      const usage = yield* Effect.promise(() => client.monitors.getCreditUsage({ since: "1970-01-01T00:00:00.000Z" }))
      assert.strictEqual(usage.total_credits, 2)
      const runs = yield* Effect.promise(() => client.monitors.listRuns(created.id, { status: "completed" }))
      const allRuns = yield* Effect.promise(() => client.monitors.listAccountRuns({ limit: 1 }))
      assert.deepStrictEqual([runs.data.length, allRuns.data.length, allRuns.has_more], [2, 1, true])
      const nextRuns = yield* Effect.promise(() =>
        client.monitors.listAccountRuns({ limit: 1, cursor: allRuns.next_cursor! })
      )
      assert.deepStrictEqual([nextRuns.has_more, nextRuns.next_cursor], [false, null])
      const changes = yield* Effect.promise(() => client.monitors.listChanges(created.id, { tag: "shop" }))
      const allChanges = yield* Effect.promise(() =>
        client.monitors.listAccountChanges({ monitor_id: created.id, target_type: "page" })
      )
      assert.deepStrictEqual(changes.data, allChanges.data)
      const change = yield* Effect.promise(() => client.monitors.retrieveChange(changes.data[0]!.id))
      assert.strictEqual(change.run_id, queued.run_id)

      const updated = yield* Effect.promise(() =>
        client.monitors.update(created.id, { name: "Other", status: "paused", webhook: null })
      )
      assert.deepStrictEqual([updated.name, updated.status, updated.next_run_at], ["Other", "paused", null])
      const paused = yield* failureOf(client.monitors.run(created.id))
      assert.instanceOf(paused, ContextDev.ConflictError)
      const removed = yield* Effect.promise(() => client.monitors.delete(created.id))
      assert.deepStrictEqual([removed.id, removed.deleted], [created.id, true])
      const gone = yield* failureOf(client.monitors.retrieve(created.id))
      assert.instanceOf(gone, ContextDev.NotFoundError)
    }).pipe(Effect.provide(layer))
  )

  it.effect("lists, reads and repeats deliveries", () =>
    Effect.gen(function* () {
      const client = yield* connect
      const { data } = yield* Effect.promise(async () => {
        await client.monitors.create({
          name: "Prices",
          target: { type: "page", url: "https://shop.example/prices" },
          change_detection: { type: "exact" },
          schedule: { type: "interval", frequency: 1, unit: "days" },
          webhook: { url: "https://receiver.example/hook", events: ["run.completed"] }
        })
        return client.webhooks.deliveries.list({ type: "monitor" })
      })
      assert.deepStrictEqual(data, [])
      yield* runDue
      yield* deliverDue
      const listed = yield* Effect.promise(() =>
        client.webhooks.deliveries.list({ type: "monitor", status: "delivered", tags: ["audit"] })
      )
      const id = listed.data[0]!.id
      const delivery = yield* Effect.promise(() => client.webhooks.deliveries.retrieve(id, { tags: ["a", "b"] }))
      assert.strictEqual(delivery.last_attempt?.http_status, 200)
      const refused = yield* failureOf(client.webhooks.deliveries.retry(id))
      assert.instanceOf(refused, ContextDev.ConflictError)
      const retried = yield* Effect.promise(() =>
        client.webhooks.deliveries.retry(id, { force: true, "Idempotency-Key": "once" }).withResponse()
      )
      assert.strictEqual(retried.response.status, 202)
      assert.strictEqual(retried.response.headers.get("location"), `/v1/webhooks/deliveries/${id}`)
      yield* deliverDue
      const attempts = yield* Effect.promise(() => client.webhooks.deliveries.listAttempts(id, { limit: 10 }))
      assert.deepStrictEqual(
        attempts.data.map(({ trigger }) => trigger),
        ["manual", "initial"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("reads the log of its calls, and the history of usage", () =>
    Effect.gen(function* () {
      const client = yield* connect
      const url = "https://shop.example/prices"
      const created = yield* Effect.promise(() =>
        client.monitors
          .create({
            name: "Prices",
            target: { type: "page", url },
            change_detection: { type: "exact" },
            schedule: { type: "interval", frequency: 1, unit: "days" },
            webhook: { url: "https://receiver.example/hook" }
          })
          .withResponse()
      )
      const requestId = created.response.headers.get("x-request-id")!
      yield* failureOf(client.monitors.retrieve("mon_none"))
      yield* failureOf(client.webhooks.deliveries.retrieve(`whd_${"0".repeat(32)}`, { tags: ["audit", "b"] }))
      const list = (query: Parameters<typeof client.logs.list>[0]) => Effect.promise(() => client.logs.list(query))

      const all = yield* list({ limit: 2 })
      assert.deepStrictEqual([all.data.length, all.page, all.limit, all.has_more], [2, 1, 2, true])
      const next = yield* list({ limit: 2, page: 2, path: "/monitors", from: "1970-01-01T00:00:00Z" })
      assert.deepStrictEqual([next.data, next.has_more], [[], false])
      for (const query of [
        { path: "/v1/monitors" },
        { status_code: 201 },
        { search: "SHOP.example", errors_only: false },
        { search: url }
      ]) {
        assert.deepStrictEqual(
          (yield* list(query)).data.map(({ request_id }) => request_id),
          [requestId],
          JSON.stringify(query)
        )
      }
      const tagged = yield* list({ tags: "audit,other", errors_only: true, error_code: "NOT_FOUND" })
      assert.deepStrictEqual(
        tagged.data.map(({ status_code, tags }) => [status_code, tags]),
        [[404, ["audit", "b"]]]
      )

      const { data } = yield* Effect.promise(() => client.logs.retrieve(requestId))
      assert.deepInclude(data, { method: "POST", path: "/v1/monitors", status_code: 201, credits_used: 0, zdr: false })
      assert.match(data.user_agent ?? "", /\/JS /)
      assert.deepInclude(data.input.body, { name: "Prices" })
      assert.strictEqual(pick(data.response, "id"), created.data.id)
      assert.strictEqual(pick(data.response, "webhook", "secret"), "[redacted]")
      assert.instanceOf(yield* failureOf(client.logs.retrieve("unknown")), ContextDev.NotFoundError)

      yield* runDue
      const history: unknown = yield* Effect.promise(() =>
        client.get("/org/usage/history", { query: { interval: "hour", group_by: "path" } })
      )
      assert.strictEqual(pick(history, "total_credits_used"), 1)
      assert.deepInclude(pick(history, "data", 24, "groups"), {
        value: "/monitors/run",
        credits_used: 1,
        request_count: 0
      })
    }).pipe(Effect.provide(layer))
  )

  it.effect("prefetches sites", () =>
    Effect.gen(function* () {
      const client = yield* connect
      const prefetch = (body: Parameters<typeof client.utility.prefetch>[0]) => client.utility.prefetch(body)
      const done = yield* Effect.promise(() =>
        prefetch({
          type: "brand",
          identifier: { domain: "www.shop.example" },
          tags: ["audit"],
          timeoutOpts: { milliseconds: 5_000, behavior: "fail" }
        })
      )
      assert.deepInclude(done, { status: "ok", type: "brand", domain: "shop.example" })
      assert.deepStrictEqual(done.key_metadata, { credits_consumed: 0, credits_remaining: 1_000 })
      const mail = yield* Effect.promise(() =>
        prefetch({ type: "styleguide", identifier: { email: "a@firm.example" } })
      )
      assert.strictEqual(mail.domain, "firm.example")
      const refused = yield* failureOf(prefetch({ type: "brand", identifier: { email: "a@gmail.com" } }))
      assert.instanceOf(refused, ContextDev.UnprocessableEntityError)
      assert.deepInclude(Object(refused).error, { error_code: "FREE_EMAIL_DETECTED", status: "error" })
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused webhooks that lead inside", () =>
    Effect.gen(function* () {
      const client = yield* connect
      const target = { type: "page", url: "https://shop.example/prices" } as const
      for (const url of ["http://localhost:3000/", "http://wiki.corp/", "http://10.1.2.3/", "http://[::1]/"]) {
        const refused = yield* failureOf(client.monitors.create({ name: "Prices", target, webhook: { url } }))
        assert.instanceOf(refused, ContextDev.BadRequestError)
        assert.strictEqual(Object(refused.error).error_code, "INPUT_VALIDATION_ERROR", url)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("raises its own errors for ours, with the message and the body", () =>
    Effect.gen(function* () {
      const client = yield* connect
      const stranger = new ContextDev({ apiKey: "sk_unknown", baseURL: `${yield* baseUrl}/v1`, maxRetries: 0 })
      assert.instanceOf(yield* failureOf(stranger.monitors.getLimits()), ContextDev.AuthenticationError)
      const invalid = yield* failureOf(client.monitors.list({ limit: 0 }))
      assert.instanceOf(invalid, ContextDev.BadRequestError)
      assert.include(String(invalid), "400 limit: must be an integer from 1 to 100")
      // What is there and takes other methods is not told to be missing.
      const other = yield* failureOf(client.put("/monitors", { body: {} }))
      assert.strictEqual((other as object).constructor, ContextDev.APIError)
      assert.include(String(other), "405 This path takes GET, HEAD, POST.")
    }).pipe(Effect.provide(layer))
  )
})
