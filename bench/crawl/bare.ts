/** The yardstick: follow links with undici and htmlparser2, and keep nothing but the addresses, in memory. */
import { Parser } from "htmlparser2"
import { Agent } from "undici"
import { answerCalls } from "../children.ts"
import { timed } from "../measure.ts"
import { toLoopback } from "./loopback.ts"
import { inFlight, pageUrl, type Site } from "./site.ts"

const agent = new Agent({ connections: 4, connect: { lookup: toLoopback } })

/** Hands the body over piece by piece. */
const fetchInto = (url: string, take: (chunk: Buffer) => void) =>
  new Promise<void>((resolve, reject) => {
    const { origin, pathname } = new URL(url)
    agent.dispatch(
      { origin, path: pathname, method: "GET" },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: (_, chunk) => take(chunk),
        onResponseEnd: () => resolve(),
        onResponseError: (_, error) => reject(error)
      }
    )
  })

const linksOf = async (url: string) => {
  const found: Array<string> = []
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === "a" && href !== undefined) found.push(new URL(href, url).href)
    }
  })
  const decoder = new TextDecoder()
  await fetchInto(url, (chunk) => parser.write(decoder.decode(chunk, { stream: true })))
  parser.end()
  return found
}

const round = (site: Site) =>
  timed(async () => {
    const start = pageUrl(site, 0)
    const known = new Set([start])
    const waiting = [start]
    let done = 0
    let underWay = 0
    await new Promise<void>((resolve, reject) => {
      const advance = () => {
        if (waiting.length === 0 && underWay === 0) return resolve()
        while (underWay < inFlight && waiting.length > 0) {
          underWay += 1
          linksOf(waiting.shift()!).then((found) => {
            for (const url of found) {
              if (known.has(url)) continue
              known.add(url)
              waiting.push(url)
            }
            done += 1
            underWay -= 1
            advance()
          }, reject)
        }
      }
      advance()
    })
    return done
  })

answerCalls({ round }, () => agent.close())
