import { it } from "@effect/vitest"
import { Effect } from "effect"
import * as HtmlReader from "@kittiwake/html/PageReader"
import { judged } from "./onPages.ts"
const N = ["Kettle Alba", "Kettle Brio", "Kettle Corto"], U = ["Teapot", "Mug", "Bowl"]
const run = (label: string, goal: string, a: string, b: string) => Effect.gen(function* () {
  const j = yield* judged(goal, a, b)
  console.log(label, "|", goal, "|", j.isRelevant, j.confidence, j.title, "|", j.reasons.join("; "))
})
const P = (f: (n: string, i: number, st: string) => string, names: string[], st: string[], end = "") => `<h1>Shop</h1>` + names.map((n, i) => f(n, i, st[i]!)).join("") + end
const so = ["Sold out", "Sold out", "Sold out"]
it.effect("x", () => Effect.gen(function* () {
  for (const names of [N, U]) {
    const forms: Record<string, (n: string, i: number, st: string) => string> = {
      divUp: (n, i, st) => `<div><div>${st}</div><div>${n}</div><div>€${40 + i}</div></div>`,
      divDown: (n, i, st) => `<div><div>${n}</div><div>€${40 + i}</div><div>${st}</div></div>`,
      optUp: (n, i, st) => `<li>${st === "" ? "" : `<p>${st}</p>`}<h3>${n}</h3><p>€${40 + i}</p></li>`,
      optDown: (n, i, st) => `<li><h3>${n}</h3><p>€${40 + i}</p>${st === "" ? "" : `<p>${st}</p>`}</li>`,
    }
    for (const [k, f] of Object.entries(forms)) for (const end of ["", "<p>Contact us</p>", "<p>We ship to all of Europe in a day.</p>"]) {
      const opt = k.startsWith("opt")
      const a = opt ? ["", "Sold out", ""] : so, b = opt ? ["", "In stock", ""] : ["Sold out", "In stock", "Sold out"]
      for (const n of names.slice(0, 3)) yield* run(`${k} ${end.slice(3, 10)}`, `${n} is back in stock`, P(f, names, a, end), P(f, names, b, end))
      yield* run(`${k} ${end.slice(3, 10)}`, `back in stock`, P(f, names, a, end), P(f, names, b, end))
    }
  }
}).pipe(Effect.provide(HtmlReader.layer)))
