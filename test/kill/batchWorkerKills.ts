/** One batch whose worker is killed over and over, a few pages after it began. */
import { setTimeout as wait } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import type { OpenStorage } from "../endToEnd/storages.ts"
import { makeChance } from "../simulation/Chance.ts"
import { checkBatch } from "./batchChecks.ts"
import { type BatchStory, batchStories, workerKills as kills } from "./batchStory.ts"
import type { Ended } from "./child.ts"
import { openScene, reported } from "./scene.ts"

/** `KITTIWAKE_KILL_SEED` draws other moments. */
const seed = Number(process.env.KITTIWAKE_KILL_SEED ?? 1)

/** Most beats of a worker before it dies: it has claimed eight pages, and recorded some. */
const beatsEach = 40
const betweenBeatsMillis = 20

/** The test for one storage. */
export const batchWorkerKills = (name: string, open: OpenStorage) =>
  it.concurrent(`kill -9 with ${name} of a batch whose worker dies ${kills} times (seed ${seed})`, {
    timeout: 120_000 + kills * 15_000
  }, async () => {
    const chance = makeChance(seed)
    await using scene = await openScene(open)
    const killed: Array<Ended> = []
    const start = () => scene.start({ part: "batch", batch: "many" })
    for (let number = 1; number <= kills; number++) {
      const child = start()
      await child.hasPassed(1 + chance.integer(beatsEach))
      await wait(chance.next() * betweenBeatsMillis)
      child.kill()
      const ended = await child.ended
      const told = `life ${number} passed ${ended.passed.map(({ beat }) => beat).join(" ")}: ${ended.stderr}`
      assert.strictEqual(ended.signal, "SIGKILL", told)
      killed.push(ended)
    }
    const { last, report } = await reported(start())
    assert.isNotEmpty(killed, "KITTIWAKE_BATCH_KILLS asks for no death")
    checkBatch({ killed, last, report, arrivals: scene.arrivals }, batchStories.many satisfies BatchStory)
    const atWork = killed.filter(({ passed }) => passed.some(({ beat }) => beat === "item.recorded"))
    assert.isAtLeast(atWork.length, kills / 4, "hardly any death came while pages were recorded")
  })
