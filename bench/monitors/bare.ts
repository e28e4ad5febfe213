/** The yardstick: fetch and hash, with the product's connections and nothing else. */
import { hash } from "node:crypto"
import { Agent } from "undici"
import { answerCalls } from "../children.ts"
import { timed } from "../measure.ts"
import { inFlight, pageUrl, type Watched } from "./site.ts"

const agent = new Agent({ connections: 4 })

const fetchAndHash = (url: string) =>
  new Promise<string>((resolve, reject) => {
    const { origin, pathname } = new URL(url)
    const chunks: Array<Buffer> = []
    agent.dispatch(
      { origin, path: pathname, method: "GET" },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve(hash("sha256", Buffer.concat(chunks), "hex")),
        onResponseError: (_, error) => reject(error)
      }
    )
  })

const seen = new Map<number, string>()

const round = (watched: Watched) =>
  timed(async () => {
    let next = 0
    const loop = async () => {
      while (next < watched.monitors) {
        const monitor = next++
        const digest = await fetchAndHash(pageUrl(watched, monitor))
        if (seen.get(monitor) !== digest) seen.set(monitor, digest)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, loop))
    return watched.monitors
  })

answerCalls({ round }, () => agent.close())
