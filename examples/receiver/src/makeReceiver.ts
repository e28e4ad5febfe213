/** A receiver of webhooks: it takes an event only when its signature is right, and takes each event once. */
import type { IncomingMessage, RequestListener } from "node:http"
import { Webhook } from "standardwebhooks"

/** The parts of an event that every event has. */
export interface ReceivedEvent {
  readonly id: string
  readonly event: string
  readonly data: { readonly change?: { readonly title: string; readonly summary: string } | null }
}

/** More than any event has. */
const maxBodyBytes = 1024 * 1024

const bodyOf = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? "")

/** Answers 204 to an event with a right signature and 401 to anything else; `onEvent` sees each event once. */
export const makeReceiver = (secret: string, onEvent: (event: ReceivedEvent) => void): RequestListener => {
  const webhook = new Webhook(secret)
  // A real receiver keeps the ids in its database, in the same transaction as what the event makes it do.
  const seen = new Set<string>()

  return async (request, response) => {
    const body = await bodyOf(request)
    try {
      if (body === null) throw new Error("too large")
      webhook.verify(body, {
        "webhook-id": header(request, "webhook-id"),
        "webhook-timestamp": header(request, "webhook-timestamp"),
        "webhook-signature": header(request, "webhook-signature")
      })
    } catch {
      response.writeHead(401).end()
      return
    }
    const event = JSON.parse(body ?? "") as ReceivedEvent
    if (!seen.has(event.id)) onEvent(event)
    seen.add(event.id)
    response.writeHead(204).end()
  }
}
