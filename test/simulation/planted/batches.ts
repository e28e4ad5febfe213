/** Mistakes in the intake, the work, the end and the results of batches. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import type { SourcePatch } from "../../patching/SourcePatch.ts"
import { patch } from "./patch.ts"

export const batches: { readonly [bug: string]: SourcePatch } = {
  "shows a batch before all its pages are written": patch("batches/readEntries.ts", [
    "  yield* flush\n  yield* written\n",
    "  yield* flush\n"
  ]),
  "counts what is sent twice as a page": patch("batches/readEntries.ts", [
    "reserved: names.size",
    "reserved: names.size + counts.duplicates"
  ]),
  "forgets what an organization has under way beside": patch("memory/BatchWorkStore.ts", [
    "isWorked(batch.status) && waiting.size + underWay.size > 0",
    "isWorked(batch.status) && waiting.size > 0"
  ]),
  "keeps no key of a submission": patch("batches/submitBatch.ts", [
    "keep({ batchId: id }, read.digest, yield* DateTime.now)",
    "null"
  ]),
  "debits a batch for what it found and not for what it reserved": patch("batches/submitBatch.ts", [
    "credits: -taken.intake.reserved,",
    "credits: -(taken.intake.submitted ?? taken.intake.reserved),"
  ]),
  "accepts more batches than an organization may have": patch(
    "memory/BatchStore.ts",
    ["if (unfinished(tables, organizationId) >= allowance)", "if (unfinished(tables, organizationId) > allowance)"],
    [
      "if (unfinished(tables, batch.organizationId) >= allowance)",
      "if (unfinished(tables, batch.organizationId) > allowance)"
    ]
  ),
  "hands a page out again that was recorded": patch("memory/BatchWorkStore.ts", [
    "    row.underWay.delete(outcome.n)\n",
    ""
  ]),
  "records pages under a claim that was lost": patch("memory/BatchWorkStore.ts", [
    "row.underWay.has(n) && one.token === token",
    "row.underWay.has(n) && one.token >= token"
  ]),
  "takes a page whose lease still holds": patch("memory/BatchWorkStore.ts", [
    "if (isHeld(one.leaseEndMillis!, clockMillis, lease)) continue",
    "if (isHeld(one.leaseEndMillis!, clockMillis + 50_000, lease)) continue"
  ]),
  "counts a page that was given back as lost": patch("memory/BatchWorkStore.ts", [
    "if (isGivenBack) giveBack(row!, one.n)",
    "if (Duration.toMillis(lease) === 0) {\n              held.losses += 1\n              giveBack(row!, one.n)\n            }"
  ]),
  "begins pages of a batch that is being cancelled": patch("memory/BatchWorkStore.ts", [
    "isWorked(batch.status) && waiting.size + underWay.size > 0",
    "!isFinal(batch.status) && waiting.size + underWay.size > 0"
  ]),
  "reads more pages of a crawl than were paid for": patch("memory/batchRows.ts", [
    "batch.intake.reserved - tally.succeeded - tally.failed - underWay.size",
    "batch.intake.reserved - tally.succeeded - tally.failed"
  ]),
  "follows a link of a crawl twice": patch("memory/BatchWorkStore.ts", [
    "if (row.identities.has(one.identity) ||",
    "if ((row.identities.has(one.identity) && one.depth === 0) ||"
  ]),
  "tells a page of a crawl under each of its addresses": patch("memory/BatchWorkStore.ts", [
    "    const isSame = known.has(identity)\n",
    '    const isSame = identity === ""\n'
  ]),
  "begins a page of a crawl again that is the same as another": patch("batches/ItemRecorder.ts", [
    'held = held.map((end) => (end._tag === "Succeeded" && same.has(',
    'held = held.filter((end) => !same.has(end.claim.n)).map((end) => (end._tag === "Succeeded" && same.has('
  ]),
  "serves the oldest batch first": patch(
    "batches/turns.ts",
    ["a.underWay + a.begun - b.underWay - b.begun || inTurn(a, b, served)", "a.id < b.id ? -1 : 1"],
    ["a.underWay - b.underWay || order(a.first!, b.first!)", "order(a.first!, b.first!)"]
  ),
  "names a record before its file is put": patch("batches/segmentPlace.ts", [
    "yield* (yield* BlobStore).put(segmentBlob(owner, batchId, segmentId), bytes)",
    "yield* Effect.ignore((yield* BlobStore).put(segmentBlob(owner, batchId, segmentId), bytes))"
  ]),
  "puts records where others stand": patch("batches/resultFiles.ts", [
    "    offset += length\n    return place",
    "    return place"
  ]),
  "ends a batch while pages are under way": patch("memory/batchRows.ts", [
    "row.underWay.size === 0 && (",
    "(row.underWay.size === 0 || row.waiting.size === 0) && ("
  ]),
  "gives back what failed twice": patch("batches/domain/settle.ts", [
    "const refunded = batch.intake.reserved - tally.succeeded\n",
    "const refunded = Math.min(batch.intake.reserved, batch.intake.reserved - tally.succeeded + tally.failed)\n"
  ]),
  "keeps what failed": patch("batches/domain/settle.ts", [
    "const refunded = batch.intake.reserved - tally.succeeded\n",
    "const refunded = batch.intake.reserved - tally.succeeded - tally.failed\n"
  ]),
  "charges pages read from their picture twice": patch("batches/domain/settle.ts", [
    "Math.min(tally.recoveredPages, refunded",
    "Math.min(2 * tally.recoveredPages, refunded"
  ]),
  "completes a batch that was cancelled": patch("batches/domain/settle.ts", [
    'return status === "cancelling" ? "cancelled" : "completed"',
    'return status === "cancelling" && false ? "cancelled" : "completed"'
  ]),
  "gives a batch up after three minutes": patch("batches/domain/Batch.ts", [
    "stallAfter = Duration.minutes(30)",
    "stallAfter = Duration.minutes(3)"
  ]),
  "never gives up a batch that does not come on": patch("batches/settleBatches.ts", [
    "!isDone && isStalled(seen, stored, waits, now)",
    "isDone && isStalled(seen, stored, waits, now)"
  ]),
  "tells the end of a cancelled batch to nobody": patch("batches/settleBatches.ts", [
    "  if (subscription === null) return []\n",
    '  if (subscription === null || batch.status === "cancelled") return []\n'
  ]),
  "takes what a batch gave back for no use": patch("batches/settleBatches.ts", [
    "usage: entry === null ? null :",
    "usage: entry === null || entry.credits > 0 ? null :"
  ]),
  "drops results of batches that ended a moment ago": patch("batches/endBatches.ts", [
    "DateTime.subtractDuration(now, resultsRetention)",
    "DateTime.subtract(now, { minutes: 1 })"
  ]),
  "drops intakes that are being taken in": patch("batches/endBatches.ts", [
    "const intakeMinutes = 60",
    "const intakeMinutes = 0"
  ]),
  "sends what a removed batch told": patch("memory/BatchStore.ts", [
    "if (row.batch === null) return\n  cancelDeliveries(tables, row.batch.id)",
    "if (row.batch === null) return\n  if (row.kept !== null) cancelDeliveries(tables, row.batch.id)"
  ]),
  "shows batches of any organization": patch("memory/batchRows.ts", [
    "row !== undefined && row.organizationId === organizationId && isAccepted(row)",
    "row !== undefined && organizationId !== null && isAccepted(row)"
  ]),
  "sweeps files that rows name": patch(
    "blobs/sweepBlobs.ts",
    ["const rest = Duration.hours(6)", "const rest = Duration.zero"],
    ["DateTime.subtractDuration(now, blobGrace)", "DateTime.add(now, { hours: 1 })"],
    ["old.filter((key) => !named.has(blobPath(key)))", "old.filter((key) => named.has(blobPath(key)))"]
  )
}
