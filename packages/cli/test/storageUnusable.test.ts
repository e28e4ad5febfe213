/** What a start says of a Postgres that cannot be used. */
import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { sqlFailure, sqlUnreachable } from "../../adapters/postgres/src/sqlFailure.ts"
import { didNotAnswer, storageUnusable } from "../src/StorageUnusable.ts"

const away = (cause: unknown) => storageUnusable(new StoreUnavailable({ operation: "migrate", cause })).message

const ofSystem = (code: string, message: string) =>
  away(sqlFailure({ message }, Object.assign(new Error(message), { code }), "connect"))

const ofServer = (code: string, message: string) =>
  away(sqlFailure({ message, code }, Object.assign(new Error(message), { code }), "connect"))

describe("a Postgres that cannot be used", () => {
  it("is told with what it says and the setting to look at", () => {
    assert.strictEqual(
      ofSystem("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432"),
      "The database cannot be used: connect ECONNREFUSED 127.0.0.1:5432. Is Postgres running? See DATABASE_URL, in a program databaseUrl."
    )
    assert.match(
      ofSystem("ENOTFOUND", "getaddrinfo ENOTFOUND db"),
      /\. See the host in DATABASE_URL, in a program databaseUrl\.$/
    )
    assert.match(
      ofServer("3D000", 'database "x" does not exist'),
      /see the name in DATABASE_URL, in a program databaseUrl\.$/
    )
    assert.match(
      ofServer("28P01", "password authentication failed"),
      /See the user and the password in DATABASE_URL, in a program databaseUrl\.$/
    )
  })

  it("is told to be one that takes no writes, with what to do", () => {
    const standby = ofServer("25006", "cannot execute LOCK TABLE during recovery")
    assert.match(standby, /during recovery\. Postgres takes no writes there: of a standby, promote it, or .+to off\.$/)
  })

  it("is a wrong setting where nobody names a user, and may be used later in any other case", () => {
    const isWrong = (words: string) =>
      storageUnusable(new StoreUnavailable({ operation: "migrate", cause: sqlUnreachable(words, "connect") }))
        .isWrongSetting
    assert.isTrue(isWrong("No username configured"))
    assert.isUndefined(isWrong("Postgres does not answer"))
    assert.isUndefined(storageUnusable(new Error("No username configured")).isWrongSetting)
  })

  it("is asked after where it says nothing, and not where it says something else", () => {
    for (const words of ["Postgres gave no answer within 5s", "no connection was free within 5s"])
      assert.match(
        away(sqlUnreachable(words, "connect")),
        /5s\. Is Postgres running, [^.]+ See DATABASE_URL, in a program databaseUrl\.$/
      )
    const silent = away(sqlUnreachable("Postgres does not answer", "connect"))
    assert.match(
      silent,
      /does not answer\. Is Postgres running, and can it be reached from here\? See DATABASE_URL, in a program databaseUrl\.$/
    )
    assert.match(
      away(sqlUnreachable("No username configured", "connect")),
      /configured\. DATABASE_URL, in a program databaseUrl, is such as postgres:\/\/user:password@host:5432\/database\.$/
    )
    assert.strictEqual(
      ofServer("57P03", "the database system is starting up"),
      "The database cannot be used: the database system is starting up"
    )
    assert.notInclude(away(new Error("disk I/O error")), "DATABASE_URL")
  })
})

it("a Postgres that goes away while a command works is told with its own words, what it leaves, and where room is missing", () => {
  const gone = (code: string, message: string, more: { readonly isDiskFull?: boolean } = {}) => {
    const cause = sqlFailure({ message, code }, Object.assign(new Error(message), { code }), "insert")
    return didNotAnswer(new StoreUnavailable({ operation: "importFrom", cause, ...more }), "Nothing was written.")
  }
  assert.strictEqual(
    gone("57P01", "terminating connection due to administrator command"),
    "The database did not answer (importFrom: terminating connection due to administrator command). Nothing was written."
  )
  assert.strictEqual(
    gone("53100", "could not extend file: No space left on device.", { isDiskFull: true }),
    "The database did not answer (importFrom: could not extend file: No space left on device). Nothing was written. Make room on its disk."
  )
})
