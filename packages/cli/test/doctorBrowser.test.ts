/** What the doctor says of a browser that is there and cannot be used. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { sheetsAlone } from "../src/commands/design.ts"
import { absent, broken, noneAnswers, ok } from "../src/doctor/Finding.ts"
import { findingsText } from "../src/doctor/findingsText.ts"
import { hindrance } from "../src/doctor/reading.ts"
import { runHere } from "./support/commandHere.ts"

const settings = (setting: string | null, hasSandbox = true) => ({
  browser: { setting: Option.fromNullOr(setting), hasSandbox }
})

const installed = { kind: "installed", path: "/usr/bin/chromium" } as const
const packed = { kind: "packed" } as const
const remote = { kind: "remote", endpoint: "ws://browser.example" } as const

describe("a browser that is found", () => {
  it("is no use without what speaks to it, wherever it is", () => {
    for (const found of [installed, packed, remote]) {
      const told = hindrance(found, settings(null), { isRoot: false, hasDriver: false })
      assert.deepInclude(told, { subject: "browser", state: "absent", mend: "Run: npm install playwright-core" })
      assert.include(told?.message, "playwright-core")
    }
    const named = hindrance(remote, settings("ws://browser.example"), { isRoot: false, hasDriver: false })
    assert.strictEqual(named?.state, "broken", "who named one wants it")
  })

  it("is told with all that stands in its way, not one after the other", () => {
    const told = hindrance(installed, settings(null), { isRoot: true, hasDriver: false })
    assert.match(told?.mend ?? "", /npm install playwright-core\. .*KITTIWAKE_BROWSER_SANDBOX=off/)
    assert.match(told?.message ?? "", /playwright-core, and is not started as root/)
    const root = hindrance(installed, settings(null), { isRoot: true, hasDriver: true })
    assert.deepInclude(root, { state: "absent", message: "one is here, and is not started as root" })
  })

  it("is fine where nothing does", () => {
    for (const [found, given, around] of [
      [installed, settings(null), { isRoot: false, hasDriver: true }],
      [installed, settings(null, false), { isRoot: true, hasDriver: true }],
      [remote, settings("ws://browser.example"), { isRoot: true, hasDriver: true }]
    ] as const) {
      assert.isNull(hindrance(found, given, around))
    }
  })
})

describe("findings beside a server", () => {
  const judged = [ok("egress", "public addresses only"), absent("browser", "none was found", null), ok("disk", "room")]
  it("say that they are judged by the settings of this shell, where a server answers that may have others", () => {
    for (const server of [
      ok("server", "ready at http://127.0.0.1:8787"),
      absent("server", "ready at http://127.0.0.1:8787, with another database", "Set KITTIWAKE_DATA_DIR."),
      broken("server", "http://127.0.0.1:8787 is not ready", "See the log of the server.")
    ]) {
      const told = findingsText([server, ...judged])
      assert.include(told, "egress, as set in this shell: public addresses only")
      assert.include(told, "browser, as set in this shell: none was found")
      assert.include(told, "disk: room")
    }
  })

  it("are the only ones where none answers", () => {
    const none = absent("server", `${noneAnswers} http://127.0.0.1:8787`, "Run: kittiwake start")
    for (const told of [findingsText([none, ...judged]), findingsText(judged)]) assert.notInclude(told, "shell")
  })
})

describe("a look without a browser", () => {
  it("says why there was none in the words of the doctor, and what to do", () => {
    const root = hindrance(installed, settings(null), { isRoot: true, hasDriver: true })!
    const [, said, cure] = sheetsAlone(root)
    assert.include(said, "(one is here, and is not started as root)")
    assert.include(cure, "KITTIWAKE_BROWSER_SANDBOX=off")
    assert.deepStrictEqual(sheetsAlone(ok("browser", "Chromium 140 at /usr/bin/chromium")), [
      "",
      "Read of the style sheets alone: no browser laid the page out."
    ])
  })

  it("is told so by both commands", async () => {
    const site = createServer((_request, response) => {
      response.setHeader("content-type", "text/html")
      response.end("<style>body{color:#123;font-family:Inter}h1{font-size:40px}</style><h1>Tea</h1><p>Green tea.</p>")
    })
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    const address = `127.0.0.1:${(site.address() as AddressInfo).port}`
    try {
      for (const command of ["styleguide", "fonts"]) {
        const env = { KITTIWAKE_BROWSER: "off", KITTIWAKE_EGRESS_ALLOW: address }
        const { exitCode, stderr, stdout } = await runHere([command, `http://${address}/`], env)
        assert.strictEqual(exitCode, 0, stderr)
        assert.include(stdout, "no browser laid the page out (KITTIWAKE_BROWSER is off).")
      }
    } finally {
      site.closeAllConnections()
      site.close()
    }
  }, 60_000)
})

describe("findings that name a page of the documentation", () => {
  const named = absent("redis", "none", "Set REDIS_URL: docs/operate/redis.md.")
  it("say where that stands, where it came with the packages", () => {
    assert.match(findingsText([named], "/app/docs"), /redis\.md\.\n\nPages of docs\/ stand in \/app\/docs\.$/)
    assert.notInclude(findingsText([named], null), "Pages of docs")
    assert.notInclude(findingsText([absent("redis", "none", "Set REDIS_URL.")], "/app/docs"), "Pages of docs")
  })
})
