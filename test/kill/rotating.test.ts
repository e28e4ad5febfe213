/** The sealing key, replaced by processes that are killed before and behind each of their writes. */
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import type { OpenStorage, Storage } from "../endToEnd/storages.ts"
import { testProgram } from "../setup/sharedServers.ts"
import { runToEnd } from "./runToEnd.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

const keyOf = (number: number) => `the sealing key of turn ${number}`.padEnd(40, "x").replaceAll(" ", "_")

const openWith = ({ env }: Storage, sealingKey: string) =>
  Kittiwake.open({
    ...(env.DATABASE_URL === undefined
      ? { dataDirectory: env.KITTIWAKE_DATA_DIR! }
      : { databaseUrl: env.DATABASE_URL }),
    worker: false,
    sealingKey
  })

const secretsWith = async (storage: Storage, key: string): Promise<ReadonlyArray<string | undefined> | "refused"> => {
  try {
    await using kittiwake = await openWith(storage, key)
    return (await kittiwake.monitors.list()).data.map(({ webhook }) => webhook?.secret).toSorted()
  } catch (error) {
    assert.match((error as Error).message, /KITTIWAKE_SEALING_KEY/)
    return "refused"
  }
}

const program = await testProgram("test/kill/rotateChild.ts")

const rotate = (storage: Storage, given: Readonly<Record<string, string>>) => runToEnd(program, storage, given)

const cookie = { domain: "example.com", path: "/", expires: -1, httpOnly: true, secure: true, sameSite: "Lax" as const }

const fill = async (storage: Storage, key: string) => {
  await using kittiwake = await openWith(storage, key)
  for (const name of ["a", "b"]) {
    await kittiwake.monitors.create({
      name,
      target: { type: "page", url: "https://example.com/" },
      webhook: { url: "https://hooks.example.com/", events: ["change.detected"] }
    })
  }
  await kittiwake.web.profiles.create({ session: { cookies: [{ ...cookie, name: "sid", value: "s" }], origins: [] } })
}

/** Kills at every step. The process that dies next has finished first what was left, and goes over to another key each time. */
const killAtEachStep = async (open: OpenStorage, isShared: boolean) => {
  await using storage = await open()
  await fill(storage, keyOf(0))
  const secrets = await secretsWith(storage, keyOf(0))
  assert.isTrue(secrets !== "refused" && secrets.length === 2)
  const whole = await rotate(storage, { KITTIWAKE_SEALING_KEY: keyOf(0), KILL_KEYS: keyOf(1) })
  assert.strictEqual(whole.exitCode, 0, whole.stderr)
  const { sealed, steps } = JSON.parse(whole.stdout) as { readonly sealed: number; readonly steps: number }
  // Processes that share a database keep the name of their place of large bytes in it.
  assert.strictEqual(sealed, isShared ? 4 : 3)
  assert.isAtLeast(steps, 10)
  const openedBy = new Set<string>()
  for (let step = 1; step <= steps; step++) {
    const [before, old, next] = [keyOf(step - 1), keyOf(step), keyOf(step + 1)]
    const killed = await rotate(storage, {
      ...(step === 1
        ? { KITTIWAKE_SEALING_KEY: old, KILL_KEYS: next }
        : { KITTIWAKE_SEALING_KEY: before, KILL_KEYS: `${old},${next}` }),
      KILL_AT: String(step)
    })
    assert.strictEqual(killed.signal, "SIGKILL", `${step}: ${killed.stderr}`)
    assert.lengthOf(killed.stdout.match(/"steps":/g) ?? [], step === 1 ? 0 : 1, `${step}: ${killed.stdout}`)
    assert.strictEqual(await secretsWith(storage, before), "refused")
    const read = { old: await secretsWith(storage, old), next: await secretsWith(storage, next) }
    // Whoever has either key meanwhile reads everything, and nobody reads a part.
    for (const [name, found] of Object.entries(read)) {
      if (found === "refused") continue
      assert.deepStrictEqual(found, secrets)
      openedBy.add(name)
    }
    assert.isFalse(read.old === "refused" && read.next === "refused", `after step ${step} no key opens it`)
  }
  const [old, next] = [keyOf(steps), keyOf(steps + 1)]
  const finished = await rotate(storage, { KITTIWAKE_SEALING_KEY: old, KILL_KEYS: next })
  assert.strictEqual(finished.exitCode, 0, finished.stderr)
  assert.strictEqual(await secretsWith(storage, old), "refused")
  assert.deepStrictEqual(await secretsWith(storage, next), secrets)
  assert.deepStrictEqual(openedBy, new Set(["old", "next"]))
}

const storages = await storagesInTurn("rotating")

describe("a rotation of the sealing key that is killed", { timeout: 400_000 }, () => {
  for (const { name, open, options } of storages)
    it.concurrent(`loses nothing on ${name}, and is finished by the next`, options, () =>
      killAtEachStep(open, name === "Postgres")
    )
})
