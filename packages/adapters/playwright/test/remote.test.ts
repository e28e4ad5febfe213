import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { failureOf, render } from "@kittiwake/core/testing/browserSuite"
import { Effect } from "effect"
import { browserHere, needsBrowserHere } from "../../../../test/setup/browser.ts"
import { killGroup } from "../src/processes.ts"
import { browserLayer } from "./browsers.ts"
import { serve } from "./servers.ts"

/** A Chromium that somebody else has started; gives its address. */
const elsewhere = Effect.gen(function* () {
  const { env, path } = yield* Effect.promise(browserHere)
  const profile = mkdtempSync(join(tmpdir(), "kittiwake-elsewhere-"))
  const child = spawn(
    path,
    ["--headless", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { stdio: "ignore", detached: true, env: { ...process.env, ...env } }
  )
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      killGroup(child.pid ?? 0)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    })
  )
  const port = yield* Effect.try({
    try: () => Number(readFileSync(join(profile, "DevToolsActivePort"), "utf8").split("\n")[0]),
    catch: () => "not yet"
  }).pipe(
    // The file is there before the port is in it.
    Effect.filterOrFail(
      (port) => port > 0,
      () => "not yet"
    ),
    Effect.tapError(() => Effect.sleep("50 millis")),
    Effect.retry({ times: 400 })
  )
  return `http://127.0.0.1:${port}`
})

describe("a browser elsewhere", () => {
  it.live("is refused unless its operator says that it guards itself", () =>
    failureOf("http://localhost/").pipe(
      Effect.map((reason) => assert.strictEqual(reason, "BrowserUnavailable")),
      Effect.provide(browserLayer({ setting: "ws://127.0.0.1:9/devtools" }))
    )
  )

  it.live(
    "renders pages, and is not sent to an address that is refused",
    () =>
      Effect.gen(function* () {
        const setting = yield* elsewhere
        const port = yield* serve((_, response) => response.end("<p>from afar</p>"))
        yield* Effect.gen(function* () {
          assert.include((yield* render(`http://localhost:${port}/`)).html, "from afar")
          assert.strictEqual(yield* failureOf(`http://127.0.0.1:${port}/`), "forbidden_address")
        }).pipe(Effect.provide(browserLayer({ setting, isRemoteGuarded: true })))
      }),
    { timeout: 120_000, ...needsBrowserHere }
  )

  it.live("is missed when it does not answer", () =>
    failureOf("http://localhost/").pipe(
      Effect.map((reason) => assert.strictEqual(reason, "BrowserUnavailable")),
      Effect.provide(browserLayer({ setting: "http://127.0.0.1:9", isRemoteGuarded: true }))
    )
  )
})
