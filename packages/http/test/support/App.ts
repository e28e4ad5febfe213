/** The API over the memory adapters, with a web to watch and an inbox at the outer edge. */
import { assert } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { Batches } from "@kittiwake/core/batches/Batches"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Feedback } from "@kittiwake/core/feedback/Feedback"
import { ClientDocuments } from "@kittiwake/core/grants/ClientDocuments"
import { ConsentForms } from "@kittiwake/core/grants/ConsentForms"
import { Conversations } from "@kittiwake/core/grants/Conversations"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import { Limits } from "@kittiwake/core/limits/Limits"
import * as Memory from "@kittiwake/core/memory/Memory"
import * as MemoryWakeups from "@kittiwake/core/memory/Wakeups"
import { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import { NewsLists } from "@kittiwake/core/news/NewsLists"
import { NewsSources } from "@kittiwake/core/news/NewsSources"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { InvalidSelector, PageReader } from "@kittiwake/core/pages/PageReader"
import { Pages } from "@kittiwake/core/pages/Pages"
import { Cursors } from "@kittiwake/core/paging/Cursors"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Views } from "@kittiwake/core/views/Views"
import { publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { EgressRules } from "@kittiwake/core/web/EgressRules"
import { Answer, HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { ServiceCaller, ServiceUnreachable } from "@kittiwake/core/web/ServiceCaller"
import { SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Context, Duration, Effect, Fiber, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { toOwnInbox } from "../../../core/src/inbox/toOwnInbox.ts"
import { MonitorRecord } from "../../../core/src/monitors/domain/MonitorRecord.ts"
import { organizationOf } from "../../../core/src/testing/builders.ts"
import { KeyMetadata } from "../../src/errors.ts"
import { Handlers } from "../../src/server.ts"
import { Readiness } from "../../src/system/Readiness.ts"
import * as ScriptedWeb from "./ScriptedWeb.ts"

/** What the pages say and how receivers answer; tests change both. */
export class Outside extends Context.Service<
  Outside,
  {
    page: string
    receiverStatus: number
    receiverAnswer: string
    sent: number
    readonly documents: Map<string, string>
  }
>()("@kittiwake/http/test/Outside") {
  static readonly layer = Layer.sync(Outside, () => ({
    ...{ page: "10 euro", receiverStatus: 200, receiverAnswer: "", sent: 0 },
    documents: new Map<string, string>()
  }))
}

/** The documents of clients, by their addresses. */
const documents = Layer.effect(
  ServiceCaller,
  Effect.map(Outside, ({ documents }) =>
    ServiceCaller.of({
      post: () => Effect.die("Nothing is posted."),
      send: ({ url }) => {
        const text = documents.get(url)
        return text === undefined
          ? Effect.fail(new ServiceUnreachable({ reason: "forbidden_address", message: "is not allowed" }))
          : Effect.succeed({ status: 200, headers: {}, body: new TextEncoder().encode(text) })
      }
    })
  )
)

const answerAt = (url: string) =>
  Answer.cases.Fetched.make({ url, status: 200, mediaType: "text/plain", body: "", etag: null, lastModified: null })

const edge = Layer.mergeAll(
  documents,
  EgressRules.layerOf(publicOnly),
  PlainReaders.layer,
  Layer.effect(
    HttpFetcher,
    Effect.gen(function* () {
      const outside = yield* Outside
      return HttpFetcher.of({
        openSession: Effect.succeed({
          download: () => Effect.die("No monitor downloads."),
          fetchEncoded: ({ url }) =>
            Effect.sync(() => {
              const bytes = new TextEncoder().encode(outside.page)
              return { ...answerAt(url), body: { bytes, charset: "utf-8" } }
            }),
          fetch: ({ url }) => Effect.sync(() => ({ ...answerAt(url), body: outside.page }))
        })
      })
    })
  ),
  Layer.succeed(PageReader, {
    read: ({ body }) => Effect.succeed({ title: null, text: body, leftOut: [] }),
    shape: () => Effect.die("No monitor shapes a page."),
    checkSelectors: (selectors) => {
      const selector = selectors.find((one) => one.includes("::nonsense"))
      return selector === undefined
        ? Effect.void
        : Effect.fail(new InvalidSelector({ selector, message: "is not CSS" }))
    }
  }),
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const outside = yield* Outside
      return yield* toOwnInbox({
        send: ({ headers }) =>
          Effect.map(headers, () => {
            outside.sent += 1
            const answer = { text: outside.receiverAnswer, location: null }
            return SendOutcome.cases.Answered.make({ httpStatus: outside.receiverStatus, answer })
          })
      })
    })
  )
)

/** Batches as they are, of which nobody reads a page. */
const batches = Layer.merge(Batches.layer, ResultLinks.layer).pipe(Layer.provide(Pages.layer))

/** All that the door needs. */
export const core = Layer.mergeAll(
  Monitors.layer,
  MonitorHistory.layer,
  PictureLinks.layer,
  ChangeLinks.layer,
  batches
).pipe(
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(Layer.merge(Administration.layer, NewsLists.layer.pipe(Layer.provideMerge(NewsSources.layer)))),
  Layer.provideMerge([
    ConsentForms.layer,
    Conversations.layer,
    Feedback.layer,
    Views.layer,
    Grants.layer.pipe(Layer.provide(ClientDocuments.layer))
  ]),
  Layer.provideMerge(Layer.mergeAll(Webhooks.layer, ScriptedWeb.layer, Inbox.layer)),
  Layer.provideMerge(
    Layer.mergeAll(Credits.layer, Limits.layer, Organizations.layer, Usage.layer, Cursors.layer, Readiness.layerAlways)
  ),
  Layer.provideMerge(edge),
  Layer.provideMerge(Layer.mergeAll(Outside.layer, ScriptedWeb.WebScript.layer)),
  Layer.provideMerge([Layer.fresh(Memory.layer), MemoryWakeups.layer])
)

/** The API as a function. */
export const layer = Handlers.layer.pipe(Layer.provideMerge(core))

/** An organization with credits. */
export const newOrganization = Effect.fnUntraced(function* (given: Partial<Organization> = {}) {
  const organization = organizationOf(given)
  yield* (yield* Organizations).put(organization)
  yield* (yield* Credits).post(organization.id, { kind: "grant", id: organization.id }, 1_000)
  return organization
})

/** A key of the organization; without scopes it may do everything. */
export const newKey = Effect.fnUntraced(function* (
  organization: Organization,
  scopes: ReadonlyArray<Scope> | null = null
) {
  const made = yield* (yield* Organizations).createKey({ organizationId: organization.id, name: "test", scopes })
  return { id: made.key.id, secret: Redacted.value(made.secret) }
})

/** The secret of a full-access key of a new organization. */
export const newCaller = Effect.fnUntraced(function* (given: Partial<Organization> = {}) {
  return (yield* newKey(yield* newOrganization(given))).secret
})

export interface Call {
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a string or bytes go out as they are. */
  readonly body?: unknown
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

const decodeBody = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))

/** A value deep in a reply. */
export const pick = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (found, name) => (typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined),
    value
  )

/** Sends one request and reads its JSON reply, checking what must hold of every reply. */
export const call = Effect.fnUntraced(function* (method: string, path: string, options: Call = {}) {
  const { web } = yield* Handlers
  const { body } = options
  const isRaw = typeof body === "string" || body instanceof Uint8Array
  const request = new Request(`http://kittiwake.test${path}`, {
    method,
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) })
  })
  const response = yield* Effect.promise(() => web(request))
  const reply: Reply = {
    status: response.status,
    headers: response.headers,
    body: method === "HEAD" ? {} : decodeBody(yield* Effect.promise(() => response.json()))
  }
  assert.strictEqual(reply.headers.get("content-type"), "application/json")
  assert.match(
    reply.headers.get("x-request-id") ?? "",
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  )
  if (method !== "HEAD") assert.strictEqual(reply.body.request_id, reply.headers.get("x-request-id"))
  if (reply.status >= 400 && method !== "HEAD") {
    assert.isString(reply.body.message)
    assert.isString(reply.body.error_code)
  }
  return reply
})

const moment = Effect.andThen(
  Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
  TestClock.adjust("100 millis")
)

/** Lets time pass, a little at a time, until what waits for it is done. */
export const asTimePasses = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.raceFirst(work, Effect.forever(moment))

/** A monitor body that is taken. */
export const monitorBody = { name: "Prices", target: { type: "page", url: "https://shop.example/prices" } }

const decodeMonitor = Schema.decodeUnknownSync(
  Schema.Struct({
    ...MonitorRecord.fields,
    initial_run_id: Schema.String,
    baseline: Schema.Null,
    key_metadata: KeyMetadata
  })
)

/** Creates a monitor and gives its record. */
export const newMonitor = Effect.fnUntraced(function* (key: string, given: object = {}) {
  const reply = yield* call("POST", "/v1/monitors", { key, body: { ...monitorBody, ...given } })
  assert.strictEqual(reply.status, 201, JSON.stringify(reply.body))
  return decodeMonitor(reply.body)
})

/** Runs everything that is due; a difference is looked at twice, some seconds apart. */
export const runDue = Effect.gen(function* () {
  const monitors = yield* Monitors
  const running = yield* Effect.forkChild(monitors.runDue({ limit: 100, concurrency: 1, lease: Duration.minutes(1) }))
  yield* TestClock.adjust("50 seconds")
  return yield* Fiber.join(running)
})

/** Attempts every delivery that is due. */
export const deliverDue = Effect.gen(function* () {
  return yield* (yield* Webhooks).deliverDue({ limit: 100, concurrency: 1, lease: Duration.minutes(1) })
})

/** A monitor with a webhook whose first run sent an event; gives the ids of both. */
export const newDelivery = Effect.fnUntraced(function* (key: string) {
  const monitor = yield* newMonitor(key, {
    webhook: { url: "https://receiver.example/hook", events: ["run.completed"], retry: {} }
  })
  yield* runDue
  const listed = yield* call("POST", "/v1/webhooks/deliveries", {
    key,
    body: { type: "monitor", monitor_id: monitor.id }
  })
  assert.strictEqual(pick(listed.body, "data", "length"), 1, JSON.stringify(listed.body))
  return {
    monitorId: monitor.id,
    runId: monitor.initial_run_id,
    deliveryId: String(pick(listed.body, "data", 0, "id"))
  }
})

/** A batch of which nothing was read. */
export const endedBatch = Effect.fnUntraced(function* (key: string) {
  const body = { input: { mode: "scrape", data: { urls: [{ url: "https://shop.example/" }] } } }
  const id = String((yield* call("POST", "/v1/batch/submit", { key, body })).body.id)
  yield* call("POST", `/v1/batch/${id}/cancel`, { key })
  yield* (yield* Batches).settleDue
  return id
})
