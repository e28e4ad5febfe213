/** A request whose server has its headers and waits for its body. */
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import type { Server } from "./Server.ts"

/** What it was answered. */
export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Begins to post `body`; kept when the server has begun with it. The answer sends the body and gives the reply. */
export const beginToPost = async (
  { headers, url }: Pick<Server, "headers" | "url">,
  path: string,
  body: unknown
): Promise<() => Promise<Reply>> => {
  const text = JSON.stringify(body)
  const posted = request(`${url}${path}`, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      expect: "100-continue"
    }
  })
  posted.flushHeaders()
  await once(posted, "continue")
  return async () => {
    posted.end(text)
    const [response] = (await once(posted, "response")) as [IncomingMessage]
    let answer = ""
    for await (const chunk of response.setEncoding("utf8")) answer += chunk
    return { status: response.statusCode ?? 0, body: JSON.parse(answer) }
  }
}
