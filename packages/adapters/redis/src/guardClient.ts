/**
 * Stands between a Redis and the client, which gathers whatever a Redis sends, and ends the process over a reply of another shape.
 *
 * **Details**
 *
 * - The client makes a reader for each connection, also for those to Sentinels and to nodes of a cluster, which nobody else gets hold of:
 *   so what all of them share is changed, and once.
 * - What a reply throws goes to the reader, as what is no reply does: that connection is closed, who waits for an answer is told, and a
 *   new one is made as after any loss. The client throws it into the process instead.
 */
import * as dataHandler from "ioredis/built/DataHandler.js"
import * as decoder from "ioredis/built/resp/decoder.js"
import { makeReplyReader } from "./makeReplyReader.ts"

/** What a client says that is built otherwise: an answer could end this process through it. */
export const unguardable = new Error(
  "what a Redis answers to this version of ioredis cannot be bounded: npm install ioredis@6.0.0"
)

type Method = (this: object, given: unknown) => unknown

const inner = (owner: unknown, name: string): unknown =>
  (typeof owner === "object" && owner !== null) || typeof owner === "function" ? Reflect.get(owner, name) : undefined

/** What a module exports under a name, however it was loaded. */
const prototypeOf = (loaded: unknown, name: string): object | null => {
  const exported = [loaded, inner(loaded, "default")].map((one) => inner(one, name))
  const found = exported.find((one) => typeof one === "function")
  const prototype = inner(found, "prototype")
  return typeof prototype === "object" ? prototype : null
}

/** Puts `make` around a method; false where there is none. */
const around = (owner: object | null, name: string, make: (method: Method) => Method): boolean => {
  const method = inner(owner, name)
  return owner !== null && typeof method === "function" && Reflect.set(owner, name, make(method as Method))
}

const guarded = (write: Method): Method => {
  const readers = new WeakMap<object, ((chunk: Buffer) => void) | null>()
  return function (chunk) {
    const known = readers.get(this)
    // After a failure its connection is closed, and what still comes is nobody's.
    if (known === null) return
    const read = known ?? makeReplyReader()
    readers.set(this, null)
    if (Buffer.isBuffer(chunk)) read(chunk)
    Reflect.apply(write, this, [chunk])
    readers.set(this, read)
  }
}

/** Whether what a Redis sends is bounded. A client that is built otherwise than this knows cannot be guarded. */
export const isGuarded: boolean =
  around(prototypeOf(decoder, "Decoder"), "write", guarded) &&
  around(
    prototypeOf(dataHandler, "default"),
    "dispatch",
    () => (reply) => (typeof reply === "function" ? reply() : null)
  )
