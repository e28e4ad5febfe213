/** How a connection to the server is made, alike for the pool and for the one that listens. */

import type * as PgConnection from "@effect/sql-pg/PgConnection"
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { Duration, Redacted } from "effect"
import { parse } from "pg-connection-string"
import { columnTypes } from "./columnTypes.ts"

export interface PgOptions {
  /**
   * For example `postgres://user:password@host:5432/database`. With `?pooler=transaction` it is one of a pooler that hands out a
   * different connection for each transaction: what belongs to a session is left out, which is names of statements, and the timeouts.
   */
  readonly url: Redacted.Redacted
  /** Most connections at once; 10 unless given. */
  readonly poolSize?: number
  /** Longest time a statement may run; 30 seconds unless given. */
  readonly statementTimeout?: Duration.Duration
  /** Longest wait for a connection, from the pool or to the server; 5 seconds unless given. */
  readonly connectTimeout?: Duration.Duration
  /**
   * Whether statements are prepared by name once per connection, which saves planning them again; true unless given, and false behind a
   * pooler of transactions.
   */
  readonly prepare?: boolean
}

/** Texts that are prepared by name at most; the stores have fewer than a hundred. */
const maxPreparedTexts = 300

/**
 * Bytes of one message, which is a row: a page of 20 MiB several times over. The package's own limit is less than a large page takes, and
 * the server's, a gigabyte, is more than this process has room for.
 */
const maxMessageBytes = 134_217_728

/** Idle time after which the system asks whether the other side is still there. */
const keepAlive = Duration.seconds(60)

/** Longest wait for a connection. */
export const connectTimeoutOf = (options: PgOptions): Duration.Duration => options.connectTimeout ?? Duration.seconds(5)

/**
 * Time after which the server ends a session whose transaction stands still between two statements. All of ours go on at once; a process
 * that does not, because it was stopped, must not keep from the others what it has locked.
 */
const standsStill = Duration.seconds(5)

/** Longest time a statement may run on the server. */
const statementTimeoutOf = (options: PgOptions): Duration.Duration => options.statementTimeout ?? Duration.seconds(30)

/** Said when a connection is made, which holds for the session. */
const timeoutsOf = (options: PgOptions): Readonly<Record<string, string>> => ({
  statement_timeout: String(Duration.toMillis(statementTimeoutOf(options))),
  idle_in_transaction_session_timeout: String(Duration.toMillis(Duration.min(standsStill, statementTimeoutOf(options))))
})

/** Time for the server's own answer that a statement ran too long, before its silence counts as such. */
const answerTime = Duration.seconds(2)

/** Longest wait for the answer to a statement: a server that is there has ended it by then. */
export const answerTimeoutOf = (options: PgOptions): Duration.Duration =>
  Duration.sum(statementTimeoutOf(options), answerTime)

/** Parameters of a URL about certificates that the package does not know. */
const certificateParameters = ["sslrootcert", "sslcert", "sslkey"]

type Address = Pick<PgConnection.Config, "url" | "ssl" | "stream">

const failing = (url: Redacted.Redacted, cause: unknown): Address => ({
  url,
  stream: () => {
    throw cause
  }
})

/** The URL without what it says of a pooler, and whether that is one that lends connections for a transaction. */
const withPooler = (url: Redacted.Redacted): { readonly url: Redacted.Redacted; readonly pooler: string | null } => {
  const plain = parseUrl(Redacted.value(url))
  const pooler = plain?.searchParams.get("pooler") ?? null
  if (plain === null || pooler === null) return { url, pooler: null }
  plain.searchParams.delete("pooler")
  return { url: Redacted.make(plain.href), pooler }
}

/** The URL without what it says of certificates, and that as options of TLS. An unreadable URL is left to be reported. */
const withTls = (url: Redacted.Redacted): Address => {
  const text = Redacted.value(url)
  const plain = parseUrl(text)
  if (plain === null) return { url }
  const isUnverified = plain.searchParams.get("sslmode") === "no-verify"
  if (!isUnverified && !certificateParameters.some((name) => plain.searchParams.has(name))) return { url }
  // Whoever names a certificate wants it checked; what other modes would mean with one is a matter of dispute.
  if (!isUnverified) plain.searchParams.set("sslmode", "verify-full")
  const full = plain.href
  for (const name of ["sslmode", ...certificateParameters]) plain.searchParams.delete(name)
  const bare = Redacted.make(plain.href)
  try {
    const { ssl } = parse(full)
    return { url: bare, ssl: typeof ssl === "object" ? { ...ssl, cert: ssl.cert ?? undefined } : true }
  } catch (unreadable) {
    // A file that is not there is told as any other reason for which no connection can be made.
    return failing(bare, unreadable)
  }
}

/** The package's settings for our options. */
export const connectionConfig = (options: PgOptions): PgConnection.Config => {
  const { pooler, url } = withPooler(options.url)
  const isLent = pooler === "transaction"
  const isKnown = isLent || pooler === null || pooler === "session"
  const unknown = () => failing(url, new Error("DATABASE_URL: `pooler` is `transaction` or `session`"))
  return {
    ...(isKnown ? withTls(url) : unknown()),
    connectTimeout: connectTimeoutOf(options),
    keepAlive,
    applicationName: "kittiwake",
    startupParameters: isLent ? {} : timeoutsOf(options),
    types: columnTypes,
    prepare: options.prepare ?? !isLent,
    preparedStatementCacheSize: maxPreparedTexts,
    maxMessageSize: maxMessageBytes
  }
}
