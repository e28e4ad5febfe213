/** Secrets where they are kept, and the key that opens them. */
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted } from "effect"
import { Kittiwake } from "kittiwake"
import { vi } from "vitest"
import { sideInTurn, takesAll } from "../../../test/setup/turns.ts"
import { newRing, writeRing } from "../../adapters/crypto/src/KeyRing.ts"
import type { Storage } from "../src/adapters.ts"
import { startText, waitText } from "../src/commands/sealingKey.ts"
import type { KeptKeys } from "../src/keyFile.ts"
import { whyLost } from "../src/sealedState.ts"
import { beside, type Environment, run, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const webhook = { url: "https://hooks.example.com/", events: ["change.detected" as const] }
const session = {
  cookies: [
    {
      name: "sid",
      value: "canary-of-a-session",
      domain: "example.com",
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: true,
      sameSite: "Lax" as const
    }
  ],
  origins: []
}

type Opening = { readonly dataDirectory: string; readonly sealingKey?: string }

const open = (options: Opening) => Kittiwake.open({ ...options, worker: false })

/** Makes an installation with a webhook and a session; tells the webhook's secret. */
const fill = async (options: Opening): Promise<string> => {
  await using kittiwake = await open(options)
  const target = { type: "page", url: "https://example.com/" } as const
  const made = await kittiwake.monitors.create({ name: "Door", target, webhook })
  await kittiwake.web.profiles.create({ session })
  return made.webhook!.secret!
}

const secretIn = async (options: Opening): Promise<string | undefined> => {
  await using kittiwake = await open(options)
  return (await kittiwake.monitors.list()).data[0]?.webhook?.secret
}

const keyOf = async (dataDirectory: string) => (await readFile(join(dataDirectory, "sealing.key"), "utf8")).trim()

const filesBelow = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Files below a folder that hold a text. */
const holding = async (path: string, text: string) => {
  const found: Array<string> = []
  for (const file of await filesBelow(path)) if ((await readFile(file)).includes(text)) found.push(file)
  return found
}

const env = (dataDirectory: string, given: Environment = {}): Environment => ({
  KITTIWAKE_DATA_DIR: dataDirectory,
  ...given
})

const words = async (args: ReadonlyArray<string>, given: Environment) => {
  const { exitCode, stderr, stdout } = await runHere(args, given)
  return { exitCode, text: `${stdout}${stderr}` }
}

const own = "a key of the operator's own, 32+".replaceAll(" ", "_")
const other = "another key of the operator, 32+".replaceAll(" ", "_")

describe("stored secrets", { timeout: 180_000 }, () => {
  it("stand in no file but sealed, and the key in none but its own", async () => {
    await using directory = await temporaryDirectory()
    const dataDirectory = join(directory.path, "data")
    const secret = await fill({ dataDirectory })
    const copy = join(directory.path, "copy.db")
    const all = join(directory.path, "all.ndjson")
    assert.strictEqual((await runHere(["backup", copy], env(dataDirectory))).exitCode, 0)
    assert.strictEqual((await runHere(["export", all], env(dataDirectory))).exitCode, 0)
    for (const text of [secret, "canary-of-a-session"]) assert.deepStrictEqual(await holding(directory.path, text), [])
    const file = join(dataDirectory, "sealing.key")
    assert.deepStrictEqual(await holding(directory.path, await keyOf(dataDirectory)), [file])
    assert.strictEqual((await stat(file)).mode & 0o777, 0o600)
    assert.strictEqual(await secretIn({ dataDirectory }), secret)
  })

  it("come back from a copy and an export with the key alone, and without it the setting is named", async () => {
    await using directory = await temporaryDirectory()
    const dataDirectory = join(directory.path, "data")
    const secret = await fill({ dataDirectory })
    const copy = join(directory.path, "copy.db")
    const all = join(directory.path, "all.ndjson.gz")
    assert.strictEqual((await runHere(["backup", copy], env(dataDirectory))).exitCode, 0)
    assert.strictEqual((await runHere(["export", all], env(dataDirectory))).exitCode, 0)
    const key = await keyOf(dataDirectory)
    for (const [index, args] of [
      ["restore", copy],
      ["import", all]
    ].entries()) {
      const elsewhere = join(directory.path, `elsewhere-${index}`)
      for (const [given, why] of [
        [{}, /sealed with a key, and there is none in [^\n]+sealing\.key\. Set KITTIWAKE_SEALING_KEY[^\n]+\n$/],
        [{ KITTIWAKE_SEALING_KEY: other }, /sealed with another key than KITTIWAKE_SEALING_KEY[^\n]+\n$/]
      ] as const) {
        const { exitCode, text } = await words(args, env(elsewhere, given))
        assert.strictEqual(exitCode, 1)
        assert.match(text, /^kittiwake: [^\n]+\n$/)
        assert.match(text, why)
      }
      const taken = await words(args, env(elsewhere, { KITTIWAKE_SEALING_KEY: key }))
      assert.strictEqual(taken.exitCode, 0, taken.text)
      assert.strictEqual(await secretIn({ dataDirectory: elsewhere, sealingKey: key }), secret)
      // Or the file of the key comes along.
      const moved = join(directory.path, `moved-${index}`)
      await cp(elsewhere, moved, { recursive: true })
      await cp(join(dataDirectory, "sealing.key"), join(moved, "sealing.key"))
      assert.strictEqual(await secretIn({ dataDirectory: moved }), secret)
      await rm(join(moved, "sealing.key"))
      const refused = await open({ dataDirectory: moved }).then(
        () => "",
        ({ message }: Error) => message
      )
      assert.match(refused, /sealed with a key, and there is none in .*KITTIWAKE_SEALING_KEY/)
    }
  })

  it("are told of by the doctor", async () => {
    await using directory = await temporaryDirectory()
    const dataDirectory = join(directory.path, "data")
    const line = async (given: Environment = {}) =>
      /^(?:ok|absent|BROKEN) +stored secrets: .*$/m.exec((await words(["doctor"], env(dataDirectory, given))).text)?.[0]
    assert.match((await line())!, /^absent .*none yet; .*own will be made in .*sealing\.key at first start$/)
    await fill({ dataDirectory })
    assert.match((await line())!, /^ok .*own, in .*sealing\.key$/)
    assert.match((await line({ KITTIWAKE_SEALING_KEY: own }))!, /^absent .*another key than KITTIWAKE_SEALING_KEY/)
    await rm(join(dataDirectory, "sealing.key"))
    assert.match((await line({ KITTIWAKE_SEALING_KEY: own }))!, /^BROKEN .*KITTIWAKE_SEALING_KEY/)
  })

  it("of a version that did not seal are sealed, and are not exported before", async () => {
    await using directory = await temporaryDirectory()
    const dataDirectory = join(directory.path, "data")
    await fill({ dataDirectory })
    const plain = `whsec_${"5".repeat(64)}`
    {
      using db = new DatabaseSync(join(dataDirectory, "kittiwake.db"))
      db.exec(`update subscriptions set secret = '${plain}'`)
    }
    const all = join(directory.path, "all.ndjson")
    const refused = await words(["export", all], env(dataDirectory))
    assert.match(refused.text, /^kittiwake: Some secrets are not sealed yet: [^\n]+\n$/)
    {
      await using served = await serve(["start"], env(dataDirectory))
      const { annotations } = await served.logged("secrets.sealed")
      assert.strictEqual(annotations?.sealed, 1)
    }
    assert.strictEqual(await secretIn({ dataDirectory }), plain)
    assert.strictEqual((await words(["export", all], env(dataDirectory))).exitCode, 0)
    assert.notInclude(await readFile(all, "utf8"), plain)
    // Nor does it stand in what the file has room for.
    assert.deepStrictEqual(await holding(dataDirectory, plain), [])
  })
})

describe("kittiwake sealing-key rotate", { timeout: 300_000 }, () => {
  it("replaces the key of the installation, and goes over to the operator's", async () => {
    await using directory = await temporaryDirectory()
    const dataDirectory = join(directory.path, "data")
    const secret = await fill({ dataDirectory })
    const first = await keyOf(dataDirectory)
    const rotated = await words(["sealing-key", "rotate"], env(dataDirectory))
    assert.deepStrictEqual([rotated.exitCode, /^Sealed 2 secrets anew/.test(rotated.text)], [0, true], rotated.text)
    assert.notStrictEqual(await keyOf(dataDirectory), first)
    assert.strictEqual(await secretIn({ dataDirectory }), secret)

    const taken = await words(["sealing-key", "rotate"], env(dataDirectory, { KITTIWAKE_SEALING_KEY: own }))
    assert.strictEqual(taken.exitCode, 0, taken.text)
    const next = await words(
      ["sealing-key", "rotate"],
      env(dataDirectory, { KITTIWAKE_SEALING_KEY: own, KITTIWAKE_SEALING_KEY_NEXT: other })
    )
    assert.strictEqual(next.exitCode, 0, next.text)
    await rm(join(dataDirectory, "sealing.key.previous"))
    assert.strictEqual(await secretIn({ dataDirectory, sealingKey: other }), secret)
    const without = await words(["sealing-key", "rotate"], env(dataDirectory, { KITTIWAKE_SEALING_KEY: other }))
    assert.match(without.text, /^kittiwake: [^\n]+KITTIWAKE_SEALING_KEY_NEXT[^\n]+\n$/)
    const late = await open({ dataDirectory, sealingKey: own }).then(
      () => "opened",
      ({ message }: Error) => message
    )
    assert.match(late, /sealed with another key than KITTIWAKE_SEALING_KEY/)
  })

  it("loses no key that a copy from before needs, wherever it is gone back to", async () => {
    await using directory = await temporaryDirectory()
    const dataDirectory = join(directory.path, "data")
    const given = env(dataDirectory)
    const does = async (args: ReadonlyArray<string>, settings = given) => {
      const { exitCode, text } = await words(args, settings)
      assert.strictEqual(exitCode, 0, `${args.join(" ")}: ${text}`)
    }
    const line = async (settings = given) =>
      /^(?:ok|absent|BROKEN) +stored secrets: .*$/m.exec((await words(["doctor", "--quick"], settings)).text)?.[0] ?? ""
    const secret = await fill({ dataDirectory })
    const keys = [await keyOf(dataDirectory)]
    const [copy, all] = [join(directory.path, "copy.db"), join(directory.path, "all.ndjson")]
    await does(["backup", copy])
    await does(["export", all])
    const snapshots = join(dataDirectory, "snapshots")
    await mkdir(snapshots, { recursive: true })
    for (const _ of [1, 2]) {
      await does(["sealing-key", "rotate"])
      await does(["backup", join(snapshots, `kittiwake-${keys.length}.db`)])
      keys.push(await keyOf(dataDirectory))
    }
    /** What a server that starts makes of it, twice. */
    const starts = async (folder: string, key: string) => {
      const settings = env(folder)
      assert.match(
        await line(settings),
        /^ok .*from before it was replaced, in .*sealing\.key\.previous: the next start/
      )
      {
        await using _served = await serve(["start"], settings)
        await vi.waitFor(async () => assert.strictEqual(await keyOf(folder), key), 20_000)
      }
      assert.match(await line(settings), /^ok .*own, in .*sealing\.key$/)
      assert.strictEqual(await secretIn({ dataDirectory: folder }), secret)
    }
    await does(["restore", copy])
    await starts(dataDirectory, keys[0]!)
    await does(["restore", "kittiwake-1.db"])
    await starts(dataDirectory, keys[1]!)
    const [kept = ""] = (await readdir(dataDirectory)).filter((name) => name.startsWith("kittiwake.db.before-"))
    await does(["restore", join(dataDirectory, kept)])
    await starts(dataDirectory, keys[2]!)
    // An import, and in another directory, beside the files of the keys.
    const elsewhere = join(directory.path, "elsewhere")
    await mkdir(elsewhere)
    for (const name of ["sealing.key", "sealing.key.previous"]) {
      await cp(join(dataDirectory, name), join(elsewhere, name))
    }
    await does(["import", all], env(elsewhere))
    await starts(elsewhere, keys[0]!)
  })

  it("lets a server that runs go on, with a key that it was not started with", async () => {
    await using directory = await temporaryDirectory()
    const dataDirectory = join(directory.path, "data")
    const secret = await fill({ dataDirectory, sealingKey: own })
    await writeFile(join(directory.path, "api-key"), "")
    const given = env(dataDirectory, { KITTIWAKE_SEALING_KEY: own, KITTIWAKE_API_KEY: "sk_0123456789abcdef" })
    await using served = await serve(["start"], given)
    const here = beside(served, given)
    const list = async () => JSON.parse((await run(["monitor", "list", "--json"], here)).stdout)
    const shown = async (id: string) => JSON.parse((await run(["monitor", "show", id, "--json"], here)).stdout)
    const [{ id }] = (await list()) as [{ readonly id: string }]
    assert.strictEqual((await shown(id)).webhook.secret, secret)
    const rotated = await run(["sealing-key", "rotate"], { ...here, KITTIWAKE_SEALING_KEY_NEXT: other })
    assert.deepStrictEqual([rotated.exitCode, rotated.stderr], [0, ""])
    assert.include(rotated.stdout, "KITTIWAKE_SEALING_KEY_NEXT")
    assert.strictEqual((await shown(id)).webhook.secret, secret)
    await served[Symbol.asyncDispose]()
    assert.strictEqual(await secretIn({ dataDirectory, sealingKey: other }), secret)
  })

  it("that is killed at any of its steps on the disk is finished by the next", async () => {
    await using directory = await temporaryDirectory()
    const old = join(directory.path, "old")
    const secret = await fill({ dataDirectory: old })
    const first = await keyOf(old)
    const dieAt = pathToFileURL(join(import.meta.dirname, "support/dieAt.ts")).href
    const once = async (given: Environment) => {
      const data = join(directory.path, `at-${given.DIE_AT ?? "end"}`)
      await cp(old, data, { recursive: true })
      const steps = join(directory.path, "steps")
      const killed = await run(
        ["sealing-key", "rotate"],
        env(data, { NODE_OPTIONS: `--import ${dieAt}`, STEPS_TO: steps, ...given })
      )
      assert.strictEqual(killed.exitCode, given.DIE_AT === undefined ? 0 : null, killed.stderr)
      assert.strictEqual(await secretIn({ dataDirectory: data }), secret)
      const next = await words(["sealing-key", "rotate"], env(data))
      assert.strictEqual(next.exitCode, 0, next.text)
      await rm(join(data, "sealing.key.previous"))
      assert.notStrictEqual(await keyOf(data), first)
      assert.strictEqual(await secretIn({ dataDirectory: data }), secret)
      assert.deepStrictEqual(
        (await readdir(data)).filter((name) => name.startsWith("sealing")),
        ["sealing.key"]
      )
      return Number(await readFile(steps, "utf8").catch(() => "0"))
    }
    const steps = await once({})
    assert.isAtLeast(steps, 6)
    // Every second of them, which takes as long as ten starts, and the others in the next turn.
    for (let step = Math.max(1, steps - 9); step <= steps; step++) {
      if (takesAll || (sideInTurn + step) % 2 === 0) await once({ DIE_AT: String(step) })
    }
  })
})

describe("why secrets would be lost", () => {
  const ring = writeRing(newRing(own))
  const sealedWith = (
    storage: Exclude<Storage, { readonly _tag: "Memory" }>,
    files: Partial<KeptKeys>,
    key: string | null = null
  ) =>
    whyLost(
      {
        storage,
        dataDirectory: "/my data",
        sealingKey: Option.map(Option.fromNullOr(key), Redacted.make),
        nextSealingKey: Option.none()
      },
      ring,
      { usable: key === null ? [] : [key], files: { now: null, next: null, before: [], ...files } }
    )
  const postgres: Exclude<Storage, { readonly _tag: "Memory" }> = {
    _tag: "Postgres",
    url: Redacted.make("postgres://db/x")
  }

  it("beside Postgres says that no file is read, and which one has the key", () => {
    for (const [files, read] of [
      [{ now: own }, 'cat "/my data/sealing.key"'],
      [{ now: other, next: own }, 'cat "/my data/sealing.key.next"'],
      [{ now: other, before: [other, own] }, 'sed -n 2p "/my data/sealing.key.previous"']
    ] as const) {
      const why = sealedWith(postgres, files) ?? ""
      assert.include(why, "With DATABASE_URL none is read from a data directory")
      assert.isTrue(why.endsWith(`set KITTIWAKE_SEALING_KEY="$(${read})"`), why)
    }
    const others: ReadonlyArray<Partial<KeptKeys>> = [{}, { now: other, before: [other] }]
    for (const files of others) {
      assert.match(sealedWith(postgres, files) ?? "", /With DATABASE_URL .*the file sealing\.key in its data directory/)
    }
    assert.match(
      sealedWith(postgres, { now: own }, other) ?? "",
      /another key than KITTIWAKE_SEALING_KEY.*sealing\.key"\)"$/
    )
    assert.isNull(sealedWith(postgres, {}, own))
  })

  it("beside an embedded database names the file that has none", () => {
    assert.match(
      sealedWith({ _tag: "Embedded", dataDirectory: "/my data" }, {}) ?? "",
      /there is none in \/my data\/sealing\.key\. Set KITTIWAKE_SEALING_KEY/
    )
  })
})

describe("what a rotation says", () => {
  it("is how long it waits beside Postgres, as the docs have it", async () => {
    const url = Redacted.make("postgres://db/x")
    assert.isNull(waitText({ storage: { _tag: "Embedded", dataDirectory: "/data" } }))
    const [, seconds = ""] =
      /^Waiting up to (\d+) s /.exec(waitText({ storage: { _tag: "Postgres", url } }) ?? "") ?? []
    const docs = await readFile(new URL("../../../docs/operate/configuration.md", import.meta.url), "utf8")
    assert.include(docs, `waits up to ${seconds} s for other processes`)
  })

  it("is that every process must be started with the key, also the first time that one is set", () => {
    const key = Option.some(Redacted.make(own))
    const none = Option.none<Redacted.Redacted>()
    assert.deepStrictEqual(startText({ sealingKey: none, nextSealingKey: none }), [])
    assert.match(
      startText({ sealingKey: key, nextSealingKey: none })[0] ?? "",
      /^Start every process with the same KITTIWAKE_SEALING_KEY/
    )
    assert.match(startText({ sealingKey: key, nextSealingKey: key })[0] ?? "", /as KITTIWAKE_SEALING_KEY from now on/)
  })
})
