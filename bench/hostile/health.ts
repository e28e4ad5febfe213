/** Asks `/health` at even times, and a bare server at the same moments, and tells how long each waited. */
import { Agent, get } from "node:http"
import { answerCalls } from "../children.ts"

const everyMillis = 20

/** Whoever watches a server is no neighbour of who attacks it: those who come without a key from one address take turns as one. */
const own = process.platform === "linux" ? { localAddress: "127.0.0.2" } : {}

/** How long is waited for one answer; it counts as this long when none came. */
const patienceMillis = 10_000

/** What is asked, and how long each answer took. */
interface Asked {
  readonly port: number
  readonly agent: Agent
  waits: Array<number>
  underWay: number
}

let asked: ReadonlyArray<Asked> = []
let timer: NodeJS.Timeout | undefined

const ask = (one: Asked) => {
  const began = performance.now()
  one.underWay += 1
  const note = (millis: number) => {
    one.waits.push(millis)
    one.underWay -= 1
  }
  const { agent, port } = one
  const request = { ...own, port, host: "127.0.0.1", path: "/health", agent, timeout: patienceMillis }
  const sent = get(request, (response) => {
    response.resume()
    response.once("end", () => note(performance.now() - began))
  })
  sent.once("timeout", () => sent.destroy())
  sent.once("error", () => note(patienceMillis))
}

const p99Of = ({ waits }: Asked): number => {
  const sorted = waits.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0
}

answerCalls({
  /** The server's port, and that of the bare one. */
  start: (ports: ReadonlyArray<number>) => {
    asked = ports.map((port) => ({
      ...{ port, agent: new Agent({ keepAlive: true, maxSockets: 64 }) },
      ...{ waits: [], underWay: 0 }
    }))
    timer = setInterval(() => asked.forEach(ask), everyMillis)
  },
  /** Forgets what was, so that the next row is judged by itself. */
  begin: () => {
    for (const one of asked) one.waits = []
  },
  /** Of both, once everything that was asked was answered: who still waits has waited longest. */
  p99: async () => {
    clearInterval(timer)
    while (asked.some(({ underWay }) => underWay > 0)) await new Promise((resolve) => setTimeout(resolve, 5))
    timer = setInterval(() => asked.forEach(ask), everyMillis)
    return asked.map(p99Of)
  },
  stop: () => clearInterval(timer)
})
