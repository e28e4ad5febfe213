/** What must hold when processes are killed at their beats, run against any storage. */
import { assert, it } from "@effect/vitest"
import type { OpenStorage } from "../endToEnd/storages.ts"
import type { Trap } from "./Beat.ts"
import { checkAll, checkDeath } from "./checks.ts"
import type { Ended } from "./child.ts"
import { died } from "./died.ts"
import type { Report } from "./Report.ts"
import { rowsInTurn } from "./rowsInTurn.ts"
import { openScene, reported } from "./scene.ts"
import { oneOfTwoInTurn, type StorageOfKills } from "./storagesInTurn.ts"
import { type StoryKind, storyTargets } from "./targets.ts"

/**
 * Where one process after the other dies, each taking up what the one before left. `nth` counts within a process, so a
 * beat that comes first after a death is that of the work that was interrupted.
 */
const scenarios: ReadonlyArray<readonly [string, ReadonlyArray<Trap>]> = [
  [
    "while a monitor and a run by hand are accepted",
    [
      { beat: "monitor.creating", nth: 1 },
      { beat: "monitor.created", nth: 1 },
      { beat: "run.queueing", nth: 1 },
      { beat: "run.queued", nth: 1 }
    ]
  ],
  [
    "at every beat of the first run",
    [
      { beat: "run.accepted", nth: 1 },
      { beat: "run.claimed", nth: 1 },
      { beat: "page.fetched", nth: 1 },
      { beat: "version.staging", nth: 1 },
      { beat: "version.staged", nth: 1 },
      { beat: "run.recording", nth: 1 },
      { beat: "run.recorded", nth: 1 }
    ]
  ],
  [
    "at every beat of a run that finds a change, the second look included",
    [
      { beat: "run.claimed", nth: 2 },
      { beat: "page.fetched", nth: 1 },
      { beat: "page.fetched", nth: 2 },
      { beat: "version.staging", nth: 1 },
      { beat: "version.staged", nth: 1 },
      { beat: "run.recording", nth: 1 },
      { beat: "run.recorded", nth: 1 }
    ]
  ],
  [
    "at every beat of a delivery",
    [
      { beat: "delivery.claimed", nth: 1 },
      { beat: "delivery.sending", nth: 1 },
      { beat: "delivery.sent", nth: 1 },
      { beat: "delivery.recording", nth: 1 },
      { beat: "delivery.recorded", nth: 1 }
    ]
  ]
]

/** The same for monitors of other targets: every beat of the first run, and of one that finds a change. */
const ofTarget: ReadonlyArray<Trap> = [
  { beat: "run.claimed", nth: 1 },
  { beat: "page.fetched", nth: 1 },
  { beat: "version.staged", nth: 1 },
  { beat: "run.recorded", nth: 1 },
  { beat: "page.fetched", nth: 2 },
  { beat: "run.recording", nth: 1 },
  { beat: "run.recorded", nth: 1 },
  { beat: "delivery.sent", nth: 1 }
]

const checkStory = (report: Report, kind: StoryKind): void => {
  const { gone, kept } = storyTargets[kind]
  assert.lengthOf(report.monitors, 1)
  assert.include(report.monitors[0]?.baseline ?? "", kept)
  assert.notInclude(report.monitors[0]?.baseline ?? "", gone)
  assert.deepStrictEqual(
    report.runs.map(({ status }) => status),
    ["completed", "completed"]
  )
  assert.lengthOf(report.changeIds, 1)
  assert.lengthOf(report.deliveries, 3)
}

/** Dies at each trap, one process after the other, and comes to rest in the last. */
const survive = async (open: OpenStorage, kind: StoryKind, traps: ReadonlyArray<Trap>): Promise<void> => {
  await using scene = await openScene(open)
  const killed: Array<Ended> = []
  for (const trap of traps) killed.push(await died(scene.start({ part: "story", kind, trap }), trap))
  const { last, report } = await reported(scene.start({ part: "story", kind }))
  const aftermath = { killed, last, report, arrivals: scene.arrivals }
  checkAll(aftermath)
  checkStory(report, kind)
  for (const one of killed) checkDeath(aftermath, one)
}

/** Kills processes at every beat, each row of them on a storage of its own. */
export const killSuite = (name: StorageOfKills, open: OpenStorage) => {
  it.concurrent.each(rowsInTurn(name, scenarios, { always: 0, inTurn: 1 }))(
    `kill -9 with ${name} %s`,
    { timeout: 240_000 },
    (_words, traps) => survive(open, "page", traps)
  )
  it.concurrent.each(oneOfTwoInTurn<StoryKind>(["sitemap", "extract"], name))(
    `kill -9 with ${name} at every beat of a monitor of a target %s`,
    {
      timeout: 480_000
    },
    (kind) => survive(open, kind, ofTarget)
  )
}
