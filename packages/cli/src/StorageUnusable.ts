/** One error for every way in which the storage can be out of use when a process starts. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Schema } from "effect"
import { keyOperation } from "./keyOperation.ts"

/** The storage cannot be opened, or does not answer. Mend what `message` names, and start again. */
export class StorageUnusable extends Schema.TaggedError<StorageUnusable>()("StorageUnusable", {
  message: Schema.String,
  cause: Schema.Defect(),
  /** Present where a setting names what cannot be used at all: waiting mends nothing. */
  isWrongSetting: Schema.optionalKey(Schema.Literal(true))
}) {}

const inner = (error: unknown): unknown => {
  const { cause, reason } = error as { readonly cause?: unknown; readonly reason?: unknown }
  return cause ?? reason
}

/** Deepest error that is looked for: a store's error holds the client's, which holds the driver's. */
const maxDepth = 6

/** The driver's own words, which say more than the errors around it. */
const innermostMessage = (error: unknown, depth = 0): string => {
  if (typeof error !== "object" || error === null) return String(error)
  const within = inner(error)
  if (depth < maxDepth && typeof within === "object" && within !== null) return innermostMessage(within, depth + 1)
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return String(message || code || "no reason given")
}

const named = new Set<unknown>(["DataDirectoryInUse", "DataDirectoryUnusable", "DatabaseUnusable", "SealingKeyMissing"])

/** The driver's own words on why a store did not answer, in one line. */
export const driverWords = (cause: unknown): string =>
  innermostMessage(cause).replaceAll(/\s+/g, " ").replace(/\.$/, "")

/** That a database which was open did not answer, in one line; `left` says what that left. */
export const didNotAnswer = (error: StoreUnavailable, left: string): string =>
  `The database did not answer (${error.operation}: ${driverWords(error)}). ${left}${error.isDiskFull ? " Make room on its disk." : ""}`

/** All errors from the outermost to the innermost. */
const chain = (error: unknown, depth = 0): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  typeof error !== "object" || error === null || depth > maxDepth
    ? []
    : [error as Readonly<Record<string, unknown>>, ...chain(inner(error), depth + 1)]

const isThere = "Is Postgres running, and can it be reached from here? See DATABASE_URL, in a program databaseUrl."

/** What to do when Postgres cannot be used, by the code of the system or of its own (SQLSTATE). */
const curesOfPostgres: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Is Postgres running? See DATABASE_URL, in a program databaseUrl.",
  ECONNRESET: isThere,
  EHOSTUNREACH: isThere,
  ENETUNREACH: isThere,
  ETIMEDOUT: isThere,
  ENOENT: "Is Postgres running? See DATABASE_URL, in a program databaseUrl.",
  ENOTFOUND: "See the host in DATABASE_URL, in a program databaseUrl.",
  EAI_AGAIN: "See the host in DATABASE_URL, in a program databaseUrl.",
  "3D000": "Make it (createdb), or see the name in DATABASE_URL, in a program databaseUrl.",
  "28000": "See the user in DATABASE_URL (in a program, databaseUrl), and what pg_hba.conf lets in.",
  "25006":
    "Postgres takes no writes there: of a standby, promote it, or have DATABASE_URL (in a program, databaseUrl) lead to the primary; else set default_transaction_read_only to off.",
  "28P01": "See the user and the password in DATABASE_URL, in a program databaseUrl."
}

/** Neither the address nor the surroundings name one: no database was asked. */
const lacksUser = (errors: ReadonlyArray<Readonly<Record<string, unknown>>>): boolean =>
  errors.some(({ _tag }) => _tag === "SqlError") && errors.some(({ message }) => /^no username/i.test(String(message)))

const cureOfPostgres = (errors: ReadonlyArray<Readonly<Record<string, unknown>>>): string | null => {
  if (!errors.some(({ _tag }) => _tag === "SqlError")) return null
  const codes = errors.map(({ code }) => code).filter((code) => typeof code === "string")
  const known = codes.find((code) => Object.hasOwn(curesOfPostgres, code))
  if (known !== undefined) return curesOfPostgres[known]!
  if (codes.length > 0) return null
  if (lacksUser(errors)) {
    return "DATABASE_URL, in a program databaseUrl, is such as postgres://user:password@host:5432/database."
  }
  // Of one that says nothing at all there is no code, and of an address that cannot be used neither.
  const isSilent = errors.some(({ message }) => /\banswer|\btime|^no connection was free/i.test(String(message)))
  return isSilent ? isThere : "See DATABASE_URL, in a program databaseUrl."
}

const cureOf = (cause: unknown): string | null => {
  const { _tag, isDiskFull } = cause as Readonly<Record<"_tag" | "isDiskFull", unknown>>
  if (isDiskFull === true) return "Make room on its disk."
  if (_tag === "DataDirectoryUnusable") return "Mend that, or set KITTIWAKE_DATA_DIR to another place."
  return cureOfPostgres(chain(cause))
}

/** No wait makes the tables of a newer version older. */
const isNewer = (errors: ReadonlyArray<Readonly<Record<string, unknown>>>): boolean =>
  errors.some(({ name }) => name === "NewerDatabase")

/** What went wrong with the storage, in one line. */
export const storageUnusable = (cause: unknown): StorageUnusable => {
  const { _tag, message, operation } = cause as Readonly<Record<"_tag" | "message" | "operation", unknown>>
  const what = operation === keyOperation ? "The key that stored secrets are sealed with" : "The database"
  const text = named.has(_tag) ? String(message) : `${what} cannot be used: ${innermostMessage(cause)}`
  const line = text.replaceAll(/\s+/g, " ")
  const cure = cureOf(cause)
  const told = cure === null ? line : `${line.replace(/\.$/, "")}. ${cure}`
  return new StorageUnusable({
    message: told,
    cause,
    ...(lacksUser(chain(cause)) || isNewer(chain(cause)) ? { isWrongSetting: true as const } : {})
  })
}
