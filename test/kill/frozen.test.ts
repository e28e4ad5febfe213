/**
 * What comes of work whose process stands still for longer than its leases last, and then goes on as if nothing had been.
 * Observed: what the installation holds at the end, and what arrived.
 */
import { assert, describe, it } from "@effect/vitest"
import { openPostgresAt } from "../endToEnd/storages.ts"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import type { Beat } from "./Beat.ts"
import { checkAccepted, checkCredits, checkEvents, checkRuns } from "./checks.ts"
import type { Child } from "./child.ts"
import { openScene, reported } from "./scene.ts"

const url = await postgresUrl()

/**
 * Where it stands still, and how often the event that it held arrives, at least and at most: again when it had been sent
 * before, and when it is sent on by who does not know yet that he slept.
 */
const freezes: ReadonlyArray<readonly [Beat, readonly [number, number] | null]> = [
  ["run.claimed", null],
  ["run.recording", null],
  ["delivery.claimed", [1, 2]],
  ["delivery.sent", [2, 2]],
  ["delivery.recording", [2, 2]]
]

/** Kills it at the end, also where it still stands still. */
const disposable = (child: Child) => ({ ...child, [Symbol.dispose]: child.kill })

describe("a process that is frozen across its lease", needing({ Postgres: url !== null }), () => {
  it.concurrent.each(freezes)(
    "at %s loses its work to another, and its late results",
    { timeout: 120_000 },
    async (beat, copies) => {
      await using scene = await openScene(openPostgresAt(url ?? ""))
      using frozen = disposable(scene.start({ part: "story", trap: { beat, nth: 1, isFreeze: true } }))
      const held = await frozen.passing(beat)
      if (held === null) throw new Error(`it never came there: ${(await frozen.ended).stderr}`)
      const journalled = (await reported(scene.start({ part: "story" }))).last.passed
      assert.isTrue(
        journalled.some((line) => line.beat === beat && line.subject === held.subject),
        "nobody took its work over"
      )
      frozen.thaw()
      const { last, report } = await reported(frozen)

      const aftermath = { killed: [], last, report, arrivals: scene.arrivals }
      checkAccepted(aftermath)
      checkRuns(aftermath)
      checkCredits(aftermath)
      checkEvents(aftermath)
      // The baseline and the run by hand; who slept between looking for that run and asking for it asks once more.
      assert.include([2, 3], report.runs.length)
      for (const { status } of report.runs) assert.strictEqual(status, "completed")
      for (const { attempts, body, eventId } of report.deliveries) {
        const arrived = scene.arrivals.filter(({ headers }) => headers["webhook-id"] === eventId)
        const isHeld = copies !== null && eventId === held.subject
        const [least, most] = isHeld ? copies : [1, 1]
        assert.isAtLeast(arrived.length, least)
        assert.isAtMost(arrived.length, most)
        for (const one of arrived) assert.strictEqual(one.body, body)
        assert.deepStrictEqual(
          attempts.map(({ errorCode }) => errorCode),
          isHeld ? ["connection_failed", null] : [null]
        )
      }
    }
  )
})
