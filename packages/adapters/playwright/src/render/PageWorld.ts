/** Our scripts in a page, where the page's own cannot reach. */
import { Effect } from "effect"
import type { CDPSession } from "playwright-core"
import { makeKit, type PageKit } from "../page/makeKit.ts"
import { ask, CallFailed } from "./PageFailed.ts"

/**
 * A function that runs in a page. Its source is sent there: it sees its two arguments and what every page has, and nothing
 * of the module that it stands in.
 */
export type PageScript<A, R> = (kit: PageKit, argument: A) => R | Promise<R>

export interface PageWorld {
  /** Runs a script on the document that is shown now. Fails when the document goes away meanwhile. */
  readonly run: <A, R>(script: PageScript<A, R>, argument: A) => Effect.Effect<R, CallFailed>
}

const worldName = "kittiwake"

const kitSource = makeKit.toString()

/** The world of one frame. It shares the document with the page, and none of its globals and prototypes. */
export const worldOf = (session: CDPSession, frameId: string): PageWorld => ({
  run: <A, R>(script: PageScript<A, R>, argument: A) =>
    Effect.gen(function* () {
      // Given the same name, the browser gives the same world; its number changes with the document.
      const { executionContextId } = yield* ask(() =>
        session.send("Page.createIsolatedWorld", { frameId, worldName, grantUniveralAccess: false })
      )
      const { exceptionDetails, result } = yield* ask(() =>
        session.send("Runtime.callFunctionOn", {
          functionDeclaration: `function(argument){"use strict";return (${script.toString()})((${kitSource})(),argument)}`,
          executionContextId,
          arguments: [{ value: argument }],
          returnByValue: true,
          awaitPromise: true
        })
      )
      if (exceptionDetails !== undefined) {
        const text = exceptionDetails.exception?.description ?? exceptionDetails.text
        return yield* new CallFailed({ message: text.slice(0, 500) })
      }
      // What comes back is what the script's own type says: it ran in a world of ours.
      return result.value as R
    })
})
