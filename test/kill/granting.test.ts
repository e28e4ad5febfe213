/**
 * Grants, codes and tokens of processes that are killed between their issue and their use, and amid a rotation. Observed: what
 * the next process finds and answers.
 */
import { assert, describe, it } from "@effect/vitest"
import type { OpenStorage } from "../endToEnd/storages.ts"
import { testProgram } from "../setup/sharedServers.ts"
import type { GrantStep, Place } from "./grantSteps.ts"
import { runToEnd } from "./runToEnd.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

const program = await testProgram("test/kill/grantChild.ts")

/** What a process told of its steps. */
interface Told {
  readonly signing?: string
  readonly exchanging?: ReadonlyArray<string>
  readonly code?: string
  readonly client?: string
  readonly access?: string
  readonly refresh?: string
  readonly refused?: string
  readonly called?: boolean
  readonly found?: ReadonlyArray<boolean>
  readonly revoked?: boolean
}

const places: ReadonlyArray<Place> = ["before", 0, 1, 2, 4, 8, "behind"]

const killAround = async (open: OpenStorage) => {
  await using storage = await open()
  const run = async (...steps: ReadonlyArray<GrantStep>) => {
    const ended = await runToEnd(program, storage, { GRANT_STEPS: JSON.stringify(steps) })
    const told = ended.stdout
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as Told)
    const isToDie = steps.some(({ dies }) => dies !== undefined)
    assert.strictEqual(ended.signal, isToDie ? "SIGKILL" : null, ended.stderr)
    if (!isToDie) assert.strictEqual(ended.exitCode, 0, ended.stderr)
    // What a step came to, without what was written down before its write.
    const came = told.filter(({ exchanging, signing }) => exchanging === undefined && signing === undefined)
    return { told, came }
  }
  const outcomes = new Set<string>()

  for (const kind of ["code", "refresh"] as const) {
    for (const dies of places) {
      // The one before has lived through its death: it gives what is needed to die once more.
      const { came: made } = await run({ does: "consent" })
      const { client = "", code = "" } = made[0] ?? {}
      const before = kind === "code" ? null : (await run({ does: "redeem", kind: "code", client, token: code })).came[0]
      const token = before?.refresh ?? code
      const redeem: GrantStep = { does: "redeem", kind, client, token }
      const killed = await run({ ...redeem, dies })
      const given = killed.told.find(({ exchanging }) => exchanging !== undefined)?.exchanging ?? []
      assert.lengthOf(given, 2, `${kind} ${dies}`)

      // An honest client heard nothing, so it tries the same once more.
      const { came } = await run(
        { does: "find", digests: given },
        redeem,
        ...(before?.access === undefined ? [] : [{ does: "call" as const, token: before.access }])
      )
      const [{ found = [] } = {}, retried = {}, called] = came
      const about = `${kind} killed at ${dies}: ${JSON.stringify(came)}`
      assert.strictEqual(new Set(found).size, 1, `both tokens or none: ${about}`)
      const wasWritten = found[0] === true
      if (dies === "before") assert.isFalse(wasWritten, about)
      if (dies === "behind") assert.isTrue(wasWritten, about)
      outcomes.add(`${kind} ${wasWritten ? "written" : "unwritten"}`)
      if (wasWritten) {
        // The contract: a second use ends the grant, and nobody is left with a token that works.
        assert.strictEqual(retried.refused, "invalid_grant", about)
        if (called !== undefined) assert.strictEqual(called.refused, "Unauthorized", about)
        const [after] = (await run({ does: "find", digests: given })).came
        assert.isTrue(after?.revoked, about)
      } else {
        // Nothing was used, so nobody is punished, and no other pair exists.
        assert.isString(retried.access, about)
        if (called !== undefined) assert.isTrue(called.called, about)
        const [works, again] = (
          await run(
            { does: "call", token: retried.access ?? "" },
            { ...redeem, kind: "refresh", token: retried.refresh ?? "" }
          )
        ).came
        assert.isTrue(works?.called, about)
        assert.isString(again?.access, about)
      }
    }
  }
  assert.includeMembers([...outcomes], ["code written", "code unwritten", "refresh written", "refresh unwritten"])

  // A consent that was killed is a grant with its code, or none.
  for (const dies of ["before", 0, 2, "behind"] as const) {
    const { told } = await run({ does: "consent", dies })
    const digest = told.find(({ signing }) => signing !== undefined)?.signing ?? assert.fail("nothing was signed")
    const [{ found = [] } = {}] = (await run({ does: "find", digests: [digest] })).came
    if (dies === "before") assert.deepStrictEqual(found, [false])
    if (dies === "behind") assert.deepStrictEqual(found, [true])
  }
}

const storages = await storagesInTurn("granting")

describe("a process that gives tokens and is killed", { timeout: 900_000 }, () => {
  for (const { name, open, options } of storages)
    it.concurrent(`leaves a code or token used with both that it gave, or unused with none, on ${name}`, options, () =>
      killAround(open)
    )
})
