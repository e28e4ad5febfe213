/** The browser of the tests: the one this machine has, behind a policy that lets out `localhost` and nothing else. */
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Egress from "@kittiwake/fetch/Egress"
import { NameNotResolved } from "@kittiwake/fetch/Egress"
import * as FetchEgressResolver from "@kittiwake/fetch/EgressResolver"
import { Layer, ManagedRuntime, Result } from "effect"
import { afterAll } from "vitest"
import { browserSetting, hasSandbox } from "../../../../test/setup/browser.ts"
import * as PlaywrightBrowser from "../src/Browser.ts"
import { scriptedServers } from "./servers.ts"

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
  PlaywrightBrowser.layer({ setting: browserSetting, hasSandbox, ...options }).pipe(
    Layer.provide(resolver),
    Layer.merge(scriptedServers)
  )

/** One browser for all tests of a file, ended after the last of them. */
export const sharedBrowser = (options: PlaywrightBrowser.BrowserOptions = {}) => {
  const runtime = ManagedRuntime.make(browserLayer(options))
  afterAll(() => runtime.dispose())
  return Layer.effectContext(runtime.contextEffect)
}
