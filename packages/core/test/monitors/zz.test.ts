import { it } from "@effect/vitest"
import { compareTexts } from "../../src/monitors/domain/Diff.ts"
import { knownFlicker } from "../../src/monitors/domain/Flicker.ts"
import { headlineOf, summaryOf } from "../../src/monitors/domain/describeChange.ts"
import { noFlicker } from "../../src/monitors/domain/Flicker.ts"
const rows = (all: ReadonlyArray<readonly [string, number, number]>) => all.flatMap(([n, p, s]) => [`plans › ${n}`, `plans › ${n} › monthly_price: ${p}`, `plans › ${n} › seats: ${s}`]).join("\n")
const h = (a: string, b: string) => { const c = compareTexts({ before: a, seen: [b], known: knownFlicker(noFlicker, 1) }).agreed!.change; console.log(JSON.stringify([headlineOf(c), summaryOf(c), c.edits.length, c.counts])) }
it("x", () => {
  const P = [["Free", 0, 1], ["Pro", 12, 5], ["Team", 49, 20]] as const
  h(rows(P), rows(P.slice(0, 2)))
  h(rows(P), rows([P[0], ["Max", 99, 50], P[1], P[2]]))
  h(rows(P), rows([P[1], P[2]]))
  h(rows(P), rows([P[0]]))
  h(rows(P), rows([P[0], ["Max", 99, 50], ["Nano", 9, 5],P[1], P[2]]))
  h(rows(P), rows([P[0], ["Max", 99, 50], P[2]]))
})
