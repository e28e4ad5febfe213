/**
 * Asks a server so many times a second, whether it has answered or not, as callers who know nothing of each other do. How
 * long an answer took counts from when its question was due: a server that stands still for a second makes two hundred
 * callers wait, and not one.
 */
import { createConnection, type Socket } from "node:net"
import { percentile } from "../measure.ts"

export interface OpenLoadOptions {
  readonly port: number
  /** Asked in turn. */
  readonly paths: ReadonlyArray<string>
  readonly key: string
  readonly perSecond: number
  readonly millis: number
}

export interface OpenLoadReport {
  readonly requests: number
  readonly p50Millis: number
  readonly p99Millis: number
  readonly maxMillis: number
}

/** Connections that are kept; while all wait for answers, what is due waits too, and its time runs. */
const connections = 32

const lengthOf = (head: string): number => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)

const connected = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = createConnection({ port, host: "127.0.0.1", noDelay: true })
    socket.once("connect", () => resolve(socket))
    socket.once("error", reject)
  })

/** Sends a request; resolves when its answer is there, or fails when it is not the wished one. */
const ask = (socket: Socket, request: Buffer) =>
  new Promise<void>((resolve, reject) => {
    if (socket.destroyed) return reject(new Error("the server closed a connection that waited for its turn"))
    let received = ""
    const end = (error?: Error) => {
      socket.off("data", take)
      socket.off("close", closed)
      if (error === undefined) resolve()
      else reject(error)
    }
    const closed = () => end(new Error("the server closed a connection that waited for an answer"))
    const take = (chunk: Buffer) => {
      received += chunk.toString("latin1")
      const headEnd = received.indexOf("\r\n\r\n")
      if (headEnd < 0 || received.length < headEnd + 4 + lengthOf(received.slice(0, headEnd + 2))) return
      end(received.startsWith("HTTP/1.1 200") ? undefined : new Error(`answered ${received.slice(0, 1_000)}`))
    }
    socket.on("data", take)
    socket.on("close", closed)
    socket.write(request)
  })

/** Asks evenly spaced; every answer must be well. */
export const openLoad = async ({ key, millis, paths, perSecond, port }: OpenLoadOptions): Promise<OpenLoadReport> => {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${key}\r\n\r\n`)
  )
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(port)))
  const idle = [...sockets]
  const count = Math.floor((millis / 1_000) * perSecond)
  const latencies: Array<number> = []
  const began = performance.now()
  const dueAt = (index: number) => began + (index * 1_000) / perSecond
  let next = 0

  await new Promise<void>((resolve, reject) => {
    const answered = (socket: Socket, index: number) => {
      latencies.push(performance.now() - dueAt(index))
      idle.push(socket)
      sendDue()
      if (latencies.length < count) return
      clearInterval(ticks)
      resolve()
    }
    const sendDue = () => {
      while (next < count && dueAt(next) <= performance.now() && idle.length > 0) {
        // The one that rests longest: a server closes connections that nobody uses.
        const socket = idle.shift()!
        const index = next++
        ask(socket, requests[index % requests.length]!).then(() => answered(socket, index), reject)
      }
    }
    const ticks = setInterval(sendDue, 1)
  }).finally(() => {
    for (const socket of sockets) socket.destroy()
  })
  return {
    requests: latencies.length,
    p50Millis: percentile(latencies, 0.5),
    p99Millis: percentile(latencies, 0.99),
    maxMillis: Math.max(...latencies)
  }
}
