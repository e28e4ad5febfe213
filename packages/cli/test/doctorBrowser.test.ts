/** What the doctor says of a browser that is there and cannot be used. */
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { absent } from "../src/doctor/Finding.ts"
import { findingsText } from "../src/doctor/findingsText.ts"
import { hindrance } from "../src/doctor/reading.ts"

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

describe("findings that name a page of the documentation", () => {
  const named = absent("redis", "none", "Set REDIS_URL: docs/operate/redis.md.")
  it("say where that stands, where it came with the packages", () => {
    assert.match(findingsText([named], "/app/docs"), /redis\.md\.\n\nPages of docs\/ stand in \/app\/docs\.$/)
    assert.notInclude(findingsText([named], null), "Pages of docs")
    assert.notInclude(findingsText([absent("redis", "none", "Set REDIS_URL.")], "/app/docs"), "Pages of docs")
  })
})
