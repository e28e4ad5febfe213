/** Standard input with whatever a broken or hostile program writes there. Observed: what is written back, and whether it ends. */
import { PassThrough } from "node:stream"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { defaultBudget } from "../src/AnswerBudget.ts"
import { ServerRefuses, serve } from "../src/Stdio.ts"
import { fullKey, type Installation, openInstallation } from "./support/Installation.ts"

let here: Installation
beforeAll(async () => {
  here = await openInstallation({ worker: false })
}, 60_000)
afterAll(() => here.close())

interface Message {
  readonly id?: unknown
  readonly error?: { readonly code: number }
  readonly result?: { readonly tools?: ReadonlyArray<unknown> }
}

const start = (key = fullKey) => {
  const input = new PassThrough()
  const output = new PassThrough()
  let text = ""
  const waiting = new Set<() => void>()
  output.on("data", (piece: Buffer) => {
    text += piece.toString()
    for (const look of waiting) look()
  })
  const messages = () =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Message)
  /** The answer to a message, now or later. */
  const answer = (id: unknown) =>
    new Promise<Message>((resolve) => {
      const look = () => {
        const found = messages().find((message) => message.id === id)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const ended = serve({
    ...{ base: here.address, key, budget: defaultBudget, api: fetch, run: Effect.runPromise },
    ...{ input, output }
  })
  return { input, answer, messages, ended }
}

const initialize = `${JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
})}\n`
const initialized = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`
const list = (id: number) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params: {} })}\n`

describe("standard input", { timeout: 60_000 }, () => {
  it("takes messages in pieces and several at once, and goes on behind lines that are none", async () => {
    const { answer, ended, input, messages } = start()
    for (const letters of [initialize.slice(0, 40), initialize.slice(40)]) input.write(letters)
    assert.isDefined((await answer(1)).result)
    const garbage = [
      "",
      "nonsense",
      "{",
      "[]",
      "7",
      "null",
      '"text"',
      '{"jsonrpc":"1.0"}',
      "\u0000\u0001",
      "é\ud800",
      '{"id":{}}'
    ]
    input.write(`${initialized}${garbage.join("\n")}\n${list(2)}${list(3)}`)
    assert.isAbove((await answer(2)).result?.tools?.length ?? 0, 10)
    assert.isAbove((await answer(3)).result?.tools?.length ?? 0, 10)
    input.write(Buffer.from([0xff, 0xfe, 0x0a]))
    input.write(`{"jsonrpc":"2.0","id":4,"method":"${"x".repeat(100_000)}"}\n${list(5)}`)
    assert.isDefined((await answer(4)).error)
    assert.isDefined((await answer(5)).result)
    assert.isTrue(messages().every((message) => typeof message === "object"))
    // Half a message is nobody's.
    input.end(list(6).slice(0, 20))
    await ended
    assert.isUndefined(messages().find(({ id }) => id === 6))
  })

  it("ends where a line has no end, instead of keeping all of it or waiting for ever", async () => {
    const { ended, input } = start()
    input.write(initialize)
    const piece = "x".repeat(1_000_000)
    let isOver = false
    const over = ended.then(() => {
      isOver = true
    })
    for (let written = 0; written < 64 && !isOver; written++) {
      if (!input.write(piece)) await Promise.race([new Promise((resolve) => input.once("drain", resolve)), over])
    }
    await over
    assert.isTrue(isOver)
  })

  it("is not read for a key that the server does not take", async () => {
    const error = await start("sk_of_nobody").ended.catch((cause: unknown) => cause)
    assert.instanceOf(error, ServerRefuses)
  })
})
