import { assert, describe, it } from "@effect/vitest"
import { render } from "@kittiwake/core/testing/browserSuite"
import { Effect } from "effect"
import { needing } from "../../../../test/setup/needs.ts"
import { cureOf, isRoot, sandboxRefusal } from "../src/sandbox.ts"
import { browserLayer } from "./browsers.ts"

describe("the sandbox of the browser", () => {
  it("is done without as root alone when a setting says so", () => {
    assert.match(
      sandboxRefusal({ isRoot: true, hasSandbox: true }) ?? "",
      /another user.*KITTIWAKE_BROWSER_SANDBOX=off/
    )
    assert.isNull(sandboxRefusal({ isRoot: true, hasSandbox: false }))
    assert.isNull(sandboxRefusal({ isRoot: false, hasSandbox: true }))
  })

  it("is named, with the cure, where the system gives none", () => {
    for (const written of [
      "[7:7:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+",
      "Failed to move to new namespace: PID namespaces supported, Network namespace supported, but failed: errno = Operation not permitted sandbox/linux",
      "Creating a user namespace is not permitted"
    ]) {
      assert.match(cureOf(written), /user namespaces.*KITTIWAKE_BROWSER_SANDBOX=off/)
    }
    assert.notMatch(cureOf("error while loading shared libraries: libnss3.so"), /SANDBOX/)
  })
})

describe("a browser of the superuser", needing({ superuser: isRoot() }), () => {
  it.live("opens no page, and names the setting that lets it", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(render("http://localhost:9/"))
      assert.strictEqual(refused._tag, "BrowserUnavailable")
      assert.match((refused as { readonly message: string }).message, /KITTIWAKE_BROWSER_SANDBOX=off/)
    }).pipe(Effect.provide(browserLayer({ hasSandbox: true })), Effect.scoped)
  )
})
