/** The yardstick: an undici Pool for each receiver, the same bodies, no signature, nothing stored. */
import { Pool } from "undici"
import { answerCalls } from "../children.ts"
import { timed } from "../measure.ts"
import { body, inFlight, receivers, receiverUrl } from "./events.ts"

let pools: ReadonlyArray<Pool> = []

const send = (pool: Pool, text: string) =>
  new Promise<void>((resolve, reject) =>
    pool.dispatch(
      { path: "/hooks", method: "POST", headers: { "content-type": "application/json" }, body: text },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, status) => {
          if (status !== 200) reject(new Error(`answered ${status}`))
        },
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(),
        onResponseError: (_, error) => reject(error)
      }
    )
  )

answerCalls(
  {
    open: (port: number) => {
      pools = Array.from(
        { length: receivers },
        (_, at) => new Pool(new URL(receiverUrl(port, at)).origin, { connections: 32 })
      )
    },

    round: (count: number) => {
      const bodies = Array.from({ length: count }, (_, at) => body(`evt_${at}`))
      return timed(async () => {
        let next = 0
        const loop = async () => {
          while (next < count) {
            const at = next++
            await send(pools[at % receivers]!, bodies[at]!)
          }
        }
        await Promise.all(Array.from({ length: inFlight }, loop))
        return count
      })
    }
  },
  () => Promise.all(pools.map((pool) => pool.close()))
)
