/** Receivers of webhooks that take their time, answer without end, or send us on. */
import { setTimeout as wait } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { coded, megabyte, ok, type Page, raw, redirect } from "./answers.ts"
import { type Attack, ask, type World } from "./asking.ts"

export const receivers: Readonly<Record<string, Page>> = {
  "that never answers": () => {},
  "whose answer has no end": raw(`${ok}\r\n`, "a".repeat(65_536), 1e9),
  "whose headers have no end": raw("HTTP/1.1 200 OK\r\n", `X-A: ${"b".repeat(60)}\r\n`, 1e9),
  "that answers byte by byte": raw("", "H", 1e9, 5),
  "that answers with 1xx without end": raw("", "HTTP/1.1 103 Early Hints\r\n\r\n", 1e9),
  "that redirects to itself": redirect(({ url }) => url ?? "/"),
  "that hangs up": ({ socket }) => void socket?.destroy(),
  "that answers with a bomb": coded("gzip", () => gzipSync(Buffer.alloc(100 * megabyte))),
  "that asks to wait for years": (response) => void response.writeHead(429, { "retry-after": "999999999" }).end(),
  "whose chunk has 2^64 bytes": raw(`${ok}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n`)
}

const json = { "content-type": "application/json" }

/** Time in which ten deliveries are watched. */
const watchedMillis = 4_000

const made = async ({ key, port, sitePort }: World, index: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/v1/monitors`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...json },
    body: JSON.stringify({
      name: "watched",
      target: { type: "page", url: `http://localhost:${sitePort}/plain/${index}` },
      webhook: { url: `http://localhost:${sitePort}/hook/${index}`, events: ["run.completed"] }
    })
  })
  const text = await response.text()
  const id = /"id":"(mon_\w+|[\w-]+)"/.exec(text)?.[1]
  if (id === undefined) throw new Error(`no monitor was made: ${text.slice(0, 300)}`)
  return id
}

/** A monitor that tells this receiver of a run. */
const telling =
  (index: number): Attack =>
  async (world) => {
    const id = await made(world, index)
    const run = await ask(world, "POST", `/v1/monitors/${id}/run`)
    await wait(watchedMillis)
    const removed = await ask(world, "DELETE", `/v1/monitors/${id}`)
    return `${run}, then ${removed}`
  }

export const tellings: Readonly<Record<string, Attack>> = Object.fromEntries(
  Object.keys(receivers).map((name, index) => [name, telling(index)])
)
