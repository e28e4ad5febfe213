/** Records of ORCID. Observed: what is told of them, and the time that takes. */
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { orcidRecord, readRecord } from "../src/orcidRecord.ts"

const skillsOf = (...keywords: ReadonlyArray<string>): ReadonlyArray<string> => {
  const record = readRecord({ person: { keywords: { keyword: keywords.map((content) => ({ content })) } } })
  return orcidRecord("0000-0001-2345-6789", Option.getOrThrow(record), "name").skills
}

describe("keywords", () => {
  it("are parted where several stand in one", () => {
    assert.deepStrictEqual(skillsOf("tea, coffee; water", "milk"), ["tea", "coffee", "water", "milk"])
    assert.deepStrictEqual(skillsOf("", "tea"), ["tea"])
  })

  it("are parted no further than they are told", () => {
    const start = process.cpuUsage()
    assert.deepStrictEqual(skillsOf(",".repeat(20_000_000)), [])
    assert.lengthOf(skillsOf(Array.from({ length: 500_000 }, (_, at) => at).join(",")), 40)
    assert.lengthOf(skillsOf(...Array.from({ length: 5_000 }, (_, at) => String(at))), 40)
    const { system, user } = process.cpuUsage(start)
    assert.isBelow((system + user) / 1_000, 600)
  })
})
