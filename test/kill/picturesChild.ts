/**
 * A process that keeps a brand twice, with other pictures the second time, to be killed: it says on standard output what it has done and
 * dies by itself behind it (`KILL_AT`). With `KILL_PRUNE`, a number of days, it drops what is too old by then.
 */
import { writeSync } from "node:fs"
import { AssetStore } from "@kittiwake/core/assets/AssetStore"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandProfile } from "@kittiwake/core/brands/domain/BrandProfile"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DateTime, Effect } from "effect"
import * as adapters from "../../packages/cli/src/adapters.ts"
import { readSettings } from "../../packages/cli/src/config.ts"
import * as logging from "../../packages/cli/src/logging.ts"

const noon = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const at = (days: number) => DateTime.add(noon, { days })

/** Each line has left the process before the next instruction. */
const pass = (beat: string) =>
  Effect.sync(() => {
    writeSync(1, `${beat}\n`)
    if (beat === process.env.KILL_AT) process.kill(process.pid, "SIGKILL")
  })

const profileOf = (ids: ReadonlyArray<string>): BrandProfile => ({
  ...{ domain: "tern.example", title: "Tern", description: null, slogan: null, colours: [], logos: [], socials: [] },
  backdrops: ids.map((assetId) => ({ assetId, width: 3, height: 2, colours: [] })),
  ...{ address: null, stock: null, employees: null, email: null, phone: null, language: null },
  links: { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null },
  ...{ isAdult: false, sources: [], isThin: false }
})

/** Puts pictures, and then the profile that names them, as whoever reads a brand does. */
const keep = Effect.fnUntraced(function* (reading: string, day: number) {
  const [assets, brands] = [yield* AssetStore, yield* BrandStore]
  const ids = [1, 2].map((n) => `ast_${reading}_${n}`)
  const organizationId = OrganizationId.make("org_terns")
  yield* Effect.forEach(ids, (id) => {
    const asset = { id, organizationId, mediaType: "image/png", createdAt: at(day), expiresAt: at(day + 30) }
    return assets.put({ ...asset, bytes: new TextEncoder().encode(`the bytes of ${id}`) })
  })
  yield* pass(`put ${reading}`)
  yield* brands.keepProfile(
    { domain: "tern.example", language: null, profile: profileOf(ids), readAt: at(day) },
    { keptUntil: at(day + 395), leftUntil: at(day + 30) },
    at(day)
  )
  yield* pass(`kept ${reading}`)
})

const program = Effect.gen(function* () {
  const settings = yield* readSettings(false)
  const days = process.env.KILL_PRUNE
  const work =
    days === undefined
      ? Effect.andThen(keep("first", 0), keep("second", 1))
      : AssetStore.use((assets) => assets.prune(at(Number(days)), 1_000))
  yield* Effect.provide(work, adapters.layerStorage(settings))
})

Effect.runPromise(program.pipe(Effect.provide(logging.layerCommand))).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
