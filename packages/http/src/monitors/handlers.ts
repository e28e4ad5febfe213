/** Answers the operations on monitors: one facade call each, mapped. */

import { changeSummaryRecord } from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import { conditionsRecord } from "@kittiwake/core/internal/monitors/domain/conditionsRecord"
import { baselineRecord, monitorRecord, unstableRecord } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import { muteOptionsRecord } from "@kittiwake/core/internal/monitors/domain/MuteRecord"
import { previewRecord } from "@kittiwake/core/internal/monitors/domain/PreviewRecord"
import { recentRunsRecord, runRecord, traceRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"
import { backtestRecord } from "@kittiwake/core/internal/monitors/domain/VersionRecord"
import { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import { type MadeBy, MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { RunId } from "@kittiwake/core/monitors/domain/RunId"
import { VersionId } from "@kittiwake/core/monitors/domain/Version"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { Monitors, type RunWithDeliveries } from "@kittiwake/core/monitors/Monitors"
import { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { planTerms } from "@kittiwake/core/organizations/domain/Plan"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { covers } from "@kittiwake/core/organizations/domain/Scope"
import type { Page } from "@kittiwake/core/paging/domain/Page"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { countedByKept } from "../answerKept.ts"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { webhookTestRecord } from "../deliveries/WebhookTestRecord.ts"
import { keyedBody } from "../idempotency.ts"
import { largeInPieces } from "../inPieces.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { ListeningHost, PublicAddress, publicAddress } from "../web/PublicAddress.ts"
import { rulesOf } from "../web/requests.ts"
import { ChangeReply, ComparisonReply, MonitorReply, PreviewReply, VersionReply } from "./api.ts"
import { creditUsageRecord, spendWindow } from "./CreditUsageRecord.ts"
import { changeFilter, monitorFilter } from "./filters.ts"
import {
  BacktestBody,
  backtestRules,
  CreateMonitorBody,
  monitorPatch,
  newMonitor,
  PreviewMonitorBody,
  previewedMonitor,
  TriageChangeBody,
  TriageChangesBody,
  UpdateMonitorBody,
  withoutSecret
} from "./input.ts"
import { linkedChange, linkedComparison, linkedVersion, linkedVersions } from "./linkedPictures.ts"
import { ShareChangeBody, sharedRecord, withdrawnRecord } from "./ShareRecord.ts"
import { monitorSummaryRecord } from "./SummaryRecord.ts"
import { changeCountRecord } from "./TriageRecord.ts"
import { triageMany } from "./triageMany.ts"

const decodeCreate = decodeBody(CreateMonitorBody)
const decodeBacktest = decodeBody(BacktestBody)
const decodeShare = decodeBody(ShareChangeBody)
const decodePreview = decodeBody(PreviewMonitorBody)
const decodeTriage = decodeBody(TriageChangeBody)
const decodeTriageMany = decodeBody(TriageChangesBody)
const decodeUpdate = decodeBody(UpdateMonitorBody)

const secretFor = ({ scopes }: Principal) => ({ showSecret: covers(scopes, "monitors:write") })

/** The grant that calls, which a monitor remembers; null for other callers. */
const makerOf = ({ dailyCredits, id, kind }: Principal): MadeBy | null =>
  kind === "grant" ? { grantId: id, dailyCredits } : null

/** Answers with texts and lists of hundreds of thousands of characters. */
const inPieces = {
  monitor: Effect.flatMap(largeInPieces(MonitorReply)),
  change: Effect.flatMap(largeInPieces(ChangeReply)),
  version: Effect.flatMap(largeInPieces(VersionReply)),
  comparison: Effect.flatMap(largeInPieces(ComparisonReply)),
  preview: Effect.flatMap(largeInPieces(PreviewReply))
}

const runsRecord = (page: Page<RunWithDeliveries>) =>
  pageRecord(page, ({ run, deliveries }) => runRecord(run, deliveries))

export const layer = HttpApiBuilder.group(
  Api,
  "monitors",
  Effect.fn(function* (handlers) {
    const monitors = yield* Monitors
    const history = yield* MonitorHistory
    const links = yield* PictureLinks
    const changeLinks = yield* ChangeLinks
    const calls = yield* WebCalls
    const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
    const replies = yield* Replies
    const { answer } = replies
    const countedBy = countedByKept(replies)

    const sharing = (organizationId: OrganizationId, id: string) => ({
      links: changeLinks,
      organizationId,
      changeId: ChangeId.make(id)
    })

    return handlers
      .handleAll({
        list: ({ query }) =>
          answer((caller) =>
            monitors
              .list(caller.organization.id, monitorFilter(query), pageRequest(query))
              .pipe(Effect.map((page) => pageRecord(page, (monitor) => monitorRecord(monitor, secretFor(caller)))))
          ),
        limits: () =>
          answer(({ organization }) =>
            monitors.limits(organization).pipe(
              Effect.map(({ used, limit, plan }) => ({
                monitors_used: used,
                monitors_limit: limit,
                plan: planTerms[plan].tier
              }))
            )
          ),
        summary: () =>
          answer(({ organization }) => Effect.map(monitors.summary(organization.id), monitorSummaryRecord)),
        creditUsage: ({ query }) =>
          answer(({ organization }) =>
            Effect.map(monitors.spend(organization.id, spendWindow(query)), creditUsageRecord)
          ),
        allRuns: ({ query }) =>
          answer(({ organization }) =>
            monitors
              .runs(organization.id, query.status === undefined ? {} : { status: query.status }, pageRequest(query))
              .pipe(Effect.map(runsRecord))
          ),
        recentRuns: ({ query }) =>
          answer(({ organization }) =>
            monitors
              .recentRuns(
                organization.id,
                query.monitor_ids.map((id) => MonitorId.make(id))
              )
              .pipe(Effect.map((found) => ({ data: recentRunsRecord(found, query.monitor_ids) })))
          ),
        allChanges: ({ query }) =>
          answer(({ organization }) =>
            monitors
              .changes(organization.id, changeFilter(query), pageRequest(query), { ofMonitor: null })
              .pipe(Effect.map((page) => pageRecord(page, changeSummaryRecord)))
          ),
        change: ({ params, request }) =>
          answer(({ organization }) =>
            monitors
              .change(organization.id, ChangeId.make(params.change_id))
              .pipe(Effect.flatMap((change) => linkedChange(history, links, publicAddress(own, request), change)))
          ).pipe(inPieces.change),
        countChanges: ({ query }) =>
          answer(({ organization }) =>
            Effect.map(monitors.countChanges(organization.id, changeFilter(query)), changeCountRecord)
          ),
        get: ({ params }) => {
          const id = MonitorId.make(params.monitor_id)
          return countedBy(
            ({ organization }) => monitors.baselineBytes(organization.id, id),
            answer((caller) =>
              monitors.get(caller.organization.id, id).pipe(
                Effect.map(({ monitor, baseline }) => ({
                  ...monitorRecord(monitor, secretFor(caller)),
                  baseline: baselineRecord(baseline),
                  ...unstableRecord(monitor, baseline),
                  ...conditionsRecord(monitor)
                }))
              )
            ).pipe(inPieces.monitor)
          )
        },
        remove: ({ params }) =>
          answer(({ organization }) =>
            monitors
              .remove(organization.id, MonitorId.make(params.monitor_id))
              .pipe(Effect.as({ id: params.monitor_id, deleted: true as const }))
          ),
        run: ({ headers, params }) =>
          answer(({ organization }) =>
            monitors
              .runNow(organization.id, MonitorId.make(params.monitor_id), headers["idempotency-key"])
              .pipe(Effect.map((runId) => ({ monitor_id: params.monitor_id, run_id: runId, queued: true as const })))
          ),
        runs: ({ params, query }) =>
          answer(({ organization }) =>
            monitors
              .runs(
                organization.id,
                {
                  monitorId: MonitorId.make(params.monitor_id),
                  ...(query.status === undefined ? {} : { status: query.status })
                },
                pageRequest(query)
              )
              .pipe(Effect.map(runsRecord))
          ),
        runOf: ({ params }) =>
          answer(({ organization }) =>
            monitors
              .run(organization.id, MonitorId.make(params.monitor_id), RunId.make(params.run_id))
              .pipe(
                Effect.map(({ run, deliveries }) => ({ ...runRecord(run, deliveries), trace: traceRecord(run.trace) }))
              )
          ),
        changes: ({ params, query }) =>
          answer(({ organization }) =>
            monitors
              .changes(organization.id, changeFilter(query), pageRequest(query), {
                ofMonitor: MonitorId.make(params.monitor_id)
              })
              .pipe(Effect.map((page) => pageRecord(page, changeSummaryRecord)))
          ),
        muteOptions: ({ params }) =>
          answer(({ organization }) =>
            Effect.map(history.muteOptions(organization.id, ChangeId.make(params.change_id)), (found) =>
              muteOptionsRecord(params.change_id, found)
            )
          ),
        withdrawChange: ({ params }) =>
          answer(({ organization }) => withdrawnRecord(sharing(organization.id, params.change_id))),
        versions: ({ params, query, request }) =>
          answer(
            Effect.fnUntraced(function* ({ organization }: Principal) {
              const page = yield* history.list(organization.id, MonitorId.make(params.monitor_id), pageRequest(query))
              const data = yield* linkedVersions(links, publicAddress(own, request), page.data)
              return pageRecord({ ...page, data }, (record) => record)
            })
          ),
        compareVersions: ({ params, query, request }) =>
          answer(({ organization }) =>
            history
              .compare(organization.id, MonitorId.make(params.monitor_id), {
                from: VersionId.make(query.from),
                to: VersionId.make(query.to)
              })
              .pipe(Effect.flatMap((compared) => linkedComparison(links, publicAddress(own, request), compared)))
          ).pipe(inPieces.comparison),
        version: ({ params, request }) => {
          const named = [MonitorId.make(params.monitor_id), VersionId.make(params.version_id)] as const
          return countedBy(
            ({ organization }) => history.bytes(organization.id, ...named),
            answer(({ organization }) =>
              history
                .get(organization.id, ...named)
                .pipe(Effect.flatMap((found) => linkedVersion(links, publicAddress(own, request), found)))
            ).pipe(inPieces.version)
          )
        },
        rotateSecret: ({ params }) =>
          answer((caller) =>
            monitors
              .rotateSecret(caller.organization.id, MonitorId.make(params.monitor_id))
              .pipe(Effect.map((monitor) => monitorRecord(monitor, secretFor(caller))))
          ),
        testWebhook: ({ params }) =>
          answer(({ organization }) =>
            Effect.map(monitors.testWebhook(organization.id, MonitorId.make(params.monitor_id)), webhookTestRecord)
          )
      })
      .handleRaw("create", ({ headers, request }) =>
        answer(
          Effect.fnUntraced(function* (caller: Principal) {
            const body = yield* readJson(request)
            const input = newMonitor(yield* decodeCreate(withoutSecret(body)))
            const created = yield* monitors.create(
              caller.organization,
              input,
              keyedBody(headers, body),
              makerOf(caller)
            )
            return {
              ...monitorRecord(created.monitor, secretFor(caller)),
              baseline: null,
              initial_run_id: created.initialRunId
            }
          })
        )
      )
      .handleRaw("preview", ({ request }) =>
        answer(
          Effect.fnUntraced(function* (caller: Principal) {
            const body = yield* decodePreview(withoutSecret(yield* readJson(request)))
            const input = previewedMonitor(body)
            const preview = yield* calls.run(request, caller, body, rulesOf.site, (call) =>
              monitors.preview(caller.organization, input, call)
            )
            return { ...previewRecord(preview, { blocks: body.blocks === true }), ...conditionsRecord(preview.monitor) }
          })
        ).pipe(inPieces.preview)
      )
      .handleRaw("backtest", ({ request, params }) =>
        answer(({ organization }) =>
          readJson(request).pipe(
            Effect.flatMap(decodeBacktest),
            Effect.flatMap((body) =>
              history.backtest(organization.id, MonitorId.make(params.monitor_id), backtestRules(body))
            ),
            Effect.map((found) => backtestRecord(params.monitor_id, found))
          )
        )
      )
      .handleRaw("triageChange", ({ params, request }) =>
        answer(({ organization }) =>
          readJson(request).pipe(
            Effect.flatMap(decodeTriage),
            Effect.flatMap(({ triage }) => monitors.triage(organization.id, ChangeId.make(params.change_id), triage)),
            Effect.flatMap((change) => linkedChange(history, links, publicAddress(own, request), change))
          )
        ).pipe(inPieces.change)
      )
      .handleRaw("shareChange", ({ params, request }) =>
        answer(({ organization }) =>
          readJson(request).pipe(
            Effect.flatMap(decodeShare),
            Effect.flatMap((body) =>
              sharedRecord(sharing(organization.id, params.change_id), publicAddress(own, request), body)
            )
          )
        )
      )
      .handleRaw("triageChanges", ({ request }) =>
        answer(({ organization }) =>
          readJson(request).pipe(
            Effect.flatMap(decodeTriageMany),
            Effect.flatMap((body) => triageMany(monitors, organization.id, body))
          )
        )
      )
      .handleRaw("update", ({ request, params }) =>
        answer((caller) =>
          readJson(request).pipe(
            Effect.flatMap((body) => decodeUpdate(withoutSecret(body))),
            Effect.flatMap((body) =>
              monitors.update(caller.organization, MonitorId.make(params.monitor_id), monitorPatch(body))
            ),
            Effect.map(({ monitor, baselineReset }) => ({
              ...monitorRecord(monitor, secretFor(caller)),
              ...(baselineReset ? { baseline: null } : {})
            }))
          )
        )
      )
  })
)
