/**
 * A process that replaces the sealing key, to be killed: it dies before or behind the nth write to its database
 * (`KILL_AT`), and tells how many there were where it lives. `KILL_NEXT` is the key to go over to; without one the
 * installation makes one.
 */
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { SealedStore } from "@kittiwake/core/security/SealedStore"
import { Security } from "@kittiwake/core/security/Security"
import * as Sealer from "@kittiwake/crypto/Sealer"
import { Effect, Layer, Option, Redacted } from "effect"
import * as adapters from "../../packages/cli/src/adapters.ts"
import { readSettings } from "../../packages/cli/src/config.ts"
import { inFile, sealingKeyFile } from "../../packages/cli/src/keyFile.ts"
import * as logging from "../../packages/cli/src/logging.ts"

const dieAt = Number(process.env.KILL_AT ?? 0)
let steps = 0

const step = Effect.sync(() => {
  steps += 1
  if (steps === dieAt) process.kill(process.pid, "SIGKILL")
})

const counted =
  <Args extends ReadonlyArray<unknown>, A, E>(write: (...args: Args) => Effect.Effect<A, E>) =>
  (...args: Args) =>
    step.pipe(Effect.andThen(write(...args)), Effect.tap(step))

const trapped = Layer.mergeAll(
  Layer.effect(
    InstanceSecretStore,
    Effect.map(InstanceSecretStore, (store) => ({
      ...store,
      getOrKeep: counted(store.getOrKeep),
      replace: counted(store.replace)
    }))
  ),
  Layer.effect(
    SealedStore,
    Effect.map(SealedStore, (store) => ({
      ...store,
      // One at a time, so that death comes between two of them.
      replace: (...[kind, values]: Parameters<typeof store.replace>) =>
        Effect.map(
          Effect.forEach(values, (value) => counted(store.replace)(kind, [value])),
          (replaced) => replaced.reduce((sum, one) => sum + one, 0)
        )
    }))
  )
)

const program = Effect.gen(function* () {
  const settings = yield* readSettings(false)
  const { storage } = settings
  const sealer = Sealer.layer({
    key: settings.sealingKey,
    ...(storage._tag === "Embedded" ? { place: inFile(sealingKeyFile(storage.dataDirectory)) } : {})
  })
  const next = process.env.KILL_NEXT
  const layer = Security.layer.pipe(
    Layer.provide(sealer),
    Layer.provide(trapped),
    Layer.provide(adapters.layerStorage(settings))
  )
  const done = yield* Security.use((security) =>
    security.rotate(next === undefined ? Option.none() : Option.some(Redacted.make(next)))
  ).pipe(Effect.provide(layer))
  console.log(JSON.stringify({ ...done, steps }))
})

Effect.runPromise(program.pipe(Effect.provide(logging.layerCommand))).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
