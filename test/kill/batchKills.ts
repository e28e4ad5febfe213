/** What must hold when processes are killed that submit, work on, settle and tell of batches, run against any storage. */
import { it } from "@effect/vitest"
import type { OpenStorage } from "../endToEnd/storages.ts"
import type { Beat, Trap } from "./Beat.ts"
import { checkBatch } from "./batchChecks.ts"
import { type BatchKind, type BatchStory, batchStories } from "./batchStory.ts"
import { checkDeath } from "./checks.ts"
import type { Ended } from "./child.ts"
import { died } from "./died.ts"
import { rowsInTurn } from "./rowsInTurn.ts"
import { openScene, reported } from "./scene.ts"

const once = (...beats: ReadonlyArray<Beat>): ReadonlyArray<Trap> => beats.map((beat) => ({ beat, nth: 1 }))

/** Where one process after the other dies, each taking up what the one before left. */
const scenarios: ReadonlyArray<readonly [string, BatchKind, ReadonlyArray<Trap>]> = [
  [
    "between the claim and the record of its pages",
    "large",
    [
      ...once("item.claimed", "page.fetched", "segment.putting", "segment.put", "item.recording", "item.recorded"),
      { beat: "item.recorded", nth: 2 }
    ]
  ],
  ["during its intake", "list", once("batch.opened", "batch.added", "batch.accepting", "batch.accepted", "batch.told")],
  [
    "at its end and while that is told",
    "list",
    once(
      "batch.settling",
      "batch.settled",
      "delivery.claimed",
      "delivery.sending",
      "delivery.sent",
      "delivery.recording"
    )
  ],
  [
    "that is a crawl",
    "crawl",
    [
      ...once("batch.accepted", "page.fetched", "item.recording", "item.recorded", "segment.put"),
      { beat: "item.recorded", nth: 2 }
    ]
  ],
  ["that is cancelled", "cancelled", once("batch.cancelling", "batch.cancelled", "batch.settling", "batch.settled")],
  [
    "that was cancelled, with pages under way",
    "cancelled",
    // The third page is one that its site held until the batch was cancelled.
    [{ beat: "item.recorded", nth: 3 }, ...once("batch.settled", "delivery.sent")]
  ],
  ["that does not come on", "stalled", once("batch.settling", "batch.settled", "delivery.sent")],
  ["whose results are kept no longer", "expired", once("batch.settled", "batch.pruned")]
]

/** Dies at each trap, one process after the other, and comes to rest in the last. */
const survive = async (open: OpenStorage, batch: BatchKind, traps: ReadonlyArray<Trap>): Promise<void> => {
  await using scene = await openScene(open)
  const killed: Array<Ended> = []
  for (const trap of traps) killed.push(await died(scene.start({ part: "batch", batch, trap }), trap))
  const { last, report } = await reported(scene.start({ part: "batch", batch }))
  const aftermath = { killed, last, report, arrivals: scene.arrivals }
  checkBatch(aftermath, batchStories[batch] satisfies BatchStory)
  for (const one of killed) checkDeath(aftermath, one)
}

/** Kills processes at every beat of batches, each row of them on a storage of its own. */
export const batchKills = (name: string, open: OpenStorage) =>
  it.concurrent.each(rowsInTurn(name, scenarios, { always: 1, inTurn: 1 }))(
    `kill -9 with ${name} of a batch %s`,
    { timeout: 600_000 },
    (_words, batch, traps) => survive(open, batch, traps)
  )
