/** Starts the application on port 3000 (or another PORT), with its data in `./data`. */
import type { AddressInfo } from "node:net"
import { Kittiwake, KittiwakeError } from "kittiwake"
import { makeApp } from "./app.ts"

// Private addresses are refused unless they are named: KITTIWAKE_EGRESS_ALLOW=127.0.0.1:8000 watches a page of this machine.
const egressAllow = (process.env.KITTIWAKE_EGRESS_ALLOW ?? "").split(",").filter((one) => one.trim() !== "")

// The routes of the application need no key, and the API that is mounted beside them takes this one.
const apiKey = process.env.KITTIWAKE_API_KEY

const howToCall = (address: string): string =>
  apiKey
    ? `The API: curl ${address}/kittiwake/v1/monitors -H "Authorization: Bearer $KITTIWAKE_API_KEY"`
    : "Nobody can call the API below /kittiwake/v1 yet: export KITTIWAKE_API_KEY=sk_$(openssl rand -hex 24) and start again."

try {
  const kittiwake = await Kittiwake.open({ dataDirectory: "./data", egressAllow, ...(apiKey ? { apiKey } : {}) })
  const server = makeApp(kittiwake).listen(Number(process.env.PORT || 3000), "127.0.0.1", (error) => {
    if (error !== undefined) {
      console.error(`${error.message}: set PORT to another one.`)
      process.exitCode = 1
      return void kittiwake.close()
    }
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    console.log(`${address}\n${howToCall(address)}`)
  })
  process.once("SIGTERM", () => server.close(() => void kittiwake.close()))
} catch (error) {
  if (!(error instanceof KittiwakeError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
