/** Answers of the API that are large. Observed: what a tool tells of them, how often the API is asked, and who has the thread meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Effect } from "effect"
import { defaultBudget } from "../src/AnswerBudget.ts"
import { callMark, encodeCursor } from "../src/answers/cursor.ts"
import { bytesOf } from "../src/answers/fit.ts"
import { withoutSecrets } from "../src/answers/result.ts"
import type { Ongoing, Session } from "../src/Session.ts"
import { callTool } from "../src/tools/call.ts"
import { toolNamed } from "../src/tools/catalogue.ts"

const megabyte = 1024 * 1024

const ongoing: Ongoing = { signal: new AbortController().signal, progress: () => Promise.resolve() }

/** A session whose API answers what the test says. */
const sessionOf = (
  answer: (asked: URL) => Response,
  memory = new MemoryCounter({ capacityBytes: 128 * megabyte }),
  before: () => Promise<void> = () => Promise.resolve()
) => {
  const asked: Array<URL> = []
  const session: Session = {
    base: "http://x",
    authorization: "",
    owner: "org",
    scopes: null,
    api: async ({ url }) => {
      asked.push(new URL(url))
      await before()
      return answer(new URL(url))
    },
    run: (effect, options) => Effect.runPromise(Effect.provideService(effect, MemoryBudget, memory), options),
    refusedByLimits: () => Promise.resolve(null),
    budget: defaultBudget,
    endedBy: () => undefined
  }
  const call = (name: string, args: Readonly<Record<string, unknown>>) =>
    callTool(session, toolNamed(name)!, args, ongoing).then(({ content, isError }) => ({
      isError: isError === true,
      // A note that the text is a stranger's may stand before it.
      told: JSON.parse((content.findLast(({ type }) => type === "text") as { readonly text: string }).text) as Record<
        string,
        unknown
      >
    }))
  return { asked, call, memory }
}

const itemsOf = (count: number, bytesEach: number) =>
  Array.from({ length: count }, (_, id) => ({ id: `mon_${id}`, name: "n".repeat(bytesEach) }))

const listOf = (bytesEach: number) => (asked: URL) => {
  const limit = Number(asked.searchParams.get("limit") ?? 50)
  return Response.json({ data: itemsOf(limit, bytesEach), has_more: true, next_cursor: `after-${limit}` })
}

describe("a large answer of the API", () => {
  it("is asked for again with fewer items where it is a list, and goes on behind these", async () => {
    const { asked, call, memory } = sessionOf(listOf(50_000))
    const { isError, told } = await call("monitor_list", { limit: 100 })
    assert.isFalse(isError)
    assert.deepStrictEqual(
      asked.map(({ searchParams }) => searchParams.get("limit")),
      ["100", "10"]
    )
    assert.isTrue(told.has_more)
    assert.strictEqual(memory.usedBytes, 0)
  })

  it("is one that cannot be told where one item is too large, which says so", async () => {
    const { asked, call } = sessionOf(() => Response.json({ data: itemsOf(1, 5 * megabyte) }))
    const { isError, told } = await call("monitor_list", {})
    assert.isTrue(isError)
    assert.strictEqual(told.error_code, "CONTENT_TOO_LARGE")
    assert.match(String(told.message), /more than 4 MB.* Ask for less with .*limit/)
    assert.deepStrictEqual(
      asked.map(({ searchParams }) => searchParams.get("limit")),
      [null, "10", "1"]
    )
  })

  it("is not read to its end, and what reads the web is not asked again", async () => {
    let made = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          made += 1
          controller.enqueue(new Uint8Array(megabyte).fill(32))
        }
      })
    const { asked, call } = sessionOf(() => new Response(body()))
    const { isError, told } = await call("extract", { url: "https://x.example", instructions: "all" })
    assert.isTrue(isError)
    assert.strictEqual(told.error_code, "CONTENT_TOO_LARGE")
    assert.strictEqual(asked.length, 1)
    assert.isBelow(made, 10)
  })

  it("is told as far as it is read where it is the text of a page, part after part, and says where the rest is", async () => {
    const markdown = `# Tea\n\n${"A line of a page.\n".repeat(400_000)}`
    const { asked, call, memory } = sessionOf(() =>
      Response.json({ success: true, markdown, url: "https://x.example/" })
    )
    const given = { url: "https://x.example/" }
    const { isError, told } = await call("scrape", given)
    assert.isFalse(isError)
    assert.isTrue(markdown.startsWith(String(told.markdown)))
    const { left_out: leftOut, next_cursor: cursor } = told.context as Readonly<Record<string, unknown>>
    assert.match(
      String(leftOut),
      /^markdown: the first \d{7} characters of more\. The API and the command give the rest/
    )
    const second = await call("scrape", { ...given, cursor })
    assert.isTrue(markdown.startsWith(`${told.markdown}${second.told.markdown}`))
    // Where what is read ends.
    const near = { call: callMark("scrape", given), page: null, position: { path: ["markdown"], skip: 3_970_000 } }
    const last = await call("scrape", { ...given, cursor: encodeCursor(near) })
    const context = last.told.context as Readonly<Record<string, unknown>>
    assert.isUndefined(context.next_cursor)
    assert.deepStrictEqual(context.left_out, leftOut)
    assert.isTrue(markdown.startsWith(String(last.told.markdown), 3_970_000))
    assert.deepStrictEqual([asked.length, memory.usedBytes], [3, 0])
  })

  it("is not told where it was cut off in data, of which half is wrong", async () => {
    const { call, memory } = sessionOf(() =>
      Response.json({ success: true, markdown: "a", links: itemsOf(1, 5 * megabyte) })
    )
    const { isError, told } = await call("scrape", { url: "https://x.example/" })
    assert.deepStrictEqual([isError, told.error_code], [true, "CONTENT_TOO_LARGE"])
    assert.strictEqual(memory.usedBytes, 0)
  })

  it("is not read where there is no room for it", async () => {
    const memory = new MemoryCounter({ capacityBytes: 16 * megabyte })
    const others = memory.open("others")
    others.keep(15 * megabyte)
    const { call } = sessionOf(listOf(20_000), memory)
    const { isError, told } = await call("monitor_list", { limit: 100 })
    assert.isTrue(isError)
    assert.match(String(told.message), /Try again/)
    assert.strictEqual(memory.usedBytes, 15 * megabyte)
    // It waits for some seconds.
    setTimeout(others.close, 300)
    assert.isFalse((await call("monitor_list", { limit: 100 })).isError)
    assert.strictEqual(memory.usedBytes, 0)
  }, 15_000)

  it("is asked for of three calls of an organization at once, where it is only read", async () => {
    let [underWay, most] = [0, 0]
    const { asked, call } = sessionOf(
      () => Response.json({ data: [] }),
      undefined,
      async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await new Promise((resolve) => setTimeout(resolve, 20))
        underWay -= 1
      }
    )
    await Promise.all(Array.from({ length: 10 }, () => call("monitor_list", {})))
    assert.deepStrictEqual([asked.length, most], [10, 3])
  })

  it("leaves the thread to others between it and the next one", async () => {
    const { call } = sessionOf(listOf(30_000), new MemoryCounter({ capacityBytes: 1_024 * megabyte }))
    let turns = 0
    let isOver = false
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    await Promise.all(Array.from({ length: 20 }, () => call("monitor_list", { limit: 100 })))
    isOver = true
    // Each is parsed in a turn, and cut in another.
    assert.isAtLeast(turns, 40)
  })
})

describe("what is told", () => {
  it("has no secret at any depth, and is not copied where there is none", () => {
    const plain = { list: [[{ name: "a" }], [1, 2]], none: null }
    assert.strictEqual(withoutSecrets(plain), plain)
    const nested = (levels: number): unknown => (levels === 0 ? { secret: "s", of: plain } : [nested(levels - 1)])
    const told = JSON.stringify(withoutSecrets({ deep: nested(30), webhook_secret: "s", secret: 7 }))
    assert.notInclude(told, `"s"`)
    assert.include(told, `"secret":7`)
    assert.deepStrictEqual(Object.keys(withoutSecrets(JSON.parse(`{"__proto__":{"secret":"s"}}`)) as object), [
      "__proto__"
    ])
  })

  it("is measured as it is written", () => {
    for (const value of [
      0,
      -0,
      1.5,
      -1e21,
      1e-7,
      Number.NaN,
      null,
      true,
      "",
      "plain",
      'a"b',
      "a\\b",
      "é",
      "\n",
      "\u007f"
    ]) {
      assert.strictEqual(bytesOf(value), Buffer.byteLength(JSON.stringify(value)), JSON.stringify(value))
    }
  })
})
