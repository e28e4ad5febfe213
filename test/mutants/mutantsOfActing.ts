/** Mistakes by which a page would be acted on a second time. */
import { browser, core, http, type Mutant } from "./Mutant.ts"

const looking = "src/monitors/lookAtTarget.ts"
const lookTests = "test/monitors/acting.test.ts"
const callTests = "test/pages/acting.test.ts"

export const mutantsOfActing: ReadonlyArray<Mutant> = [
  browser(
    "acting: what a page asks for and has not gone for yet is not waited for",
    "src/actions/act.ts",
    "while (hasWish() &&",
    "while (hasWish() && isLed() &&",
    "test/act.test.ts"
  ),
  browser(
    "acting: a page that was acted on when its browser ended is rendered again",
    "src/Browser.ts",
    "acting.hasBegun ? Effect.fail(endedWhileActing) : otherwise",
    "acting.hasBegun ? otherwise : otherwise",
    "test/processes.test.ts"
  ),
  browser(
    "acting: a page that gave up the browser once it had acted is told to come again",
    "src/Browser.ts",
    'acting.hasBegun && error.reason === "busy"',
    'acting.hasBegun && error.reason === "timeout"',
    "test/processes.test.ts"
  ),
  browser(
    "browser: a page is blamed for a renderer that ended in a call",
    "src/render/blameRenderer.ts",
    'failure._tag === "CallFailed" || (failure._tag === "PageUnreachable" && failure.reason === "bad_response")',
    'failure._tag !== "CallFailed" && (failure._tag === "PageUnreachable" && failure.reason === "bad_response")',
    "test/blameRenderer.test.ts"
  ),
  core(
    "acting: a look that found no room once it had acted begins again",
    looking,
    '_tag === "NoRoom" && !acting.hasActed',
    '_tag === "NoRoom"',
    lookTests
  ),
  core(
    "acting: a look that acted on a page that throttles begins again",
    looking,
    "acting.hasActed || isGivenUp",
    "isGivenUp",
    lookTests
  ),
  core(
    "acting: a look that only waits on its page does not begin again",
    "src/pages/domain/BrowserAction.ts",
    'action.do !== "wait" && action.do !== "scroll"',
    'action.do !== "scroll"',
    lookTests
  ),
  core(
    "acting: a call that lost what it did is told to try again",
    "src/pages/acting.ts",
    "acting.hasActed ? afterActing(error) : error",
    "acting.hasActed ? error : afterActing(error)",
    callTests
  ),
  core(
    "acting: who joined a call that acts does not know that it did",
    "src/budget/makeFlights.ts",
    "        seat.acting.hasActed ||= flight.acting.hasActed\n",
    "",
    "test/budget/makeFlights.test.ts",
    callTests
  ),
  core(
    "acting: work that several wait for acts for who began it alone",
    "src/budget/makeFlights.ts",
    "const acting = newActing(() => seats.map((seat) => seat.acting))",
    "const acting = first.acting",
    "test/budget/makeFlights.test.ts"
  ),
  core(
    "acting: who leaves a page that is just acted on takes it for untouched",
    "src/pages/capturePage.ts",
    "leavable(asked.source, askNow(asked))",
    "askNow(asked)",
    callTests
  ),
  core(
    "acting: a call does not know what the work within it did",
    "src/pages/acting.ts",
    "Effect.ensuring(Effect.provideService(work(acting), CurrentActing, acting), told)",
    "Effect.provideService(work(acting), CurrentActing, acting)",
    callTests
  ),
  core(
    "acting: a call that acted and found a busy site then is told to try again",
    "src/pages/acting.ts",
    '"SlowDown", ',
    "",
    callTests
  ),
  core(
    "acting: a rendering that is stopped is taken for one that did nothing",
    "src/pages/acting.ts",
    "Effect.onInterrupt(work, () => leave(source))",
    "work",
    callTests
  ),
  core(
    "acting: a page is acted on though all who asked for it have left",
    "src/pages/acting.ts",
    "    if (isForNobody(acting)) return Effect.fail(forNobody)\n",
    "",
    callTests
  ),
  core(
    "acting: work counts as nobody's once one of those who asked has left",
    "src/budget/CurrentActing.ts",
    "around.every(isForNobody)",
    "around.some(isForNobody)",
    callTests
  ),
  core(
    "acting: who leaves a page that others wait for takes it for untouched",
    "src/budget/makeFlights.ts",
    "          noteMayAct(seat.acting)\n          return Effect.void\n",
    "          return Effect.void\n",
    callTests
  ),
  core(
    "acting: who comes to a page that is being acted on takes it for untouched",
    "src/budget/makeFlights.ts",
    "          if (flight.acting.mayAct) noteMayAct(acting)\n",
    "",
    callTests
  ),
  core(
    "acting: a page counts as untouched in a browser that asks nobody",
    "src/pages/acting.ts",
    ": Effect.andThen(beforeActing, ",
    ": Effect.andThen(Effect.void, ",
    callTests
  ),
  core(
    "acting: a deadline that passed does not say that something may have been done",
    "src/pages/acting.ts",
    "if (error instanceof DeadlinePassed) {",
    "if (!(error instanceof Error)) {",
    callTests
  ),
  browser(
    "acting: a browser acts before it has asked",
    "src/render/renderPage.ts",
    "Effect.map(beforeActing, () => {",
    "Effect.map(Effect.ignore(beforeActing), () => {",
    "test/Browser.test.ts"
  ),
  core(
    "acting: a page whose browser ended is taken for one on which nothing was done",
    "src/pages/renderCapture.ts",
    '(error._tag === "MayHaveActed" ? noteActing(source) : Effect.void)',
    "Effect.void",
    callTests
  ),
  core(
    "acting: a run looks again where other lines are pinned meanwhile, whatever it did",
    "src/monitors/runMonitor.ts",
    ' && !("actions" in target && acts(target.actions))',
    "",
    lookTests
  ),
  browser(
    "acting: what showed nothing counts as not done",
    "src/actions/act.ts",
    "    acting.hasTouched = true\n",
    "",
    "test/act.test.ts"
  ),
  browser(
    "acting: what has just come is not waited for until it is shown",
    "src/actions/act.ts",
    " || since.quietMillis <= quietMillis",
    "",
    "test/act.test.ts"
  ),
  browser(
    "acting: a page that was on its way before is waited for as what an act led to",
    "src/actions/act.ts",
    "watch.navigations() > before && watch.isComing()",
    "watch.isComing()",
    "test/act.test.ts"
  ),
  browser(
    "acting: what comes next is done on the page that goes away",
    "src/actions/act.ts",
    "  if (!isLed()) return done\n",
    "  if (isLed()) return done\n",
    "test/act.test.ts"
  ),
  browser(
    "acting: a document is taken for shown once its answer has come",
    "src/render/PageWatch.ts",
    '  page.on("requestfinished", safely(end, giveUp))\n',
    '  page.on("requestfinished", (request) => {\n    end(request)\n    coming = null\n  })\n',
    "test/PageWatch.test.ts"
  ),
  http(
    "acting: a call that is broken off is told to try again while its work goes on",
    "src/web/call.ts",
    "leave({ actions: actionsOf(input) })",
    "leave({ actions: [] })",
    "test/brokenOffCalls.test.ts"
  ),
  http(
    "acting: who went away and may come back is taken for one who left",
    "src/web/call.ts",
    "Cause.hasInterrupts(cause) && !isClientGone(cause)",
    "Cause.hasInterrupts(cause)",
    "test/brokenOffCalls.test.ts"
  ),
  http(
    "deadlines: a crawl is refused for the wait at each of its pages",
    "src/web/call.ts",
    "input.waitForMs !== undefined && waitsAtEach !== true &&",
    "input.waitForMs !== undefined && milliseconds > 0 &&",
    "test/webDeadlines.test.ts"
  ),
  http(
    "calls: a repeated crawl joins one with another wait",
    "src/web/handlers.ts",
    "calls.run(request, caller, body, rulesOf.crawl(wanted)",
    "calls.run(request, caller, { ...body, waitForMs: 0 }, rulesOf.crawl(wanted)",
    "test/webRetries.test.ts"
  ),
  http(
    "batches: the public client repeats nothing",
    "src/batches/handlers.ts",
    'isSentAgain(request) ? "again" : "first"',
    'isSentAgain(request) ? "first" : "first"',
    "test/batches/sentAgain.test.ts"
  ),
  http(
    "acting: a try of a monitor that is broken off is told to try again",
    "src/web/call.ts",
    "Array.isArray(target.actions) ? target.actions : []",
    "Array.isArray(target.actions) ? [] : []",
    "test/brokenOffCalls.test.ts"
  ),
  http(
    "acting: a call that is refused is told to try again, whatever it did",
    "src/Replies.ts",
    "exchange.acting.hasActed ? afterActing(said) : said",
    "exchange.acting.hasActed ? said : said",
    "test/acting.test.ts"
  )
]
