/** Mistakes in what is watched and what is crawled. */
import { core, type Mutant } from "./Mutant.ts"

const keptPages = "test/monitors/keptPages.test.ts"

const watching: ReadonlyArray<Mutant> = [
  core(
    "standing still: what ends with the pause hears of none",
    "src/standstill.ts",
    "    yield* look\n    return",
    "    return",
    "test/monitors/standingStill.test.ts"
  ),
  core(
    "standing still: the clock on the wall alone is looked at",
    "src/standstill.ts",
    "now[0] - last[0], now[1]",
    "now[1]",
    "test/standstill.test.ts"
  ),
  core(
    "standing still: what a page says for itself is asked again",
    "src/monitors/lookAtTarget.ts",
    "ofWaiting.has(error.error.code)",
    "error.error.code.length > 0",
    "test/monitors/standingStill.test.ts"
  ),
  core(
    "muting: more confidence is offered than a judge can have",
    "src/monitors/domain/mutesOfGoal.ts",
    "Math.min(next, surestFor(goalOf(target)))",
    "Math.min(next, 1)",
    "test/monitors/muting.test.ts"
  ),
  core(
    "muting: what the goal asks for is left out like anything else",
    "src/monitors/domain/mutesOfGoal.ts",
    "  confidence > confidences.unsure &&\n",
    "  confidence > 1 &&\n",
    "test/monitors/muting.test.ts"
  ),
  core(
    "muting: what a page flickers is told by rules that are tried",
    "src/monitors/Replayer.ts",
    "knownFlicker({ lines, held: [] }, 1, unstable)",
    "knownFlicker({ lines: [], held: [] }, 1, unstable)",
    "test/monitors/muting.test.ts"
  ),
  core(
    "muting: what was told flickered then if it does now",
    "src/monitors/domain/knownThen.ts",
    "[...known].filter((line) => !told.has(line))",
    "[...known]",
    "test/monitors/muting.test.ts"
  ),
  core(
    "muting: what a run kept quiet long ago is told by rules that are tried",
    "src/monitors/replayPage.ts",
    "isOfBoth && before.compared",
    "isOfBoth && false && before.compared",
    "test/monitors/muting.test.ts"
  ),
  core(
    "muting: lines that nobody was told of are offered with those that were",
    "src/monitors/domain/knownThen.ts",
    "told.length === 0 ? whole : all(told)",
    "whole",
    "test/monitors/muting.test.ts"
  ),
  core(
    "muting: what is held back is judged by rules that are tried",
    "src/monitors/domain/Diff.ts",
    "isLeftOut ? told : agreed",
    "agreed",
    "test/monitors/Diff.test.ts"
  ),
  core(
    "telling: a name is in a quote that begins with a longer one",
    "src/monitors/domain/describeChange.ts",
    " && !/^[\\p{L}\\p{M}\\p{N}]/v.test(quote.slice(name.length))",
    "",
    "test/monitors/telling.test.ts"
  ),
  core(
    "kept pages: a change is told, and the page is answered as it was before",
    "src/monitors/runMonitor.ts",
    "      Effect.tap(({ verdict }) => noteChanged(changedAddresses(before, verdict))),\n",
    "",
    keptPages
  ),
  core(
    "kept pages: what takes long to note is noted when the lease has ended",
    "src/monitors/runMonitor.ts",
    "      Effect.provideService(GivesWay, true),\n      holdingLease(lease, renew)\n",
    "      Effect.provideService(GivesWay, true)\n      , Effect.asSome\n",
    keptPages
  ),
  core(
    "kept pages: as many are noted as a sitemap has",
    "src/monitors/domain/sitemapDifference.ts",
    "  added: added.slice(0, mostListed),",
    "  added,",
    keptPages
  ),
  core(
    "kept pages: each is tried though the store is away",
    "src/pages/changedPages.ts",
    '    yield* cache.put({ space: sharedSpace, key, capturedAt, facts: "{}", body: noBody }, capturedAt)\n',
    '    yield* Effect.ignore(cache.put({ space: sharedSpace, key, capturedAt, facts: "{}", body: noBody }, capturedAt))\n',
    keptPages
  ),
  core(
    "noise: a text of before tabs were opened is compared as it is",
    "src/pages/domain/LeftOut.ts",
    "noiseRules = 4",
    "noiseRules = 2",
    "test/monitors/noise.test.ts"
  ),
  core(
    "kept pages: a change that nobody is told of leaves the page as it was",
    "src/monitors/domain/changedAddresses.ts",
    ' && verdict._tag !== "Dismissed"',
    "",
    keptPages
  ),
  core(
    "kept pages: what a session shows counts for everybody",
    "src/monitors/domain/changedAddresses.ts",
    "target.profileId !== undefined",
    "target.profileId === null",
    keptPages
  ),
  core(
    "kept pages: only the address that was asked for is known to have changed",
    "src/pages/changedPages.ts",
    "[url, made.value.finalUrl]",
    "[url]",
    keptPages
  ),
  core(
    "kept pages: only the address that it led to is known to have changed",
    "src/pages/changedPages.ts",
    "[url, made.value.finalUrl]",
    "[made.value.finalUrl]",
    keptPages
  ),
  core(
    "flicker: it is forgotten when the page is as it was",
    "src/monitors/lookAtPage.ts",
    "  const { digest: _, lacksBrowser: __, ...kept } = mark\n",
    "  const { digest: _, lacksBrowser: __, flicker: ___, ...kept } = mark\n",
    "test/monitors/looking.test.ts"
  ),
  core(
    "preview: a run's price is not held",
    "src/monitors/previewMonitor.ts",
    "exactly(credits)",
    "exactly(0)",
    "test/monitors/previewing.test.ts"
  ),
  core(
    "preview: it looks once",
    "src/monitors/previewPage.ts",
    "const second = yield* look(first.way, false)",
    "const second = first",
    "test/monitors/previewing.test.ts"
  ),
  core(
    "preview: what differs is taken for a change that stays",
    "src/monitors/previewPage.ts",
    "[second, first], known",
    "[second], known",
    "test/monitors/previewing.test.ts"
  ),
  core(
    "preview: a page in place of another is taken for it",
    "src/monitors/previewPage.ts",
    "isDoubted: () => isFirst,",
    "isDoubted: () => false,",
    "test/monitors/previewing.test.ts"
  ),
  core(
    "order: a line that stands elsewhere has gone",
    "src/monitors/domain/withoutOrder.ts",
    "isReordered(looks, agreed, all) ? told",
    "isReordered(looks, [], all) && agreed.length < 0 ? told",
    "test/monitors/anyOrder.test.ts"
  ),
  core(
    "order: what is drawn at nearly all looks is told as new",
    "src/monitors/domain/steadyAnywhere.ts",
    "const leastChance = 0.01",
    "const leastChance = 1",
    "test/monitors/anyOrder.test.ts"
  ),
  core(
    "order: rows with a clock that stand elsewhere have gone",
    "src/monitors/domain/withoutOrder.ts",
    "[all.get(key)!, ...(rows.get(key) ?? [])]",
    "[all.get(key)!]",
    "test/monitors/anyOrder.test.ts"
  ),
  core(
    "order: what came is told without what went for it",
    "src/monitors/domain/withoutOrder.ts",
    "[first, ...(parts.get(first) ?? [])]",
    "[first]",
    "test/monitors/anyOrder.test.ts"
  ),
  core(
    "order: what went beside a row that flickers is lost where lines are drawn",
    "src/monitors/domain/steadyAnywhere.ts",
    "found.isUnsure && rows.size > 0 ?",
    "found.isUnsure && rows.size < 0 ?",
    "test/monitors/anyOrder.test.ts"
  ),
  core(
    "order: a row came whose value came back",
    "src/monitors/domain/ownRows.ts",
    ".filter((row) => !wasThere(row, all))",
    "",
    "test/monitors/anyOrder.test.ts"
  ),
  core(
    "order: what is drawn stands in the place of a line whose value changed",
    "src/monitors/domain/ownRows.ts",
    "filter(({ at }) => !rewritten.has(at))",
    "filter(() => true)",
    "test/monitors/toldAnywhere.test.ts"
  ),
  core(
    "order: a row is lost that took the place of another line",
    "src/monitors/domain/tellLines.ts",
    "come === null && isOther(text, texts, maskOf)",
    "come === null && texts.length === 0",
    "test/monitors/anyOrder.test.ts"
  ),
  core(
    "order: a line that stands in as many places as before is told as new",
    "src/monitors/domain/steadyAnywhere.ts",
    "steadyNet(line, told.get(line.key)?.nets[0])",
    "steadyNet(line)",
    "test/monitors/toldAnywhere.test.ts"
  ),
  core(
    "message: it counts beside what was there",
    "src/monitors/domain/messageInstead.ts",
    "|| lines.some((line) => said.has(line)) ? null",
    "? null",
    "test/monitors/messageInstead.test.ts"
  ),
  core(
    "message: it counts in the place of less",
    "src/monitors/domain/messageInstead.ts",
    "const leastShare = 2",
    "const leastShare = 0",
    "test/monitors/messageInstead.test.ts"
  ),
  core(
    "sitemap: a part that never was there holds removals up",
    "src/monitors/readListing.ts",
    "const lost = missing.find((url) => !known.has(url))",
    "const lost = missing.find((url) => url.length > 0)",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: a part that is not there for a look is gone",
    "src/monitors/readListing.ts",
    "  yield* checkMissing(monitor, before, listing, missing)\n",
    "",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "flicker: what stayed is told a look late",
    "src/monitors/domain/Flicker.ts",
    "one.looks + looks >= looksUntilTold",
    "one.looks + looks > looksUntilTold",
    "test/monitors/Diff.test.ts"
  ),
  core(
    "flicker: differences are told apart by what goes alone",
    "src/monitors/domain/Diff.ts",
    "[...gone, 0, ...come].reduce(",
    "[...gone, 0].reduce(",
    "test/monitors/Diff.test.ts"
  ),
  core(
    "flicker: a line that comes often hides what stands behind it",
    "src/monitors/domain/Diff.ts",
    "if (isRead && lines.every(",
    "if (lines.every(",
    "test/monitors/Diff.test.ts"
  ),
  core(
    "noise: a text is replaced although the looks differ",
    "src/monitors/lookAtPage.ts",
    "return held === 0 && isSame ? newer : undefined",
    "return held === 0 || isSame ? newer : undefined",
    "test/monitors/noise.test.ts"
  ),
  core(
    "noise: a text that was kept with it is compared without it",
    "src/monitors/captureText.ts",
    "mark !== null && mark.noiseRules === undefined && leavesOutNoise(monitor.target)",
    "mark !== null && mark.noiseRules === -1 && leavesOutNoise(monitor.target)",
    "test/monitors/noise.test.ts"
  ),
  core(
    "noise: a text that was read by other rules is compared as it is",
    "src/monitors/rereadBaseline.ts",
    "mark.noiseRules !== noiseRules",
    "mark.noiseRules > noiseRules",
    "test/monitors/noise.test.ts"
  )
]

const pages: ReadonlyArray<Mutant> = [
  core(
    "page: a long page is read twice",
    "src/monitors/captureText.ts",
    "read.text.length < littleText || isSentToSignIn(",
    "read.text.length >= 0 || isSentToSignIn(",
    "test/monitors/seeing.test.ts"
  ),
  core(
    "page: noise is left out of files",
    "src/monitors/captureText.ts",
    'leavesOutNoise: leavesOut && seen.way !== "file"',
    "leavesOutNoise: leavesOut",
    "test/monitors/noise.test.ts"
  ),
  core(
    "page: a file loses its header and footer",
    "src/monitors/captureText.ts",
    'isWholeFile ? ["body"] : target.includeSelectors',
    "target.includeSelectors",
    "test/monitors/seeing.test.ts"
  ),
  core(
    "page: what became a feed is read as one, whatever it is compared with",
    "src/monitors/seePage.ts",
    "way === null && isFeed(answer)",
    "isFeed(answer)",
    "test/monitors/seeing.test.ts"
  ),
  core(
    "page: nobody looks whether there is a browser by now",
    "src/monitors/lookAtPage.ts",
    "older || lackedBrowser || mark",
    "older || mark",
    "test/monitors/seeing.test.ts"
  ),
  core(
    "page: what a browser adds is told",
    "src/monitors/captureText.ts",
    "if (!lackedBrowser) return rendered",
    "if (lackedBrowser || !lackedBrowser) return rendered",
    "test/monitors/seeing.test.ts"
  )
]

const extracts: ReadonlyArray<Mutant> = [
  core(
    "model: a passage need not stand on the page",
    "src/extraction/fillWithModel.ts",
    "if (sheet !== undefined && !holdsWhole(sheet.text, quote.trim())) return undefined",
    "if (sheet === null) return undefined",
    "test/extraction/fillWithModel.test.ts"
  ),
  core(
    "model: orders on a page are quoted",
    "src/extraction/fillWithModel.ts",
    "quote.length > maxQuoteLength || givesOrders(quote)",
    "quote.length > maxQuoteLength",
    "test/extraction/fillWithModel.test.ts"
  ),
  core(
    "model: what it found is gone while it is down",
    "src/extraction/fillWithModel.ts",
    "[...standing, ...unasked]",
    "unasked.slice(0, 0)",
    "test/extraction/fillWithModel.test.ts"
  ),
  core(
    "model: what it finds late is told as a change",
    "src/monitors/domain/foundLate.ts",
    "digests.get(url) === digest",
    'digests.get(url) === ""',
    "test/extraction/fillWithModel.test.ts"
  )
]

const takenBack: ReadonlyArray<Mutant> = [
  core(
    "taken back: any change takes back the one before it",
    "src/monitors/findTakenBack.ts",
    "const isBack = isSame ||",
    "const isBack = cancels.length > 0 ||",
    "test/monitors/takenBack.test.ts"
  ),
  core(
    "taken back: runs that tell of themselves are cancelled too",
    "src/monitors/domain/takesBack.ts",
    'event === "change.detected" && status',
    "status",
    "test/monitors/takenBack.test.ts"
  ),
  core(
    "taken back: the end of what was told meanwhile is kept back",
    "src/monitors/runMonitor.ts",
    "      takesBack = null\n",
    "      return { recorded, outcome }\n",
    "test/monitors/takenBack.test.ts"
  ),
  core(
    "a pinned line: a look that was under way when it was pinned is not made again",
    "src/monitors/runMonitor.ts",
    "mayLookAgain(stored.monitor, looks) ? lookAgain : null",
    "null",
    "test/monitors/unstable.test.ts"
  ),
  core(
    "a pinned line: looks are made again without end",
    "src/monitors/runMonitor.ts",
    "mayLookAgain(stored.monitor, looks) ? lookAgain : null",
    "lookAgain",
    "test/monitors/unstable.test.ts"
  )
]

const history: ReadonlyArray<Mutant> = [
  core(
    "taken back: what flickers keeps a change from being taken back",
    "src/monitors/findTakenBack.ts",
    "if (known === null || state.type",
    "if (known !== undefined || state.type",
    "test/monitors/takenBack.test.ts"
  ),
  core(
    "taken back: a page that flickers is always as it was",
    "src/monitors/findTakenBack.ts",
    "Effect.map(({ agreed }) => agreed === null)",
    "Effect.map(() => true)",
    "test/monitors/takenBack.test.ts"
  ),
  core(
    "backtest: each process counts its own",
    "src/monitors/MonitorHistory.ts",
    "new BacktestTurns(ifAlone)",
    "new BacktestTurns()",
    "test/monitors/history.test.ts"
  ),
  core(
    "backtest: what may have been listed all along would have been told",
    "src/monitors/replaySitemap.ts",
    "mayBeKnown(before, { unread: after.unread ?? [] })",
    "false",
    "test/monitors/history.test.ts"
  ),
  core(
    "backtest: another schema of a site is tried on its data",
    "src/monitors/domain/triedRules.ts",
    'extract: ["goal", "changeDetection"]',
    'extract: ["goal", "changeDetection", "schema"]',
    "test/monitors/history.test.ts"
  ),
  core(
    "extract: a page that takes the place of another is held against nothing",
    "src/monitors/domain/heldAgainst.ts",
    "const was = withReplaced(state, replaced)",
    "const was = withReplaced(state, [])",
    "test/monitors/extracting.test.ts"
  )
]

const sitemaps: ReadonlyArray<Mutant> = [
  core(
    "sitemap: what is left out is not told",
    "src/monitors/readListing.ts",
    "if (leftOut !== null)",
    'if (leftOut === "")',
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: only what came late is counted as left out",
    "src/monitors/domain/UrlListing.ts",
    "for (const url of sorted.slice(kept)) this.#beyond.add(url)",
    "",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemap: what went makes no room for what came",
    "src/monitors/domain/UrlListing.ts",
    "(this.#isWhole ? this.#present : this.#tracked).size",
    "this.#tracked.size",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemap: more is tracked than may be where two readings differ in what went",
    "src/monitors/domain/sitemapDifference.ts",
    "added: added.slice(0, Math.max(0, first.most - (urls.length - removed.length)))",
    "added",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemap: what one of two readings did not read to is gone",
    "src/monitors/domain/sitemapDifference.ts",
    "listings.every(({ isWhole }) => isWhole)",
    "listings.some(({ isWhole }) => isWhole)",
    "test/monitors/rules.test.ts"
  ),
  core(
    "schedule: a moment that is just spread is left out",
    "src/monitors/domain/Schedule.ts",
    "const from = options.after.epochMilliseconds - offset",
    "const from = options.after.epochMilliseconds",
    "test/monitors/Schedule.test.ts"
  ),
  core(
    "schedule: a rare day ends with its first moment",
    "src/monitors/domain/Schedule.ts",
    "comesLaterThatDay(cron, clock) || ",
    "",
    "test/monitors/Schedule.test.ts"
  ),
  core(
    "diff: what came before what went stands behind it",
    "src/monitors/domain/markedDiff.ts",
    "      if (added.length > 0) end()\n",
    "",
    "test/monitors/markedDiff.test.ts"
  ),
  core(
    "monitors: one that failed is due anew when it is made active",
    "src/monitors/domain/patchMonitor.ts",
    '(resumed && monitor.status === "paused")',
    "resumed",
    "test/monitors/failing.test.ts"
  ),
  core(
    "sitemaps: parts of a glob share letters of a path",
    "src/sites/domain/UrlSelection.ts",
    "from = at + part.length",
    "from = at",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "crawls: a host has any pause that it asks for",
    "src/sites/crawlHosts.ts",
    "Math.min(crawlDelayOf(robots, robotsAgent) * 1_000, maxDelayMillis)",
    "crawlDelayOf(robots, robotsAgent) * 1_000",
    "test/sites/crawlHosts.test.ts"
  ),
  core(
    "titles: a word beside two changes is told with both",
    "src/monitors/domain/differingWords.ts",
    "(hunk.start < last.end || hunk.from < last.to)",
    "false",
    "test/monitors/telling.test.ts"
  ),
  core(
    "summaries: one thing more is told by none",
    "src/monitors/domain/describeChange.ts",
    ": all > told\n",
    ": all > told + 1\n",
    "test/monitors/telling.test.ts"
  ),
  core(
    "monitors: one that is started again has no ten tries",
    "src/monitors/domain/patchMonitor.ts",
    "resumed ? { failuresInARow: 0, skipsInARow: 0 } : {}",
    "resumed ? { failuresInARow: 0 } : {}",
    "test/monitors/failing.test.ts"
  ),
  core(
    "lists: signs alone match everything",
    "src/paging/domain/searchTerms.ts",
    'words.length > 0 || signs === "" ? words : [signs]',
    "words.length > 0 || signs !== null ? words : [signs]",
    "test/paging/searchTerms.test.ts"
  ),
  core(
    "sitemap: few pages are known when they move",
    "src/monitors/readPages.ts",
    "urls.slice(0, budget.pages)",
    "urls.slice(0, 20)",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: one reading is enough",
    "src/monitors/lookAtSitemap.ts",
    "concluded(session, monitor, before, [first, second], trace)",
    "concluded(session, monitor, before, [first, first], trace)",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: one part that cannot be read stands for another that can again",
    "src/monitors/domain/sitemapDifference.ts",
    "(before.unread ?? []).some((url) => !unread.includes(url))",
    "(before.unread ?? []).length > unread.length",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "excerpt: one is cut by characters alone",
    "src/monitors/domain/readable.ts",
    "if (count < length && index < units) end = index",
    "if (count < length) end = index",
    "test/monitors/telling.test.ts"
  ),
  core(
    "sitemap: counts are cut with the lists",
    "src/monitors/domain/sitemapDifference.ts",
    "addedCount: added.length",
    "addedCount: added.slice(0, mostListed).length",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemap: what a part that failed listed is gone",
    "src/monitors/readListing.ts",
    "if (lost !== undefined) return",
    "if (lost !== undefined && before === null) return",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: what stood beyond the tracked addresses is new",
    "src/monitors/domain/sitemapDifference.ts",
    "before.isCut === true ||",
    "before.isCut === undefined ||",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemap: two pages that say the same are one that moved",
    "src/monitors/domain/movedUrls.ts",
    "found.has(key) ? null : page",
    "page",
    "test/monitors/movedUrls.test.ts"
  )
]

const spellings: ReadonlyArray<Mutant> = [
  core(
    "sitemaps: another spelling is another address",
    "src/monitors/domain/UrlListing.ts",
    "if (known.has(identity) || listed.has(identity)) this.#drop(url)",
    "if (known.has(url) || listed.has(url)) this.#drop(url)",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemaps: a tracked address is gone when it is written another way",
    "src/monitors/domain/UrlListing.ts",
    "if (listed.has(identity)) this.#present.add(url)",
    "if (listed.has(url)) this.#present.add(identity)",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemaps: a second reading must write addresses as the first does",
    "src/monitors/domain/sitemapDifference.ts",
    "return identities.has(identityOf(url))",
    "return identities.has(url)",
    "test/monitors/sitemapDifference.test.ts"
  )
]

const crawls: ReadonlyArray<Mutant> = [
  core(
    "crawl: a level does not wait for the one above it",
    "src/sites/crawlLanes.ts",
    "if (depth > deepestBeside(one.depth, maxDepth))",
    "if (depth > deepestBeside(maxDepth, maxDepth))",
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: a page that hangs keeps the levels below it waiting",
    "src/sites/crawlLanes.ts",
    "const patienceMillis = 15_000",
    "const patienceMillis = 150_000",
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: the last level waits too",
    "src/sites/domain/levels.ts",
    "depth + 1 >= maxDepth ? maxDepth : depth",
    "depth >= maxDepth ? maxDepth : depth",
    "test/sites/levels.test.ts"
  ),
  core(
    "crawl: pages that say nothing are one",
    "src/sites/crawlPage.ts",
    "if (body.length > 0) {",
    "if (body.length >= 0) {",
    "test/sites/crawling.test.ts"
  ),
  core(
    "extract: pages that find no room beside the others are passed over in silence",
    "src/pages/pageMemory.ts",
    "held > 0 && !fits(2 * held)",
    "held > 0 && !fits(0 * held)",
    "test/monitors/extracting.test.ts"
  ),
  core(
    "crawl: a page larger than all others ends it",
    "src/pages/pageMemory.ts",
    "const needed = perByte * bytes",
    "const needed = 1_000 * bytes",
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: it goes on asking for pages that it never has room for",
    "src/sites/crawlPage.ts",
    '(error._tag === "ContentTooLarge" && (yield* isFull(crawl)))',
    '(error._tag === "TooBusy" && (yield* isFull(crawl)))',
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: it is as old as its last page",
    "src/sites/crawlPage.ts",
    "Math.max(progress.oldestMillis, page.cache.ageMillis)",
    "Math.max(0, page.cache.ageMillis)",
    "test/sites/crawling.test.ts"
  )
]

const kept: ReadonlyArray<Mutant> = [
  core(
    "kept: whoever joins a reading counts nothing for his answer",
    "src/pages/capturePage.ts",
    "if (!own.isBegun && read.success.reading !== null)",
    "if (own.isBegun && read.success.reading === null)",
    "test/pages/scraping.test.ts"
  ),
  core(
    "kept: who has no room has it refused to all who wait with him",
    "src/pages/capturePage.ts",
    "if (own.isBegun || !isOfMemory(read.failure))",
    "if (own.isBegun || isOfMemory(read.failure))",
    "test/pages/scraping.test.ts"
  ),
  core(
    "kept: each reads it alone",
    "src/pages/capturePage.ts",
    "if (shelf !== cacheShelf) return",
    "if (shelf !== null) return",
    "test/pages/scraping.test.ts"
  ),
  core(
    "kept: whoever has more time fails with those who have little",
    "src/pages/capturePage.ts",
    "readingKept(key, () => begin, { time: sharedTime(deadline) })",
    "readingKept(key, () => begin)",
    "test/pages/scraping.test.ts"
  )
]

const flights: ReadonlyArray<Mutant> = [
  core(
    "flights: organizations wait for each other",
    "src/web/sharedWork.ts",
    '(owner) => owner ?? ""',
    '() => ""',
    "test/pages/scraping.test.ts"
  ),
  core(
    "flights: organizations wait for each other's look",
    "src/design/lookAtStyles.ts",
    "yield* sharedBy, url",
    "url",
    "test/design/looking.test.ts"
  ),
  core(
    "flights: whoever has more time fails with who has little",
    "src/web/sharedWork.ts",
    "neededUntilMillis: own.atMillis,",
    "neededUntilMillis: 0,",
    "test/pages/scraping.test.ts"
  ),
  core(
    "flights: it ends with who asked first",
    "src/web/sharedWork.ts",
    "atMillis: own.atMillis + moreMillis",
    "atMillis: own.atMillis",
    "test/pages/scraping.test.ts"
  ),
  core(
    "flights: one exchange has as little time as who asked first gives it",
    "src/pages/capturePage.ts",
    'deadline.exchangeMillis ?? ""',
    '"" ?? deadline.exchangeMillis',
    "test/pages/scraping.test.ts"
  ),
  core(
    "flights: what it holds is counted until who asked first leaves",
    "src/budget/makeFlights.ts",
    "(lease === undefined ? begun",
    "(lease !== undefined ? begun",
    "test/budget/makeFlights.test.ts"
  ),
  core(
    "flights: what it holds is nobody's when it is done",
    "src/budget/makeFlights.ts",
    "Exit.isSuccess(exit) ? seats : []",
    "Exit.isFailure(exit) ? seats : []",
    "test/budget/makeFlights.test.ts"
  ),
  core(
    "flights: what who asked first holds leaves nobody room",
    "src/budget/makeFlights.ts",
    "apart?.(() => leastHeld(seats))",
    "apart?.()",
    "test/budget/makeFlights.test.ts"
  ),
  core(
    "flights: what it holds is his who left",
    "src/budget/makeFlights.ts",
    "seats.find(({ isLeft }) => !isLeft)",
    "seats[0]",
    "test/budget/makeFlights.test.ts"
  )
]

const lacking: ReadonlyArray<Mutant> = [
  core(
    "lacking: what the installation lacks pauses monitors",
    "src/monitors/domain/Verdict.ts",
    "monitor.failuresInARow + (isOurs(failure) ? 0 : 1)",
    "monitor.failuresInARow + 1",
    "test/monitors/seeing.test.ts"
  ),
  core(
    "lacking: a browser that is gone is the fault of a page that was seen",
    "src/monitors/seePage.ts",
    'unusable("internal_error", message)',
    'unusable("fetch_failed", message)',
    "test/monitors/seeing.test.ts"
  ),
  core(
    "moved: tracked pages of older builds are read whole each time",
    "src/monitors/lookAtExtract.ts",
    "was.has(url) && was.get(url) !== finalUrl",
    "was.get(url) !== undefined && was.get(url) !== finalUrl",
    "test/monitors/extracting.test.ts"
  ),
  core(
    "moved: where pages answered that are as they were is not kept",
    "src/monitors/lookAtExtract.ts",
    "hasMoved(tracked, state) ? { state, text: textOfState(state) } : null",
    "null",
    "test/monitors/extracting.test.ts"
  ),
  core(
    "moved: pages that are read beside one that says something else are read whole each time",
    "src/monitors/lookAtExtract.ts",
    "hasUnknown(state) || hasMoved(tracked, first.state)",
    "hasUnknown(state)",
    "test/monitors/extracting.test.ts"
  ),
  core(
    "lacking: a site without a browser has no text",
    "src/monitors/lookAtExtract.ts",
    'unusable("internal_error", blankBecause)',
    'unusable("empty_content", blankBecause)',
    "test/monitors/extracting.test.ts"
  )
]

export const mutantsOfWatching = [
  ...watching,
  ...pages,
  ...flights,
  ...extracts,
  ...takenBack,
  ...history,
  ...sitemaps,
  ...spellings,
  ...crawls,
  ...kept,
  ...lacking
]
