import { assert, describe, it } from "@effect/vitest"
import { kindOf, messageLimits, mostBytesOf, standInFor, tooLarge } from "../src/devtools/judgeMessage.ts"
import { makeMessageReader } from "../src/devtools/makeMessageReader.ts"

const limits = { ...messageLimits, answerBytes: 2_000, eventBytes: 1_000, requestBytes: 500, wordBytes: 1_500 }

const event = (method: string, params: object = {}, sessionId = "A1") => JSON.stringify({ method, params, sessionId })

const answer = (id: number, result: object = {}, sessionId = "A1") => JSON.stringify({ id, result, sessionId })

/** What is read of messages that come in chunks of this size. */
const readOf = (messages: ReadonlyArray<string>, chunkBytes: number): ReadonlyArray<string> => {
  const read: Array<string> = []
  const take = makeMessageReader((message) => read.push(message.toString()), limits)
  const bytes = Buffer.from(messages.map((message) => `${message}\0`).join(""))
  for (let at = 0; at < bytes.length; at += chunkBytes) take(bytes.subarray(at, at + chunkBytes))
  return read
}

const x = (length: number) => "x".repeat(length)

describe("makeMessageReader", () => {
  for (const chunkBytes of [1, 3, 127, 128, 129, 1_000, 100_000]) {
    it(`reads what comes in chunks of ${chunkBytes}`, () => {
      const kept = [
        answer(1),
        event("Page.frameNavigated", { url: `/${x(600)}` }),
        answer(2, { text: `é${x(1_500)}\u2028"` }),
        event("Network.requestWillBeSent", { url: x(300) }),
        "{}"
      ]
      const left = [
        event("Runtime.consoleAPICalled"),
        event("Runtime.consoleAPICalled", { args: x(5_000) }),
        event("Runtime.exceptionThrown", { text: x(5_000) }, ""),
        event("Network.requestWillBeSent", { url: x(600) }),
        event("Page.frameNavigated", { url: x(1_100) })
      ]
      assert.deepStrictEqual(readOf([...left, ...kept, ...left, ...kept], chunkBytes), [...kept, ...kept])
    })

    it(`tells whoever asked that an answer in chunks of ${chunkBytes} is too large`, () => {
      const read = readOf([answer(7, { text: x(3_000) }), answer(8), answer(9, { text: x(3_000) }, "B2C3")], chunkBytes)
      const error = { code: -32_001, message: tooLarge }
      assert.deepStrictEqual(
        read.map((message) => JSON.parse(message)),
        [
          { id: 7, error, sessionId: "A1" },
          { id: 8, result: {}, sessionId: "A1" },
          { id: 9, error, sessionId: "B2C3" }
        ]
      )
    })
  }

  it("joins nothing of what is too large", () => {
    const read: Array<Buffer> = []
    const take = makeMessageReader((message) => read.push(message))
    const chunk = Buffer.alloc(64 * 1024, "x")
    const before = process.memoryUsage().arrayBuffers
    take(Buffer.from('{"id":5,"result":{"result":{"type":"string","value":"'))
    // Every chunk is one of its own, as they come from a pipe.
    for (let at = 0; at < 10_000; at += 1) take(Buffer.from(chunk))
    take(Buffer.from('"}},"sessionId":"F00"}\0'))
    assert.deepStrictEqual(read.map(String), [
      JSON.stringify({ id: 5, error: { code: -32_001, message: tooLarge }, sessionId: "F00" })
    ])
    assert.isBelow(process.memoryUsage().arrayBuffers - before, 400 * 1024 * 1024)
  })

  it("keeps a dialog that can be dismissed of one whose text is too long", () => {
    const [dialog] = readOf([event("Page.javascriptDialogOpening", { message: x(2_000), type: "prompt" })], 64)
    assert.deepInclude(JSON.parse(dialog ?? "{}"), { method: "Page.javascriptDialogOpening", sessionId: "A1" })
  })

  for (const chunkBytes of [1, 64, 128, 10_000]) {
    it(`keeps what can be answered of all that is held up, in chunks of ${chunkBytes}`, () => {
      const paused = { requestId: "interception-job-12.0", request: { url: "http://a.test/", postData: x(2_000) } }
      const attached = {
        sessionId: "C0FFEE",
        targetInfo: { type: "worker", title: x(2_000) },
        waitingForDebugger: true
      }
      const read = readOf(
        [
          event("Fetch.requestPaused", paused),
          event("Fetch.authRequired", { ...paused, authChallenge: { source: "Server" } }, "B2"),
          event("Target.attachedToTarget", attached)
        ],
        chunkBytes
      ).map((message) => JSON.parse(message))
      assert.deepStrictEqual(
        read.map(({ method, params, sessionId }) => [method, params.requestId ?? params.sessionId, sessionId]),
        [
          ["Fetch.requestPaused", "interception-job-12.0", "A1"],
          ["Fetch.authRequired", "interception-job-12.0", "B2"],
          ["Target.attachedToTarget", "C0FFEE", "A1"]
        ]
      )
      // No headers of the caller are for this address, no name is for this question, and no session of this type is kept.
      assert.strictEqual(new URL(read[0].params.request.url).origin, "null")
      assert.strictEqual(read[1].params.authChallenge.source, "Server")
      assert.strictEqual(read[2].params.targetInfo.type, "other")
    })
  }

  it("reads what is held up as it is where there is room, and where it says later what it is", () => {
    const small = event("Fetch.requestPaused", {
      requestId: "interception-job-1.0",
      request: { url: "http://a.test/" }
    })
    const other = event("Fetch.requestPaused", { request: { url: "/", postData: x(1_000) }, requestId: "1" })
    assert.deepStrictEqual(readOf([small, other], 100), [small, other])
  })
})

describe("a picture", () => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256))
  const drawn = (length: number) => answer(3, { data: bytes.toString("base64", 0, length) })

  const picturesOf = (message: string, chunkBytes: number, pictureBytes = 1_000) => {
    const read: Array<readonly [unknown, string | null]> = []
    const take = makeMessageReader(
      (told, picture) => read.push([JSON.parse(told.toString()), picture?.toString("hex") ?? null]),
      {
        ...limits,
        answerBytes: 1e6,
        pictureBytes
      }
    )
    const all = Buffer.from(`${message}\0${answer(4, { data: "" })}\0${answer(5, { text: '"data":"AAAA"' })}\0`)
    for (let at = 0; at < all.length; at += chunkBytes) take(all.subarray(at, at + chunkBytes))
    return read
  }
  const after: ReadonlyArray<readonly [unknown, string | null]> = [
    [{ id: 4, result: { data: "" }, sessionId: "A1" }, ""],
    [{ id: 5, result: { text: '"data":"AAAA"' }, sessionId: "A1" }, null]
  ]

  for (const chunkBytes of [1, 2, 3, 5, 127, 129, 1_333, 100_000]) {
    it(`is handed as bytes that came in chunks of ${chunkBytes}`, () => {
      for (const length of [1, 2, 3, 90, 91, 998, 999, 1_000]) {
        assert.deepStrictEqual(picturesOf(drawn(length), chunkBytes), [
          [{ id: 3, result: { data: "" }, sessionId: "A1" }, bytes.toString("hex", 0, length)],
          ...after
        ])
      }
    })

    it(`is none that is too large, in chunks of ${chunkBytes}`, () => {
      const error = { code: -32_001, message: tooLarge }
      assert.deepStrictEqual(picturesOf(drawn(1_000), chunkBytes, 500), [
        [{ id: 3, error, sessionId: "A1" }, null],
        ...after
      ])
    })
  }

  it("has room for photographs from edge to edge", () => {
    assert.isAbove(messageLimits.pictureBytes, 1_920 * 20_000 * 1.5)
    assert.isBelow(messageLimits.pictureBytes, 75 * 1024 * 1024)
  })
})

describe("what a page has told", () => {
  const few = { ...limits, eventBytes: 10_000, answerBytes: 10_000, largeBytes: 200, pageBytes: 2_500 }

  const lengthsOf = (messages: ReadonlyArray<string>, isOfPage: (id: number) => boolean = () => false) => {
    const read: Array<number> = []
    const take = makeMessageReader((message) => read.push(message.length), few, isOfPage)
    for (const message of messages) take(Buffer.from(`${message}\0`))
    return read
  }

  const attached = (sessionId: string, browserContextId: string, parent: string | null = null) =>
    JSON.stringify({
      method: "Target.attachedToTarget",
      params: {
        sessionId,
        targetInfo: { targetId: "T", type: "page", title: "", url: 'x","browserContextId":"OTHER"', browserContextId },
        waitingForDebugger: true
      },
      ...(parent === null ? {} : { sessionId: parent })
    })

  const named = (session: string, length = 800) => event("Page.frameNavigated", { name: x(length) }, session)

  it("is read until it has had its part, and what is small for ever", () => {
    const small = named("A1", 50)
    const read = lengthsOf([named("A1"), named("A1"), named("A1"), small, named("B2"), small])
    assert.deepStrictEqual(read, [
      named("A1").length,
      named("A1").length,
      small.length,
      named("B2").length,
      small.length
    ])
  })

  it("is what all of its windows, frames and workers have told", () => {
    const page = attached("A1", "C1")
    const window = attached("A2", "C1")
    const frame = attached("A3", "C1", "A1")
    const other = attached("B1", "C2")
    const all = [page, window, frame, other].map(({ length }) => length)
    const large = named("A1").length
    assert.deepStrictEqual(
      lengthsOf([page, window, frame, other, named("A1"), named("A2"), named("A3"), named("B1")]),
      [...all, large, large, large].slice(0, 6).concat(large)
    )
    // A session that has ended tells nothing of its page any more.
    const detached = JSON.stringify({ method: "Target.detachedFromTarget", params: { sessionId: "A3" } })
    assert.strictEqual(lengthsOf([page, frame, named("A1"), named("A3"), detached, named("A3")]).length, 6)
  })

  it("is not what somebody asked it for, but where it has put that there", () => {
    const asked = [1, 2, 3, 4].map((id) => answer(id, { frameTree: x(800) }))
    assert.deepStrictEqual(
      lengthsOf(asked),
      asked.map(({ length }) => length)
    )
    const [first = 0] = asked.map(({ length }) => length)
    const read = lengthsOf(asked, (id) => id !== 4)
    assert.deepStrictEqual([read[0], read[1], read[3]], [first, first, first])
    assert.isBelow(read[2] ?? first, 150)
  })

  it("still lets go on what is held up", () => {
    const held = (id: number) =>
      event("Fetch.requestPaused", { requestId: `interception-job-${id}.0`, request: { url: "/", postData: x(400) } })
    const read = lengthsOf([1, 2, 3, 4, 5, 6, 7].map(held))
    assert.strictEqual(read.length, 7)
    assert.isBelow(read[6] ?? 1_000, 400)
  })
})

describe("kindOf", () => {
  it("knows answers and events by how they begin", () => {
    assert.deepStrictEqual(kindOf('{"id":12,"result":{'), { _tag: "Answer", id: 12 })
    assert.deepStrictEqual(kindOf('{"method":"Page.frameNavigated","params"'), {
      _tag: "Event",
      method: "Page.frameNavigated"
    })
    assert.deepStrictEqual(
      kindOf('{"method":"Fetch.requestPaused","params":{"requestId":"interception-job-3.1","request"'),
      {
        _tag: "Held",
        method: "Fetch.requestPaused",
        id: "interception-job-3.1"
      }
    )
    // An address that a page chooses is no name of what is held up.
    assert.deepStrictEqual(kindOf('{"method":"Page.frameNavigated","params":{"requestId":"1"'), {
      _tag: "Event",
      method: "Page.frameNavigated"
    })
    assert.deepStrictEqual(
      kindOf('{"method":"Fetch.authRequired","params":{"request":{"url":"x,\\"params\\":{\\"requestId\\":\\"1\\""'),
      { _tag: "Unknown" }
    )
    for (const head of ["", "{}", '{"params":{"method":"Log.entryAdded"}', '{"error":{"code":1}']) {
      assert.deepStrictEqual(kindOf(head), { _tag: "Unknown" }, head)
    }
  })
})

describe("mostBytesOf", () => {
  it("leaves room for what is read", () => {
    const most = (head: string) => mostBytesOf(kindOf(head), messageLimits)
    // A document of 20 million characters that are all escaped.
    assert.isAbove(most('{"id":1,'), 20 * 1024 * 1024 * 6)
    // An address has 2 MB at most, and stands twice in what is told of a frame of another site.
    assert.isAbove(most('{"method":"Page.frameNavigated"'), 2 * 2 * 2 * 1024 * 1024)
    assert.strictEqual(most('{"method":"Runtime.consoleAPICalled"'), 0)
    // Nobody reads what a window is named, nor more of a dialog than a screen has room for.
    assert.strictEqual(most('{"method":"Page.windowOpen"'), 0)
    assert.isBelow(most('{"method":"Page.javascriptDialogOpening"'), 1024 * 1024)
    assert.isAbove(most('{"method":"Runtime.executionContextCreated"'), 0)
    assert.isAbove(most('{"method":"Network.responseReceived"'), 0)
  })
})

describe("standInFor", () => {
  it("is told by the session at the very end and by none that a page writes", () => {
    const answered = (tail: string) => JSON.parse(standInFor({ _tag: "Answer", id: 1 }, tail) ?? "{}").sessionId
    assert.strictEqual(answered('xxx"}},"sessionId":"AB12"}'), "AB12")
    assert.isUndefined(answered('"value":"x\\",\\"sessionId\\":\\"AB12\\"}'))
    assert.isUndefined(answered('"value":{"a":1,"sessionId":"AB12"}}}'))
    assert.isNull(standInFor({ _tag: "Event", method: "Runtime.consoleAPICalled" }, ',"sessionId":"AB12"}'))
    assert.isNull(standInFor({ _tag: "Unknown" }, ',"sessionId":"AB12"}'))
  })
})
