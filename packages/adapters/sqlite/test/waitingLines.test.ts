import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { hostOf } from "@kittiwake/core/Shares"
import { hostIn } from "../src/migrations/0012_waiting_lines.ts"

describe("the hosts of what SQLite stored before", () => {
  it.each([
    "https://a.example",
    "https://A.Example/x",
    "http://a.example:8080/x?y#z",
    "https://a.example?y=http://b.example/",
    "https://a.example#z",
    "https://user@a.example/@x",
    "https://user:secret@a.example:1/",
    "https://a.example./x",
    "https://127.0.0.1:80/[x]",
    "https://[::1]/x",
    "https://user@[2001:DB8::1]:8080/x"
  ])("are known: %s", (url) => {
    const db = new DatabaseSync(":memory:")
    const row = db.prepare(`select ${hostIn("u.url")} as host from (select ? as url) u`).get(url)
    db.close()
    assert.strictEqual(row?.host, hostOf(url))
  })
})
