/** Mistakes in what a look means: confirming, keeping, judging and telling, for every kind of target. */
import type { SourcePatch } from "../../patching/SourcePatch.ts"
import { patch } from "./patch.ts"

export const watching: { readonly [bug: string]: SourcePatch } = {
  "tells what one look at a page shows": patch("monitors/lookAtPage.ts", [
    "compareCaptures(before, looks, { flicker",
    "compareCaptures(before, [first], { flicker"
  ]),
  "believes the first reading of a sitemap": patch("monitors/lookAtSitemap.ts", [
    "const agreed = agreedDifference(before, readings)",
    "const agreed = agreedDifference(before, readings.slice(0, 1))"
  ]),
  "believes the first look at a site": patch("monitors/confirmSite.ts", [
    "  const second = yield* again\n  const seen = [first.text",
    "  const second = yield* Effect.as(again, first)\n  const seen = [first.text"
  ]),
  "tells pages that moved as gone and new": patch("monitors/domain/movedUrls.ts", [
    "if (to === undefined || went(key) !== page) continue",
    "if (to === undefined || went(key) === page) continue"
  ]),
  "takes pages of one title for moved": patch("monitors/recogniseMoves.ts", [
    "answered !== null && answered !== asked && added.has(answered) ? [{ from: asked, to: answered }] : []",
    "answered !== asked && added.size > 0 ? [{ from: asked, to: [...added][0] as string }] : []"
  ]),
  "believes a sitemap that shrank at once": patch("monitors/domain/sitemapDifference.ts", [
    "urls.length >= shrunken.least && removed.length >= urls.length * shrunken.share",
    "urls.length >= shrunken.least && removed.length > urls.length * shrunken.share * 2"
  ]),
  "tells addresses as gone whose sitemap cannot be read": patch("monitors/readListing.ts", [
    "if (lost !== undefined) return yield* Effect.fail(lost[1])",
    "if (lost !== undefined && unread.length > mostUnread) return yield* Effect.fail(lost[1])"
  ]),
  "forgets what a page said that cannot be read": patch("monitors/lookAtExtract.ts", [
    '{ unread: pages.filter(({ url }) => seen.get(url)?._tag !== "Read"), state }',
    '{ unread: pages.filter(({ url }) => seen.get(url)?._tag === "Same"), state }'
  ]),
  "takes an emptied page of a site for what it says now": patch("monitors/extractReading.ts", [
    'sheet.text.trim() === "") && sheet.facts.every(isOfHead)',
    'sheet.text.trim() === "") && sheet.facts.length < 0'
  ]),
  "takes an emptied page for the page": patch("monitors/domain/PageText.ts", ['text.trim() === ""', "text.length < 0"]),
  "takes a page that says it is not there for the page": patch("pages/domain/PageProblem.ts", [
    'const isMissing = notFoundTitle.test(title) || notFoundHeading.test(page.heading ?? "")',
    "const isMissing = false"
  ]),
  "takes a form to sign in for the page": patch("pages/domain/PageProblem.ts", [
    "(signInTitle.test(title) && !signInPath",
    '(title === "" && signInTitle.test(title) && !signInPath'
  ]),
  "passes over an action that did not work": patch("monitors/seePage.ts", [
    'actionsApplied.find(({ status }) => status !== "applied")',
    'actionsApplied.find(({ status }) => status === "skipped")'
  ]),
  "forgets its baseline when a run fails": patch("monitors/domain/Verdict.ts", [
    "monitor: rescheduled(afterFailure(monitor, verdict, at), run, circumstances),",
    "monitor: rescheduled({ ...afterFailure(monitor, verdict, at), baseline: null }, run, circumstances),"
  ]),
  "tells an outage with every run that fails": patch("monitors/domain/Outage.ts", [
    'if (wasTold) return after === null ? "recovered" : null',
    'if (wasTold && after === null) return "recovered"'
  ]),
  "tells an outage at its second failure": patch("monitors/domain/Outage.ts", [
    "toldAfterFailures = 3",
    "toldAfterFailures = 2"
  ]),
  "never tells the end of an outage": patch("monitors/domain/MonitorEvent.ts", [
    'outage === null ? [] : ["monitor.recovered"]',
    'outage === null || change === null ? [] : ["monitor.recovered"]'
  ]),
  "tells the end of an outage that nobody was told of": patch("monitors/domain/Outage.ts", [
    "const wasTold = before?.isTold === true",
    "const wasTold = before !== null && (before.isTold === true || after === null)"
  ]),
  "ends an outage when its owner resumes the monitor": patch("monitors/domain/patchMonitor.ts", [
    "const counters = resumed ? { failuresInARow: 0, skipsInARow: 0 } : {}",
    "const counters = resumed ? { failuresInARow: 0, skipsInARow: 0, lastError: null } : {}"
  ]),
  "sends changes that were dismissed": patch("monitors/domain/Verdict.ts", [
    "if (isTold(verdict.judgement, threshold)) return verdict",
    "if (threshold > 0) return verdict"
  ]),
  "does not know the threshold of its monitor": patch("monitors/domain/Judgement.ts", [
    "isRelevant && confidence >= confidenceThreshold",
    "isRelevant && confidence >= confidenceThreshold / 2"
  ]),
  "compares with what was there before a dismissed change": patch("monitors/domain/Verdict.ts", [
    "return { monitor: healthy({ baseline: mark }), run: ended, baseline, change: null }",
    "return { monitor: healthy({}), run: ended, baseline: null, change: null }"
  ]),
  "keeps no version of a dismissed change": patch("monitors/stageVersions.ts", [
    "if (baseline === null) return []",
    "if (baseline === null || (change === null && !run.baselineCreated)) return []"
  ]),
  "judges a goal with the sides exchanged": patch("monitors/judgeSight.ts", [
    "judge.judge({ ...question, ...difference })",
    "judge.judge({ ...question, ...difference, before: difference.after, after: difference.before })"
  ]),
  "asks for no goal": patch("monitors/judgeSight.ts", [
    "goal: goalOf(target)",
    'goal: target.type === "extract" ? goalOf(target) : null'
  ]),
  "tells lines that are pinned": patch("monitors/domain/Flicker.ts", [
    "...(pinnedLines.length === 0 ? {} : { pinned: pinnedLines.map(shapeOf) })",
    "...(pinnedLines.length === 0 ? {} : { pinned: freedLines.map(shapeOf) })"
  ]),
  "takes a page in place of a file for the file": patch("monitors/seePage.ts", [
    "return { ...found, body: new TextDecoder()",
    "return { ...found, way: file, body: new TextDecoder()"
  ]),
  "looks without the profile of its monitor": patch("monitors/seePage.ts", [
    "profile: target.profileId === undefined ? null",
    "profile: target.profileId !== null ? null"
  ]),
  "lends a profile that was removed": patch("memory/ProfileStore.ts", ["profiles.delete(id)", "profiles.has(id)"]),
  "quotes all data from where its site begins": patch("monitors/judgeSight.ts", [
    "lines === undefined ? judgement",
    "lines === undefined ? judgement : true ? { ...judgement, evidence: judgement.evidence.map((one) => ({ ...one, url: target.url })) }"
  ]),
  "lends a profile to any organization": patch("memory/ProfileStore.ts", [
    "return row?.profile.organizationId === organizationId ? row : undefined",
    "return row !== undefined && organizationId !== null ? row : undefined"
  ]),
  "signs in with a session that has expired": patch("profiles/withProfile.ts", [
    'case "expired":\n      return Effect.fail(',
    'case "expired":\n      return nowMillis > 0 ? Effect.void : Effect.fail('
  ]),
  "takes the beginning of a file for the file": patch("monitors/seePage.ts", [
    "way: file, body: ",
    "way: file, body: html.slice(0, 40) || "
  ]),
  "takes what one look says of data for the data": patch("monitors/confirmSite.ts", [
    "if (agreed === undefined || asked.shape === null) return first",
    "if (agreed !== null) return first"
  ]),
  "forgets data of pages that cannot be read": patch("monitors/extractReading.ts", [
    "withKept(own, before.state?.lines ?? [],",
    "withKept(own, before.state === null ? [] : own,"
  ]),
  "compares with data of another schema": patch("monitors/domain/Target.ts", [
    'if (target.type !== "page") return target',
    'if (target.type === "extract") return { ...target, schema: null }\n  if (target.type !== "page") return target'
  ]),
  "compares with what another threshold was told of": patch("monitors/domain/patchMonitor.ts", [
    "!Equal.equals(changeDetection, monitor.changeDetection)",
    "changeDetection.type !== monitor.changeDetection.type"
  ]),
  "begins anew when lines are pinned": patch("monitors/domain/Target.ts", ["return watched\n}", "return target\n}"]),
  "charges a site as a page": patch("monitors/domain/Target.ts", [
    'if (target.type === "extract") return 10',
    'if (target.type === "extract" && target.maxPages > 50) return 10'
  ])
}
