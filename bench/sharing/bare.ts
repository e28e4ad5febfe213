/** The least that a second process can do: it hears that there is something, reads the row, and asks for the page. */
import { request } from "node:http"
import { Redis } from "ioredis"
import pg from "pg"
import { answerCalls } from "../children.ts"

const channel = "bench_bare"

let close = async (): Promise<void> => undefined

const ask = (url: string) =>
  new Promise<void>((resolve, reject) => {
    request(url, (response) => {
      response.resume()
      response.on("end", resolve)
    })
      .on("error", reject)
      .end()
  })

answerCalls(
  {
    /** Begins to hear, over Redis or over `LISTEN`. */
    hear: async ({ databaseUrl, redisUrl }: { readonly databaseUrl: string; readonly redisUrl: string | null }) => {
      const work = new pg.Client({ connectionString: databaseUrl })
      await work.connect()
      const begin = async () => {
        const { rows } = await work.query<{ url: string }>("delete from bench_queue returning url")
        for (const { url } of rows) await ask(url)
      }
      if (redisUrl === null) {
        const line = new pg.Client({ connectionString: databaseUrl })
        await line.connect()
        line.on("notification", () => void begin())
        await line.query(`listen ${channel}`)
        close = async () => {
          await Promise.all([line.end(), work.end()])
        }
        return
      }
      const line = new Redis(redisUrl)
      line.on("message", () => void begin())
      await line.subscribe(channel)
      close = async () => {
        line.disconnect()
        await work.end()
      }
    }
  },
  () => close()
)
