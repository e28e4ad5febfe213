/** A receiver of webhooks that answers as its paths say: `/taken` takes what comes, `/refused` does not, until it is mended. */
import { createServer } from "node:http"
import { type Listening, listen } from "../../../../test/endToEnd/listen.ts"

export interface Receiver extends Listening {
  /** Takes everything from now on. */
  readonly mend: () => void
  /** How many events came. */
  readonly count: () => number
}

/** What it says when it refuses: a page of an error, as frameworks show one. */
export const refusal = `<h1>Internal error</h1><script>document.title = "owned"</script> relation "orders" does not exist`

export const openReceiver = async (): Promise<Receiver> => {
  let isMended = false
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      count++
      const isTaken = isMended || request.url === "/taken"
      response.writeHead(isTaken ? 204 : 500, { "content-type": "text/html" })
      response.end(isTaken ? undefined : refusal)
    })
  })
  const listening = await listen(server)
  return {
    ...listening,
    mend: () => {
      isMended = true
    },
    count: () => count
  }
}
