/**
 * What comes of work whose process stands still for longer than its leases last, and then goes on as if nothing had been.
 * Observed: what the installation holds at the end, and what arrived.
 */
import { assert, describe, it } from "@effect/vitest"
import { copyPostgresAt, openPostgresAt } from "../endToEnd/storages.ts"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import type { Beat } from "./Beat.ts"
import { checkAccepted, checkCredits, checkEvents, checkRuns } from "./checks.ts"
import type { Child } from "./child.ts"
import { founded } from "./founded.ts"
import { openScene, reported } from "./scene.ts"

const url = await postgresUrl()

const freezes: ReadonlyArray<Beat> = [
  "run.claimed",
  "run.recording",
  "delivery.claimed",
  "delivery.sent",
  "delivery.recording"
]

/** Kills it at the end, also where it still stands still. */
const disposable = (child: Child) => ({ ...child, [Symbol.dispose]: child.kill })

describe("a process that is frozen across its lease", needing({ Postgres: url !== null }), () => {
  const open = founded(openPostgresAt(url ?? ""), copyPostgresAt(url ?? ""))

  it.concurrent.each(freezes)(
    "at %s loses its work to another, and its late results",
    { timeout: 180_000 },
    async (beat) => {
      await using scene = await openScene(open)
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
      // On a busy machine who took over may sleep past a lease of his own: both say what they claimed and sent.
      const passed = [...journalled, ...last.passed]
      const timesOf = (event: string, of: Beat) =>
        passed.filter((line) => line.beat === of && line.subject === event).length
      if (beat.startsWith("delivery.")) assert.isAtLeast(timesOf(held.subject, "delivery.claimed"), 2)
      for (const { attempts, body, eventId } of report.deliveries) {
        const arrived = scene.arrivals.filter(({ headers }) => headers["webhook-id"] === eventId)
        for (const one of arrived) assert.strictEqual(one.body, body)
        assert.isAtLeast(arrived.length, timesOf(eventId, "delivery.sent"))
        assert.isAtMost(arrived.length, timesOf(eventId, "delivery.sending"))
        assert.deepStrictEqual(
          attempts.map(({ errorCode }) => errorCode),
          [...Array.from({ length: timesOf(eventId, "delivery.claimed") - 1 }, () => "connection_failed"), null]
        )
      }
    }
  )
})
