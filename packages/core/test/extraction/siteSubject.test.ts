import { assert, describe, it } from "@effect/vitest"
import { ownersOf } from "../../src/extraction/domain/siteSubject.ts"
import { sheet } from "./sheets.ts"

const page = (path: string, title: string) => sheet([], { url: `https://acme.example${path}`, title })

describe("whose pages they are", () => {
  it("is told by the first page of a site or by several others, and by none of them alone", () => {
    assert.deepStrictEqual([...ownersOf([page("/", "Acme")])], ["acme"])
    assert.deepStrictEqual([...ownersOf([page("/offices", "Bremen | Acme")])], [])
    assert.deepStrictEqual([...ownersOf([page("/offices", "Bremen | Acme"), page("/jobs", "Jobs | Acme")])], ["acme"])
    assert.deepStrictEqual([...ownersOf([page("/", "Acme"), page("/offices", "Bremen | Harbour")])], ["acme"])
  })
})
