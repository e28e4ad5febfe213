/** The yardstick: fetch with undici and make a tree with htmlparser2; no rules of HTML, no Markdown, nothing kept. */
import { parseDocument } from "htmlparser2"
import { Agent } from "undici"
import { answerCalls } from "../children.ts"
import { toLoopback } from "../crawl/loopback.ts"
import { pageUrl } from "../crawl/site.ts"
import { timed } from "../measure.ts"
import { inFlight, type Scraping } from "./scraping.ts"

const agent = new Agent({ connections: 4, connect: { lookup: toLoopback } })

const fetchText = (url: string) =>
  new Promise<string>((resolve, reject) => {
    const { origin, pathname } = new URL(url)
    const chunks: Array<Buffer> = []
    agent.dispatch(
      { origin, path: pathname, method: "GET" },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve(Buffer.concat(chunks).toString("utf8")),
        onResponseError: (_, error) => reject(error)
      }
    )
  })

const round = ({ site }: Scraping) =>
  timed(async () => {
    let next = 0
    const loop = async () => {
      while (next < site.pages) {
        const tree = parseDocument(await fetchText(pageUrl(site, next++)))
        if (tree.children.length === 0) throw new Error("nothing was parsed")
      }
    }
    await Promise.all(Array.from({ length: inFlight }, loop))
    return site.pages
  })

answerCalls({ round }, () => agent.close())
