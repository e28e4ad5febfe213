import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { maxBodyBytes } from "../src/body.ts"
import { call, endedBatch, layer, monitorBody, newCaller, newDelivery, newMonitor, pick } from "./support/App.ts"
import { badFields } from "./support/badFields.ts"
import { barePathOf, operations, pathOf, queryFields, readings } from "./support/operations.ts"

/** What the organization has, to compare before and after. */
const state = Effect.fnUntraced(function* (key: string) {
  const monitors = yield* call("GET", "/v1/monitors", { key })
  const runs = yield* call("GET", "/v1/monitors/runs", { key })
  const deliveries = yield* call("POST", "/v1/webhooks/deliveries", { key, body: { type: "monitor" } })
  return JSON.stringify([monitors, runs, deliveries].map(({ body }) => [body.data, body.key_metadata]))
})

const refused = Effect.fnUntraced(function* (
  key: string,
  method: string,
  path: string,
  body: unknown,
  expected: { readonly status: number; readonly code: string; readonly field?: string }
) {
  const reply = yield* call(method, path, { key, body })
  const said = `${method} ${path.slice(0, 80)} ${JSON.stringify(body)?.slice(0, 120)} → ${JSON.stringify(reply.body)}`
  assert.strictEqual(reply.status, expected.status, said)
  assert.strictEqual(reply.body.error_code, expected.code, said)
  if (expected.field !== undefined)
    assert.match(String(reply.body.message), new RegExp(`^${expected.field}(?:\\[\\d+\\])?: `), said)
  assert.isBelow(String(reply.body.message).length, 1_000)
})

const invalid = (field?: string) => ({
  status: 400,
  code: "INPUT_VALIDATION_ERROR",
  ...(field === undefined ? {} : { field })
})

const deep = (levels: number): unknown => (levels === 0 ? "x" : [deep(levels - 1)])

describe("hostile input", () => {
  it.effect("is refused field by field when a monitor is created, and nothing is stored", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const before = yield* state(key)
      for (const [field, body] of badFields) {
        const full = Object.defineProperties({ ...monitorBody }, Object.getOwnPropertyDescriptors(body))
        yield* refused(key, "POST", "/v1/monitors", full, invalid(field))
      }
      for (const missing of ["name", "target"]) {
        yield* refused(key, "POST", "/v1/monitors", { ...monitorBody, [missing]: undefined }, invalid(missing))
      }
      yield* refused(key, "POST", "/v1/monitors", { ...monitorBody, status: "paused" }, invalid("status"))
      yield* refused(key, "POST", "/v1/monitors", { ...monitorBody, mode: "app" }, invalid("mode"))
      assert.strictEqual(yield* state(key), before)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused field by field when a monitor is updated, and nothing changes", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const { id } = yield* newMonitor(key)
      const before = yield* state(key)
      for (const [field, body] of badFields) yield* refused(key, "PATCH", `/v1/monitors/${id}`, body, invalid(field))
      for (const status of ["failed", "ACTIVE", null, 1]) {
        yield* refused(key, "PATCH", `/v1/monitors/${id}`, { status }, invalid("status"))
      }
      assert.strictEqual(yield* state(key), before)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused in every body before its fields are looked at", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const { monitorId, deliveryId } = yield* newDelivery(key)
      const before = yield* state(key)
      const paths = [
        ["POST", "/v1/monitors"],
        ["PATCH", `/v1/monitors/${monitorId}`],
        ["POST", "/v1/views"],
        ["PATCH", `/v1/views/view_${"0".repeat(32)}`],
        ["POST", "/v1/webhooks/deliveries"],
        ["POST", `/v1/webhooks/deliveries/${deliveryId}/retry`]
      ] as const
      for (const [method, path] of paths) {
        for (const body of ["{", "{broken", "nul", "[1,", '{"a":1}{', "\u0000", "NaN", "[]", '"x"', "5", "null"]) {
          yield* refused(key, method, path, body, invalid())
        }
        yield* refused(key, method, path, new Uint8Array([0x22, 0xff, 0xfe, 0x22]), invalid())
        yield* refused(key, method, path, { deep: deep(40) }, invalid())
        yield* refused(key, method, path, "[".repeat(500_000), invalid())
        const large = { status: 413, code: "CONTENT_TOO_LARGE" }
        yield* refused(key, method, path, JSON.stringify({ name: "x".repeat(maxBodyBytes) }), large)
        const unsupported = { status: 415, code: "UNSUPPORTED_CONTENT" }
        for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/json; charset=utf-16"]) {
          const reply = yield* call(method, path, { key, body: "{}", headers: { "content-type": type } })
          assert.deepStrictEqual([reply.status, reply.body.error_code], [unsupported.status, unsupported.code], type)
        }
        const packed = yield* call(method, path, { key, body: "{}", headers: { "content-encoding": "gzip" } })
        assert.strictEqual(packed.status, 415)
      }
      assert.strictEqual(yield* state(key), before)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused in every query, by name", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const { monitorId, deliveryId } = yield* newDelivery(key)
      const ids = { batch_id: yield* endedBatch(key), monitor_id: monitorId, delivery_id: deliveryId }
      const forged = [
        "x",
        "%00",
        "' OR 1=1 --",
        "e30",
        "eyJpZCI6MX0=",
        "x".repeat(300),
        "x".repeat(301),
        Buffer.from("a".repeat(24).concat('[1,"mon_1"]')).toString("base64url")
      ].map((cursor) => `cursor=${encodeURIComponent(decodeURIComponent(cursor))}`)
      const numbers = [
        "0",
        "-1",
        "101",
        "1.5",
        "1e1",
        "5%20",
        "%205",
        "0x5",
        "٥",
        "NaN",
        "Infinity",
        "true",
        "2147483648"
      ]
      const limits = [
        ...numbers.map((value) => `limit=${value}`),
        "limit=1&limit=2",
        "limit[a]=1&limit[]=x",
        "limit=05"
      ]
      const timestamps = [
        "2026-01-01",
        "2026-01-01T00:00:00",
        "2026-01-01T00:00:00%2B25:00",
        "2026-01-01T24:00:00Z",
        "2026-06-30T23:59:60Z",
        "2026-02-30T00:00:00Z",
        "2025-02-29T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "%2B275760-09-13T00:00:00Z",
        "9999-12-31T23:59:59-14:00",
        "now",
        "1767225600000"
      ]
      const moments = (name: string) => timestamps.map((value) => `${name}=${value}`)
      const hostile: Record<string, ReadonlyArray<string>> = {
        limit: limits,
        page: [...numbers.filter((value) => value !== "101"), "10001"].map((value) => `page=${value}`),
        status_code: [...numbers.filter((value) => value !== "101"), "99", "600"].map(
          (value) => `status_code=${value}`
        ),
        cursor: forged,
        since: moments("since"),
        until: moments("until"),
        from: [...moments("from"), "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z"],
        to: moments("to"),
        status: ["status=ACTIVE"],
        target_type: ["target_type=file"],
        change_detection_type: ["change_detection_type=fuzzy"],
        search_type: ["search_type=fuzzy"],
        search_by: ["search_by=name,secret"],
        monitor_ids: [
          "monitor_ids=",
          `monitor_ids=${"x".repeat(201)}`,
          `monitor_ids=${Array.from({ length: 101 }, (_, index) => `m${index}`).join(",")}`
        ],
        tag: [`tag=${"x".repeat(51)}`],
        tags: [`tags=${Array.from({ length: 21 }, (_, index) => `t${index}`).join(",")}`, `tags=${"x".repeat(51)}`],
        q: ["q=a%00b"],
        list: ["list=deliveries", "list=Changes", "list=changes&list=monitors"],
        triage: ["triage=OPEN", "triage=open&triage=done"],
        triaged_at: moments("triaged_at"),
        importance: ["importance=huge", "importance=low,low,low,low"],
        include_body: ["TRUE", "1", "yes"].map((value) => `include_body=${value}`),
        search: ["search=a%00b", `search=${"x".repeat(201)}`, "search=a&search=b"],
        path: ["path=a%00b", `path=/${"x".repeat(2_048)}`, "path=a&path=b"],
        error_code: ["error_code=a%00b", `error_code=${"x".repeat(101)}`],
        dashboard: ["TRUE", "1", "yes", "true&dashboard=false"].map((value) => `dashboard=${value}`),
        errors_only: ["TRUE", "1", "yes", "true&errors_only=false"].map((value) => `errors_only=${value}`),
        monitor_id: ["monitor_id=a%00b", `monitor_id=${"x".repeat(201)}`],
        grant_id: ["grant_id=a%00b", `grant_id=${"x".repeat(201)}`],
        key_id: ["key_id=a%00b", `key_id=${"x".repeat(201)}`],
        interval: [
          "interval=week",
          "interval=HOUR",
          "interval=hour&from=2026-01-01T00:00:00Z&to=2026-01-08T00:00:00.001Z"
        ],
        group_by: ["group_by=tag", "group_by=path,key_id", "group_by=__proto__"]
      }
      // Its from and to are ids of versions, and what is no id of one is found nowhere.
      const isComparison = ({ path }: { readonly path: string }) => path.endsWith("/versions/compare")
      // What is wrongly asked of brands, row by row of the contract: test/contract/brands.
      const isOfBrands = ({ path }: { readonly path: string }) => path.startsWith("/brand/")
      const listing = operations.filter(
        (one) => one.method === "GET" && !readings.includes(one) && !isComparison(one) && !isOfBrands(one)
      )
      const tried = new Set<string>()
      for (const operation of listing) {
        const fields = queryFields(operation)
        for (const field of fields) {
          tried.add(field)
          for (const query of hostile[field] ?? assert.fail(`nothing hostile is tried as ${field}`)) {
            const path = barePathOf(operation, {
              ...ids,
              run_id: "x",
              change_id: "x",
              request_id: "x",
              event_id: `inb_${"0".repeat(32)}`
            })
            const named = field === "interval" && query.includes("&") ? "from" : field
            yield* refused(key, "GET", `${path}?${query}`, undefined, {
              status: 400,
              code: "INPUT_VALIDATION_ERROR",
              field: ["tags", "monitor_ids"].includes(field) || field === "search_by" ? `${named}.*` : named
            })
          }
        }
      }
      assert.sameMembers([...tried], Object.keys(hostile))
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused in every path", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const { monitorId, deliveryId } = yield* newDelivery(key)
      const before = yield* state(key)
      const hostile = [
        "x",
        "..",
        "%2e%2e",
        "%00",
        "a%00b",
        "%ff",
        "%zz",
        "a%2fb",
        "a%5cb",
        "é",
        "' OR 1=1 --",
        "{{7*7}}"
      ]
      const ids = [...hostile, "x".repeat(1_900), monitorId.toUpperCase(), `${monitorId}x`, deliveryId.slice(0, -1)]
      for (const operation of operations.filter(({ path }) => path.includes("{"))) {
        for (const id of ids) {
          const all = {
            batch_id: id,
            monitor_id: id,
            run_id: id,
            change_id: id,
            delivery_id: id,
            request_id: id,
            profile_id: id,
            event_id: id,
            view_id: id
          }
          const reply = yield* call(operation.method, pathOf(operation, all), { key, body: operation.body })
          const isDelivery = operation.path.includes("{delivery_id}")
          assert.include(isDelivery ? [400, 404, 405] : [404, 405], reply.status, `${operation.path} ${id}`)
        }
      }
      const odd = [
        "//v1/monitors",
        "/v1//monitors",
        "/v1/monitors/",
        "/V1/monitors",
        "/v2/monitors",
        "/v1",
        "/v0/x",
        "/v1/monitors/limits/"
      ]
      for (const path of odd) {
        const reply = yield* call("GET", path, { key })
        assert.strictEqual(reply.status, 404, path)
        if (path.endsWith("/")) assert.include(JSON.stringify(reply.body), "Route not found.", path)
      }
      assert.strictEqual(yield* state(key), before)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused in the body of a list of deliveries and of a retry", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const { deliveryId } = yield* newDelivery(key)
      const before = yield* state(key)
      const list = "/v1/webhooks/deliveries"
      const bodies: ReadonlyArray<readonly [field: string | undefined, body: object]> = [
        [undefined, {}],
        [undefined, { type: "page" }],
        ["run_id", { type: "batch", run_id: "run_1" }],
        ["batch_id", { type: "monitor", batch_id: "bat_1" }],
        ["status", { type: "monitor", status: "done" }],
        ["created_after", { type: "monitor", created_after: 5 }],
        ["created_after", { type: "monitor", created_after: "2026-02-30T00:00:00Z" }],
        ["limit", { type: "monitor", limit: 101 }],
        ["limit", { type: "monitor", limit: "5" }],
        ["limit", { type: "monitor", limit: 1.5 }],
        ["cursor", { type: "monitor", cursor: "forged" }],
        ["cursor", { type: "monitor", cursor: null }],
        ["tags", { type: "monitor", tags: "a" }],
        ["organization_id", { type: "monitor", organization_id: "org_1" }]
      ]
      for (const [field, body] of bodies) yield* refused(key, "POST", list, body, invalid(field))
      const retry = `${list}/${deliveryId}/retry`
      for (const force of ["true", 1, null]) yield* refused(key, "POST", retry, { force }, invalid("force"))
      yield* refused(key, "POST", retry, { now: true }, invalid("now"))
      const long = yield* call("POST", retry, { key, body: {}, headers: { "idempotency-key": "x".repeat(201) } })
      assert.deepStrictEqual([long.status, long.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
      assert.strictEqual(yield* state(key), before)
    }).pipe(Effect.provide(layer))
  )

  it.effect("does not let a cursor leave its list, its filter or its organization", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const stranger = yield* newCaller()
      yield* newMonitor(key)
      yield* newMonitor(key)
      const first = yield* call("GET", "/v1/monitors?limit=1", { key })
      const cursor = String(first.body.next_cursor)
      assert.strictEqual(first.body.has_more, true)
      const second = yield* call("GET", `/v1/monitors?limit=1&cursor=${cursor}`, { key })
      assert.deepStrictEqual([second.status, second.body.has_more, second.body.next_cursor], [200, false, null])
      assert.notStrictEqual(pick(first.body, "data", 0, "id"), pick(second.body, "data", 0, "id"))
      yield* refused(key, "GET", `/v1/monitors/runs?cursor=${cursor}`, undefined, invalid("cursor"))
      yield* refused(key, "GET", `/v1/monitors?tag=a&cursor=${cursor}`, undefined, invalid("cursor"))
      yield* refused(stranger, "GET", `/v1/monitors?cursor=${cursor}`, undefined, invalid("cursor"))
      yield* refused(key, "GET", `/v1/monitors?cursor=${cursor.slice(0, -1)}`, undefined, invalid("cursor"))
    }).pipe(Effect.provide(layer))
  )
})
