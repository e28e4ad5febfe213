/** What the server says changed, as it happens: what shows it is read again. */
import { sessionHeaders } from "./call.ts"
import { placed } from "./place.ts"
import { readAgainOf } from "./queries.ts"

/** Which operations show what a topic names. */
const shownBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  changes: ["monitors.allChanges", "monitors.changes", "monitors.countChanges"],
  runs: [
    "monitors.summary",
    "monitors.allRuns",
    "monitors.runs",
    "monitors.runOf",
    "monitors.recentRuns",
    "monitors.versions"
  ],
  monitors: ["monitors.list", "monitors.get", "monitors.limits", "monitors.summary"],
  deliveries: ["deliveries", "inbox"],
  batches: ["batches"],
  usage: ["usage", "logs"]
}

/** Whether the stream is open, and since when it is not. */
export interface LiveState {
  readonly isLive: boolean
  readonly since: number
}

let state: LiveState = { isLive: false, since: Date.now() }
const listeners = new Set<() => void>()

export const liveState = (): LiveState => state

export const onLiveState = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const setLive = (isLive: boolean): void => {
  if (state.isLive === isLive) return
  state = { isLive, since: Date.now() }
  for (const listener of listeners) listener()
}

const topicsIn = (data: string): ReadonlyArray<string> => {
  try {
    const { topics } = JSON.parse(data) as { topics?: unknown }
    return Array.isArray(topics) ? topics.filter((one) => typeof one === "string") : []
  } catch {
    return []
  }
}

const take = (block: string): void => {
  const data = block
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trim())
    .join("\n")
  if (data === "") return
  for (const topic of topicsIn(data)) for (const name of shownBy[topic] ?? [topic]) readAgainOf(name)
}

/** Most of a message that is waited for: no message of ours is near it. */
const messageMax = 64 * 1024

const read = async (signal: AbortSignal, isAgain: boolean): Promise<void> => {
  const response = await fetch(placed("/v1/events"), {
    credentials: "same-origin",
    headers: { accept: "text/event-stream", ...sessionHeaders() },
    signal
  })
  if (!response.ok || response.body === null) throw new Error(`events answered ${response.status}`)
  setLive(true)
  if (isAgain) for (const names of Object.values(shownBy)) for (const name of names) readAgainOf(name)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split("\n\n")
    rest = blocks.pop() ?? ""
    if (rest.length > messageMax) throw new Error("a message is too long")
    blocks.forEach(take)
  }
}

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, millis)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Listens until it is told to stop; what ended is begun again, later each time. What was missed is read again. */
export const listen = (): (() => void) => {
  const controller = new AbortController()
  const { signal } = controller
  const run = async () => {
    let tries = 0
    let isAgain = false
    while (!signal.aborted) {
      try {
        const began = Date.now()
        await read(signal, isAgain)
        if (Date.now() - began > 5_000) tries = 0
      } catch {
        // Said by `liveState`, and tried again.
      }
      if (signal.aborted) return
      setLive(false)
      isAgain = true
      await pause(Math.min(30_000, 1_000 * 2 ** tries++), signal)
    }
  }
  void run()
  return () => controller.abort()
}
