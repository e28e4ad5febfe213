import { assert, describe, it } from "@effect/vitest"
import { Connection } from "../src/Connection.ts"
import { migrate } from "../src/migrate.ts"
import { isConstraint } from "../src/sqliteFailure.ts"
import { postEntry } from "../src/writes/accounts.ts"

/** A database in which an organization has ten credits, of which four are held. */
const opened = () => {
  const db = new Connection(":memory:", { readOnly: false })
  migrate(db)
  const entry = { organizationId: "org", causeKind: "grant", credits: 10, at: 0, reason: null }
  postEntry(db, { ...entry, id: "entry", causeId: "cause" })
  db.run("insert into accounts (organization_id, balance, held) values ('org', 10, 4)")
  return { db, entry }
}

const refused = (db: Connection, statement: string): unknown => {
  try {
    db.run(statement)
  } catch (error) {
    return error
  }
  return assert.fail(`${statement} was not refused`)
}

describe("ledger entries", () => {
  it("are refused by the database itself to be changed or removed", () => {
    const { db } = opened()
    for (const statement of ["update ledger_entries set credits = 1000", "delete from ledger_entries"]) {
      assert.include(String(refused(db, statement)), "only ever added")
    }
    assert.deepStrictEqual(
      db.all<{ credits: number }>("select credits from ledger_entries").map(({ credits }) => credits),
      [10]
    )
  })

  it("are one for each cause and one for each id", () => {
    const { db, entry } = opened()
    assert.isFalse(postEntry(db, { ...entry, id: "other", causeId: "cause" }))
    assert.throws(() => postEntry(db, { ...entry, id: "entry", causeId: "other" }))
    assert.isTrue(postEntry(db, { ...entry, id: "other", organizationId: "other", causeId: "cause" }))
  })
})

describe("an account", () => {
  it("cannot be overdrawn, whatever a statement says", () => {
    const { db } = opened()
    for (const statement of [
      "update accounts set balance = -1",
      "update accounts set balance = 3",
      "update accounts set held = balance + 1",
      "update accounts set held = -1",
      "update accounts set lasting = -1"
    ]) {
      assert.isTrue(isConstraint(refused(db, statement)), statement)
    }
  })
})
