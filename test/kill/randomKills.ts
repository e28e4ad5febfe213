/** Kills processes at moments that nobody chose, over and over on one storage that begins with nothing in it. */
import { setTimeout as wait } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import type { OpenStorage } from "../endToEnd/storages.ts"
import { makeChance } from "../simulation/Chance.ts"
import { checkAll } from "./checks.ts"
import type { Ended } from "./child.ts"
import { openScene, reported, type Scene } from "./scene.ts"

/** Deaths of the short form; `KITTIWAKE_KILLS` asks for more. */
const kills = Number(process.env.KITTIWAKE_KILLS ?? 6)

/** `KITTIWAKE_KILL_SEED` draws other moments. */
const seed = Number(process.env.KITTIWAKE_KILL_SEED ?? 1)

/** Longest time of a process from its start, or from the moment that it works, to its death. */
const startMillis = 2_500
const workMillis = 1_500

/** Every fourth event is refused when it arrives first. */
const moodyReceiver = () => {
  const seen = new Set<string>()
  return ({ headers }: Scene["arrivals"][number] | Omit<Scene["arrivals"][number], "status">): number => {
    const eventId = String(headers["webhook-id"])
    if (seen.has(eventId)) return 204
    seen.add(eventId)
    return seen.size % 4 === 0 ? 503 : 204
  }
}

/** The test for one storage. */
export const randomKills = (name: string, open: OpenStorage) =>
  it(`kill -9 with ${name} at ${kills} random moments (seed ${seed}) loses nothing and doubles nothing`, {
    timeout: 60_000 + kills * 15_000
  }, async () => {
    const chance = makeChance(seed)
    await using scene = await openScene(open, moodyReceiver())
    const killed: Array<Ended> = []
    for (let number = 1; number <= kills; number++) {
      const child = scene.start({ part: "work", work: `life-${number}` })
      if (chance.happens(0.3)) await wait(chance.next() * startMillis)
      else {
        await child.ready
        await wait(chance.next() * workMillis)
      }
      child.kill()
      const ended = await child.ended
      assert.strictEqual(ended.signal, "SIGKILL", ended.stderr)
      killed.push(ended)
    }
    const { last, report } = await reported(scene.start({ part: "rest" }))
    checkAll({ killed, last, report, arrivals: scene.arrivals })
    // "Nothing lost of nothing" would prove nothing.
    assert.isAbove(report.runs.filter(({ status }) => status === "completed").length, kills)
    assert.isAbove(report.changeIds.length, 0)
  })
