/** Prints the events that arrive at http://127.0.0.1:4000/ (or another PORT) and are signed with WEBHOOK_SECRET. */
import { createServer } from "node:http"
import { makeReceiver } from "./makeReceiver.ts"

const secret = process.env.WEBHOOK_SECRET ?? ""
const port = Number(process.env.PORT || 4000)

/** What is wrong with the secret; null when it has the form of one. */
const problem =
  secret === ""
    ? "Set WEBHOOK_SECRET to the webhook secret of the monitor, such as WEBHOOK_SECRET=whsec_… npm start."
    : /^whsec_[0-9a-f]{64}$/.test(secret)
      ? null
      : 'WEBHOOK_SECRET is not a whole webhook secret, which is whsec_ and 64 hex digits: copy it from "kittiwake monitor show ID".'

if (problem !== null) {
  console.error(problem)
  process.exitCode = 2
} else {
  const receiver = makeReceiver(secret, ({ data, event, id }) => {
    console.log(`${event} ${id}, signature verified`)
    if (data.change) console.log(`  ${data.change.title}\n  ${data.change.summary}`)
  })
  createServer(receiver).listen(port, "127.0.0.1", () => console.log(`Waiting for events at http://127.0.0.1:${port}/`))
}
