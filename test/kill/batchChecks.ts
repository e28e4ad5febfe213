/** What must hold of a batch whose processes were killed, once it has ended. */
import { assert } from "@effect/vitest"
import type { BatchStory } from "./batchStory.ts"
import { type Aftermath, checkArrivals, subjectsOf } from "./checks.ts"
import type { Report } from "./Report.ts"

type Batch = Report["batches"][number]

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

/** It is there once and whole, however often it was asked for with its key, and as it was acknowledged. */
const checkIntake = (aftermath: Aftermath, { intake }: BatchStory): Batch => {
  const { batches } = aftermath.report
  assert.lengthOf(batches, 1, "one key has not one batch")
  for (const id of subjectsOf(aftermath, "batch.told"))
    assert.strictEqual(id, batches[0]!.id, "an accepted batch is lost")
  assert.deepStrictEqual(batches[0]!.intake, intake)
  return batches[0]!
}

/** Every page that was attempted has its one record, in its place, and the counts say so. */
const checkPages = (batch: Batch, { ends, intake, pages, meanwhile }: BatchStory): void => {
  const { failed, pending, succeeded } = batch.progress
  if (ends !== null) assert.deepInclude(batch.progress, ends)
  assert.strictEqual(succeeded + failed + pending, intake.reservedIsCeiling ? succeeded + failed : intake.reserved)
  assert.strictEqual(sum(batch.pageErrors.map(({ count }) => count)), failed)
  const names = batch.results.map(({ url }) => url.slice(url.lastIndexOf("/") + 1))
  const places = names.map((name) => pages.indexOf(name))
  assert.lengthOf(new Set(names), names.length, "a page has two records")
  assert.deepStrictEqual(
    places.toSorted((a, b) => a - b),
    places,
    "records are out of their order"
  )
  for (const place of places) assert.isAtLeast(place, 0, `a record of no page: ${names}`)
  const kept = meanwhile === "expire" ? 0 : succeeded + failed
  assert.lengthOf(batch.results, kept, "records are missing")
  assert.strictEqual(batch.filed, kept, "files have not the records")
  for (const { status, text, url } of batch.results) {
    assert.strictEqual(status, url.endsWith("missing") ? "error" : "ok")
    if (status === "ok") assert.isNotEmpty(text)
  }
}

/** It was debited whole, once, and what did not succeed came back in one movement. */
const checkBooks = ({ account, entries, usage }: Report, batch: Batch, { intake }: BatchStory): void => {
  const { id, ocrCharged, progress, refunded } = batch
  assert.strictEqual(ocrCharged, 0)
  assert.strictEqual(refunded, intake.reserved - progress.succeeded)
  const own = entries.filter(({ cause }) => cause.kind === "batch" || cause.kind === "refund")
  assert.sameDeepMembers(own, [
    { cause: { kind: "batch", id }, credits: -intake.reserved },
    ...(refunded === 0 ? [] : [{ cause: { kind: "refund" as const, id }, credits: refunded }])
  ])
  assert.strictEqual(sum(entries.map(({ credits }) => credits)), account.balance)
  assert.strictEqual(account.held, 0)
  const used = usage.filter(({ value }) => value === "/batch/submit").map(({ creditsUsed }) => creditsUsed)
  assert.strictEqual(sum(used), progress.succeeded, "the history of usage tells something else than the ledger")
}

/** Its end was told as one event. */
const checkEnd = ({ report }: Aftermath, batch: Batch, { told, meanwhile }: BatchStory): void => {
  assert.strictEqual(`batch.${batch.status}`, told)
  assert.strictEqual(batch.failure, meanwhile === "stall" ? "stalled" : null)
  assert.deepStrictEqual(
    report.deliveries.map(({ event, status, subscriptionId }) => [event, status, subscriptionId]),
    [[told, "delivered", batch.id]]
  )
}

/** No page was recorded twice, and none was asked for again that somebody is known to have recorded. */
const checkFetches = ({ killed, last }: Aftermath): void => {
  const addresses = new Map<string, string>()
  const recorded = new Set<string>()
  for (const { beat, subject } of [...killed, last].flatMap(({ passed }) => passed)) {
    if (beat === "item.claimed") {
      const [page = "", url = ""] = subject.split(" ")
      addresses.set(page, url)
      assert.isFalse(recorded.has(url), `${url} was claimed again`)
    }
    if (beat === "page.fetched") assert.isFalse(recorded.has(subject), `${subject} was fetched again`)
    if (beat !== "item.recorded") continue
    const url = addresses.get(subject) ?? "nobody claimed it"
    assert.isFalse(recorded.has(url), `${url} was recorded twice`)
    recorded.add(url)
  }
}

/** What was put by who died before its row was written is there for nobody, and goes with the next sweep. */
const checkOrphans = ({ killed, report }: Aftermath): void => {
  for (const { passed } of killed) {
    const last = passed.at(-1)
    if (last?.beat === "segment.put") assert.include(report.orphans.left, last.subject)
  }
  assert.deepStrictEqual(report.orphans.afterSweep, [])
}

/** All of the above, and that the event arrived. */
export const checkBatch = (aftermath: Aftermath, story: BatchStory): void => {
  const batch = checkIntake(aftermath, story)
  checkPages(batch, story)
  checkBooks(aftermath.report, batch, story)
  checkEnd(aftermath, batch, story)
  checkFetches(aftermath)
  checkOrphans(aftermath)
  checkArrivals(aftermath)
}
