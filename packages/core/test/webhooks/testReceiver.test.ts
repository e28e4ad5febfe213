/** Tests of receivers that somebody asks for. Observed: what the inbox got, what is answered, and what is stored. */
import { assert, describe } from "@effect/vitest"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { PlaceKeeper } from "@kittiwake/core/sharing/PlaceKeeper"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { isSigned } from "@kittiwake/core/testing/isSigned"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { webhookTo } from "@kittiwake/core/testing/WatchedPage"
import { publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { EgressRules } from "@kittiwake/core/web/EgressRules"
import type { SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import type { MonitorEventType } from "@kittiwake/core/webhooks/domain/Event"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Context, DateTime, Deferred, Effect, Fiber, Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { layer as memoryKeeper } from "../../src/memory/PlaceKeeper.ts"
import { ChangeRecord } from "../../src/monitors/domain/ChangeRecord.ts"
import type { ChangeDetection, Target } from "../../src/monitors/domain/Target.ts"
import { testWebhook } from "../../src/monitors/testWebhook.ts"
import { makeIfAlone } from "../../src/sharing/makeIfAlone.ts"
import { OneAtATime } from "../../src/sharing/OneAtATime.ts"
import { targetOf } from "../../src/testing/builders.ts"
import { advance, deliveries, monitorOf, receiver, remove, scenario, show, update, watch } from "../watching.ts"

const inbox = Effect.fnUntraced(function* () {
  return (yield* Inbox.use((service) => service.requests)).at(-1)!
})

const testOf = Effect.fnUntraced(function* (id: MonitorId) {
  const { organization } = yield* TestInstallation
  return yield* Monitors.use((monitors) => monitors.testWebhook(organization.id, id))
})

const addressOf = Effect.fnUntraced(function* (url: string, secret: string | null = null) {
  const { organization } = yield* TestInstallation
  return yield* Monitors.use((monitors) => monitors.testAddress(organization.id, { url, secret }))
})

const answering = (status: number) => Inbox.use((service) => service.answer(status))

/** A monitor with a webhook that has told nobody anything yet. */
const quiet = Effect.gen(function* () {
  yield* show("<p>10 €</p>")
  return yield* watch({ webhook: { ...webhookTo(receiver), events: ["change.detected"] } })
})

const Sent = Schema.Struct({
  event: Schema.String,
  id: Schema.String,
  created_at: Schema.String,
  data: Schema.Struct({ change: ChangeRecord })
})

const decodeSent = Schema.decodeUnknownSync(Schema.fromJsonString(Sent), { onExcessProperty: "error" })

describe("a test of a webhook", () => {
  scenario(
    "is one event as deliveries are, signed with the webhook's secret, that says what it is",
    Effect.gen(function* () {
      const id = yield* quiet
      const test = yield* testOf(id)
      const request = yield* inbox()
      const { name, subscription, target } = yield* monitorOf(id)
      assert.isTrue(yield* isSigned(request, subscription!.secret, yield* DateTime.now))
      assert.deepStrictEqual([request.url, request.headers], [receiver, test.request?.headers])
      const sent = decodeSent(request.body)
      assert.deepStrictEqual(
        [sent.event, sent.id, request.headers["webhook-id"], request.headers["x-service-event"]],
        ["change.detected", test.eventId, test.eventId, "change.detected"]
      )
      const { change } = sent.data
      for (const one of [sent.id, change.id, change.run_id]) assert.match(one, /^[a-z]{3}_test_[0-9a-f]{32}$/)
      assert.deepStrictEqual([change.monitor_id, change.url], [id, target.url])
      assert.include(change.title, name)
      assert.include(change.summary, "This is a test")
      assert.deepInclude(test, { event: "change.detected", httpStatus: 200, error: null, advice: null })
    })
  )

  scenario(
    "is stored nowhere and tried once, whatever came of it, and another has another id",
    Effect.gen(function* () {
      const id = yield* quiet
      const [before, stored] = [yield* monitorOf(id), yield* deliveries]
      yield* answering(500)
      const failed = yield* testOf(id)
      assert.strictEqual(failed.error?.code, "http_error")
      yield* advance("2 days")
      const { requests } = yield* Inbox
      assert.lengthOf(yield* requests, 1)
      assert.deepStrictEqual(yield* deliveries, stored)
      assert.deepStrictEqual((yield* monitorOf(id)).subscription, before.subscription)
      assert.notStrictEqual((yield* testOf(id)).eventId, failed.eventId)
    })
  )

  for (const [events, event] of [
    [["run.completed", "change.detected"], "change.detected"],
    [["monitor.recovered", "run.completed"], "run.completed"],
    [["monitor.recovered", "monitor.failing"], "monitor.failing"],
    [["monitor.recovered"], "monitor.recovered"]
  ] as const satisfies ReadonlyArray<readonly [ReadonlyArray<MonitorEventType>, MonitorEventType]>) {
    scenario(
      `is of a type that the webhook is told of: ${events.join(" and ")}`,
      Effect.gen(function* () {
        yield* show("<p>10 €</p>")
        const id = yield* watch({ webhook: { ...webhookTo(receiver), events } })
        const test = yield* testOf(id)
        const { data, event: told } = JSON.parse((yield* inbox()).body)
        assert.deepStrictEqual([test.event, told], [event, event])
        assert.match(data.run?.id ?? data.change.run_id, /^run_test_/)
        const named = data.monitor?.id ?? data.run?.monitor_id ?? data.change.monitor_id
        assert.strictEqual(named, id)
        if (event === "monitor.failing") assert.include(data.error.message, "This is a test")
        if (event.startsWith("monitor.")) assert.isString(data.monitor.failing_since)
        if (event.startsWith("monitor.")) assert.strictEqual(data.monitor.status, "failed")
        if (data.run !== undefined) assert.strictEqual(data.run.change_detected, event !== "monitor.failing")
      })
    )
  }

  const url = "https://shop.example/"
  for (const [target, changeDetection, field] of [
    [targetOf({ url }), { type: "exact" }, "diff"],
    [targetOf({ url, instructions: "price" }), { type: "semantic", confidenceThreshold: 0.5 }, "evidence"],
    [
      { type: "sitemap", url: `${url}sitemap.xml`, include: [], exclude: [], maxUrls: 10 },
      { type: "exact" },
      "added_urls"
    ],
    [
      {
        type: "extract",
        url,
        instructions: "price",
        schema: null,
        maxPages: 1,
        maxDepth: null,
        followSubdomains: false
      },
      { type: "semantic", confidenceThreshold: 0.5 },
      "matched_urls"
    ]
  ] as ReadonlyArray<readonly [Target, ChangeDetection, string]>) {
    scenario(
      `carries a change as those of its target are: ${target.type}, ${changeDetection.type}`,
      Effect.gen(function* () {
        yield* show("<p>10 €</p>")
        const id = yield* watch({ webhook: receiver })
        yield* update(id, { target, changeDetection })
        yield* testOf(id)
        const { change } = decodeSent((yield* inbox()).body).data
        assert.deepInclude(change, { target_type: target.type, change_detection_type: changeDetection.type })
        assert.property(change, field)
      })
    )
  }

  scenario(
    "is a message where a chat listens",
    Effect.gen(function* () {
      yield* addressOf("https://hooks.slack.com/services/T0/B0/x")
      const { blocks, text } = JSON.parse((yield* inbox()).body)
      assert.include(text, "Test of the webhook")
      assert.include(JSON.stringify(blocks), "nothing has changed")
    })
  )

  scenario(
    "of an address is signed with the secret that was given, or with one of its own",
    Effect.gen(function* () {
      const secret = "any words"
      yield* addressOf(receiver, secret)
      const now = yield* DateTime.now
      assert.isTrue(yield* isSigned(yield* inbox(), secret, now))
      yield* answering(401)
      const made = yield* addressOf(receiver)
      assert.isFalse(yield* isSigned(yield* inbox(), secret, now))
      assert.include(made.advice, "No secret was given")
      for (const shown of ["whsec_8937…", "whsec_8937..."]) {
        assert.deepInclude(yield* Effect.flip(addressOf(receiver, shown)), { _tag: "InvalidInput", field: "secret" })
      }
      assert.notInclude((yield* addressOf(receiver, secret)).advice, "No secret was given")
      assert.notInclude(JSON.stringify(yield* addressOf(receiver, secret)), secret)
    })
  )

  scenario(
    "of an address that no event would reach is refused, naming the field",
    Effect.gen(function* () {
      const refused = yield* Effect.flip(addressOf(`${receiver}#part`))
      assert.deepInclude(refused, { _tag: "InvalidInput", field: "url" })
      assert.lengthOf(yield* Inbox.use((service) => service.requests), 0)
    })
  )

  scenario(
    "names the setting where the rules have come to forbid the address of a webhook",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>10 €</p>")
      const id = yield* watch({ webhook: "http://10.0.0.1/hook" })
      yield* Inbox.use((service) => service.forbid("10.0.0.1"))
      const test = yield* testWebhook(organization.id, id).pipe(Effect.provide(EgressRules.layerOf(publicOnly)))
      assert.deepStrictEqual([test.error?.code, test.request, test.httpStatus], ["unsafe_url", null, null])
      assert.include(test.advice, "KITTIWAKE_EGRESS_ALLOW=10.0.0.1:80")
      const byName = yield* testOf(id)
      assert.include(byName.advice, "The name leads to an address that is not public")
    })
  )

  scenario(
    "says what the receiver did where it was reached, whatever the rules are now",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>10 €</p>")
      const id = yield* watch({ webhook: "http://10.0.0.1/hook" })
      yield* answering(502)
      const test = yield* testWebhook(organization.id, id).pipe(Effect.provide(EgressRules.layerOf(publicOnly)))
      assert.include(test.advice, "The receiver failed")
    })
  )

  scenario(
    "needs a monitor of the organization, and a webhook of it",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const id = yield* watch()
      assert.strictEqual((yield* Effect.flip(testOf(id)))._tag, "MonitorHasNoWebhook")
      const other = yield* quiet
      const stranger = Monitors.use((monitors) => monitors.testWebhook(OrganizationId.make("org_other"), other))
      assert.strictEqual((yield* Effect.flip(stranger))._tag, "MonitorNotFound")
      yield* remove(other)
      assert.strictEqual((yield* Effect.flip(testOf(other)))._tag, "MonitorNotFound")
      assert.lengthOf(yield* Inbox.use((service) => service.requests), 0)
    })
  )
})

/** What a sender tells, without an inbox. */
const senderOf = (outcome: SendOutcome) =>
  Layer.succeed(
    WebhookSender,
    WebhookSender.of({
      send: ({ headers }) => (outcome._tag === "Unsafe" ? Effect.succeed(outcome) : Effect.as(headers, outcome))
    })
  )

/** A test of an address by a facade over this sender. */
const testOver = Effect.fnUntraced(function* (sender: Layer.Layer<WebhookSender>) {
  const { organization } = yield* TestInstallation
  const webhooks = yield* Effect.provide(
    Effect.service(Webhooks),
    Layer.fresh(Webhooks.layer).pipe(Layer.provide(sender))
  )
  return (id: OrganizationId = organization.id) =>
    webhooks.test(id, {
      event: "change.detected",
      eventId: "evt_test_1",
      body: JSON.stringify({ event: "change.detected", data: { change: { title: "t", summary: "s", url: "u" } } }),
      url: receiver,
      secret: "whsec_00",
      secretOrigin: "own"
    })
})

const answered = (httpStatus: number, text = "", location: string | null = null): SendOutcome => ({
  _tag: "Answered",
  httpStatus,
  answer: { text, location }
})

describe("what a test says when it failed", () => {
  for (const [outcome, word] of [
    [answered(301, "", "https://www.receiver.example/hook"), "https://www.receiver.example/hook"],
    [answered(302), "Redirects are not followed"],
    [answered(308, "", "/new?x=1"), ` ${new URL("/new?x=1", receiver).href}.`],
    [answered(308, "", "http://["), " http://[."],
    [answered(401), "compare its secret with that of the webhook"],
    [answered(404), "Compare the address"],
    [answered(413), "megabyte"],
    [answered(429), "takes no more"],
    [answered(400), "2xx"],
    [answered(502), "The receiver failed"],
    [{ _tag: "NoAnswer", code: "timeout", message: "The receiver took too long." }, "within 10 seconds"],
    [{ _tag: "NoAnswer", code: "connection_failed", message: "The server refused the connection." }, "running"],
    [{ _tag: "Unsafe", message: "The address may not be reached from here." }, "KITTIWAKE_EGRESS_ALLOW"]
  ] as ReadonlyArray<readonly [SendOutcome, string]>) {
    scenario(
      `is what to do: ${word}`,
      Effect.gen(function* () {
        const test = yield* (yield* testOver(senderOf(outcome)))()
        assert.isNotNull(test.error)
        assert.include(test.advice, word)
        assert.strictEqual(test.httpStatus, outcome._tag === "Answered" ? outcome.httpStatus : null)
        assert.strictEqual(test.request === null, outcome._tag === "Unsafe")
      }).pipe(Effect.scoped)
    )
  }

  scenario(
    "is how the receiver's answer begins",
    Effect.gen(function* () {
      const test = yield* (yield* testOver(senderOf(answered(500, "no such table"))))()
      assert.strictEqual(test.answer, "no such table")
    }).pipe(Effect.scoped)
  )
})

describe("tests of one organization", () => {
  scenario(
    "are one at a time, and hold up nobody else's",
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { organization } = yield* TestInstallation
      const slow = Layer.succeed(
        WebhookSender,
        WebhookSender.of({
          send: ({ headers }) => Effect.as(Effect.andThen(Deferred.await(gate), headers), answered(204))
        })
      )
      const test = yield* testOver(slow)
      const first = yield* Effect.forkChild(test())
      yield* Effect.yieldNow
      const second = yield* Effect.flip(test())
      assert.deepInclude(second, { _tag: "WebhookTestRefused", reason: "running" })
      const third = yield* Effect.forkChild(Effect.flip(test()))
      yield* Effect.yieldNow
      assert.strictEqual((yield* Fiber.join(third)).reason, "running", "one that was refused lets nobody else in")
      const other = yield* Effect.forkChild(test(OrganizationId.make("org_other")))
      yield* Deferred.succeed(gate, undefined)
      assert.isNull((yield* Fiber.join(first)).error)
      assert.isNull((yield* Fiber.join(other)).error)
      assert.isNull((yield* test(organization.id)).error)
    }).pipe(Effect.scoped)
  )

  scenario(
    "are one at a time in all processes together",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const keeper = Context.get(yield* Layer.build(memoryKeeper), PlaceKeeper)
      const sharing = Effect.provideService(PlaceKeeper, keeper)
      const options = { use: "webhook-tests", lost: "lost", found: "found" } as const
      const elsewhere = new OneAtATime("webhook-test", yield* sharing(makeIfAlone(options)))
      const test = yield* sharing(testOver(senderOf(answered(204))))
      const meanwhile = yield* elsewhere.take(organization.id, Effect.flip(test()))
      assert.deepInclude(Option.getOrThrow(meanwhile), { _tag: "WebhookTestRefused", reason: "running" })
      assert.isNull((yield* test()).error)
    }).pipe(Effect.scoped)
  )

  scenario(
    "wait for their turn at a busy host, but not for ever, and the next has its chance",
    Effect.gen(function* () {
      const busy = Layer.succeed(WebhookSender, WebhookSender.of({ send: () => Effect.never }))
      const test = yield* testOver(busy)
      for (let round = 0; round < 2; round++) {
        const waiting = yield* Effect.forkChild(Effect.flip(test()))
        yield* TestClock.adjust("21 seconds")
        assert.deepInclude(yield* Fiber.join(waiting), { _tag: "WebhookTestRefused", reason: "busy" })
      }
    }).pipe(Effect.scoped)
  )

  scenario(
    "take as long as the receiver does, from when their turn came",
    Effect.gen(function* () {
      const slow = Layer.succeed(
        WebhookSender,
        WebhookSender.of({
          send: ({ headers }) =>
            Effect.sleep("3 seconds").pipe(
              Effect.andThen(headers),
              Effect.andThen(Effect.sleep("2 seconds")),
              Effect.as(answered(204))
            )
        })
      )
      const waiting = yield* Effect.forkChild((yield* testOver(slow))())
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).durationMillis, 2_000)
    }).pipe(Effect.scoped)
  )
})
