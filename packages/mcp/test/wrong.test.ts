/** Answers that would be wrong: told twice, told too much, of another operation, or doing again what was done. Observed: answers. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/client"
import { Effect } from "effect"
import { callMark, decodeCursor, encodeCursor } from "../src/answers/cursor.ts"
import { fit } from "../src/answers/fit.ts"
import { toResult } from "../src/answers/result.ts"
import { complete } from "../src/completions.ts"
import { speak } from "../src/Mcp.ts"
import { promptOf } from "../src/prompts.ts"
import { readResource } from "../src/resources.ts"
import type { Session } from "../src/Session.ts"
import { connect, type Installation, openInstallation } from "./support/Installation.ts"

let here: Installation
let client: Client
beforeAll(async () => {
  here = await openInstallation()
  client = await connect(here.address)
}, 60_000)
afterAll(async () => {
  await client.close()
  await here.close()
})

type Told = Readonly<Record<string, unknown>> & {
  readonly id?: string
  readonly data?: ReadonlyArray<{ readonly id: string; readonly request_id: string }>
  readonly context: {
    readonly tokens: number
    readonly next_cursor?: string
    readonly left_out?: ReadonlyArray<string>
  }
}

const call = async (name: string, args: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: args })
  return { isError: result.isError === true, told: result.structuredContent as Told, text: JSON.stringify(result) }
}

const target = (path: string) => ({ type: "page", url: `${here.site}/?${path}` })

/** Bytes of an answer as it is sent. */
const bytesIn = (result: unknown) => Buffer.byteLength(JSON.stringify(result))

describe("an id", () => {
  it("that is not given is asked for by its name", async () => {
    for (const args of [{ run_id: "run_1" }, { run_id: "run_1", monitor_id: null }, { monitor_id: undefined }]) {
      const { isError, text } = await call("run_get", args)
      assert.isTrue(isError, text)
      assert.include(text, "monitor_id: it is required.")
    }
    assert.include((await call("run_get", { monitor_id: "mon_1" })).text, "run_id: it is required.")
    assert.include((await call("monitor_get", { monitor_id: "{run_id}" })).text, "NOT_FOUND")
  })

  it("that is longer than any is refused by its name, and nothing is asked for", async () => {
    for (const id of ["%".repeat(900_000), "x".repeat(101), "[".repeat(5_000)]) {
      for (const [tool, args, name] of [
        ["monitor_get", { monitor_id: id }, "monitor_id"],
        ["run_get", { monitor_id: "mon_1", run_id: id }, "run_id"],
        ["batch_get", { batch_id: [id] }, "batch_id"]
      ] as const) {
        const { isError, text } = await call(tool, args)
        assert.isTrue(isError)
        assert.include(text, `${name}: it may have at most 100 characters.`)
        assert.isBelow(text.length, 1_000)
      }
    }
    assert.include((await call("monitor_get", { monitor_id: "%".repeat(100) })).text, "NOT_FOUND")
    const asked: Array<string> = []
    const api = async (request: Request) => {
      asked.push(request.url)
      return Response.json({ data: [{ id: "run_1" }], next_cursor: null })
    }
    const session = {
      base: "http://a",
      authorization: "",
      scopes: null,
      owner: "",
      run: Effect.runPromise,
      api
    } as unknown as Session
    const { signal } = new AbortController()
    const runsOf = (monitor: string) => complete(session, "run_id", "", { monitor_id: monitor }, signal)
    assert.deepStrictEqual((await runsOf("%".repeat(900_000))).completion.values, [])
    assert.deepStrictEqual((await runsOf("mon_1")).completion.values, ["run_1"])
    assert.deepStrictEqual(asked, ["http://a/v1/monitors/mon_1/runs?limit=100"])
  })

  it("that is a word of an address, or dots, leads to no other operation", async () => {
    await call("monitor_create", { name: "Seen", target: target("seen") })
    for (const id of [".", "..", "changes", "runs", "limits", "preview", ""]) {
      for (const tool of ["monitor_get", "monitor_runs", "monitor_changes"]) {
        const { isError, text } = await call(tool, { monitor_id: id })
        assert.isTrue(isError, `${tool} ${id}: ${text.slice(0, 200)}`)
        assert.include(text, "NOT_FOUND")
      }
    }
    assert.isTrue((await call("batch_get", { batch_id: "list" })).isError)
    const read = await client.readResource({ uri: "kittiwake://monitors/changes" }).catch((cause: unknown) => cause)
    assert.instanceOf(read, Error)
    const runs = await client.complete({
      ref: { type: "ref/resource", uri: "kittiwake://monitors/{monitor_id}/runs/{run_id}" },
      argument: { name: "run_id", value: "" },
      context: { arguments: { monitor_id: "." } }
    })
    assert.deepStrictEqual(runs.completion.values, [])
  })
})

describe("a cursor", () => {
  it("is not given by what would do again what it did, and not taken", async () => {
    const args = {
      name: "Long",
      target: {
        ...target("long-one"),
        include_selectors: Array.from({ length: 30 }, (_, n) => `main .some-part-that-is-long-${n}`)
      },
      max_tokens: 500
    }
    const { told } = await call("monitor_create", args)
    assert.isUndefined(told.context.next_cursor)
    assert.isNotEmpty(told.context.left_out)
    const { max_tokens: _, ...given } = args
    const cursor = encodeCursor({
      call: callMark("monitor_create", given),
      page: null,
      position: { path: ["tags"], skip: 1 }
    })
    const before = (await call("monitor_limits", {})).told.monitors_used
    const again = await call("monitor_create", { ...args, cursor })
    assert.isTrue(again.isError)
    assert.include(again.text, "would do again")
    assert.strictEqual((await call("monitor_limits", {})).told.monitors_used, before)
  })

  it("goes on after the item that was told last, where others came before it or went", async () => {
    const items = Array.from({ length: 9 }, (_, n) => ({ id: `item_${n}`, text: "x".repeat(80) }))
    const first = fit({ data: items }, 500, null)
    const told = (first.value as { data: typeof items }).data.length
    const after = (list: typeof items) => (fit({ data: list }, 5_000, first.next).value as { data: typeof items }).data
    assert.deepStrictEqual(after([{ id: "new", text: "" }, ...items]), items.slice(told))
    assert.deepStrictEqual(after(items.slice(1)), items.slice(told))
    // What it stands after is gone itself: nothing is left out.
    assert.includeDeepMembers(after(items.filter((_, n) => n !== told - 1)), items.slice(told))
    const cursor = encodeCursor({ call: "c", page: null, position: first.next })
    assert.deepStrictEqual(decodeCursor(cursor, "c")?.position, first.next)

    // Each of these calls is a row of the log itself; all of them stand on one page, since one that is pushed to the next is told twice.
    for (let n = 0; n < 20; n++) await call("monitor_get", { monitor_id: "mon_none" })
    const seen: Array<unknown> = []
    let next: string | undefined
    do {
      const { told } = await call("log_list", {
        limit: 60,
        max_tokens: 1_500,
        ...(next === undefined ? {} : { cursor: next })
      })
      const list = Object.values(told).find(Array.isArray) as ReadonlyArray<{ readonly request_id: string }>
      seen.push(...list.map(({ request_id }) => request_id))
      next = told.context.next_cursor
    } while (next !== undefined && seen.length < 60)
    assert.isAbove(seen.length, 5)
    assert.strictEqual(new Set(seen).size, seen.length)
  })

  it("belongs to the same arguments in any order", () => {
    assert.strictEqual(callMark("t", { a: { b: 1, c: [2] }, d: 3 }), callMark("t", { d: 3, a: { c: [2], b: 1 } }))
    assert.notStrictEqual(callMark("t", { a: [1, 2] }), callMark("t", { a: [2, 1] }))
  })
})

describe("a budget", () => {
  it("holds for the links and the cursors, too", async () => {
    const data = Array.from({ length: 40 }, (_, n) => ({
      id: `run_${n}`,
      monitor_id: `mon_${String(n).repeat(16)}`,
      text: "y".repeat(60)
    }))
    for (const maxTokens of [700, 1_000, 3_000, 10_000]) {
      const answered = { tool: "t", given: {}, maxTokens, isUntrusted: true, goesOn: true, page: null, position: null }
      const result = toResult({ ...answered, record: { data, has_more: true, next_cursor: "c".repeat(300) } })
      assert.isAtMost(bytesIn(result), maxTokens * 3.3, String(maxTokens))
      const { context } = result.structuredContent as unknown as Told
      assert.closeTo(context.tokens, bytesIn(result) / 3, 60)
    }
  })

  const long = (length: number, text = "x") => text.repeat(length)
  const hard: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    "a record of many short fields": {
      ...Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`field_${n}`, long(390)])),
      request_id: long(36)
    },
    "items with nothing to cut": {
      data: Array.from({ length: 5 }, (_, n) => ({ id: `mon_${n}`, name: long(390), url: long(390), note: long(390) })),
      has_more: true,
      next_cursor: long(110)
    },
    "an item, and the cursor of a page": { data: [{ id: "mon_1" }], has_more: true, next_cursor: long(110) },
    "fields with long names": Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`${long(200)}${n}`, long(2_000)])
    ),
    "long names within each other": {
      data: [
        Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${long(100)}${n}`, { [long(100)]: long(2_000) }]))
      ]
    },
    "quotes alone": { markdown: long(40_000, '"'), url: "u" },
    "text full of quotes": { markdown: long(9_000, 'say "hi" '), url: "u" },
    backslashes: { markdown: long(40_000, "\\"), url: "u" },
    controls: { markdown: long(40_000, "\u0001"), url: "u" },
    lines: { markdown: long(9_000, "\n\nab"), url: "u" }
  }

  for (const [name, record] of Object.entries(hard)) {
    it(`holds for ${name}, as they are sent, and is used`, () => {
      for (const maxTokens of [500, 700, 1_000, 10_000]) {
        for (const isUntrusted of [true, false]) {
          for (const goesOn of [true, false]) {
            const answered = { tool: "t", given: {}, maxTokens, isUntrusted, goesOn, page: null, position: null }
            const sent = bytesIn(toResult({ ...answered, record })) / 3 / maxTokens
            assert.isAtMost(sent, 1.1, `${maxTokens} ${isUntrusted} ${goesOn}`)
            if (name.includes("quotes")) assert.isAtLeast(sent, 0.5)
          }
        }
      }
    })
  }
})

describe("an argument that nothing takes", () => {
  it("is refused with those that are taken", async () => {
    const looked = await call("search_docs", { url: "https://example.com/" })
    assert.isTrue(looked.isError)
    assert.include(looked.text, "url: nothing takes this argument. Taken are query, limit, max_tokens, cursor.")
    const made = await call("monitor_create", { url: "https://example.com/" })
    assert.isTrue(made.isError)
    assert.match(made.text, /url: nothing takes this argument\. Taken are [^.]*\bname\b[^.]*\btarget\b/)
  })
})

describe("a list in a query", () => {
  it("has its items as they were given, commas, brackets and all", async () => {
    const labels = ["red, blue", "red", "blue", '["x"]', "[", "7"]
    for (const label of labels) await call("monitor_create", { name: label, target: target("listed"), tags: [label] })
    const named = async (tags: ReadonlyArray<unknown>) => {
      const { told } = await call("monitor_list", { tags })
      return told.data?.map((one) => (one as unknown as { readonly name: string }).name)
    }
    for (const label of labels) assert.deepStrictEqual(await named([label]), [label])
    assert.deepStrictEqual(await named([7]), ["7"])
    assert.sameMembers([...((await named(["blue", "red, blue"])) ?? [])], ["blue", "red, blue"])
    assert.isAtLeast((await named([]))?.length ?? 0, labels.length)
  })
})

describe("a header of an operation", () => {
  it("is left out where it is null, and refused where it cannot be sent", async () => {
    const made = async (name: string, key: unknown) =>
      call("monitor_create", { name, target: target(name), "idempotency-key": key })
    const ids = [await made("one", null), await made("two", null)].map(({ told }) => told.id)
    assert.strictEqual(new Set(ids).size, 2)
    const refused = await made("three", "kéy")
    assert.isTrue(refused.isError)
    assert.include(refused.text, "idempotency-key: it may have printable ASCII")
    assert.isFalse((await call("monitor_list", { limit: 1, max_tokens: null })).isError)
    assert.isFalse((await call("search_docs", { query: "monitor", limit: null })).isError)
  })
})

describe("a resource", () => {
  it("withholds secrets, and names what was cut", async () => {
    const webhook = { url: "https://receiver.example/hook", events: ["run.completed"] }
    const made = await call("monitor_create", { name: "Told", target: target("told"), webhook })
    const { contents } = await client.readResource({ uri: `kittiwake://monitors/${made.told.id}` })
    const text = (contents[0] as { readonly text: string }).text
    assert.include(text, "withheld")
    assert.notInclude(text, "whsec_")

    const budget = { defaultTokens: 500, maxTokens: 500 }
    const api = () => Promise.resolve(Response.json({ id: "mon_a", text: "word ".repeat(2_000) }))
    const session = {
      base: "http://a",
      authorization: "",
      scopes: null,
      owner: "",
      run: Effect.runPromise,
      api,
      budget
    } as unknown as Session
    const cut = await readResource(session, "kittiwake://monitors/mon_a", new AbortController().signal)
    const json = cut?.contents[0]?.text ?? ""
    assert.isAtMost(Buffer.byteLength(json), 1_500)
    assert.match((JSON.parse(json) as Told).context.left_out?.[0] ?? "", /^text: \d+ of 10000 characters$/)
  })
})

describe("a completion", () => {
  it("finds what lies beyond the first hundred, and says when there is more", { timeout: 60_000 }, async () => {
    const ids: Array<string> = []
    for (let n = 0; n < 110; n++)
      ids.push((await call("monitor_create", { name: `C${n}`, target: target(`c${n}`) })).told.id!)
    const complete = async (value: string) =>
      (
        await client.complete({
          ref: { type: "ref/resource", uri: "kittiwake://monitors/{monitor_id}" },
          argument: { name: "monitor_id", value }
        })
      ).completion
    const all = await complete("")
    assert.lengthOf(all.values, 100)
    assert.isTrue(all.hasMore)
    const oldest = await complete(ids[0]!)
    assert.deepStrictEqual([oldest.values, oldest.total, oldest.hasMore], [[ids[0]], 1, false])
  })
})

describe("small things", () => {
  it("a goal that is empty is none", () => {
    const prompt = promptOf("watch_page", { url: "https://a.example/", goal: " " })
    assert.include(JSON.stringify(prompt), "Any lasting change matters")
  })

  it("a message that the protocol refuses before the API is asked draws on the limits", () => {
    const { callsApi } = speak()
    const calls = (method: string, params: object) => callsApi({ jsonrpc: "2.0", id: 1, method, params })
    assert.isTrue(calls("tools/call", { name: "monitor_list" }))
    assert.isFalse(calls("tools/call", { name: "monitor_list", arguments: [] }))
    assert.isTrue(calls("resources/read", { uri: "kittiwake://monitors/m/runs/r" }))
    assert.isFalse(calls("resources/read", { uri: "kittiwake://changes/c/runs/r" }))
    assert.isFalse(calls("completion/complete", { argument: { name: "monitor_id", value: "" } }))
  })
})
