/** A browser made of what playwright keeps inside. Observed: what its connection is handed, and what is asked of the browser. */
import { setTimeout as wait } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { guardBrowser } from "../src/devtools/guardBrowser.ts"
import { firstOwnId } from "../src/devtools/quietRequests.ts"

/** Sessions of playwright, each of which calls whoever listens. */
class Session {
  listen: (told: unknown) => void = () => {}

  emit(told: unknown): boolean {
    this.listen(told)
    return true
  }
}

const withTransport = (transport: object, also: object = {}): Browser => {
  const own = { _connection: { _transport: transport, rootSession: new Session(), ...also } }
  return { _connection: { toImpl: () => own, dispatch: () => assert.fail("no") } } as unknown as Browser
}

/** A pipe on which this much has come before anybody stands at it. */
const piped = (begun: string, onmessage: (message: unknown) => unknown) => {
  const pipe = { isDestroyed: false, pause: () => {}, resume: () => {}, destroy: () => {} }
  const destroy = () => {
    pipe.isDestroyed = true
  }
  const sent: Array<unknown> = []
  const transport = {
    _pipeRead: Object.assign(pipe, { destroy }),
    _pendingBuffers: [Buffer.from(begun)],
    _dispatch: (_: Buffer): void => assert.fail("is read past the guard"),
    send: (message: unknown) => sent.push(message),
    onmessage
  }
  return { transport, pipe, sent }
}

const turns = () => wait(20)

describe("guardBrowser", () => {
  it("hands on what is to be read, from the middle of a message on", async () => {
    const read: Array<unknown> = []
    const { transport } = piped('{"id":1,"res', (message) => read.push(message))
    assert.isTrue(guardBrowser(withTransport(transport)))
    transport._dispatch(Buffer.from('ult":{}}\0{"method":"Log.entryAdded","params":{}}\0{"id":2}\0{"id":'))
    transport._dispatch(Buffer.from(`${firstOwnId + 1}}\0{"id":3}\0`))
    await turns()
    assert.deepStrictEqual(read, [{ id: 1, result: {} }, { id: 2 }, { id: 3 }])
  })

  it("hands a picture to whoever asked for it, as bytes", async () => {
    const read: Array<unknown> = []
    const { transport } = piped("", (message) => read.push(message))
    assert.isTrue(guardBrowser(withTransport(transport)))
    transport._dispatch(Buffer.from('{"id":1,"result":{"data":"aGVs'))
    transport._dispatch(Buffer.from('bG8="},"sessionId":"A"}\0'))
    await turns()
    assert.deepStrictEqual(read, [{ id: 1, result: { data: Buffer.from("hello") }, sessionId: "A" }])
  })

  it("asks for less than playwright does", () => {
    const { sent, transport } = piped("", () => {})
    guardBrowser(withTransport(transport))
    transport.send({ id: 1, method: "Runtime.enable", sessionId: "A" })
    transport.send({ id: 2, method: "Page.enable", sessionId: "A" })
    assert.deepStrictEqual(sent, [
      { id: 1, method: "Runtime.disable", sessionId: "A" },
      { id: 2, method: "Page.enable", sessionId: "A" }
    ])
  })

  for (const [name, message, receive] of [
    ["is no message", "{", () => {}],
    ["is refused at once", "{}", () => assert.fail("no")],
    ["is refused a moment later", "{}", () => Promise.reject(new Error("no"))]
  ] as const) {
    it(`ends the browser, and nothing else, when what it sends ${name}`, async () => {
      const { pipe, transport } = piped("", receive)
      guardBrowser(withTransport(transport))
      transport._dispatch(Buffer.from(`${message}\0`))
      await turns()
      assert.isTrue(pipe.isDestroyed)
    })
  }

  it("ends nothing where a listener throws, of playwright's own or of ours", () => {
    const browser = withTransport(piped("", () => {}).transport)
    assert.isTrue(guardBrowser(browser))
    assert.isFalse(Reflect.apply(Reflect.get(Reflect.get(browser, "_connection"), "dispatch"), null, [{}]))
    const session = new Session()
    const heard: Array<unknown> = []
    session.listen = (told) => heard.push(told)
    assert.isTrue(session.emit(1))
    session.listen = () => assert.fail("no")
    assert.isFalse(session.emit(2))
    assert.deepStrictEqual(heard, [1])
    // The next browser has the same sessions.
    const { emit } = Session.prototype
    assert.isTrue(guardBrowser(withTransport(piped("", () => {}).transport)))
    assert.strictEqual(Session.prototype.emit, emit)
  })

  it("says so of a playwright that is built otherwise", () => {
    const { transport } = piped("", () => {})
    for (const other of [
      {} as unknown as Browser,
      { _connection: { toImpl: () => undefined } } as unknown as Browser,
      withTransport({}),
      withTransport({ ...transport, _pendingBuffers: undefined }),
      withTransport({ ...transport, _dispatch: undefined }),
      withTransport({ ...transport, send: undefined }),
      withTransport(transport, { rootSession: undefined }),
      withTransport(transport, { rootSession: { emit: undefined } }),
      withTransport({ ...transport, _pipeRead: undefined, _ws: { on: () => {} } })
    ]) {
      assert.isFalse(guardBrowser(other))
    }
  })
})
