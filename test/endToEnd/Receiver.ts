/** A receiver of webhooks on the loopback that keeps everything it gets. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import { type Listening, listen } from "./listen.ts"

/** One request that arrived. */
export interface Arrival {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** What it was answered. */
  readonly status: number
}

/** What an event says, as far as tests look into it. */
export interface EventBody {
  readonly event: string
  readonly id: string
  readonly data: {
    readonly change?: { readonly id: string; readonly monitor_id: string; readonly diff: string } | null
    readonly run?: { readonly id: string; readonly monitor_id: string; readonly change_detected: boolean }
  }
}

export interface Receiver extends Listening {
  readonly arrivals: ReadonlyArray<Arrival>
  /** The first arrival at `path` that `matches`, now or later; fails when none came in time. */
  readonly arrived: (path: string, matches: (event: EventBody, arrival: Arrival) => boolean) => Promise<Arrival>
}

/** Reads the event out of an arrival. */
export const eventOf = ({ body }: Arrival): EventBody => JSON.parse(body) as EventBody

const patienceMillis = 30_000

/** Answers what `answer` says, by default 204, and keeps the request before it answers. */
export const openReceiver = async (
  answer: (request: Omit<Arrival, "status">) => number = () => 204
): Promise<Receiver> => {
  const arrivals: Array<Arrival> = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request.setEncoding("utf8")) body += chunk
    const seen = { path: request.url ?? "", headers: request.headers, body }
    const status = answer(seen)
    arrivals.push({ ...seen, status })
    for (const look of waiting) look()
    response.writeHead(status).end()
  })

  const arrived: Receiver["arrived"] = (path, matches) => {
    const { promise, reject, resolve } = Promise.withResolvers<Arrival>()
    const look = () => {
      const found = arrivals.find((arrival) => arrival.path === path && matches(eventOf(arrival), arrival))
      if (found !== undefined) resolve(found)
    }
    const timer = setTimeout(
      () => reject(new Error(`nothing of the kind arrived at ${path} among ${arrivals.length} requests`)),
      patienceMillis
    )
    waiting.add(look)
    look()
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(look)
    })
  }
  return { ...(await listen(server)), arrivals, arrived }
}
