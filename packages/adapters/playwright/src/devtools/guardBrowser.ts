/** Stands between a browser and playwright, which reads whatever a browser sends, in this process and without a bound. */
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import type { Browser } from "playwright-core"
import { safely } from "../safely.ts"
import { guardListeners } from "./guardListeners.ts"
import { inner, ownHalfOf } from "./inner.ts"
import { inTurns, type Receive, type Source } from "./inTurns.ts"
import { messageLimits } from "./judgeMessage.ts"
import { makeMessageReader } from "./makeMessageReader.ts"
import { firstOwnId, quietRequests } from "./quietRequests.ts"

/** What ends a message in a pipe. */
const ended = Buffer.of(0)

/** What a playwright says that is built otherwise: a page could end this process through it. */
export const unguardable = new BrowserUnavailable({
  message:
    "Pages cannot be rendered: what a page sends through this version of playwright-core cannot be bounded. Install the version that this library was made with: npm install playwright-core@1.65.1."
})

type Listen = (message: Buffer, isBinary: boolean) => void

/** What playwright reads from: the pipe of a browser that it has started, or the socket of one elsewhere. */
interface Pipe extends Source {
  readonly destroy: () => unknown
}

interface Socket extends Source {
  readonly listeners: (event: "message") => ReadonlyArray<Listen>
  readonly removeAllListeners: (event: "message") => unknown
  readonly on: (event: "message", listen: Listen) => unknown
  readonly terminate: () => unknown
}

const can = (value: unknown, methods: ReadonlyArray<string>): boolean =>
  methods.every((method) => typeof inner(value, method) === "function")

const isPipe = (value: unknown): value is Pipe => can(value, ["pause", "resume", "destroy"])

const isSocket = (value: unknown): value is Socket =>
  can(value, ["pause", "resume", "terminate", "listeners", "removeAllListeners", "on"])

const transportOf = (browser: Browser): object | null => {
  const transport = inner(inner(ownHalfOf(browser), "_connection"), "_transport")
  return typeof transport === "object" ? transport : null
}

const receiveOf =
  (transport: object, trees: TreesAsked, end: () => unknown): Receive =>
  (message, picture = null) => {
    const onMessage = inner(transport, "onmessage")
    if (typeof onMessage !== "function") return
    try {
      const parsed: unknown = JSON.parse(message.toString())
      trees.forget(parsed)
      const result = inner(parsed, "result")
      // Whoever asked for it takes it as it is.
      if (picture !== null && typeof result === "object" && result !== null) Reflect.set(result, "data", picture)
      if (Number(inner(parsed, "id")) >= firstOwnId) return
      const received: unknown = Reflect.apply(onMessage, null, [parsed])
      if (received instanceof Promise) received.catch(end)
    } catch {
      // What is no message, or cannot be taken, ends the browser and not this process.
      end()
    }
  }

/** Most questions about frames that wait for an answer at once: those before them count for nobody. */
const maxAsked = 10_000

/**
 * The questions about the frames of a page, which are asked of each window that it opens. An answer says what the page named them, and comes
 * as often as it likes.
 */
const makeTreesAsked = () => {
  const asked = new Set<number>()
  return {
    note: (message: unknown) => {
      if (inner(message, "method") !== "Page.getFrameTree" || asked.size >= maxAsked) return
      asked.add(Number(inner(message, "id")))
    },
    isAsked: (id: number): boolean => asked.has(id),
    forget: (message: unknown) => void asked.delete(Number(inner(message, "id")))
  }
}

type TreesAsked = ReturnType<typeof makeTreesAsked>

const quieten = (transport: object, trees: TreesAsked): boolean => {
  const send = inner(transport, "send")
  if (typeof send !== "function") return false
  let asked = firstOwnId
  const ownId = () => {
    asked += 1
    return asked
  }
  const sendQuietly = (message: unknown) => {
    trees.note(message)
    for (const one of quietRequests(message, ownId)) Reflect.apply(send, transport, [one])
  }
  return Reflect.set(transport, "send", sendQuietly)
}

const guardPipe = (transport: object, pipe: Pipe, trees: TreesAsked): boolean => {
  const begun = inner(transport, "_pendingBuffers")
  if (typeof inner(transport, "_dispatch") !== "function" || !Array.isArray(begun)) return false
  const read = makeMessageReader(
    inTurns(
      pipe,
      receiveOf(transport, trees, () => pipe.destroy())
    ),
    messageLimits,
    trees.isAsked
  )
  // The beginning of a message may have come already.
  for (const part of begun) if (Buffer.isBuffer(part)) read(part)
  return Reflect.set(transport, "_pendingBuffers", []) && Reflect.set(transport, "_dispatch", read)
}

/** A message comes whole, so that one that is too large ends the connection. */
const guardSocket = (transport: object, socket: Socket, trees: TreesAsked): boolean => {
  const receiver = inner(socket, "_receiver")
  if (typeof inner(receiver, "_maxPayload") !== "number" || typeof receiver !== "object" || receiver === null)
    return false
  const hand = inTurns(
    socket,
    receiveOf(transport, trees, () => socket.terminate())
  )
  const read = makeMessageReader(hand, messageLimits, trees.isAsked)
  socket.removeAllListeners("message")
  const take = (message: Buffer) => {
    read(message)
    read(ended)
  }
  socket.on(
    "message",
    safely(take, () => socket.terminate())
  )
  return Reflect.set(receiver, "_maxPayload", messageLimits.answerBytes)
}

/** Whether what the browser sends is bounded from now on. A playwright that is built otherwise than this knows cannot be guarded. */
export const guardBrowser = (browser: Browser): boolean => {
  const transport = transportOf(browser)
  if (transport === null) return false
  if (!guardListeners(browser)) return false
  const trees = makeTreesAsked()
  const pipe = inner(transport, "_pipeRead")
  if (isPipe(pipe)) return guardPipe(transport, pipe, trees) && quieten(transport, trees)
  const socket = inner(transport, "_ws")
  return isSocket(socket) && guardSocket(transport, socket, trees) && quieten(transport, trees)
}
