/**
 * Grants, codes and tokens of processes that are killed between their issue and their use, and amid a rotation. Observed: what
 * the next process finds and answers.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { assert, describe, it } from "@effect/vitest"
import type { OpenStorage, Storage } from "../endToEnd/storages.ts"
import { testProgram } from "../setup/sharedServers.ts"
import type { GrantStep, Place } from "./grantSteps.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

const program = await testProgram("test/kill/grantChild.ts")

/** What a step came to. */
interface Came {
  readonly code?: string
  readonly client?: string
  readonly access?: string
  readonly refresh?: string
  readonly refused?: string
  readonly called?: boolean
  readonly found?: ReadonlyArray<boolean>
  readonly revoked?: boolean
}

/** What a process wrote: before a write what it is about to write, and behind a step what it came to. */
interface Told {
  readonly signing?: string
  readonly exchanging?: ReadonlyArray<string>
  readonly came?: Came
}

const places: ReadonlyArray<Place> = ["before", 0, 1, 2, 4, 8, "behind"]

/** A process that does a step after the other, as it is told to, until it dies in one. */
const begin = (storage: Storage) => {
  const child = spawn(process.execPath, [program.file], {
    env: { PATH: process.env.PATH ?? "", ...program.env, ...storage.env },
    stdio: ["pipe", "pipe", "pipe"]
  })
  let stderr = ""
  child.stderr.on("data", (chunk) => (stderr += String(chunk)))
  const closed = once(child, "close")
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  /** The next line; none when it has ended, and of one that death cut short. */
  const next = async (): Promise<Told | null> => {
    const line = await lines.next()
    return line.done === true || !line.value.endsWith("}") ? null : (JSON.parse(line.value) as Told)
  }
  const give = (step: GrantStep & { readonly dies?: Place }) => child.stdin.write(`${JSON.stringify(step)}\n`)
  return {
    /** Does a step and lives. */
    does: async (step: GrantStep): Promise<Came> => {
      give(step)
      for (;;) {
        const told = await next()
        if (told === null) return assert.fail(`it ended in ${step.does}: ${stderr}`)
        if (told.came !== undefined) return told.came
      }
    },
    /** Does a step and dies in it; what it wrote of it. */
    dies: async (step: GrantStep, dies: Place): Promise<ReadonlyArray<Told>> => {
      give({ ...step, dies })
      const told: Array<Told> = []
      for (let one = await next(); one !== null; one = await next()) told.push(one)
      await closed
      assert.strictEqual(child.signalCode, "SIGKILL", stderr)
      return told
    },
    /** Has nothing more to do, and ends by itself. */
    ends: async () => {
      child.stdin.end()
      await closed
      assert.strictEqual(child.exitCode, 0, stderr)
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL")
  }
}

const killAround = async (open: OpenStorage) => {
  await using storage = await open()
  using processes = new DisposableStack()
  const start = () => processes.use(begin(storage))
  const outcomes = new Set<string>()
  let alive = start()

  for (const kind of ["code", "refresh"] as const) {
    for (const dies of places) {
      // The one that took over from the one before gives what is needed to die once more.
      const { client = "", code = "" } = await alive.does({ does: "consent" })
      const before = kind === "code" ? null : await alive.does({ does: "redeem", kind: "code", client, token: code })
      const token = before?.refresh ?? code
      const redeem: GrantStep = { does: "redeem", kind, client, token }
      const told = await alive.dies(redeem, dies)
      const given = told.find(({ exchanging }) => exchanging !== undefined)?.exchanging ?? []
      assert.lengthOf(given, 2, `${kind} ${dies}`)

      // An honest client heard nothing, so it tries the same once more.
      alive = start()
      const { found = [] } = await alive.does({ does: "find", digests: given })
      const retried = await alive.does(redeem)
      const called = before?.access === undefined ? undefined : await alive.does({ does: "call", token: before.access })
      const about = `${kind} killed at ${dies}: ${JSON.stringify({ found, retried, called })}`
      assert.strictEqual(new Set(found).size, 1, `both tokens or none: ${about}`)
      const wasWritten = found[0] === true
      if (dies === "before") assert.isFalse(wasWritten, about)
      if (dies === "behind") assert.isTrue(wasWritten, about)
      outcomes.add(`${kind} ${wasWritten ? "written" : "unwritten"}`)
      if (wasWritten) {
        // The contract: a second use ends the grant, and nobody is left with a token that works.
        assert.strictEqual(retried.refused, "invalid_grant", about)
        if (called !== undefined) assert.strictEqual(called.refused, "Unauthorized", about)
        assert.isTrue((await alive.does({ does: "find", digests: given })).revoked, about)
      } else {
        // Nothing was used, so nobody is punished, and no other pair exists.
        assert.isString(retried.access, about)
        if (called !== undefined) assert.isTrue(called.called, about)
        assert.isTrue((await alive.does({ does: "call", token: retried.access ?? "" })).called, about)
        const again = await alive.does({ ...redeem, kind: "refresh", token: retried.refresh ?? "" })
        assert.isString(again.access, about)
      }
    }
  }
  assert.includeMembers([...outcomes], ["code written", "code unwritten", "refresh written", "refresh unwritten"])

  // A consent that was killed is a grant with its code, or none.
  for (const dies of ["before", 0, 2, "behind"] as const) {
    const told = await alive.dies({ does: "consent" }, dies)
    const digest = told.find(({ signing }) => signing !== undefined)?.signing ?? assert.fail("nothing was signed")
    alive = start()
    const { found = [] } = await alive.does({ does: "find", digests: [digest] })
    if (dies === "before") assert.deepStrictEqual(found, [false])
    if (dies === "behind") assert.deepStrictEqual(found, [true])
  }
  await alive.ends()
}

const storages = await storagesInTurn("granting")

describe("a process that gives tokens and is killed", { timeout: 900_000 }, () => {
  for (const { name, open, options } of storages)
    it.concurrent(`leaves a code or token used with both that it gave, or unused with none, on ${name}`, options, () =>
      killAround(open)
    )
})
