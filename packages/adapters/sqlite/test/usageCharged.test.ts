import { assert, describe, it } from "@effect/vitest"
import { Connection } from "../src/Connection.ts"
import { migrate } from "../src/migrate.ts"
import { statements } from "../src/migrations/0011_usage_charged.ts"
import { chargesIn, usageHistory } from "../src/reads/usageHistory.ts"
import { walks } from "../src/reads/usageLogs.ts"
import { type LogRow, usageWrites } from "../src/writes/usage.ts"

const hour = 3_600_000

/** A call that was logged, and charged as its row alone says. */
const logged = (id: string, at: number, credits: number): LogRow => [
  ...(["org", id, at, null, "grant_1", "GET", "/v1/parse", "/parse", 202, null] as const),
  ...([credits, 1, "[]", 0, null, "", "{}", null, 0] as const)
]

describe("charges of calls", () => {
  it("are added up from their index alone, and sorted only where they are split", () => {
    const db = new Connection(":memory:", { readOnly: false })
    migrate(db)
    const planOf = (statement: string) =>
      db
        .all<{ readonly detail: string }>(`explain query plan ${statement}`, "org", 0, hour)
        .map(({ detail }) => detail)
        .join()
    for (const split of [null, "path", "key_id", "status_code"] as const) {
      assert.match(planOf(chargesIn(split)), /USING COVERING INDEX usage_charges_newest/)
      assert.strictEqual(/TEMP B-TREE/.test(planOf(chargesIn(split))), split !== null)
    }
  })
})

describe("logged calls", () => {
  it("are walked along their index, whatever they are filtered by, and sorted nowhere", () => {
    const db = new Connection(":memory:", { readOnly: false })
    migrate(db)
    const plan = (statement: string) =>
      db
        .all<{ readonly detail: string }>(`explain query plan ${statement}`)
        .map(({ detail }) => detail)
        .join()
    for (const [walk, { ends, shown }] of Object.entries(walks)) {
      const index = walk === "called" ? "called" : "(newest|errors)"
      for (const statement of [ends, shown]) {
        assert.match(plan(statement), new RegExp(`INDEX request_logs_${index} \\(organization_id=\\? AND`))
        assert.notInclude(plan(statement), "TEMP B-TREE")
      }
    }
  })
})

describe("calls that were charged before charges were counted by themselves", () => {
  it("are told by their charges, which the sums do not take in again", () => {
    const db = new Connection(":memory:", { readOnly: false })
    migrate(db)
    const rows = [logged("a", 10, 3), logged("b", 20, 0), logged("c", hour - 1, 4)]
    usageWrites["UsageStore.append"](db, { rows, nobody: "unknown" })
    const asked = { organizationId: "org", interval: "hour", split: "key_id", nobody: "unknown" } as const
    const told = () => [
      usageHistory(db, { ...asked, grain: "row", from: 5, to: 30 }).counts.map(({ creditsUsed }) => creditsUsed),
      usageHistory(db, { ...asked, grain: "hour", from: 0, to: hour }).counts.map(({ creditsUsed }) => creditsUsed)
    ]
    assert.deepStrictEqual(told(), [[0], [0]])
    for (let times = 0; times < 2; times++) db.exec(statements)
    assert.deepStrictEqual(told(), [[3], [0]])
    const charges = db.all("select id, at, path, key_id, status_code, credits_used, request_count from usage_charges")
    assert.deepInclude(charges, {
      ...{ id: "a", at: 10, path: "/parse", key_id: "grant_1", status_code: 202 },
      ...{ credits_used: 3, request_count: 0 }
    })
    assert.lengthOf(charges, 2)
  })
})
