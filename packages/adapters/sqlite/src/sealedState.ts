/** How the secrets in a database file are sealed, whoever has it open. */
import { Effect } from "effect"
import { openReader } from "./openConnection.ts"

/** The installation's own secrets under some names, null where there is none, and whether each webhook's is sealed. */
export interface SealedState {
  readonly secrets: ReadonlyArray<string | null>
  readonly isAllSealed: boolean
}

const secret = "select secret from instance_secrets where name = ?"

const read = (file: string, names: ReadonlyArray<string>): SealedState => {
  const db = openReader(file)
  try {
    return {
      secrets: names.map((name) => db.get<{ readonly secret: string }>(secret, name)?.secret ?? null),
      isAllSealed: db.get("select 1 from subscriptions where secret glob 'whsec_*' limit 1") === undefined
    }
  } finally {
    db.close()
  }
}

/** Reads it; null for a file that has no such tables. */
export const sealedState = (file: string, names: ReadonlyArray<string>): Effect.Effect<SealedState | null> =>
  Effect.sync(() => {
    try {
      return read(file, names)
    } catch {
      // What is wrong with the file is for whoever opens it to say.
      return null
    }
  })
