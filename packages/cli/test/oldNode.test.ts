/** What Kittiwake does on a Node that is not the one it is made for. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { needing } from "../../../test/setup/needs.ts"
import { otherNode } from "../../../test/setup/otherNode.ts"
import { oldNode } from "../src/oldNode.ts"
import { version } from "../src/version.ts"
import { temporaryDirectory } from "./support/command.ts"
import { startIn } from "./support/program.ts"

const command = join(import.meta.dirname, "../command.mjs")
const node20 = otherNode(20)

/** As of a service or of cron, which know nothing of npm. */
const bare = { PATH: "/usr/bin:/bin" }

describe("a Node", () => {
  it.each(["22.20.0", "22.21.1", "24.0.0", "26.1.0"])("of version %s runs Kittiwake", (version) => {
    assert.isNull(oldNode(version))
  })

  it.each(["18.20.0", "20.20.2", "22.19.0"])("of version %s is told that it is too old", (version) => {
    assert.strictEqual(oldNode(version), `Kittiwake needs Node 22.20 or later, best Node 24; this is Node ${version}.`)
  })
})

describe("the command of a clone on Node 20, outside npm", needing({ node20: node20 !== null }), () => {
  it("goes on in the Node that was installed beside it", () => {
    const { status, stderr, stdout } = spawnSync(node20!, [command, "--version"], { env: bare, encoding: "utf8" })
    assert.deepStrictEqual({ status, stderr, stdout }, { status: 0, stderr: "", stdout: `kittiwake v${version}\n` })
  })

  it("ends as the command does, with what that prints", () => {
    const { status, stderr } = spawnSync(node20!, [command, "monitor", "ad"], { env: bare, encoding: "utf8" })
    assert.strictEqual(status, 2)
    assert.include(stderr, "ad")
  })

  it("serves, and stops when it is told to", async () => {
    await using directory = await temporaryDirectory()
    const env = { ...bare, KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_PORT: "0", KITTIWAKE_LOG: "json" }
    await using server = startIn(directory.path, node20!, [command, "start"], env)
    await server.printed(/"server\.started"/)
    server.child.kill("SIGTERM")
    await server.closed
    assert.strictEqual(server.child.exitCode, 0)
  })
})

describe("npm start", () => {
  it("ends with its server when it is told to stop", async () => {
    await using directory = await temporaryDirectory()
    const env = { ...process.env, KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_PORT: "0", KITTIWAKE_LOG: "json" }
    await using npm = startIn(join(import.meta.dirname, "../../.."), "npm", ["start"], env)
    await npm.printed(/"server\.started"/)
    npm.child.kill("SIGTERM")
    // A server that goes on holds what npm gave it to write to.
    await npm.closed
    assert.include(npm.text(), "Stopping: finishing what has begun.")
  }, 120_000)
})
