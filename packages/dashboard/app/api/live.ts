/** What the server says changed, as it happens: what shows it is read again. */
import { sessionHeaders, waitOf } from "./call.ts"
import { liveState, setLive } from "./liveState.ts"
import { placed } from "./place.ts"
import { readAgainOf, readAgainWhatCame } from "./queries.ts"

/** Which operations show what a topic names. */
const shownBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  changes: ["monitors.allChanges", "monitors.changes", "monitors.change", "monitors.countChanges"],
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

/** What tabs of one browser tell each other: what changed, whether the stream is open, and who comes new asks for that. */
type Told =
  | { readonly type: "changed"; readonly topics: ReadonlyArray<string> }
  | { readonly type: "all" }
  | { readonly type: "state"; readonly isLive: boolean }
  | { readonly type: "asks" }

const topicsIn = (data: string): ReadonlyArray<string> => {
  try {
    const { topics } = JSON.parse(data) as { topics?: unknown }
    return Array.isArray(topics) ? topics.filter((one) => typeof one === "string") : []
  } catch {
    return []
  }
}

const changed = (topics: ReadonlyArray<string>): void => {
  for (const topic of topics) for (const name of shownBy[topic] ?? [topic]) readAgainOf(name)
}

const allChanged = (): void => changed(Object.keys(shownBy))

const topicsOf = (block: string): ReadonlyArray<string> => {
  const data = block
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trim())
    .join("\n")
  return data === "" ? [] : topicsIn(data)
}

/** Most of a message that is waited for: no message of ours is near it. */
const messageMax = 64 * 1024

/** No stream was opened. `seconds` is how long the server asks to wait; null where it does not say. */
class EventsRefused extends Error {
  readonly seconds: number | null

  constructor(seconds: number | null) {
    super()
    this.seconds = seconds
  }
}

/** Reads the stream until it ends; `tell` passes on what it says. */
const read = async (signal: AbortSignal, isAgain: boolean, tell: (told: Told) => void): Promise<void> => {
  const response = await fetch(placed("/v1/events"), {
    credentials: "same-origin",
    headers: { accept: "text/event-stream", ...sessionHeaders() },
    signal
  })
  if (!response.ok || response.body === null) throw new EventsRefused(waitOf(response))
  tell({ type: "state", isLive: true })
  if (isAgain) tell({ type: "all" })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split("\n\n")
    rest = blocks.pop() ?? ""
    if (rest.length > messageMax) throw new Error("a message is too long")
    for (const block of blocks) {
      const topics = topicsOf(block)
      if (topics.length > 0) tell({ type: "changed", topics })
    }
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

/** Reads the stream until it is told to stop; what ended is begun again, later each time. What was missed is read again. */
const stream = async (signal: AbortSignal, tell: (told: Told) => void, wasMissed: boolean): Promise<void> => {
  let tries = 0
  let isAgain = wasMissed
  while (!signal.aborted) {
    let seconds = 0
    try {
      const began = Date.now()
      await read(signal, isAgain, tell)
      if (Date.now() - began > 5_000) tries = 0
    } catch (error) {
      // Said by `liveState`, and tried again.
      if (error instanceof EventsRefused) seconds = error.seconds ?? 0
    }
    if (signal.aborted) return
    tell({ type: "state", isLive: false })
    isAgain = true
    await pause(Math.max(1_000 * seconds, Math.min(30_000, 1_000 * 2 ** tries++)), signal)
  }
}

/** A stream for this tab alone, while it can be seen: for browsers that let tabs agree on nothing, as beyond `https` and this machine. */
const streamWhileSeen = async (signal: AbortSignal, tell: (told: Told) => void): Promise<void> => {
  let wasMissed = false
  while (!signal.aborted) {
    const shown = new AbortController()
    const look = () => {
      if (document.visibilityState === "hidden") shown.abort()
    }
    document.addEventListener("visibilitychange", look)
    look()
    await stream(AbortSignal.any([signal, shown.signal]), tell, wasMissed)
    document.removeEventListener("visibilitychange", look)
    wasMissed = true
    await seenAgain(signal)
  }
}

const seenAgain = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      if (document.visibilityState === "hidden" && !signal.aborted) return
      document.removeEventListener("visibilitychange", done)
      resolve()
    }
    document.addEventListener("visibilitychange", done)
    signal.addEventListener("abort", done)
    done()
  })

/**
 * Listens until it is told to stop, to the stream of the organization that calls are made for: `organization`.
 *
 * **Details.** A browser has six connections for a server without TLS, and a stream takes one for as long as it is open: of all tabs
 * that show the same organization one reads it and tells the others. When that tab goes, the next one takes its place. A tab that was signed in to
 * another keeps nobody waiting.
 */
export const listen = (organization: string): (() => void) => {
  const controller = new AbortController()
  const { signal } = controller
  const name = `kittiwake ${placed("/v1/events")} ${organization}`
  const channel = new BroadcastChannel(name)
  let isReader = false
  let hasHeard = false
  const heard = (isLive: boolean): void => {
    setLive(isLive)
    if (!isLive || hasHeard) return
    hasHeard = true
    // What changed after a screen was read and before the stream was open is in neither.
    readAgainWhatCame()
  }
  const take = (told: Told): void => {
    if (told.type === "changed") changed(told.topics)
    else if (told.type === "all") allChanged()
    else if (told.type === "state") heard(told.isLive)
    else if (isReader) channel.postMessage({ type: "state", isLive: liveState().isLive } satisfies Told)
  }
  const tell = (told: Told): void => {
    take(told)
    if (!signal.aborted) channel.postMessage(told)
  }
  channel.addEventListener("message", ({ data }: MessageEvent<Told>) => take(data))
  channel.postMessage({ type: "asks" } satisfies Told)
  const run = async (): Promise<void> => {
    if (!("locks" in navigator)) return await streamWhileSeen(signal, take)
    const asked = Date.now()
    await navigator.locks.request(name, { signal }, () => {
      isReader = true
      // Whoever waited for the place may have missed what was said while it changed hands.
      return stream(signal, tell, Date.now() - asked > 1_000)
    })
  }
  run().catch(() => {
    // It was told to stop while it waited for its turn.
  })
  return () => {
    controller.abort()
    channel.close()
  }
}
