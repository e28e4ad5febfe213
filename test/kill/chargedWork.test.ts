/** What the books say after a process dies with charged work on its hands. A run of a monitor is such work. */
import { assert, describe, it } from "@effect/vitest"
import type { TestOptions } from "vitest"
import type { OpenStorage } from "../endToEnd/storages.ts"
import type { Beat } from "./Beat.ts"
import { checkAccepted, checkCredits, checkRuns, checkUsage } from "./checks.ts"
import type { Ended } from "./child.ts"
import type { Sweep } from "./Sweep.ts"
import { openScene, reported } from "./scene.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

/** From the claim, which takes the hold, to the record, which settles it. */
const beats: ReadonlyArray<Beat> = ["run.claimed", "page.fetched", "run.recording", "run.recorded"]

/** A page without browser steps. */
const runPrice = 1

type Books = Sweep["found"]

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const chargesIn = ({ entries }: Pick<Books, "entries">) => entries.filter(({ cause }) => cause.kind === "run")

/** Runs that were claimed by a process; each claim after a sweep takes a hold anew. */
const claimedBy = ({ passed }: Ended) =>
  new Set(passed.filter(({ beat }) => beat === "run.claimed").map(({ subject }) => subject))

const checkBooks = (
  books: Books,
  { opening, released, reserved }: { readonly opening: number; readonly released: number; readonly reserved: number }
) => {
  const { account } = books
  checkUsage(books)
  const settled = -sum(chargesIn(books).map(({ credits }) => credits))
  assert.strictEqual(
    sum(books.entries.map(({ credits }) => credits)),
    account.balance,
    "the entries sum to the balance"
  )
  assert.strictEqual(reserved, settled + released + account.held, "reserved = settled + released + open")
  assert.strictEqual(account.balance, opening - settled)
  assert.strictEqual(account.available, account.balance - account.held)
  assert.lengthOf(chargesIn(books), new Set(chargesIn(books).map(({ cause }) => cause.id)).size, "charged twice")
}

/** What came before the death that a sweep follows. */
interface Before {
  readonly beat: Beat
  readonly reserved: number
  readonly released: number
}

/** Checks the books that the sweep found and those that it left; gives back what it released. */
const checkSweep = ({ stderr, sweep }: Ended, { beat, released, reserved }: Before): number => {
  if (sweep === null) throw new Error(`nobody swept: ${stderr}`)
  const { early, expired, found, left } = sweep
  const opening = sum(found.entries.filter(({ cause }) => cause.kind !== "run").map(({ credits }) => credits))
  checkBooks(found, { opening, released, reserved })
  assert.strictEqual(found.account.held, beat === "run.recorded" ? 0 : runPrice, beat)
  assert.strictEqual(early, 0, "a hold was taken away from work that may go on")
  assert.strictEqual(expired * runPrice, found.account.held)

  const givenBack = released + expired * runPrice
  checkBooks(left, { opening, released: givenBack, reserved })
  assert.strictEqual(left.account.available, opening - chargesIn(left).length * runPrice, "the customer has it back")
  assert.deepStrictEqual(left.entries, found.entries, "a sweep charges nothing")
  return givenBack
}

const bookTest = (name: string, open: OpenStorage, options: TestOptions) =>
  it.concurrent(`a kill at any beat between hold and settle, with ${name}: every credit is settled, released or open`, {
    timeout: 120_000,
    ...options
  }, async () => {
    await using scene = await openScene(open)
    const killed: Array<Ended> = []
    let before: Before | null = null
    // Each process begins with a sweep of what the one before left, and then does its work again.
    const follow = (ended: Ended, beat: Beat): Before => {
      const released = before === null ? 0 : checkSweep(ended, before)
      return { beat, released, reserved: (before?.reserved ?? 0) + claimedBy(ended).size * runPrice }
    }
    for (const beat of beats) {
      const ended = await scene.start({ part: "story", sweeps: before !== null, trap: { beat, nth: 1 } }).ended
      assert.deepInclude(ended, { signal: "SIGKILL" }, ended.stderr)
      assert.strictEqual(ended.passed.at(-1)?.beat, beat)
      before = follow(ended, beat)
      killed.push(ended)
    }
    const { last, report } = await reported(scene.start({ part: "story", sweeps: true }))
    const { released, reserved } = follow(last, "run.recorded")
    const opening = sum(report.entries.filter(({ cause }) => cause.kind !== "run").map(({ credits }) => credits))
    checkBooks(report, { opening, released, reserved })
    assert.strictEqual(released, (beats.length - 1) * runPrice, "one hold for each death before the charge")
    const aftermath = { killed, last, report, arrivals: scene.arrivals }
    checkAccepted(aftermath)
    checkRuns(aftermath)
    checkCredits(aftermath)
    assert.lengthOf(chargesIn(report), 2, "both runs were completed, and charged once")
  })

const storages = await storagesInTurn("chargedWork")

describe("charged work whose process dies", () => {
  for (const { name, open, options } of storages) bookTest(name, open, options)
})
