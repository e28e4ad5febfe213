/** What the small calls of one organization wait while another asks for what is large. */
import { get } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { mainThreadMillisOf } from "../start/processTree.ts"
import { counted, type Told, type World } from "./asking.ts"

/** What a small call may wait, of the processor time of the main thread. */
const limitMillis = 200

const everyMillis = 50

/** How long one small call waited: by the clock, and how long the main thread worked meanwhile. */
interface Waited {
  readonly millis: number
  readonly threadMillis: number
}

/** Asks on a connection of its own. */
const smallCall = ({ otherKey, pid, port }: World): Promise<Waited> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const worked = mainThreadMillisOf(pid)
    const headers = { authorization: `Bearer ${otherKey}` }
    get({ host: "127.0.0.1", port, path: "/v1/monitors?limit=1", agent: false, headers }, (response) => {
      response.resume()
      response.once("end", () =>
        resolve({ millis: performance.now() - began, threadMillis: mainThreadMillisOf(pid) - worked })
      )
    }).once("error", reject)
  })

const most = (all: ReadonlyArray<Waited>, field: keyof Waited): number => Math.max(...all.map((one) => one[field]))

/** Makes the calls, and tells how they were answered and what small calls waited meanwhile. */
export const besideSmallCalls = async (world: World, calls: () => Promise<ReadonlyArray<string>>): Promise<Told> => {
  let isOver = false
  const asked = calls().finally(() => {
    isOver = true
  })
  const small: Array<Promise<Waited>> = []
  while (!isOver) {
    small.push(smallCall(world))
    await wait(everyMillis)
  }
  const waited = await Promise.all(small)
  const [millis, threadMillis] = [most(waited, "millis"), most(waited, "threadMillis")]
  const others = `${waited.length} small calls of another waited ${millis.toFixed(0)} ms at most, while the thread worked ${threadMillis.toFixed(0)} ms`
  return { answer: `${counted(await asked)}; ${others}`, isOver: threadMillis > limitMillis }
}
