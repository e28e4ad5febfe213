/** Ours: the adapter as it is wired, behind the policy and its proxy. */
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Browser } from "@kittiwake/core/pages/Browser"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Egress from "@kittiwake/fetch/Egress"
import * as EgressResolver from "@kittiwake/fetch/EgressResolver"
import * as PlaywrightBrowser from "@kittiwake/playwright/Browser"
import { Duration, Effect, Layer, ManagedRuntime, Result } from "effect"
import { answerCalls } from "../children.ts"
import type { Reading } from "./browser.ts"

const policy = { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) }

const runtime = ManagedRuntime.make(
  PlaywrightBrowser.layer({
    setting: "packed",
    hasSandbox: process.getuid?.() !== 0,
    directory: join(tmpdir(), "kittiwake-bench-chromium")
  }).pipe(Layer.provide(EgressResolver.layer), Layer.provide(Egress.layer({ policy })))
)

const once = (url: string, isPicture: boolean) =>
  Effect.gen(function* () {
    const browser = yield* Browser
    const began = performance.now()
    yield* browser.render({
      url,
      headers: {},
      country: null,
      viewport: { width: 1920, height: 1080 },
      colorScheme: null,
      wait: Duration.zero,
      actions: [],
      settlesAnimations: false,
      handlesCookieBanner: false,
      clearsPopups: false,
      wantsFrames: false,
      capture: isPicture ? { fullPage: true, maxHeight: 20_000 } : null,
      session: null,
      timeout: Duration.seconds(60),
      acceptsPart: false
    })
    return performance.now() - began
  })

answerCalls(
  {
    open: () => runtime.runPromise(Browser.use(() => Effect.void)),
    read: ({ concurrency, count, isPicture, url }: Reading) =>
      runtime.runPromise(Effect.forEach(Array.from({ length: count }), () => once(url, isPicture), { concurrency }))
  },
  () => runtime.dispose()
)
