/**
 * Asks one path over kept connections, each sending its next request when the last is answered, and notes how long each
 * answer took. It writes requests made beforehand and reads no more of an answer than its status and length, so that it
 * costs less than the barest server.
 */
import { createConnection } from "node:net"
import { answerCalls } from "../children.ts"
import { percentile } from "../measure.ts"

export interface LoadOptions {
  readonly port: number
  readonly path: string
  /** The keys that the requests carry, in turn. */
  readonly keys: ReadonlyArray<string>
  readonly connections: number
  readonly millis: number
}

export interface LoadReport {
  readonly requests: number
  readonly seconds: number
  readonly p50Millis: number
  readonly p99Millis: number
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>
}

const lengthOf = (head: string): number => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)

const load = async ({ connections, keys, millis, path, port }: LoadOptions): Promise<LoadReport> => {
  const requests = keys.map((key) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${key}\r\n\r\n`)
  )
  const latencies: Array<number> = []
  const statuses: Record<string, number> = {}
  let next = 0
  const began = performance.now()
  const until = began + millis

  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = createConnection({ port, host: "127.0.0.1", noDelay: true })
      let sentAt = 0
      let received = ""
      const send = () => {
        sentAt = performance.now()
        socket.write(requests[next++ % requests.length]!)
      }
      socket.on("connect", send)
      socket.on("error", reject)
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1")
        const headEnd = received.indexOf("\r\n\r\n")
        if (headEnd < 0) return
        const head = received.slice(0, headEnd)
        if (received.length < headEnd + 4 + lengthOf(head)) return
        const status = head.slice(9, 12)
        received = ""
        const now = performance.now()
        latencies.push(now - sentAt)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (now < until) return send()
        socket.destroy()
        resolve()
      })
    })

  await Promise.all(Array.from({ length: connections }, connection))
  return {
    requests: latencies.length,
    seconds: (performance.now() - began) / 1e3,
    p50Millis: percentile(latencies, 0.5),
    p99Millis: percentile(latencies, 0.99),
    statuses
  }
}

answerCalls({ load })
