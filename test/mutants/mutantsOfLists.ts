/** Mistakes in what lists find and how commands show it. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { cli, core, dashboard, http, type Mutant, postgres, sqlite } from "./Mutant.ts"

const ofRuns: ReadonlyArray<Mutant> = [
  sqlite(
    "sqlite: runs that have not ended are sought from what is due last",
    "src/reads/listRuns.ts",
    "select min(due_at) as at",
    "select max(due_at) as at",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: runs that have not ended are sought from what is due last",
    "src/listRuns.ts",
    "select min(due_at) from monitors",
    "select max(due_at) from monitors",
    "test/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: the first charge of several stretches is shown as the last",
    "src/RunStore.ts",
    "Math.max(a.lastRunAt, b.lastRunAt)",
    "Math.min(a.lastRunAt, b.lastRunAt)",
    "test/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: the first charge of a stretch is shown as the last",
    "src/reads/spend.ts",
    "max(${lastRunAt}) as lastRunAt",
    "min(${lastRunAt}) as lastRunAt",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: the first charge is shown as the last",
    "src/spend.ts",
    "max(last_run_at) as last_run_at",
    "min(last_run_at) as last_run_at",
    "test/RunStore.test.ts"
  )
]

const ofScreens: ReadonlyArray<Mutant> = [
  sqlite(
    "sqlite: what screens asked is sought among what was called",
    "src/reads/usageLogs.ts",
    "return ofDashboard === 0 ? walks.called : walks.all",
    "return ofDashboard !== null ? walks.called : walks.all",
    "test/UsageStore.test.ts"
  ),
  postgres(
    "postgres: what screens asked is shown among what was called",
    "src/usageRows.ts",
    "  log.ofDashboard,\n",
    "  false,\n",
    "test/UsageStore.test.ts"
  ),
  http(
    "logs: what costs credits is a screen's",
    "src/logs/loggedCall.ts",
    "creditsUsed === 0 && ",
    "",
    "test/principals.test.ts"
  ),
  http(
    "logs: what a key asks is a screen's",
    "src/logs/loggedCall.ts",
    "  headers.authorization === undefined &&\n",
    "",
    "test/logs.test.ts"
  ),
  dashboard(
    "dashboard: missing credits are told as a limit",
    "app/parts/problemWords.ts",
    "      return besides(problem.noCredits, problem.noCreditsTodo)",
    "      return besides(problem.limit)",
    "test/problemWords.test.ts"
  ),
  http(
    "screens: what somebody tries in the playground uses up nothing",
    "src/logs/loggedCall.ts",
    "  headers[playgroundHeader] === undefined &&\n",
    "",
    "test/limits.test.ts"
  ),
  dashboard(
    "dashboard: one attempt in vain needs a person",
    "app/screens/home/needs.ts",
    "attempt_count >= troublingAttempts",
    "attempt_count >= troublingAttempts - 1",
    "test/needs.test.ts"
  ),
  dashboard(
    "dashboard: what had arrived is told as what did not",
    "app/screens/home/needs.ts",
    "failed.filter(({ delivered_at }) => delivered_at === null)",
    "failed",
    "test/needs.test.ts"
  ),
  dashboard(
    "dashboard: a day is told at each tick",
    "app/parts/axisWords.ts",
    "    seen.add(text)\n",
    "",
    "test/axisWords.test.ts"
  ),
  dashboard(
    "dashboard: a channel of a chat takes messages",
    "app/screens/monitors/telling.ts",
    'pathname.startsWith("/api/webhooks/")',
    "true",
    "test/telling.test.ts"
  ),
  dashboard(
    "dashboard: the palette finds scattered letters before words",
    "app/shell/paletteScore.ts",
    "byWords(name, typed) > 0",
    "byWords(name, typed) > 1",
    "test/paletteScore.test.ts"
  )
]

const ofCommands: ReadonlyArray<Mutant> = [
  cli(
    "scrape: a click that failed is a success",
    "src/commands/scrape.ts",
    "if (left.length > 0) return",
    "if (left.length > 9) return",
    "test/web.test.ts"
  )
]

const ofCallsAndDeliveries: ReadonlyArray<Mutant> = [
  sqlite(
    "sqlite: calls that went well are sought among errors",
    "src/reads/usageLogs.ts",
    "(statusCode ?? 0) >= 400",
    "(statusCode ?? 0) >= 200",
    "test/UsageStore.test.ts"
  ),
  postgres(
    "postgres: deliveries of runs are those of any monitor",
    "src/listDeliveries.ts",
    "conditions: [ofType, ...ofMonitor, ...ofStatus]",
    "conditions: [ofType, ...ofStatus]",
    "test/DeliveryStore.test.ts"
  ),
  sqlite(
    "sqlite: a list that goes on forgets what it has found",
    "src/inStretches.ts",
    "limit: slice.limit - rows.length",
    "limit: slice.limit",
    "test/DeliveryStore.test.ts",
    "test/stretches.test.ts"
  ),
  postgres(
    "postgres: a list that goes on forgets what it has found",
    "src/looks.ts",
    "const limit = slice.limit - first.rows.length",
    "const limit = slice.limit",
    "test/DeliveryStore.test.ts"
  )
]

const large: ReadonlyArray<Mutant> = [
  sqlite(
    "sqlite: large rows of a list are read whether or not a page has room for them",
    "src/pagePart.ts",
    "(_, row) => bytesOf(row)",
    "(_, row) => 0 * bytesOf(row)",
    "test/FeedbackStore.test.ts"
  ),
  sqlite(
    "sqlite: rows behind texts of any length are read on the main thread",
    "src/passedOver.ts",
    "passedOver(db, bytes, weighed) > mostPassedOver",
    "passedOver(db, bytes, weighed) < 0 * mostPassedOver",
    "test/passedOver.test.ts"
  ),
  postgres(
    "postgres: rows of a list count as what they take where they are packed",
    "src/looks.ts",
    "octet_length(${column}::text)",
    "pg_column_size(${column})",
    "test/FeedbackStore.test.ts"
  ),
  sqlite(
    "sqlite: lists of deliveries read what passed between us and the receiver",
    "src/writes/deliveryColumns.ts",
    "json_remove(d.last_attempt, '$.exchange')",
    "d.last_attempt",
    "test/DeliveryStore.test.ts"
  ),
  core(
    "batches: a control character of a refused entry counts as one byte",
    "src/batches/domain/toldEntry.ts",
    "if (code < 0x20) return 6",
    "if (code < 0x20) return 1",
    "test/batches/toldEntry.test.ts"
  ),
  http(
    "answers: what is kept is loaded before it is counted",
    "src/answerKept.ts",
    "if (wanted < countedFromBytes) return make",
    "if (wanted >= 0) return make",
    "test/answerKept.test.ts"
  )
]

const shown: ReadonlyArray<Mutant> = [
  cli(
    "log: a stack moves the cursor",
    "src/lineLog.ts",
    "`  ${escaped(below)}`",
    "`  ${below}`",
    "test/lineLog.test.ts"
  ),
  cli(
    "first look: a page with too much text is told to go elsewhere",
    "src/commands/unreadRemedy.ts",
    `message.includes("characters of text")`,
    `message.includes("letters of text")`,
    "test/firstLook.test.ts"
  ),
  cli(
    "first look: a monitor of a site is told of a flag that it does not take",
    "src/commands/unreadRemedy.ts",
    `type === "page" && message.includes(`,
    "message.includes(",
    "test/firstLook.test.ts"
  ),
  cli(
    "flags: a wrong interval is told in the fields of the API",
    "src/commands/monitorFlags.ts",
    `["frequency and unit must", "--every must"]`,
    `["frequency must", "--every must"]`,
    "test/monitorFlags.test.ts"
  ),
  cli(
    "export: the index of what was read is left behind without a word",
    "src/commands/transfer.ts",
    `  "the index of what was read",
`,
    "",
    "test/leftBehind.test.ts"
  ),
  cli(
    "doctor: a server that is not ready is taken for none",
    "src/doctor/findingsText.ts",
    "!message.startsWith(noneAnswers)",
    `message.startsWith("ready")`,
    "test/doctorBrowser.test.ts"
  ),
  cli(
    "styleguide: why no browser laid a page out is not said",
    "src/commands/design.ts",
    `state === "ok" ? ""`,
    `state !== "broken" ? ""`,
    "test/doctorBrowser.test.ts"
  )
]

export const mutantsOfLists = [...ofRuns, ...ofScreens, ...ofCommands, ...ofCallsAndDeliveries, ...large, ...shown]
