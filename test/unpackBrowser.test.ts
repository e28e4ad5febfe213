/**
 * Where `npm ci` unpacks the browser that comes along, and where the command looks for it. Observed: the folders that either names to what
 * unpacks, which stands for itself here; `packedChromium.test.ts` has that.
 */
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { beforeEach, vi } from "vitest"
import { needing } from "./setup/needs.ts"

const asked = vi.hoisted(
  (): Array<{ readonly folder: string | undefined; readonly installed: string | undefined }> => []
)

vi.mock("../packages/adapters/playwright/src/packedChromium.ts", async () => {
  const { Effect } = await import("effect")
  const { BrowserUnavailable } = await import("@kittiwake/core/pages/Browser")
  return {
    packedChromium: (folder?: string, installed?: string) =>
      Effect.suspend(() => {
        asked.push({ folder, installed })
        return new BrowserUnavailable({ message: "No room for a browser." })
      })
  }
})

const isPacked = process.platform === "linux" && process.arch === "x64"

/** Runs the step of an installation; gives what it said on standard error. */
const install = async (setting: string) => {
  vi.stubEnv("KITTIWAKE_BROWSER", setting)
  const told = vi.spyOn(console, "error").mockImplementation(() => {})
  await import("../scripts/unpackBrowser.ts")
  return told.mock.calls.flat()
}

describe("the step that unpacks a browser", needing({ packedBrowser: isPacked }), () => {
  beforeEach(() => {
    asked.length = 0
    return () => {
      vi.unstubAllEnvs()
      vi.restoreAllMocks()
    }
  })

  it("unpacks it where the command looks first, and says why it cannot without failing", async () => {
    assert.deepStrictEqual(await install("packed"), ["No room for a browser."])
    assert.lengthOf(asked, 1)
    await using kittiwake = await Kittiwake.open({
      memory: true,
      worker: false,
      browser: "packed",
      egressAllow: ["127.0.0.1:1"]
    })
    const refused = await kittiwake.web.screenshot({ url: "http://127.0.0.1:1/" }).catch((error) => error.message)
    assert.include(refused, "No room for a browser.")
    const [installed, looked] = asked
    assert.match(installed?.folder ?? "", /node_modules\/\.cache\/kittiwake$/)
    assert.strictEqual(looked?.installed, installed?.folder)
  })

  it.each(["off", process.execPath])("leaves it packed where KITTIWAKE_BROWSER is %s", async (setting) => {
    // The step is all of a module, which runs once.
    vi.resetModules()
    assert.deepStrictEqual(await install(setting), [])
    assert.deepStrictEqual(asked, [])
  })
})
