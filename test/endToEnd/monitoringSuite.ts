/** What a user of the public client sees, on any storage. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import ContextDev from "context.dev"
import { eventually } from "./eventually.ts"
import { eventOf } from "./Receiver.ts"
import { change, openStage, type Stage, watch } from "./Stage.ts"
import { isSignedByHand, isSignedByStandard } from "./signatures.ts"
import type { OpenStorage } from "./storages.ts"

/** The rejection of a promise that must not be kept. */
const refusal = async (promise: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  return assert.fail("it was not refused")
}

const isRefusedWith = (error: unknown, status: number, code: string): void => {
  assert.instanceOf(error, ContextDev.APIError)
  assert.strictEqual(error.status, status)
  assert.propertyVal(error.error, "error_code", code)
}

export const monitoringSuite = (name: string, open: OpenStorage) =>
  describe.concurrent(`with ${name}`, { timeout: 90_000 }, () => {
    let stage: Stage

    beforeAll(async () => {
      stage = await openStage(open)
    }, 90_000)

    afterAll(() => stage?.[Symbol.asyncDispose]())

    it("an edited page becomes a change that arrives signed in both forms", async () => {
      const { client } = stage.server
      const monitor = await watch(stage, "pricing", "Pro costs 10")
      const { baseline } = await client.monitors.retrieve(monitor.id)
      assert.propertyVal(baseline, "text", "Pro costs 10")

      const { arrival, changeId, runId } = await change(stage, monitor, "pricing", "Pro costs 12")
      assert.isTrue(isSignedByHand(arrival, monitor.secret))
      assert.isTrue(isSignedByStandard(arrival, monitor.secret))
      const forged = { ...arrival, body: arrival.body.replace("12", "13") }
      assert.isFalse(isSignedByHand(forged, monitor.secret))
      assert.isFalse(isSignedByStandard(forged, monitor.secret))
      assert.strictEqual(arrival.headers["x-service-event"], "change.detected")
      assert.strictEqual(arrival.headers["x-service-id"], eventOf(arrival).id)

      const found = await client.monitors.retrieveChange(changeId)
      assert.deepInclude(found, { monitor_id: monitor.id, run_id: runId })
      assert.include("diff" in found ? found.diff : "", "-Pro costs 10\n+Pro costs 12")
      const changes = await client.monitors.listChanges(monitor.id)
      assert.deepStrictEqual(
        changes.data.map(({ id }) => id),
        [changeId]
      )
      const account = await client.monitors.listAccountChanges({ monitor_id: monitor.id })
      assert.deepStrictEqual(account.data, changes.data)
      assert.propertyVal((await client.monitors.retrieve(monitor.id)).baseline, "text", "Pro costs 12")
    })

    it("runs, deliveries, attempts, the allowance and the credits spent can be read back", async () => {
      const { client } = stage.server
      const monitor = await watch(stage, "status", "All is well")
      const { runId } = await change(stage, monitor, "status", "Nothing works")
      const runs = await eventually(
        () => client.monitors.listRuns(monitor.id),
        ({ data }) =>
          data.every(({ webhook_deliveries }) => webhook_deliveries?.every(({ status }) => status === "delivered"))
      )
      assert.deepStrictEqual(
        runs.data.map(({ change_detected, credits_charged, id, run_type, status }) => ({
          ...{ change_detected, credits_charged, id, run_type, status }
        })),
        [
          { change_detected: true, credits_charged: 1, id: runId, run_type: "scheduled", status: "completed" },
          {
            change_detected: false,
            credits_charged: 1,
            id: monitor.initialRunId,
            run_type: "baseline",
            status: "completed"
          }
        ]
      )
      const all = await client.monitors.listAccountRuns({ status: "completed", limit: 100 })
      assert.includeMembers(
        all.data.map(({ id }) => id),
        [runId, monitor.initialRunId]
      )

      const deliveries = await client.webhooks.deliveries.list({
        type: "monitor",
        monitor_id: monitor.id,
        run_id: runId
      })
      assert.sameMembers(
        deliveries.data.map(({ event }) => event),
        ["change.detected", "run.completed"]
      )
      for (const { id } of deliveries.data) {
        const delivery = await client.webhooks.deliveries.retrieve(id)
        assert.deepInclude(delivery, { status: "delivered", last_error: null, next_attempt_at: null })
        const attempts = await client.webhooks.deliveries.listAttempts(id)
        // A list tells the headers of each attempt besides.
        const [attempt, ...more] = attempts.data.map((one) => Object.assign({}, one, { request_headers: undefined }))
        assert.deepStrictEqual(attempt, { ...delivery.last_attempt!, request_headers: undefined })
        assert.isEmpty(more)
        assert.deepInclude(delivery.last_attempt, { attempt: 1, trigger: "initial", http_status: 204, error: null })
      }

      assert.isAtLeast((await client.monitors.getLimits()).monitors_used, 1)
      const usage = await client.monitors.getCreditUsage()
      const spent = usage.data.find(({ monitor_id }) => monitor_id === monitor.id)
      assert.deepStrictEqual(spent, { monitor_id: monitor.id, name: "status", credits: 2, runs: 2 })
    })

    it("a delivery is sent again once, however often that is asked for with one key", async () => {
      const { deliveries } = stage.server.client.webhooks
      const monitor = await watch(stage, "again", "Before")
      const { arrival, runId } = await change(stage, monitor, "again", "After")
      const eventId = eventOf(arrival).id
      const listed = await deliveries.list({ type: "monitor", run_id: runId })
      const id = listed.data.find(({ event }) => event === "change.detected")?.id ?? ""
      const delivered = () =>
        eventually(
          () => deliveries.retrieve(id),
          ({ status }) => status === "delivered"
        )
      await delivered()
      isRefusedWith(await refusal(deliveries.retry(id)), 409, "DELIVERY_ALREADY_DELIVERED")

      const asked = { force: true, "Idempotency-Key": "once-more" }
      const [first, second] = await Promise.all([deliveries.retry(id, asked), deliveries.retry(id, asked)])
      assert.deepStrictEqual([first.id, second.id], [id, id])
      await eventually(
        () => deliveries.listAttempts(id),
        ({ data }) => data.length === 2 && data.every(({ http_status }) => http_status === 204)
      )
      await deliveries.retry(id, asked)
      // A third attempt would be pending from the moment that its retry was answered.
      assert.strictEqual((await deliveries.retrieve(id)).status, "delivered")
      const { data } = await deliveries.listAttempts(id)
      assert.deepStrictEqual(
        data.map(({ attempt, trigger }) => [attempt, trigger]),
        [
          [2, "manual"],
          [1, "initial"]
        ]
      )
      const copies = stage.receiver.arrivals.filter(({ headers }) => headers["webhook-id"] === eventId)
      assert.lengthOf(copies, 2)
      assert.strictEqual(copies[1]?.body, copies[0]?.body)
      assert.isTrue(copies.every((copy) => isSignedByStandard(copy, monitor.secret)))
      const other = { ...asked, force: false }
      isRefusedWith(await refusal(deliveries.retry(id, other)), 409, "IDEMPOTENCY_KEY_CONFLICT")
    })

    it("a monitor can be changed, paused, resumed and removed", async () => {
      const { monitors } = stage.server.client
      const monitor = await watch(stage, "docs", "Chapter 1")
      const renamed = await monitors.update(monitor.id, {
        name: "Handbook",
        tags: ["handbook"],
        schedule: { type: "interval", frequency: 2, unit: "days" }
      })
      assert.deepInclude(renamed, { name: "Handbook", tags: ["handbook"], status: "active" })
      assert.deepStrictEqual(renamed.schedule, { type: "interval", frequency: 2, unit: "days" })
      assert.strictEqual(renamed.webhook?.secret, monitor.secret)
      const found = await monitors.list({ q: "handb", tags: ["handbook", "other"] })
      assert.deepStrictEqual(
        found.data.map(({ id }) => id),
        [monitor.id]
      )

      const paused = await monitors.update(monitor.id, { status: "paused" })
      assert.deepInclude(paused, { status: "paused", next_run_at: null })
      isRefusedWith(await refusal(monitors.run(monitor.id)), 409, "MONITOR_PAUSED")
      const resumed = await monitors.update(monitor.id, { status: "active" })
      assert.strictEqual(resumed.status, "active")
      assert.isString(resumed.next_run_at)
      const { changeId } = await change(stage, monitor, "docs", "Chapter 2")

      assert.propertyVal(await monitors.delete(monitor.id), "deleted", true)
      isRefusedWith(await refusal(monitors.retrieve(monitor.id)), 404, "NOT_FOUND")
      isRefusedWith(await refusal(monitors.delete(monitor.id)), 404, "NOT_FOUND")
      assert.strictEqual((await monitors.retrieveChange(changeId)).monitor_id, monitor.id)
    })

    it("a new secret signs at once and the old one no more", async () => {
      const monitor = await watch(stage, "secret", "One")
      const rotated = await stage.server.client.post<{ readonly webhook: { readonly secret: string } }>(
        `/monitors/${monitor.id}/webhook/rotate-secret`
      )
      const { secret } = rotated.webhook
      assert.match(secret, /^whsec_/)
      assert.notStrictEqual(secret, monitor.secret)
      const { arrival } = await change(stage, monitor, "secret", "Two")
      assert.isTrue(isSignedByHand(arrival, secret))
      assert.isTrue(isSignedByStandard(arrival, secret))
      assert.isFalse(isSignedByHand(arrival, monitor.secret))
      assert.isFalse(isSignedByStandard(arrival, monitor.secret))
    })
  })
