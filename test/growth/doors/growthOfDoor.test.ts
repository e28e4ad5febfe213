/** Doors that a test made. Observed: what is told of them. */
import { describe, expect, it } from "vitest"
import { Unreadable } from "../../../packages/adapters/documents/src/reading/Unreadable.ts"
import { PageRefusal } from "../../../packages/adapters/html/src/PageRefusal.ts"
import { whole } from "./Door.ts"
import { doors } from "./doors.ts"
import { growthOfDoor, type Steep } from "./growthOfDoor.ts"

const toldOf = (run: (text: string) => unknown): ReadonlyArray<Steep> => {
  const found: Array<Steep> = []
  const steps = growthOfDoor({ name: "one", open: whole(run), words: ["x"], most: 100 }, 0, 1, (one) => found.push(one))
  while (steps.next().done !== true);
  return found
}

const throwing = (cause: unknown) => () => {
  throw cause
}

describe("a door", () => {
  it("is told of where it throws", () => {
    const [first] = toldOf((text) => (text.includes("x") ? String({ toString: 1, valueOf: 1 }) : text))
    expect(first).toMatchObject({ kind: "throws", unit: "x", thrown: expect.stringContaining("TypeError") })
  })

  it("may refuse what it is given", () => {
    expect(toldOf(throwing(new PageRefusal({ reason: "too_complex", message: "no" })))).toEqual([])
    expect(toldOf(throwing(new Unreadable("corrupt", "no")))).toEqual([])
    expect(toldOf(throwing({ _tag: "InvalidPattern" }))).toEqual([])
    expect(toldOf(throwing(new RangeError("call stack"))).length).toBeGreaterThan(0)
  })

  it("is there by one name", () => {
    const names = doors.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(50)
    expect(new Set(names).size).toBe(names.length)
  })
})
