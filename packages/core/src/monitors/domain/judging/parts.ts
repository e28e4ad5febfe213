/** What differs, as a model reads it: short, in its surroundings, and without what is noise. */
import type { Fact } from "./facts.ts"

/** Most characters of all pieces together, some 4,000 tokens, and of one. */
const limits = { all: 12_000, piece: 1_200, context: 120 } as const

const pieceOf = ({ after, before, context }: Fact): string => {
  const about = [...context.near, ...(context.list === undefined ? [] : [context.list]), ...context.headings].slice(
    0,
    3
  )
  const lines = (all: ReadonlyArray<string>) => all.join("\n").slice(0, limits.piece)
  return [
    ...(about.length === 0 ? [] : [`below: ${about.map((line) => line.slice(0, limits.context)).join(" / ")}`]),
    `before: ${lines(before)}`,
    `after: ${lines(after)}`
  ].join("\n")
}

/** The pieces that may mean something, up to so many characters; none where some of the page gives orders to whoever judges it. */
export const partsOf = (facts: ReadonlyArray<Fact>): string | undefined => {
  if (facts.some(({ hasOrders }) => hasOrders)) return undefined
  let parts = ""
  for (const fact of facts) {
    if (fact.nothing !== null) continue
    const piece = pieceOf(fact)
    if (parts.length + piece.length > limits.all) break
    parts += `${parts === "" ? "" : "\n\n"}${piece}`
  }
  return parts === "" ? undefined : parts
}
