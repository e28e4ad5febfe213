/** Kills processes at moments that nobody chose, over and over on one storage that begins with nothing in it. */
import { setTimeout as wait } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import type { Arrival } from "../endToEnd/Receiver.ts"
import type { OpenStorage } from "../endToEnd/storages.ts"
import { type Chance, makeChance } from "../simulation/Chance.ts"
import { checkAll } from "./checks.ts"
import type { Child, Ended } from "./child.ts"
import { openScene, reported } from "./scene.ts"

/** Deaths of the short form; `KITTIWAKE_KILLS` asks for more. */
const kills = Number(process.env.KITTIWAKE_KILLS ?? 4)

/** `KITTIWAKE_KILL_SEED` draws other moments. */
const seed = Number(process.env.KITTIWAKE_KILL_SEED ?? 1)

/** Some die while they start; the others have passed up to so many beats, in which three monitors find changes. */
const startMillis = 2_500
const beats = 150
const betweenBeatsMillis = 50

/** Waits until the moment of death. */
const fate = async (child: Child, chance: Chance): Promise<void> => {
  if (chance.happens(0.3)) {
    await wait(chance.next() * startMillis)
    return
  }
  await child.hasPassed(chance.integer(beats))
  await wait(chance.next() * betweenBeatsMillis)
}

/** Refuses every fourth event when it arrives first. */
const moody = () => {
  const seen = new Set<string>()
  return ({ headers }: Pick<Arrival, "headers">): number => {
    const eventId = String(headers["webhook-id"])
    if (seen.has(eventId)) return 204
    seen.add(eventId)
    return seen.size % 4 === 0 ? 503 : 204
  }
}

/** The test for one storage. */
export const randomKills = (name: string, open: OpenStorage) =>
  it.concurrent(`kill -9 with ${name} at ${kills} random moments (seed ${seed})`, {
    timeout: 120_000 + kills * 20_000
  }, async () => {
    const chance = makeChance(seed)
    await using scene = await openScene(open, moody())
    const killed: Array<Ended> = []
    for (let number = 1; number <= kills; number++) {
      const child = scene.start({ part: "work", work: `life-${number}` })
      await fate(child, chance)
      child.kill()
      const ended = await child.ended
      assert.strictEqual(ended.signal, "SIGKILL", ended.stderr)
      killed.push(ended)
    }
    const { last, report } = await reported(scene.start({ part: "lastEdit" }))
    assert.isNotEmpty(killed, "KITTIWAKE_KILLS asks for no death")
    checkAll({ killed, last, report, arrivals: scene.arrivals })
    assert.isAbove(report.monitors.length, 0)
    const changed = new Set(report.runs.filter(({ changeId }) => changeId !== null).map(({ monitorId }) => monitorId))
    for (const { id } of report.monitors) assert.isTrue(changed.has(id), "a monitor sees nothing any more")
  })
