import { assert, describe, it } from "@effect/vitest"
import { suite } from "@kittiwake/core/testing/idempotencyStoreSuite"
import { Connection } from "../src/Connection.ts"
import { makeGroupCommit } from "../src/groupCommit.ts"
import type { Answer } from "../src/messages.ts"
import { migrate } from "../src/migrate.ts"
import { idempotencyWrites, type KeptRow, keepAnswer } from "../src/writes/idempotency.ts"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)

const kept: KeptRow = {
  organizationId: "org",
  operation: "monitor.create",
  key: "a",
  digest: "digest",
  answer: "{}",
  expiresAt: 2_000,
  keptAt: 1_000
}

const opened = () => {
  const db = new Connection(":memory:", { readOnly: false })
  migrate(db)
  return db
}

describe("an idempotency key", () => {
  it("stays free when what it was kept with fails, and is taken by the next call of the same commit", () => {
    const db = opened()
    const answers: Array<Answer> = []
    const group = makeGroupCommit({
      open: () => db,
      methods: {
        keep: (on: Connection, row: KeptRow) => keepAnswer(on, row),
        keepAndFail: (on: Connection, row: KeptRow) => {
          keepAnswer(on, row)
          throw new Error("failed")
        }
      },
      answer: (some) => answers.push(...some),
      nowMillis: () => performance.now()
    })
    group.take(["keepAndFail", "keep", "keep"].map((operation, id) => ({ id, operation, input: kept })))
    while (group.commit());
    const told = answers.map((answer) => (answer.ok ? answer.value : "failed"))
    assert.deepStrictEqual(told, ["failed", true, false])
  })

  it("is free again from the moment on at which it expires, and never when it lives as long as what was made", () => {
    const db = opened()
    const lasting = { ...kept, key: "b", expiresAt: null }
    assert.isTrue(keepAnswer(db, kept))
    assert.isTrue(keepAnswer(db, lasting))
    assert.isFalse(keepAnswer(db, { ...kept, keptAt: 1_999 }))
    assert.isTrue(keepAnswer(db, { ...kept, keptAt: 2_000, expiresAt: 3_000 }))
    assert.isFalse(keepAnswer(db, { ...lasting, keptAt: 9e12 }))
  })

  it("is dropped oldest first and only when it has expired", () => {
    const db = opened()
    const expiries = [5_000, 3_000, 1_000, 4_000, null, 2_000]
    for (const [n, expiresAt] of expiries.entries()) keepAnswer(db, { ...kept, key: `${n}`, expiresAt })
    const prune = (limit: number) => idempotencyWrites["IdempotencyStore.prune"](db, { at: 4_000, limit })
    const left = () => db.all<{ key: string }>("select key from idempotency_keys order by key").map(({ key }) => key)
    assert.strictEqual(prune(2), 2)
    assert.deepStrictEqual(left(), ["0", "1", "3", "4"])
    assert.strictEqual(prune(10), 2)
    assert.deepStrictEqual(left(), ["0", "4"])
    assert.strictEqual(prune(10), 0)
  })
})
