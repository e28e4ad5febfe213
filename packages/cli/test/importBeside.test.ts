/**
 * `kittiwake brands import` in processes: beside a server on the same SQLite, by a standard input that dawdles, and on a disk that
 * runs full. Observed: what the commands say, and what the list came to.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { needing } from "../../../test/setup/needs.ts"
import { canMount, mountDisk, unmountDisk } from "../../../test/setup/smallDisk.ts"
import { beside, type Ended, type Environment, run, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const main = join(import.meta.dirname, "../src/main.ts")

const heading = "LEI,Entity.LegalName,Entity.HeadquartersAddress.Country,Entity.EntityStatus\n"

/** Rows of GLEIF, of which 350 are more than what is looked at to know a list again. */
const rows = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, n) => {
    const number = String(first + n).padStart(14, "0")
    return `SLOW${number}00,${`Dawdling ${number}`.padEnd(180, " and Sons")} Ltd,GB,ACTIVE\n`
  }).join("")

/** An import whose standard input stays open. */
const importing = (env: Environment, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [main, "brands", "import", "-", ...args], {
    env: { PATH: process.env.PATH ?? "", NO_COLOR: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"]
  })
  const texts = { stdout: "", stderr: "" }
  child.stdout.on("data", (chunk) => (texts.stdout += String(chunk)))
  child.stderr.on("data", (chunk) => (texts.stderr += String(chunk)))
  // Whoever writes to a process that has ended is told so, and means no harm.
  child.stdin.on("error", () => {})
  return {
    write: (text: string) => void child.stdin.write(text),
    end: (text: string) => void child.stdin.end(text),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    ended: once(child, "close").then((): Ended => ({ exitCode: child.exitCode, ...texts }))
  }
}

/** Looks at the lists until so many rows of the only one are taken. */
const untilTaken = async (count: number, env: Environment): Promise<void> => {
  for (;;) {
    const { exitCode, stderr, stdout } = await runHere(["brands", "lists", "--json"], env)
    assert.strictEqual(exitCode, 0, stderr)
    const [list] = JSON.parse(stdout) as ReadonlyArray<{ readonly rows: number }>
    if ((list?.rows ?? 0) >= count) return
  }
}

describe("an import beside a server on the same SQLite", { timeout: 180_000 }, () => {
  it("writes as rows come, goes with its server, and goes on where it was", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    await using served = await serve(["start"], env)
    const here = beside(served, env)
    const slow = importing(here)
    slow.write(heading + rows(1, 450))
    await untilTaken(250, here)
    // The next part is read while the server serves, and nobody waits for it.
    assert.strictEqual((await fetch(`${served.url}/ready`)).status, 200)
    slow.write(rows(451, 650))
    await untilTaken(500, here)
    served.signal("SIGKILL")
    await served.ended
    slow.end(rows(651, 1_200))
    const left = await slow.ended
    assert.deepInclude(left, { exitCode: 3, stdout: "" })
    assert.match(
      left.stderr,
      /^kittiwake: The database did not answer \([^\n]+\)\. Nothing is known to have been changed\.\n$/
    )

    await using again = await serve(["start"], env)
    const all = heading + rows(1, 1_200)
    const whole = await run(["brands", "import", "-"], beside(again, env), all)
    assert.strictEqual(whole.exitCode, 0, whole.stderr)
    assert.match(whole.stdout, /^Imported, from row 501 on, where it had been left\.\n/)
    assert.match(whole.stdout, /rows +1,200\n(?:.*\n)*began to wait +1,200 /)
  })

  it("stops at once when it is told to, however long its input lets it wait", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    await using served = await serve(["start"], env)
    const here = beside(served, env)
    const slow = importing(here)
    slow.write(heading + rows(1, 450))
    await untilTaken(250, here)
    slow.signal("SIGINT")
    assert.deepInclude(await slow.ended, { exitCode: 130, stdout: "" })
    const whole = await run(["brands", "import", "-", "--json"], here, heading + rows(1, 450))
    assert.deepInclude(JSON.parse(whole.stdout), { rows: 450, waited: 450, bad: 0 })
  })
})

describe("an import of a standard input that stays open", { timeout: 120_000 }, () => {
  it("ends when it has the rows that it wants, and when it had them before", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    assert.strictEqual((await run(["migrate"], { ...env, KITTIWAKE_LOG: "json" })).exitCode, 0)
    for (const words of ["Imported.\n", "This list was imported on "]) {
      const open = importing(env, "--first", "200")
      open.write(heading + rows(1, 450))
      const { exitCode, stderr, stdout } = await open.ended
      assert.deepStrictEqual([exitCode, stderr], [0, ""])
      assert.isTrue(stdout.startsWith(words), stdout)
      assert.match(stdout, /rows +200\n/)
    }
  })
})

describe("an import on a disk that", { timeout: 120_000, ...needing({ mounting: canMount() }) }, () => {
  it("is full says so, keeps whole parts, and goes on when there is room", async () => {
    await using directory = await temporaryDirectory()
    mountDisk(directory.path, 12)
    try {
      const env = { KITTIWAKE_DATA_DIR: join(directory.path, "data") }
      const [list, ballast] = [join(directory.path, "list.csv"), join(directory.path, "ballast")]
      assert.strictEqual((await run(["migrate"], { ...env, KITTIWAKE_LOG: "json" })).exitCode, 0)
      await writeFile(list, heading + rows(1, 5_000))
      await writeFile(ballast, Buffer.alloc(6_000_000))
      const full = await run(["brands", "import", list], env)
      assert.deepInclude(full, { exitCode: 3, stdout: "" })
      assert.match(full.stderr, /^kittiwake: The database did not answer \(BrandListStore\.take: [^\n]*full[^\n]*\n$/)
      await rm(ballast)
      const whole = await run(["brands", "import", list, "--json"], env)
      assert.strictEqual(whole.exitCode, 0, whole.stderr)
      assert.deepInclude(JSON.parse(whole.stdout), { rows: 5_000, waited: 5_000, bad: 0 })
    } finally {
      unmountDisk(directory.path)
    }
  })
})
