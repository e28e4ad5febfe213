/** What stands in `deploy/`, read as systemd and Compose read it. Observed: settings, commands, paths and times that fit. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { parse } from "yaml"
import { readSettings } from "../packages/cli/src/config.ts"
import { kittiwake } from "../packages/cli/src/kittiwakeCommand.ts"
import { root } from "../scripts/workspace.ts"

const text = (file: string) => readFile(join(root, "deploy", file), "utf8")

const commands = (await kittiwake()).subcommands.flatMap((group) => group.commands.map(({ name }) => name))

/** The settings of an environment, of which every name and value must be one. */
const settingsOf = (environment: Readonly<Record<string, string>>) =>
  readSettings(false).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.tap(({ unused }) => Effect.sync(() => assert.deepStrictEqual(unused, []))),
    Effect.runPromise
  )

/** `NAME=value` where it stands at the beginning of a word. */
const assignments = (words: string): Record<string, string> =>
  Object.fromEntries([...words.matchAll(/(?<=^|\s)([A-Z][A-Z_0-9]*)=(\S+)/g)].map(([, name, value]) => [name, value]))

describe("the unit of systemd", () => {
  const read = async () =>
    Object.fromEntries(
      (await text("kittiwake.service"))
        .split("\n")
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
    )

  it("starts the command of this repository with settings that it takes", async () => {
    const unit = await read()
    const settings = await settingsOf(assignments(unit.Environment?.replace("%S", "/var/lib") ?? ""))
    assert.deepInclude(settings, { dataDirectory: `/var/lib/${unit.StateDirectory}`, log: "json" })
    const [program = "", command = "", ...rest] = unit.ExecStart?.split(" ") ?? []
    assert.strictEqual(program, `${unit.WorkingDirectory}/node_modules/.bin/kittiwake`)
    assert.deepStrictEqual([commands.includes(command), rest], [true, []])
  })

  it("waits as long as a stop may take, and does not start again what a setting keeps from starting", async () => {
    const unit = await read()
    const guide = await readFile(join(root, "docs/operate/deploy.md"), "utf8")
    assert.include(guide, `Give it ${unit.TimeoutStopSec} seconds`)
    assert.deepInclude(unit, { Restart: "on-failure", RestartPreventExitStatus: "2" })
  })
})

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly image: string
  readonly command?: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: ReadonlyArray<string>
  readonly volumes?: ReadonlyArray<string>
  readonly stop_grace_period?: string
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
}

/** What Compose puts in the place of `${NAME:?why}`. */
const given: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: "secret",
  KITTIWAKE_API_KEY: "sk_0123456789012345678901234567890123456789",
  KITTIWAKE_SEALING_KEY: "a-key-of-the-installation-that-nobody-can-guess"
}

const compose = async (file: string): Promise<Compose> =>
  parse(
    (await text(file)).replaceAll(/\$\{([A-Z_]+):\?[^}]*\}/g, (_, name) => given[name] ?? assert.fail(name)),
    { merge: true }
  )

/** What the image sets. */
const imageSettings = async () => {
  const [, block = ""] = /^ENV ((?:.*\\\n)*.*)$/m.exec(await text("Containerfile")) ?? []
  return assignments(block)
}

describe("the containers", () => {
  it.each(["compose.yaml", "compose.postgres.yaml"])("of %s are started with settings and commands", async (file) => {
    const { services, volumes } = await compose(file)
    const ours = Object.values(services).filter(({ image }) => image === "kittiwake")
    assert.isNotEmpty(ours)
    for (const { build, command = ["start"], environment = {}, ports = [], stop_grace_period } of ours) {
      const settings = await settingsOf({ ...(await imageSettings()), ...environment })
      assert.strictEqual(settings.host, "0.0.0.0")
      for (const port of ports) assert.match(port, new RegExp(`^127\\.0\\.0\\.1:\\d+:${settings.port}$`))
      assert.deepStrictEqual([command.length, commands.includes(command[0] ?? "")], [1, true])
      assert.strictEqual(stop_grace_period, "60s")
      assert.deepStrictEqual(build, { context: "..", dockerfile: "deploy/Containerfile" })
    }
    const used = Object.values(services).flatMap(({ volumes: mounted = [] }) => mounted)
    assert.sameMembers([...new Set(used.map((mount) => mount.split(":")[0] ?? ""))], Object.keys(volumes))
  })

  it("keep what must last in the volume, and share one database and one key", async () => {
    const settings = await settingsOf(await imageSettings())
    const containerfile = await text("Containerfile")
    assert.include(containerfile, `VOLUME ${settings.dataDirectory}`)
    assert.include(containerfile, `EXPOSE ${settings.port}`)
    assert.include(containerfile, `http://127.0.0.1:${settings.port}/health`)
    assert.deepStrictEqual((await compose("compose.yaml")).services.kittiwake?.volumes, [
      `data:${settings.dataDirectory}`
    ])
    const { api, postgres, worker } = (await compose("compose.postgres.yaml")).services
    const { KITTIWAKE_ROLE: role, ...shared } = api?.environment ?? {}
    assert.strictEqual(role, "http")
    assert.deepStrictEqual(worker?.environment, shared)
    assert.strictEqual(
      shared.DATABASE_URL,
      `postgres://${postgres?.environment?.POSTGRES_USER}:${given.POSTGRES_PASSWORD}@postgres:5432/${postgres?.environment?.POSTGRES_DB}`
    )
  })

  it("read and write large bytes in one place, whichever role they have", async () => {
    const beside = (await compose("compose.redis.yaml")).services
    const { services, volumes } = await compose("compose.postgres.yaml")
    const ours = Object.entries(services).filter(([, { image }]) => image === "kittiwake")
    assert.sameMembers(
      ours.map(([name]) => name),
      ["api", "worker"]
    )
    const places = await Promise.all(
      ours.map(async ([name, service]) => {
        const environment = { ...(await imageSettings()), ...service.environment, ...beside[name]?.environment }
        const { blobs, named } = await settingsOf(environment)
        // The doctor takes a folder that nobody chose for one that others do not see.
        assert.include(named, "KITTIWAKE_BLOBS")
        if (blobs._tag === "Bucket") return blobs
        const mounts = [...(service.volumes ?? []), ...(beside[name]?.volumes ?? [])].map((mount) => mount.split(":"))
        const [volume = "", folder = ""] =
          mounts.find(([, at = ""]) => `${blobs.directory}/`.startsWith(`${at}/`)) ?? []
        assert.include(Object.keys(volumes), volume, `${name} keeps large bytes where no other process sees them`)
        return [volume, blobs.directory.slice(folder.length)]
      })
    )
    assert.deepStrictEqual(places[0], places[1])
  })

  it("share one Redis where it is put beside them", async () => {
    const beside = (await compose("compose.redis.yaml")).services
    const postgres = (await compose("compose.postgres.yaml")).services
    for (const name of ["api", "worker"]) {
      const { redis } = await settingsOf({ ...postgres[name]?.environment, ...beside[name]?.environment })
      assert.strictEqual(Redacted.value(Option.getOrThrow(redis)), "redis://redis:6379")
    }
    assert.include(Object.keys(beside), "redis")
  })

  it("are made of what a clone holds, and of nothing that a build or a run left", async () => {
    const ignored = (await readFile(join(root, ".dockerignore"), "utf8")).split("\n")
    for (const name of [".git", "**/node_modules", "**/.kittiwake", "**/.env*", "examples/*/data"])
      assert.include(ignored, name)
    assert.include(await text("Containerfile"), "npm ci")
  })
})
