/** What a command loads of all that the command can do. Observed: the files of the modules that a process imported. */
import { spawnSync } from "node:child_process"
import { createServer } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { temporaryDirectory } from "./support/command.ts"

const program = `
import { registerHooks } from "node:module"
const loaded = []
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
const [entry, ...args] = process.argv.slice(1)
process.argv = [process.argv[0], entry, ...args]
process.on("exit", () => process.stdout.write("\\n" + JSON.stringify(loaded)))
const { runCommand } = await import(entry)
runCommand()
`

const entry = new URL("../src/runCommand.ts", import.meta.url).href
const directory = await temporaryDirectory()

/** A port at which nothing answers. */
const nowhere = { port: 0 }

beforeAll(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  nowhere.port = (server.address() as { readonly port: number }).port
  await new Promise((resolve) => server.close(resolve))
})

afterAll(() => directory[Symbol.asyncDispose]())

/** Paths of our modules from `packages/` on, names of the packages of others, and the exit code. */
const loadedBy = (args: ReadonlyArray<string>) => {
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program, entry, ...args], {
    encoding: "utf8",
    env: {
      PATH: process.env.PATH ?? "",
      KITTIWAKE_API_KEY: "sk_a_key_of_nobody_in_particular",
      KITTIWAKE_DATA_DIR: directory.path,
      KITTIWAKE_EGRESS_ALLOW: "127.0.0.0/8",
      KITTIWAKE_PORT: String(nowhere.port)
    }
  })
  const urls = JSON.parse(stdout.split("\n").at(-1) ?? "") as ReadonlyArray<string>
  const ours = urls.flatMap((url) => /\/packages\/((?!.*node_modules).*)$/.exec(url)?.[1] ?? [])
  const others = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])
  return { status, ours, others: new Set(others) }
}

const within = (paths: ReadonlyArray<string>, ...folders: ReadonlyArray<string>) =>
  paths.filter((path) => folders.some((folder) => path.startsWith(folder)))

describe("a command", () => {
  it("that asks the server loads a client, and nothing that serves, keeps, reads or judges", () => {
    const { others, ours, status } = loadedBy(["monitor", "list"])
    assert.strictEqual(status, 3)
    assert.includeMembers(ours, ["http/src/client.ts", "cli/src/commands/monitor.ts"])
    // What judges the text of a setting loads nothing else, nor does what opens the file of a key.
    assert.deepStrictEqual(within(ours, "adapters/", "worker/", "core/src/memory/"), [
      "adapters/storage/src/regularFile.ts",
      "adapters/redis/src/address.ts"
    ])
    assert.deepStrictEqual(within(ours, "core/src/monitors/domain/judging/", "core/src/monitors/Monitors.ts"), [])
    assert.deepStrictEqual(within(ours, "http/src/server.ts", "cli/src/commands/start.ts", "cli/src/adapters.ts"), [])
    assert.sameMembers([...others], ["effect", "@effect/platform-node", "@effect/platform-node-shared"])
  }, 60_000)

  it("that reads a page loads what fetches, and nothing that serves, keeps for long, watches or reads files", () => {
    const { ours, status } = loadedBy(["scrape", `http://127.0.0.1:${nowhere.port}/`])
    assert.strictEqual(status, 1)
    assert.includeMembers(ours, ["adapters/fetch/src/HttpFetcher.ts", "core/src/pages/Pages.ts"])
    const files = within(ours, "adapters/documents/", "adapters/images/", "adapters/threads/")
    assert.deepStrictEqual(files, [])
    assert.deepStrictEqual(within(ours, "adapters/sqlite/", "adapters/postgres/", "http/src/server.ts"), [])
    assert.deepStrictEqual(
      within(ours, "core/src/monitors/Monitors.ts", "core/src/monitors/domain/judging/judgeChange.ts"),
      []
    )
  }, 60_000)

  it("that serves loads no other command", () => {
    const { ours, status } = loadedBy(["start", "--help"])
    assert.strictEqual(status, 0)
    assert.deepStrictEqual(within(ours, "cli/src/commands/"), ["cli/src/commands/start.ts"])
  }, 60_000)
})
