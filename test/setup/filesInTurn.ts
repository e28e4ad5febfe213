/**
 * Files of which a run takes a quarter: they take long, and what they look at breaks seldom or in few places. What an attack, a crash or a
 * race must never do to money, tenants, fences and secrets, or to addresses that nobody may reach, is tested every day.
 *
 * **Gotchas.** Who names files on the command line runs them whatever the day is, as `npm run mutants` does.
 */
import { relative, resolve, sep } from "node:path"
import { root } from "../../scripts/workspace.ts"
import { daysOfFiles, takesAll, turn } from "./turns.ts"

/** A day's run takes one of these, which take about as long: of each kind of files some are in each. */
export const filesInTurn: ReadonlyArray<ReadonlyArray<string>> = [
  [
    "examples/embed-express/test/usage.test.ts",
    "packages/adapters/documents/test/DocumentReader.test.ts",
    "packages/adapters/documents/test/hostileFiles.test.ts",
    "packages/adapters/documents/test/pictures.test.ts",
    "packages/adapters/documents/test/readingMemory.test.ts",
    "packages/adapters/html/test/hostileFacts.test.ts",
    "packages/adapters/html/test/hostilePages.test.ts",
    "packages/adapters/html/test/longPages.test.ts",
    "packages/adapters/playwright/test/hostileMessages.test.ts",
    "packages/adapters/postgres/test/listPlan.test.ts",
    "packages/adapters/redis/test/outages.test.ts",
    "packages/adapters/redis/test/several.test.ts",
    "packages/adapters/sqlite/test/generations.test.ts",
    "packages/cli/test/beside.test.ts",
    "packages/cli/test/loading.test.ts",
    "packages/cli/test/newsChoice.test.ts",
    "packages/cli/test/peopleImport.test.ts",
    "packages/cli/test/sameAnswer.test.ts",
    "packages/cli/test/savedViews.test.ts",
    "packages/cli/test/web.test.ts",
    "packages/dashboard/test/demonstration.test.ts",
    "packages/dashboard/test/dialogs.test.ts",
    "packages/dashboard/test/narrow.test.ts",
    "packages/dashboard/test/unsaved.test.ts",
    "packages/http/test/requestMemory.test.ts",
    "packages/mcp/test/cancelling.test.ts",
    "test/contract/batches/reading.test.ts",
    "test/endToEnd/redis.test.ts",
    "test/growth/planted.test.ts",
    "test/kill/pictures.test.ts",
    "test/kill/refreshing.test.ts"
  ],
  [
    "examples/fake-clock/test/month.test.ts",
    "packages/adapters/documents/test/characterMaps.test.ts",
    "packages/adapters/documents/test/hostilePdfPages.test.ts",
    "packages/adapters/html/test/selectors.test.ts",
    "packages/adapters/playwright/test/leftBehind.test.ts",
    "packages/adapters/playwright/test/packedChromium.test.ts",
    "packages/adapters/playwright/test/readSession.test.ts",
    "packages/adapters/postgres/test/batchPlan.test.ts",
    "packages/adapters/postgres/test/brandPlan.test.ts",
    "packages/adapters/sqlite/test/dataDirectory.test.ts",
    "packages/adapters/threads/test/TextComparer.test.ts",
    "packages/cli/test/bucket.test.ts",
    "packages/cli/test/dismissedChanges.test.ts",
    "packages/cli/test/importBeside.test.ts",
    "packages/cli/test/oddFolder.test.ts",
    "packages/cli/test/requestLog.test.ts",
    "packages/cli/test/restingHosts.test.ts",
    "packages/cli/test/sealing.test.ts",
    "packages/dashboard/test/home.test.ts",
    "packages/dashboard/test/monitors.test.ts",
    "packages/dashboard/test/slowFiles.test.ts",
    "packages/dashboard/test/tell.test.ts",
    "packages/dashboard/test/usage.test.ts",
    "packages/mcp/test/conformance.test.ts",
    "packages/mcp/test/largeAnswers.test.ts",
    "test/endToEnd/politeness.test.ts",
    "test/endToEnd/twoDoors.test.ts",
    "test/growth/hostileValues.test.ts",
    "test/kill/gathering.test.ts",
    "test/kill/granting.test.ts",
    "test/markdown/roundTrip.test.ts",
    "test/mutants/mutants.test.ts",
    "test/transfer/beside.test.ts"
  ],
  [
    "examples/embed-library/test/usage.test.ts",
    "examples/scrape/test/usage.test.ts",
    "packages/adapters/blobs/test/bucket.test.ts",
    "packages/adapters/blobs/test/bucketFaults.test.ts",
    "packages/adapters/blobs/test/move.test.ts",
    "packages/adapters/documents/test/officeFiles.test.ts",
    "packages/adapters/fetch/test/standardCharsets.test.ts",
    "packages/adapters/html/test/pageThreads.test.ts",
    "packages/adapters/images/test/ImageReader.test.ts",
    "packages/adapters/images/test/hostilePictures.test.ts",
    "packages/adapters/playwright/test/dearDrawings.test.ts",
    "packages/adapters/playwright/test/hostilePages.test.ts",
    "packages/adapters/playwright/test/longAddress.test.ts",
    "packages/adapters/postgres/test/runsHot.test.ts",
    "packages/adapters/sqlite/test/manyRows.test.ts",
    "packages/adapters/sqlite/test/yearOfRuns.test.ts",
    "packages/adapters/threads/test/ChangeJudge.test.ts",
    "packages/cli/test/allCommands.test.ts",
    "packages/cli/test/blobFolder.test.ts",
    "packages/cli/test/blobsElsewhere.test.ts",
    "packages/cli/test/filePermissions.test.ts",
    "packages/cli/test/hostileLists.test.ts",
    "packages/cli/test/killed.test.ts",
    "packages/cli/test/mcp.test.ts",
    "packages/cli/test/placeCheck.test.ts",
    "packages/dashboard/test/deliveries.test.ts",
    "packages/dashboard/test/keys.test.ts",
    "packages/dashboard/test/playground.test.ts",
    "packages/dashboard/test/sharing.test.ts",
    "packages/dashboard/test/views.test.ts",
    "packages/mcp/test/cut.test.ts",
    "test/browser/reference.test.ts",
    "test/kill/rotating.test.ts",
    "test/packages.test.ts"
  ],
  [
    "examples/batch/test/usage.test.ts",
    "packages/adapters/blobs/test/files.test.ts",
    "packages/adapters/children/test/ChildPool.test.ts",
    "packages/adapters/documents/test/hostileXml.test.ts",
    "packages/adapters/documents/test/repeatedContent.test.ts",
    "packages/adapters/documents/test/sheets.test.ts",
    "packages/adapters/html/test/hostileShapes.test.ts",
    "packages/adapters/playwright/test/crowdedPages.test.ts",
    "packages/adapters/playwright/test/largePages.test.ts",
    "packages/adapters/playwright/test/processes.test.ts",
    "packages/adapters/playwright/test/strangeRedirect.test.ts",
    "packages/adapters/postgres/test/pageIndexPlan.test.ts",
    "packages/adapters/redis/test/hostile.test.ts",
    "packages/adapters/sqlite/test/copies.test.ts",
    "packages/adapters/sqlite/test/manyBrands.test.ts",
    "packages/adapters/sqlite/test/snapshots.test.ts",
    "packages/cli/test/batchCommands.test.ts",
    "packages/cli/test/demo.test.ts",
    "packages/cli/test/keyFile.test.ts",
    "packages/cli/test/oldNode.test.ts",
    "packages/cli/test/refusingReceivers.test.ts",
    "packages/cli/test/roles.test.ts",
    "packages/cli/test/snapshot.test.ts",
    "packages/core/test/monitors/judging/tuned.test.ts",
    "packages/dashboard/test/hostile.test.ts",
    "packages/dashboard/test/inbox.test.ts",
    "packages/dashboard/test/mounted.test.ts",
    "packages/dashboard/test/scopes.test.ts",
    "packages/dashboard/test/work.test.ts",
    "packages/mcp/test/officialClients.test.ts",
    "test/bundle.test.ts",
    "test/contract/brands/lists.test.ts",
    "test/exitCode/exitCode.test.ts",
    "test/kill/importing.test.ts",
    "test/kill/redis.test.ts"
  ]
]

/** Whether a word of the command line names a file, as Vitest takes it: a part of a path, with a line or without. */
const isNamed = (file: string, word: string): boolean => {
  const part = word.replace(/:\d+$/, "")
  return file.includes(part) || relative(root, resolve(part)).split(sep).join("/") === file
}

/** The files that a turn leaves to others. */
export const leftBy = (turn: number, named: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  filesInTurn
    .filter((_, index) => index !== turn % daysOfFiles)
    .flat()
    .filter((file) => !named.some((word) => isNamed(file, word)))

/** What the command line may name. */
const words = process.argv.slice(2).filter((word) => word !== "run" && !word.startsWith("-"))

/** The files that this run leaves to others. */
export const filesLeft: ReadonlyArray<string> = takesAll ? [] : leftBy(turn, words)

/** What a run that takes all else says of them. */
export const saidOfTurn: string | null =
  filesLeft.length === 0 || words.length > 0
    ? null
    : `KITTIWAKE_TURN=${turn} left ${filesLeft.length} of ${filesInTurn.flat().length} long files to the next days.`
