import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { beside, type Environment, run, serve, temporaryDirectory } from "./support/command.ts"
import { site } from "./support/site.ts"

const started = (env: Environment) => serve(["start"], env, "server.started")

const list = (url: string, key: string) =>
  fetch(`${url}/v1/monitors`, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status)

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe("kittiwake start", { timeout: 180_000 }, () => {
  it("keeps the first key for its owner alone, and says where", async () => {
    await using directory = await temporaryDirectory()
    const data = join(directory.path, "data")
    const env = { KITTIWAKE_DATA_DIR: data }
    const first = await started(env)
    assert.strictEqual((await fetch(`${first.url}/health`)).status, 200)
    assert.strictEqual((await fetch(`${first.url}/ready`)).status, 200)
    const { annotations } = await first.logged("key.created")
    assert.deepStrictEqual(annotations, { file: join(data, "api-key") })
    const key = (await readFile(join(data, "api-key"), "utf8")).trim()
    assert.deepStrictEqual(
      await Promise.all([join(data, "api-key"), join(data, "control.sock"), data].map(modeOf)),
      [0o600, 0o600, 0o700]
    )
    await first.askToStop()
    const { exitCode, stderr, stdout } = await first.ended
    assert.strictEqual(exitCode, 0)
    // Neither in a record of the log nor beside it, where nobody sits at a terminal.
    assert.notInclude(`${stdout}${stderr}`, key)

    // Without a server the command opens the database itself.
    const made = JSON.parse((await run(["key", "create", "--json"], env)).stdout)
    await using second = await started(env)
    assert.isFalse(second.log.some(({ message }) => message === "key.created"))
    assert.strictEqual((await second.logged("server.started")).annotations?.keyFile, join(data, "api-key"))
    assert.deepStrictEqual([await list(second.url, key), await list(second.url, made.secret)], [200, 200])
  })

  it("takes the key it is given, and writes it nowhere", async () => {
    await using directory = await temporaryDirectory()
    const key = "sk_given_by_the_operator"
    await using served = await started({ KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_API_KEY: key })
    assert.strictEqual(await list(served.url, key), 200)
    assert.isFalse(served.log.some((line) => JSON.stringify(line).includes(key)))
    await stat(join(directory.path, "api-key")).then(
      () => assert.fail("the key was written"),
      () => {}
    )
  })

  it("says in one line that its port is taken, and once where the first key is that it has made", async () => {
    await using directory = await temporaryDirectory()
    await using taken = await site((_request, response) => response.end())
    const port = new URL(taken.url).port
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_PORT: port, KITTIWAKE_LOG: "pretty" }
    const { exitCode, stderr, stdout } = await run(["start"], env)
    assert.strictEqual(exitCode, 3)
    assert.match(stdout, /^Preparing the database…\n/, "whoever waits knows for what")
    const line = /^kittiwake: Something else listens on 127\.0\.0\.1:\d+: [^\n]+ KITTIWAKE_PORT [^\n]+\n$/
    assert.match(stderr, line)
    assert.include(stderr, `The first key was made, and is kept in ${join(directory.path, "api-key")}.`)
    const again = await run(["start"], env)
    assert.match(again.stderr, line)
    assert.notInclude(again.stderr, "The first key")
    assert.notInclude(again.stdout, "Preparing")
    await using served = await started({ ...env, KITTIWAKE_PORT: "0", KITTIWAKE_LOG: "json" })
    const { annotations } = await served.logged("server.started")
    assert.strictEqual(annotations?.keyFile, join(directory.path, "api-key"))
  })

  it("blames no port where the machine has no such address", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_HOST: "203.0.113.7", KITTIWAKE_PORT: "0" }
    const { exitCode, stderr } = await run(["start"], env)
    assert.strictEqual(exitCode, 3)
    assert.match(
      stderr,
      /Cannot listen on 203\.0\.113\.7:0 \(EADDRNOTAVAIL\): set KITTIWAKE_HOST to an address of this machine/
    )
    assert.notInclude(stderr, "KITTIWAKE_PORT")
  })

  it("starts again after it was killed, with everything that was acknowledged", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    const killed = await started(env)
    assert.strictEqual(
      (await run(["monitor", "add", "https://example.com", "--background"], beside(killed, env))).exitCode,
      0
    )
    killed.signal("SIGKILL")
    await killed.ended
    // The socket that the killed process left behind must not keep anybody waiting.
    assert.strictEqual((await run(["org", "list"], env)).exitCode, 0)
    await using served = await started(env)
    const listed = await run(["monitor", "list", "--json"], beside(served, env))
    assert.lengthOf(JSON.parse(listed.stdout), 1)
  })

  it("finishes the run that has begun when it is told to stop", async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await using slow = await site(async (_request, response) => {
      asked.resolve()
      await answer.promise
      response.setHeader("content-type", "text/html").end("<main>At last</main>")
    })
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_EGRESS_ALLOW: slow.address }
    await using served = await started(env)
    await run(["monitor", "add", slow.url, "--background"], beside(served, env))
    await asked.promise
    await served.askToStop()
    answer.resolve()
    const recorded = await served.logged("run.recorded")
    assert.deepInclude(recorded.annotations, { status: "completed", recorded: "Recorded" })
    assert.strictEqual((await served.ended).exitCode, 0)
  })

  it("stops at once on the second signal", async () => {
    const asked = Promise.withResolvers<void>()
    await using silent = await site(() => asked.resolve())
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_EGRESS_ALLOW: silent.address }
    await using served = await started(env)
    await run(["monitor", "add", silent.url, "--background"], beside(served, env))
    await asked.promise
    await served.askToStop()
    const begun = performance.now()
    served.signal("SIGTERM")
    assert.strictEqual((await served.ended).exitCode, 143)
    assert.isBelow(performance.now() - begun, 2_000)
  })

  it("needs a shared database for a process that does one part of the work", async () => {
    await using directory = await temporaryDirectory()
    for (const args of [["worker"], ["start"]]) {
      const { exitCode, stderr } = await run(args, { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_ROLE: "worker" })
      assert.strictEqual(exitCode, 2)
      assert.match(stderr, /^kittiwake: The embedded database serves one process, [^\n]+\n$/)
    }
  })
})
