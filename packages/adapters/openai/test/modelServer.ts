/** A server that speaks the protocol, with the mistakes that real ones make. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Effect } from "effect"

export interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: {
    readonly model: string
    readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
    readonly response_format?: { readonly type: string }
    readonly max_tokens: number
  }
}

/** What it does with one request. */
export type Reply = (asked: Asked, response: ServerResponse) => void

const send = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(body)
}

/** An answer as the protocol has it. */
export const says =
  (content: string | null, more: { readonly finish?: string; readonly refusal?: string } = {}): Reply =>
  ({ body }, response) =>
    send(
      response,
      200,
      JSON.stringify({
        id: "chatcmpl-1",
        object: "chat.completion",
        model: `${body.model}-2026-11`,
        choices: [
          {
            index: 0,
            finish_reason: more.finish ?? "stop",
            message: { role: "assistant", content, ...(more.refusal === undefined ? {} : { refusal: more.refusal }) }
          }
        ],
        usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
      })
    )

export const answers =
  (status: number, body = "{}", headers: Record<string, string> = {}): Reply =>
  (_, response) =>
    send(response, status, body, headers)

/** Takes no `response_format` of this kind. */
export const without =
  (format: string, then: Reply): Reply =>
  (asked, response) =>
    asked.body.response_format?.type === format
      ? send(response, 400, `{"error":{"message":"response_format ${format} is not supported"}}`)
      : then(asked, response)

const readBody = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")))
    request.on("end", () => resolve(text))
  })

/** Listens on this machine; gives one reply after the other, and the last one again and again. */
export const serve = (...replies: readonly [Reply, ...ReadonlyArray<Reply>]) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<Asked> = []
      const server = createServer((request, response) => {
        void readBody(request).then((text) => {
          const one = { path: request.url ?? "", authorization: request.headers.authorization, body: JSON.parse(text) }
          asked.push(one)
          const reply = replies[Math.min(asked.length, replies.length) - 1]!
          reply(one, response)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      return { asked, server, url: `http://127.0.0.1:${port}/v1` }
    }),
    ({ server }) =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            server.closeAllConnections()
            server.close(() => resolve())
          })
      )
  )
