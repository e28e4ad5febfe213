/** What the keys of the settings can do with the secrets in a database, for commands that look before they take it. */
import { besideName, missingText, opensRing, ringName } from "@kittiwake/crypto/internal/opensRing"
import { Effect, Option, Redacted } from "effect"
import { failed } from "./CommandFailed.ts"
import type { Settings } from "./config.ts"
import { inFile, sealingKeyFile } from "./keyFile.ts"

/** Names under which a database keeps what is read here: the keys, closed, and the key that would open them. */
export const sealingNames = [ringName, besideName] as const

/** What was read under these names. */
export interface ReadState {
  readonly secrets: ReadonlyArray<string | null>
  readonly isAllSealed: boolean
}

type Keys = Pick<Settings, "dataDirectory" | "nextSealingKey" | "sealingKey" | "storage">

const given = ({ nextSealingKey, sealingKey }: Keys) =>
  [sealingKey, nextSealingKey].flatMap((key) => (Option.isSome(key) ? [Redacted.value(key.value)] : []))

/** Every key that the settings and the data directory have. */
export const ownKeys = (settings: Keys) =>
  settings.storage._tag === "Embedded"
    ? inFile(sealingKeyFile(settings.dataDirectory)).read.pipe(
        Effect.orElseSucceed(() => []),
        Effect.map((kept) => [...given(settings), ...kept])
      )
    : Effect.succeed(given(settings))

/** Why the secrets of a database would be lost on these settings; null when they would not. */
export const whyLost = (settings: Keys, ring: string | null, keys: ReadonlyArray<string>): string | null =>
  ring === null || opensRing(ring, keys)
    ? null
    : missingText(
        Option.isSome(settings.sealingKey),
        sealingKeyFile(settings.dataDirectory),
        keys.length > given(settings).length
      )

/** Refuses to write down a database in a form in which whoever has it could sign. */
export const checkExportable = ({ isAllSealed, secrets }: ReadState) => {
  if (!isAllSealed) {
    return Effect.fail(
      failed(`Some secrets are not sealed yet: let a server of this version run once, and export again.`)
    )
  }
  return secrets[1] === null
    ? Effect.void
    : Effect.fail(
        failed(
          `The key that secrets are sealed with lies in the database: set KITTIWAKE_SEALING_KEY, run "kittiwake sealing-key rotate", and export again.`
        )
      )
}
