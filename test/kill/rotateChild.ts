/**
 * A process that replaces the sealing key, to be killed: it goes over to each of the keys of `KILL_KEYS`, one after the other,
 * and tells what came of each. In going over to the last it dies before or behind the nth write to its database (`KILL_AT`).
 */
import { writeSync } from "node:fs"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { SealedStore } from "@kittiwake/core/security/SealedStore"
import { Security } from "@kittiwake/core/security/Security"
import * as Sealer from "@kittiwake/crypto/Sealer"
import { Effect, Layer, Option, Redacted } from "effect"
import * as adapters from "../../packages/cli/src/adapters.ts"
import { readSettings } from "../../packages/cli/src/config.ts"
import { inFile, sealingKeyFile } from "../../packages/cli/src/keyFile.ts"
import * as logging from "../../packages/cli/src/logging.ts"

const keys = (process.env.KILL_KEYS ?? "").split(",")
const dieAt = Number(process.env.KILL_AT ?? 0)
let isLast = false
let steps = 0

const step = Effect.sync(() => {
  steps += 1
  if (isLast && steps === dieAt) process.kill(process.pid, "SIGKILL")
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
  const place = storage._tag === "Embedded" ? { place: inFile(sealingKeyFile(storage.dataDirectory)) } : {}
  yield* Effect.gen(function* () {
    for (const [index, next] of keys.entries()) {
      const key = index === 0 ? settings.sealingKey : Option.some(Redacted.make(keys[index - 1]!))
      const layer = Security.layer.pipe(Layer.provide(Sealer.layer({ key, ...place })), Layer.provide(trapped))
      isLast = index === keys.length - 1
      steps = 0
      const rotate = Security.use((security) => security.rotate(Option.some(Redacted.make(next))))
      const done = yield* Effect.provide(rotate, layer)
      writeSync(1, `${JSON.stringify({ ...done, steps })}\n`)
    }
  }).pipe(Effect.provide(adapters.layerStorage(settings)))
})

Effect.runPromise(program.pipe(Effect.provide(logging.layerCommand))).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
