/** Those who go away before they are answered, and what they leave behind. */
import { setTimeout as wait } from "node:timers/promises"
import { type Attack, ask, open, reading, type World } from "./asking.ts"
import { pages } from "./pages.ts"

const megabyte = 1024 * 1024

/** Asks begun at once. */
const atOnce = 100

/** Work goes on this long for who went away. */
const lingersMillis = 5_500

const authorized = ({ key }: World, line: string, more = "") =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`

/** Begins `count` requests, leaves each after `begin`, and then sends a file that needs most of the budget of memory. */
const leaving =
  (count: number, text: (world: World) => string, body: Buffer | null = null): Attack =>
  async (world) => {
    const beginning = text(world)
    for (let left = count; left > 0; left -= atOnce) {
      await Promise.all(
        Array.from({ length: Math.min(atOnce, left) }, async () => {
          const socket = open(world)
          socket.write(beginning)
          if (body !== null) socket.write(body)
          await wait(100)
          socket.destroy()
        })
      )
    }
    await wait(lingersMillis)
    const after = await ask(world, "POST", "/v1/parse?extension=txt", Buffer.alloc(20 * megabyte, "word "), {
      "content-type": "text/plain"
    })
    return `${count} left, then ${after}`
  }

const page = (world: World, path: string) =>
  authorized(world, `GET ${reading("markdown", `http://localhost:${world.sitePort}/${path}`)}`)

export const aborts: Readonly<Record<string, Attack>> = {
  "1,000 reads of a page that hangs": leaving(1_000, (world) =>
    page(world, `page/${Object.keys(pages).indexOf("no answer")}`)
  ),
  "1,000 reads of 5 MB": leaving(1_000, (world) => page(world, "large")),
  "1,000 uploads of 5 MB": leaving(
    1_000,
    (world) => authorized(world, "POST /v1/parse?extension=txt", `Content-Length: ${5 * megabyte}\r\n`),
    Buffer.alloc(64 * 1024)
  ),
  "1,000 bodies of JSON": leaving(
    1_000,
    (world) => authorized(world, "POST /v1/monitors", "Content-Type: application/json\r\nContent-Length: 100000\r\n"),
    Buffer.from('{"name":"')
  )
}
