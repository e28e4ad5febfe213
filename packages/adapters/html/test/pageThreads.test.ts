/** Observed: whose pages are read first, which are read in a thread, and what a thread loads for them. */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Duration, Effect, Fiber, Result } from "effect"
import { layerWith, maxInlineLength } from "../src/PageReader.ts"
import { PageElement } from "../src/PageTree.ts"
import type { PageWork } from "../src/PageWork.ts"
import { parseHtml } from "../src/parseHtml.ts"

const pageOf = (length: number) => "<p>lorem ipsum</p>".repeat(length / 15)

const read = (body: string) =>
  PageReader.use((reader) =>
    reader.read({ body, mediaType: "text/html", includeSelectors: [], excludeSelectors: [], leavesOutNoise: true })
  )

const readFor = (organization: string, page: string) =>
  read(page).pipe(Effect.provideService(WorksFor, OrganizationId.make(organization)))

/** Reads one page, of another organization unless given, while one has many, and tells how many of those were read by then. */
const readBesideCrowd = (page: string, crowd: number, one = readFor("org_one", page)) =>
  Effect.gen(function* () {
    // Both threads run before it begins: a page that is given to one that still starts comes last of all.
    yield* Effect.all([readFor("org_before", page), readFor("org_before_too", page)], { concurrency: 2 })
    let done = 0
    yield* Effect.forEach(Array.from({ length: crowd }), () =>
      Effect.forkChild(
        Effect.tap(readFor("org_crowd", page), () => Effect.sync(() => (done += 1))),
        { startImmediately: true }
      )
    )
    yield* one
    return done
  })

const limits = { threads: 2, background: 1, large: 0, deadline: Duration.seconds(60), heapMegabytes: 512 }

/** Elements of a name, wherever they stand in another. */
const elementsIn = (parent: PageElement, name: string): ReadonlyArray<PageElement> =>
  parent.children.flatMap((child) =>
    child instanceof PageElement ? [...(child.name === name ? [child] : []), ...elementsIn(child, name)] : []
  )

/** Does one work after another as a thread does, and tells of each what came of it and what was loaded by then. */
const program = `
const { registerHooks } = require("node:module")
const { parentPort, workerData } = require("node:worker_threads")
const loaded = new Set()
const library = /\\/node_modules\\/(re2js|effect\\/dist\\/(?:Schema|Effect))\\b/
registerHooks({ load: (url, context, next) => {
  const [, name] = library.exec(url) ?? []
  if (name !== undefined) loaded.add(name)
  return next(url, context)
} })
import(workerData.thread).then(async ({ default: work }) => {
  const told = []
  for (const each of workerData.works) told.push([(await work(each)).page.data?.code ?? null, ...loaded])
  parentPort.postMessage(told)
})
`

const codeIn = (text: string, code: object): PageWork => ({
  kind: "fill",
  request: {
    shape: Result.getOrThrow(readDataSchema({ type: "object", properties: { code } })),
    instructions: "",
    sheets: [
      {
        ...{ url: "https://shop.example/", title: null, language: "en", text, isCut: false, lists: [], groups: [] },
        facts: ["none", text].map((value) => ({ name: "code", value, source: "pair", context: "", quote: value }))
      }
    ]
  }
})

describe("a thread that reads pages", () => {
  it("loads no ports, and what compiles patterns with the first schema that has one", async () => {
    const shaping: PageWork = {
      kind: "read",
      request: {
        ...{ body: "<p>x</p>", mediaType: "text/html", leavesOutNoise: true },
        ...{ includeSelectors: [], excludeSelectors: [] }
      }
    }
    const works = [
      shaping,
      codeIn("AB-1", { type: "string" }),
      codeIn("AB-1", { type: "string", pattern: "^[A-Z]{2}-\\d$" })
    ]
    const thread = new URL("../src/pageThread.ts", import.meta.url).href
    const worker = new Worker(program, { eval: true, workerData: { thread, works } })
    const [told] = await once(worker, "message")
    await worker.terminate()
    assert.deepStrictEqual(told, [[null], ["none"], ["AB-1", "re2js"]])
  })
})

describe("pages that cost much", () => {
  it.live(
    "of one organization are read while another has many",
    () =>
      Effect.gen(function* () {
        assert.isBelow(yield* readBesideCrowd(pageOf(maxInlineLength), 16), 8)
      }).pipe(Effect.provide(layerWith(limits))),
    60_000
  )
})

describe("large pages", () => {
  const large = { ...limits, threads: 4, large: 2 }
  const dense = "<p>lorem".repeat(61_000)
  const denser = "<p>lorem <i>ipsum</i>".repeat(120_000)
  const long = `<!--${"lorem ipsum ".repeat(400_000)}--><p>x`

  /** Whether a page is read before one that takes longer and began before it. */
  const overtakes = (first: Effect.Effect<unknown, unknown, PageReader>, second: typeof first) =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const telling = (name: string, reading: typeof first) =>
        Effect.tap(reading, () => Effect.sync(() => order.push(name)))
      yield* Effect.all([telling("first", first), telling("second", second)], { concurrency: 2 })
      return order[0] === "second"
    })

  it.live("of one organization are read one after the other", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* overtakes(readFor("org_one", denser), readFor("org_one", dense)))
      assert.isFalse(yield* overtakes(readFor("org_one", denser), readFor("org_one", long)))
    }).pipe(Effect.provide(layerWith(large)))
  )

  it.live("are read beside those of another, and beside others of their own", () =>
    Effect.gen(function* () {
      assert.isBelow(yield* readBesideCrowd(denser, 6, readFor("org_other", dense)), 5)
      const small = pageOf(maxInlineLength + 30_000)
      assert.isBelow(yield* readBesideCrowd(denser, 6, readFor("org_crowd", small)), 5)
    }).pipe(Effect.provide(layerWith(large)))
  )
})

describe("pages that nobody waits for", () => {
  const page = pageOf(30_000)
  /** Within which no thread has started. */
  const hurried = { ...limits, deadline: Duration.millis(1) }
  const isReadAtOnce = (isBackground: boolean, body: string) =>
    read(body).pipe(Effect.isSuccess, Effect.provideService(BackgroundWork, isBackground))

  it.live("are read in a thread, and others at once", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* isReadAtOnce(true, page))
      assert.isTrue(yield* isReadAtOnce(false, page))
      assert.isTrue(yield* isReadAtOnce(true, pageOf(3_000)), "a short one costs less to read than to hand over")
    }).pipe(Effect.provide(layerWith(hurried)))
  )

  it.live("are read at once where no thread is to spare", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isReadAtOnce(true, page))
    }).pipe(Effect.provide(layerWith({ ...hurried, background: 0 })))
  )

  it.live("leave a thread to a page of the same organization that somebody waits for", () =>
    Effect.gen(function* () {
      assert.isBelow(yield* readBesideCrowd(page, 60, readFor("org_crowd", pageOf(maxInlineLength))), 40)
    }).pipe(Effect.provideService(BackgroundWork, true), Effect.provide(layerWith({ ...limits, threads: 3 })))
  )

  it.live("of one organization are read while another has many", () =>
    Effect.gen(function* () {
      assert.isBelow(yield* readBesideCrowd(page, 32), 16)
    }).pipe(Effect.provideService(BackgroundWork, true), Effect.provide(layerWith(limits)))
  )
})

describe("pages that the parser makes much of", () => {
  const times = (count: number, piece: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => piece(n)).join("")
  const large = { ...limits, threads: 4, large: 2 }
  /** Elements that stay open, and are opened again in each of so many paragraphs. */
  const reopened = (elements: number, paragraphs: number, attributes: number) =>
    `<p>${times(elements, (n) => `<b i=${n} ${times(attributes, (at) => `a${at} `)}>`)}${"x<p>".repeat(paragraphs)}`
  const refusal = (page: string) =>
    Effect.map(Effect.flip(read(page)), (error) => (error._tag === "UnreadablePage" ? error.message : error._tag))

  it.live(
    "are read by threads for large ones, although they are short",
    () =>
      Effect.gen(function* () {
        const { text } = yield* read(reopened(150, 2_500, 0))
        assert.strictEqual(text.split("x").length, 2_501)
      }).pipe(Effect.provide(layerWith({ ...large, ordinaryHeapMegabytes: 64 }))),
    60_000
  )

  it.live(
    "are refused where their elements have too many attributes together",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* refusal(reopened(150, 3_000, 250)), "The page has more than 2000000 attributes.")
        assert.strictEqual(
          yield* refusal(times(9_000, () => `<b ${times(250, (at) => `a${at} `)}>`)),
          "The page has more than 2000000 attributes."
        )
        const address = `<p><a href="/${"x".repeat(60_000)}">${"x<p>".repeat(600)}`
        assert.strictEqual(yield* refusal(address), "The page has more than 24000000 characters in attributes.")
      }).pipe(Effect.provide(layerWith(large))),
    60_000
  )

  it.live(
    "are read where they open few elements again, with the attributes of their tags",
    () =>
      Effect.gen(function* () {
        const page = `<font color=red face=a><b class=c>${"<p>word".repeat(4_000)}</b></font>`
        assert.strictEqual((yield* read(page)).text.split("word").length, 4_001)
        const root = parseHtml("<p><b class=c id=d>x<p>y")
        const [body] = elementsIn(root, "body")
        const [first, second] = elementsIn(body!, "b")
        assert.deepStrictEqual(second?.attributes, [
          { name: "class", value: "c" },
          { name: "id", value: "d" }
        ])
        assert.strictEqual(second?.attributes, first?.attributes, "one list for all of a tag")
      }).pipe(Effect.provide(layerWith(large))),
    60_000
  )

  it.live(
    "are read anew where an ordinary thread has not the memory",
    () =>
      Effect.gen(function* () {
        const page = times(28_000, (n) => `<p ${times(8, (at) => `data-a${at}="${n * at}" `)}>x${n}</p>`)
        assert.match((yield* read(page)).text, /x27999/)
      }).pipe(Effect.provide(layerWith({ ...large, ordinaryHeapMegabytes: 24 }))),
    60_000
  )

  it.live(
    "hold no place of others while they wait: a short one of another organization is read beside a crowd of large ones",
    () =>
      Effect.gen(function* () {
        const dense = "<p>".repeat(61_000)
        assert.isBelow(dense.length, maxInlineLength)
        let done = 0
        yield* Effect.forEach(Array.from({ length: 12 }), () =>
          Effect.forkChild(
            Effect.tap(readFor("org_crowd", dense), () => Effect.sync(() => (done += 1))),
            { startImmediately: true }
          )
        )
        yield* readFor("org_other", pageOf(30_000))
        assert.isBelow(done, 3)
      }).pipe(Effect.provideService(BackgroundWork, true), Effect.provide(layerWith(large))),
    60_000
  )

  it.live(
    "leave nothing behind when they are interrupted while they wait",
    () =>
      Effect.gen(function* () {
        const crowd = yield* Effect.forEach(["<p>".repeat(61_000), pageOf(30_000), pageOf(maxInlineLength)], (page) =>
          Effect.forEach(Array.from({ length: 8 }), () =>
            Effect.forkChild(readFor("org_crowd", page), { startImmediately: true })
          )
        )
        yield* Effect.sleep("20 millis")
        yield* Effect.forEach(crowd.flat(), Fiber.interrupt, { concurrency: "unbounded" })
        for (const page of ["<p>x".repeat(61_000), pageOf(30_000), pageOf(maxInlineLength)])
          assert.isNotEmpty((yield* readFor("org_crowd", page)).text)
      }).pipe(Effect.provideService(BackgroundWork, true), Effect.provide(layerWith(large))),
    60_000
  )
})
