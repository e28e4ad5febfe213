/** Browser profiles, and monitors with one label together, at the command line. Observed: what the commands say, and what becomes of monitors. */
import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

describe("commands on what there is several of", { timeout: 120_000 }, () => {
  const closing = new AsyncDisposableStack()
  let here: Readonly<Record<string, string>>
  let folder: string

  const typed = (...args: ReadonlyArray<string>) => runHere(args, here)
  const json = async (...args: ReadonlyArray<string>) => {
    const { exitCode, stderr, stdout } = await typed(...args, "--json")
    assert.deepStrictEqual([exitCode, stderr], [0, ""], args.join(" "))
    return JSON.parse(stdout)
  }

  beforeAll(async () => {
    folder = closing.use(await temporaryDirectory()).path
    const kittiwake = closing.use(
      await Kittiwake.open({ memory: true, worker: false, apiKey: "sk_for_several_monitors", onLog: () => undefined })
    )
    const server = createServer(kittiwake.nodeHandler)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    closing.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    here = { KITTIWAKE_API_KEY: "sk_for_several_monitors", KITTIWAKE_HOST: "127.0.0.1", KITTIWAKE_PORT: String(port) }
  })
  afterAll(() => closing.disposeAsync())

  it("keeps, lists and forgets profiles, and takes no other for a monitor", async () => {
    const file = join(folder, "session.json")
    await writeFile(file, JSON.stringify({ cookies: [], origins: [] }))
    const { id } = await json("profile", "add", file, "--description", "The shop")
    assert.match((await typed("profile", "add", file)).stdout, /^prof_\w+\nDelete .*session\.json now/)
    assert.deepInclude(
      (await json("profile", "list")).find((one: { readonly id: string }) => one.id === id),
      { description: "The shop", last_used_at: null }
    )
    const made = await json("monitor", "add", "https://a.example/in", "--background", "--profile", id)
    for (const args of [
      ["monitor", "add", "https://a.example/out", "--profile", "prof_none"],
      ["monitor", "edit", made.id, "--profile", "prof_none"]
    ]) {
      const refused = await typed(...args)
      assert.strictEqual(refused.exitCode, 2)
      assert.include(refused.stderr, "--profile is prof_none: there is no such browser profile")
    }
    assert.lengthOf(await json("monitor", "list"), 1)
    assert.deepInclude(await json("profile", "renew", id, file), { id, description: "The shop" })
    assert.match(
      (await typed("profile", "renew", id, file)).stdout,
      /^Renewed prof_\w+\. .*\nDelete .*session\.json now/
    )
    for (const args of [
      ["profile", "add", file],
      ["profile", "renew", id, file]
    ]) {
      assert.match(
        (await typed(...args)).stdout,
        /\nWarning: it holds no cookie and no stored value, so nobody is signed in/
      )
    }
    assert.strictEqual((await typed("profile", "renew", "prof_none", file)).exitCode, 1)
    assert.deepInclude(await json("profile", "remove", id), { id, deleted: true })
    assert.strictEqual((await typed("profile", "remove", id)).exitCode, 1)
    await writeFile(file, "no session")
    assert.include((await typed("profile", "add", file)).stderr, "holds no session")
    assert.include((await typed("profile", "add", join(folder, "none"))).stderr, "there is no such file")
  })

  it("pauses, resumes and runs all monitors with a label, and no other", async () => {
    for (const [path, label] of [
      ["a", "shops"],
      ["b", "shops"],
      ["c", "news"]
    ] as const) {
      await json("monitor", "add", `https://a.example/${path}`, "--background", "--tag", label)
    }
    const paused = await json("monitor", "pause", "--tag", "shops")
    assert.deepStrictEqual(
      paused.map(({ status }: { readonly status: string }) => status),
      ["paused", "paused"]
    )
    const [news] = await json("monitor", "list", "--tag", "news")
    assert.strictEqual(news.status, "active")
    const none = await json("monitor", "run", "--tag", "shops")
    assert.deepStrictEqual(
      none.map(({ run_id }: { readonly run_id: string | null }) => run_id),
      [null, null]
    )
    assert.lengthOf(await json("monitor", "resume", "--tag", "shops"), 2)
    for (const { run_id } of await json("monitor", "run", "--tag", "shops")) assert.match(run_id, /^run_/)
    assert.include((await typed("monitor", "pause", "--tag", "nobody")).stderr, "No monitor has the label nobody.")
    for (const args of [["pause"], ["run"], ["resume", news.id, "--tag", "news"]]) {
      const refused = await typed("monitor", ...args)
      assert.strictEqual(refused.exitCode, 2)
      assert.include(refused.stderr, "Give the id of a monitor, or --tag.")
    }
  })
})
