/**
 * A process that gives grants and tokens, to be killed. It does one step for each line of JSON on its standard input and writes
 * what came of it, a line of JSON too; a step may name where in its write the process dies.
 */
import { writeSync } from "node:fs"
import { createInterface } from "node:readline"
import { ClientDocuments } from "@kittiwake/core/grants/ClientDocuments"
import { GrantStore } from "@kittiwake/core/grants/GrantStore"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Cursors } from "@kittiwake/core/paging/Cursors"
import { Effect, Layer, Option, Redacted } from "effect"
import * as adapters from "../../packages/cli/src/adapters.ts"
import { readSettings } from "../../packages/cli/src/config.ts"
import * as logging from "../../packages/cli/src/logging.ts"
import { challenge, type GrantStep, type Place, verifier } from "./grantSteps.ts"

const tell = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`)

const die = Effect.sync(() => process.kill(process.pid, "SIGKILL"))

let place: Place | undefined

/** Dies after so many turns of the loop, whatever is under way then. */
const dieAfter = (turns: number): void => {
  if (turns === 0) process.kill(process.pid, "SIGKILL")
  else setImmediate(dieAfter, turns - 1)
}

/** Dies before, amid or behind a write, where the step says so. */
const trapped = <A, E>(write: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    if (place === "before") return Effect.andThen(die, write)
    if (place === "behind") return Effect.tap(write, die)
    if (typeof place === "number") dieAfter(place)
    return write
  })

const trappedStore = Layer.effect(
  GrantStore,
  Effect.map(GrantStore, (store) => ({
    ...store,
    sign: (...args: Parameters<typeof store.sign>) =>
      Effect.andThen(
        Effect.sync(() => tell({ signing: args[1].digest })),
        trapped(store.sign(...args))
      ),
    exchange: (...args: Parameters<typeof store.exchange>) =>
      Effect.andThen(
        Effect.sync(() => tell({ exchanging: args[2].map(({ digest }) => digest) })),
        trapped(store.exchange(...args))
      )
  }))
)

const consent = Effect.gen(function* () {
  const grants = yield* Grants
  const { client } = yield* grants.register({ redirect_uris: ["http://127.0.0.1/callback"] })
  const organizations = yield* Organizations
  yield* organizations.ensureFirst({ plan: "developer", secret: Option.none() })
  const [organization] = yield* organizations.list
  const { code, grant } = yield* grants.sign({
    ...{ id: yield* grants.newId, organizationId: organization!.id, keyId: null, client },
    ...{ redirectUri: "http://127.0.0.1:5555/callback", scopes: ["api.read"], dailyCredits: null },
    ...{ resource: "https://kittiwake.example/mcp", challenge }
  })
  return { code: Redacted.value(code), client: client.id, grant: grant.id }
})

const done = Effect.fnUntraced(function* (step: GrantStep) {
  const grants = yield* Grants
  place = step.dies
  switch (step.does) {
    case "consent":
      return yield* consent
    case "redeem": {
      const { client, kind, token } = step
      const given = yield* grants.redeem(kind, {
        client: yield* grants.client(client, { owner: "", isStranger: true }),
        token,
        verifier,
        resources: []
      })
      return { access: Redacted.value(given.accessToken), refresh: Redacted.value(given.refreshToken) }
    }
    case "call":
      yield* grants.authenticate(step.token)
      return { called: true }
    case "find": {
      const store = yield* GrantStore
      const found = yield* Effect.forEach(step.digests, (digest) => store.find(digest))
      return {
        found: found.map(Option.isSome),
        revoked: found.some((one) => Option.isSome(one) && one.value.grant.revokedAt !== null)
      }
    }
  }
})

const program = Effect.gen(function* () {
  const settings = yield* readSettings(false)
  const layer = Grants.layer.pipe(
    Layer.provide([ClientDocuments.layerNone, Cursors.layer]),
    Layer.provideMerge(Organizations.layer),
    Layer.provideMerge(trappedStore),
    Layer.provideMerge(adapters.layerStorage(settings))
  )
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  yield* Effect.gen(function* () {
    for (;;) {
      const line = yield* Effect.promise(() => lines.next())
      if (line.done === true) return
      const came = yield* done(JSON.parse(line.value) as GrantStep).pipe(
        Effect.catch((error) => Effect.succeed({ refused: "reason" in error ? String(error.reason) : error._tag }))
      )
      tell({ came })
    }
  }).pipe(Effect.provide(layer))
})

Effect.runPromise(program.pipe(Effect.provide(logging.layerCommand))).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
