/** The browser of the tests: the one this machine has, behind a policy that lets out `localhost` and nothing else. */
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Egress from "@kittiwake/fetch/Egress"
import * as FetchEgressResolver from "@kittiwake/fetch/EgressResolver"
import { NameNotResolved } from "@kittiwake/fetch/resolveName"
import { Effect, Layer, ManagedRuntime, Option, Result } from "effect"
import { afterAll } from "vitest"
import * as PlaywrightBrowser from "../src/Browser.ts"
import { findBrowser, thisMachine } from "../src/findBrowser.ts"
import { scriptedServers } from "./servers.ts"

/** The browser that is tested. */
export const setting = process.env.KITTIWAKE_BROWSER

const found = Effect.runSync(Effect.option(findBrowser(thisMachine(setting))))

/** Whether there is a browser to test with; the tests that need one are seen to be skipped otherwise. */
export const hasBrowser = Option.isSome(found)

if (!hasBrowser) console.warn("SKIPPED: this machine has no browser. Install Chromium or set KITTIWAKE_BROWSER.")

/** The policy of the tests. `canary.test` is a name in front of a forbidden address. */
export const resolver = FetchEgressResolver.layer.pipe(
  Layer.provide(
    Egress.layer({
      policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("localhost")) },
      resolveName: (host) =>
        host === "localhost" || host === "canary.test"
          ? Promise.resolve(["127.0.0.1"])
          : Promise.reject(new NameNotResolved("ENOTFOUND"))
    })
  )
)

/** A browser of its own. */
export const browserLayer = (options: PlaywrightBrowser.BrowserOptions = {}) =>
  PlaywrightBrowser.layer({ setting, ...options }).pipe(Layer.provide(resolver), Layer.merge(scriptedServers))

/** One browser for all tests of a file, ended after the last of them. */
export const sharedBrowser = (options: PlaywrightBrowser.BrowserOptions = {}) => {
  const runtime = ManagedRuntime.make(browserLayer(options))
  afterAll(() => runtime.dispose())
  return Layer.effectContext(runtime.contextEffect)
}
