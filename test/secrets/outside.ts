/** A site and a receiver that tell secrets too. */
import { createServer } from "node:http"
import { type Listening, listen } from "../endToEnd/listen.ts"
import { type Canaries, kept, stored } from "./canaries.ts"

export interface Outside extends Listening {
  /** Paths and queries that it was asked for. */
  readonly asked: ReadonlyArray<string>
}

/** Opens it; what its pages say is kept as pages are. */
export const openOutside = async ({ plant }: Canaries): Promise<Outside> => {
  const asked: Array<string> = []
  const cookie = plant("a cookie that a site sets")
  const failing = plant("the body of an error page")
  const answered = plant("what a receiver answers when it takes no event", stored)
  const location = plant("the query of a redirect", kept)
  const challenge = plant("a header of a page")
  const server = createServer((request, response) => {
    const url = request.url ?? ""
    asked.push(url)
    response.setHeader("set-cookie", `sid=${cookie}; HttpOnly`)
    response.setHeader("x-secret", challenge)
    if (url.startsWith("/fails"))
      return response.writeHead(500, { "content-type": "text/html" }).end(`<p>${failing}</p>`)
    if (url.startsWith("/moved")) return response.writeHead(302, { location: `/page?token=${location}` }).end()
    if (url.startsWith("/hook")) return request.resume().on("end", () => response.writeHead(500).end(answered))
    return response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<title>Page</title><main><h1>Words ${asked.length}</h1><p>Some words of a page.</p></main>`)
  })
  return { ...(await listen(server)), asked }
}
