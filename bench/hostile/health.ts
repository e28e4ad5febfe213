/** Asks `/health` at even times, in a process of its own, and tells how long it waited. */
import { Agent, get } from "node:http"
import { answerCalls } from "../children.ts"

const everyMillis = 20

/** How long is waited for one answer; it counts as this long when none came. */
const patienceMillis = 10_000

let waits: Array<number> = []
let timer: NodeJS.Timeout | undefined

const ask = (port: number, agent: Agent) => {
  const began = performance.now()
  const note = () => waits.push(performance.now() - began)
  const asked = get({ port, host: "127.0.0.1", path: "/health", agent, timeout: patienceMillis }, (response) => {
    response.resume()
    response.once("end", note)
  })
  asked.once("timeout", () => asked.destroy())
  asked.once("error", () => waits.push(patienceMillis))
}

answerCalls({
  start: (port: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    timer = setInterval(() => ask(port, agent), everyMillis)
  },
  /** Forgets what was, so that the next row is judged by itself. */
  begin: () => {
    waits = []
  },
  p99: () => {
    const sorted = waits.toSorted((a, b) => a - b)
    return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0
  },
  stop: () => clearInterval(timer)
})
