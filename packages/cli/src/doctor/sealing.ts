/** What the doctor says about the key that stored secrets are sealed with. */
import { existsSync } from "node:fs"
import { opensRing, standsAt } from "@kittiwake/crypto/internal/opensRing"
import { sealedState as postgresState } from "@kittiwake/postgres/internal/sealedState"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { sealedState } from "@kittiwake/sqlite/internal/sealedState"
import { Duration, Effect, Option, Redacted } from "effect"
import type { Settings } from "../config.ts"
import { type KeptKeys, keptKeys, sealingKeyFile } from "../keyFile.ts"
import { storageUnusable } from "../StorageUnusable.ts"
import { type OwnKeys, ownKeys, type ReadState, sealingNames, whyLost } from "../sealedState.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const subject = "stored secrets"
const rotate = "Run: kittiwake sealing-key rotate"

/** What will seal where nothing is sealed yet. */
const coming = ({ dataDirectory, sealingKey, storage }: Settings): Finding => {
  if (Option.isSome(sealingKey)) return ok(subject, "sealed with KITTIWAKE_SEALING_KEY")
  if (storage._tag !== "Embedded") return beside
  const file = sealingKeyFile(dataDirectory)
  return existsSync(file)
    ? ok(subject, `sealed with a key of the installation's own, in ${file}`)
    : absent(subject, `none yet; a key of the installation's own will be made in ${file} at first start`, null)
}

const beside = absent(
  subject,
  "sealed with a key in the database beside them: whoever reads the database has both",
  `Set KITTIWAKE_SEALING_KEY. ${rotate}`
)

const finding = (settings: Settings, { isAllSealed, secrets }: ReadState, keys: OwnKeys): Finding => {
  const [ring = null, kept = null] = secrets
  if (!isAllSealed)
    return absent(subject, "some are not sealed yet: a server of this version does it", "Run: kittiwake start")
  if (ring === null) return coming(settings)
  const why = whyLost(settings, ring, keys, kept)
  if (why !== null) return broken(subject, why, "Set KITTIWAKE_SEALING_KEY.")
  if (standsAt(ring) === "rotating") {
    return absent(subject, "their key is being replaced, and that has not ended", rotate)
  }
  const set = Option.getOrNull(settings.sealingKey)
  if (set !== null && !opensRing(ring, [Redacted.value(set)])) {
    return absent(subject, "sealed with another key than KITTIWAKE_SEALING_KEY, which is here too", rotate)
  }
  if (kept !== null && opensRing(ring, [kept])) return beside
  return set === null && settings.storage._tag === "Embedded" ? inFiles(settings, ring, keys.files) : coming(settings)
}

/** Where a key of the installation's own is: one of before is needed where the database is a copy from before it was replaced. */
const inFiles = (settings: Settings, ring: string, { before, now }: KeptKeys): Finding =>
  (now !== null && opensRing(ring, [now])) || !opensRing(ring, before)
    ? coming(settings)
    : ok(
        subject,
        `sealed with a key of the installation's own from before it was replaced, in ${sealingKeyFile(settings.dataDirectory)}.previous: the next start makes it that of now again`
      )

const read = ({ storage }: Settings): Effect.Effect<ReadState | null> =>
  storage._tag === "Embedded"
    ? sealedState(dataDirectoryAt(storage.dataDirectory).database, sealingNames)
    : postgresState(sealingNames).pipe(
        Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
        // That the database does not answer is told where it is looked at.
        Effect.catchCause(() => Effect.succeed(null))
      )

/** Why a key of the installation's own cannot be read; null when it can, or there is none. */
const unreadKey = ({ dataDirectory, sealingKey, storage }: Settings): Effect.Effect<string | null> =>
  storage._tag === "Embedded" && Option.isNone(sealingKey)
    ? Effect.match(keptKeys(sealingKeyFile(dataDirectory)), {
        onSuccess: () => null,
        onFailure: (error) => storageUnusable(error).message
      })
    : Effect.succeed(null)

/** What stored secrets are sealed with. */
export const sealing = Effect.fnUntraced(function* (settings: Settings) {
  const unread = yield* unreadKey(settings)
  if (unread !== null) return broken(subject, unread, "Do what it says, and look again: kittiwake doctor")
  const state = yield* read(settings)
  return state === null ? coming(settings) : finding(settings, state, yield* ownKeys(settings))
})
