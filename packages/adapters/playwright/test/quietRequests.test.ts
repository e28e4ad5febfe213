import { assert, describe, it } from "@effect/vitest"
import { firstOwnId, quietRequests } from "../src/devtools/quietRequests.ts"

const quiet = (message: unknown) => quietRequests(message, () => firstOwnId + 1)

describe("quietRequests", () => {
  it("asks for nothing that scripts write and throw", () => {
    for (const domain of ["Runtime", "Log"]) {
      assert.deepStrictEqual(quiet({ id: 4, method: `${domain}.enable`, params: {}, sessionId: "A" }), [
        { id: 4, method: `${domain}.disable`, params: {}, sessionId: "A" }
      ])
    }
  })

  it("asks for requests without what they send", () => {
    assert.deepStrictEqual(quiet({ id: 4, method: "Network.enable", sessionId: "A" }), [
      { id: 4, method: "Network.enable", params: { maxPostDataSize: 1 }, sessionId: "A" }
    ])
  })

  it("lets playwright run its own scripts in pages of its own", () => {
    const bypass = { id: 4, method: "Network.setBypassServiceWorker", params: { bypass: true }, sessionId: "A" }
    assert.deepStrictEqual(quiet(bypass), [
      bypass,
      { id: firstOwnId + 1, method: "Runtime.enable", params: {}, sessionId: "A" }
    ])
  })

  it("leaves everything else", () => {
    for (const message of [
      { id: 1, method: "Runtime.evaluate", sessionId: "A" },
      { id: 1, method: "Target.setAutoAttach" },
      { id: 1, method: "Runtime.runIfWaitingForDebugger", sessionId: "A" },
      null,
      "{}"
    ]) {
      assert.deepStrictEqual(quiet(message), [message])
    }
  })
})
