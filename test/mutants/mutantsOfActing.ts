/** Mistakes by which a page would be acted on a second time. */
import { browser, core, http, type Mutant } from "./Mutant.ts"

const looking = "src/monitors/lookAtTarget.ts"
const lookTests = "test/monitors/acting.test.ts"
const callTests = "test/pages/acting.test.ts"

export const mutantsOfActing: ReadonlyArray<Mutant> = [
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
    'failure._tag === "CallFailed" || failure.reason === "bad_response"',
    'failure._tag !== "CallFailed" && failure.reason === "bad_response"',
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
    "acting.hasActed && isPassing(error)",
    "!acting.hasActed && isPassing(error)",
    callTests
  ),
  core(
    "acting: who joined a call that acts does not know that it did",
    "src/pages/capturePage.ts",
    "  yield* noteActing(source)\n",
    "",
    callTests
  ),
  http(
    "acting: a call that a stopping server breaks off is told to try again, whatever it did",
    "src/Replies.ts",
    "exchange.acting.hasActed ? afterActing(said) : said",
    "exchange.acting.hasActed ? said : said",
    "test/acting.test.ts"
  )
]
