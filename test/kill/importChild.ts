/**
 * A process that imports a list of brands (`KILL_LIST`), to be killed. It says on standard output when it begins to write a part and
 * when it has written it, dies by itself at one of these (`KILL_AT`, as `taken#2`), and tells what the import came to where it lives.
 */
import { writeSync } from "node:fs"
import { basename } from "node:path"
import { BrandListStore } from "@kittiwake/core/brands/BrandListStore"
import { DomainNames } from "@kittiwake/core/sites/DomainNames"
import * as Names from "@kittiwake/fetch/DomainNames"
import { Effect, Layer } from "effect"
import * as adapters from "../../packages/cli/src/adapters.ts"
import { importList, openList } from "../../packages/cli/src/brandLists/importList.ts"
import { readSettings } from "../../packages/cli/src/config.ts"
import * as logging from "../../packages/cli/src/logging.ts"
import { Operator } from "../../packages/cli/src/operator/Operator.ts"
import * as services from "../../packages/cli/src/services.ts"

const counts = { taking: 0, taken: 0 }

/** Each line has left the process before the next instruction. */
const pass = (beat: keyof typeof counts) =>
  Effect.sync(() => {
    counts[beat] += 1
    const line = `${beat}#${counts[beat]}`
    writeSync(1, `${line}\n`)
    if (line === process.env.KILL_AT) process.kill(process.pid, "SIGKILL")
  })

const trapped = Layer.effect(
  BrandListStore,
  Effect.map(BrandListStore, (store) => ({
    ...store,
    take: (part: Parameters<typeof store.take>[0]) =>
      pass("taking").pipe(Effect.andThen(store.take(part)), Effect.tap(pass("taken")))
  }))
)

const program = Effect.gen(function* () {
  const settings = yield* readSettings(false)
  const path = process.env.KILL_LIST ?? ""
  const { registrable } = yield* Effect.provide(DomainNames, Names.layer)
  const choice = { path, name: basename(path), list: null, first: null, again: false }
  const opened = yield* openList(choice, registrable)
  const operator = Operator.layer.pipe(
    Layer.provide(services.layerAdministration),
    Layer.provide(adapters.layerSealing(settings)),
    Layer.provide(trapped.pipe(Layer.provideMerge(adapters.layerStorage(settings))))
  )
  const imported = yield* Operator.use((all) => importList(all, choice, opened, registrable, () => Effect.void)).pipe(
    Effect.provide(operator)
  )
  const { endedAt, startedAt: _, updatedAt: __, ...state } = imported.state
  writeSync(1, `${JSON.stringify({ ...imported, state: { ...state, hasEnded: endedAt !== null } })}\n`)
})

Effect.runPromise(program.pipe(Effect.provide(logging.layerCommand))).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
