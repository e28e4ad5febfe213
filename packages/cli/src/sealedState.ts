/** What the keys of the settings can do with the secrets in a database, for commands that look before they take it. */
import { besideName, missingText, opensRing, ringName } from "@kittiwake/crypto/internal/opensRing"
import { Effect, Option, Redacted } from "effect"
import { failed } from "./CommandFailed.ts"
import type { Settings } from "./config.ts"
import { allOf, type KeptKeys, keptKeys, sealingKeyFile } from "./keyFile.ts"

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

/** The keys that there are for a database. */
export interface OwnKeys {
  /** Every key that the settings and, beside an embedded database, the data directory have. */
  readonly usable: ReadonlyArray<string>
  /** What stands in the files of the data directory, whether it is used or not. */
  readonly files: KeptKeys
}

/** Reads the keys of the settings and the data directory. */
export const ownKeys = (settings: Keys): Effect.Effect<OwnKeys> =>
  keptKeys(sealingKeyFile(settings.dataDirectory)).pipe(
    Effect.orElseSucceed((): KeptKeys => ({ now: null, next: null, before: [] })),
    Effect.map((files) => ({
      usable: [...given(settings), ...(settings.storage._tag === "Embedded" ? allOf(files) : [])],
      files
    }))
  )

/** Has a shell read one of the keys in the files that opens a ring; null when none of them does. */
const readBy = (file: string, ring: string, { before, next, now }: KeptKeys): string | null => {
  const opens = (key: string | null) => key !== null && opensRing(ring, [key])
  if (opens(now)) return `cat "${file}"`
  if (opens(next)) return `cat "${file}.next"`
  const line = before.findIndex(opens)
  return line < 0 ? null : `sed -n ${line + 1}p "${file}.previous"`
}

/** Beside Postgres no key is read from a file: each process may have another one, or lose it with its container. */
const lostOnPostgres = (settings: Keys, ring: string, files: KeptKeys): string => {
  const file = sealingKeyFile(settings.dataDirectory)
  const read = readBy(file, ring, files)
  const of = Option.isSome(settings.sealingKey) ? "another key than KITTIWAKE_SEALING_KEY" : "a key that is not set"
  return `The secrets of this database are sealed with ${of}. With DATABASE_URL none is read from a data directory: set ${
    read === null
      ? "KITTIWAKE_SEALING_KEY to the key of the installation that they come from (the file sealing.key in its data directory, where it had none)."
      : `KITTIWAKE_SEALING_KEY="$(${read})"`
  }`
}

/** Why the secrets of a database would be lost on these settings; null when they would not. `beside` is a key that it holds itself. */
export const whyLost = (
  settings: Keys,
  ring: string | null,
  { files, usable }: OwnKeys,
  beside: string | null = null
): string | null => {
  if (ring === null || opensRing(ring, beside === null ? usable : [...usable, beside])) return null
  return settings.storage._tag === "Postgres"
    ? lostOnPostgres(settings, ring, files)
    : missingText(
        Option.isSome(settings.sealingKey),
        sealingKeyFile(settings.dataDirectory),
        usable.length > given(settings).length
      )
}

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
