/** Lists whose rows have large texts before what is shown. Observed: rows, and none where they are to be read beside the main thread. */
import { assert, describe, it } from "vitest"
import { Connection } from "../src/Connection.ts"
import { mostPassedOver, shortRows } from "../src/passedOver.ts"

const list = {
  columns: "n.id",
  bytes: "octet_length(n.text)",
  from: "notes n where n.owner = ? order by n.id limit ?",
  values: ["one", 3]
}

/** Texts of so many bytes. */
const notes = (...lengths: ReadonlyArray<number>) => {
  const db = new Connection(":memory:", { readOnly: false })
  db.exec("create table notes (id integer, owner text, text text) strict")
  for (const [id, length] of lengths.entries())
    db.run("insert into notes values (?, 'one', ?)", id, "é".repeat(length / 2))
  return db
}

describe("rows behind large texts", () => {
  it("are read at once where these are short together, and beside the main thread where they are not", () => {
    const third = mostPassedOver / 4
    assert.lengthOf(shortRows(notes(), list) ?? ["none"], 0)
    assert.deepStrictEqual(shortRows(notes(10, third, 10), list), [{ id: 0 }, { id: 1 }, { id: 2 }])
    assert.lengthOf(shortRows(notes(third, third, 2 * third), list) ?? [], 3)
    assert.isNull(shortRows(notes(third, third, 2 * third + 2), list))
  })

  it("count no further than they are asked for", () => {
    assert.lengthOf(shortRows(notes(10, 10, 10, 2 * mostPassedOver), list) ?? [], 3)
    assert.isNull(shortRows(notes(10, 10, 2 * mostPassedOver), list))
  })

  it("are weighed by other rows where these are found without reading the texts", () => {
    const weighed = { from: "notes n where n.owner = ?", values: ["one"] }
    assert.isNull(shortRows(notes(10, 10, 10, 2 * mostPassedOver), { ...list, weighed }))
    assert.lengthOf(shortRows(notes(10, 10, 10, 10), { ...list, weighed }) ?? [], 3)
  })
})
