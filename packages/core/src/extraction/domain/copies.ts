/**
 * Rows that a page draws twice.
 *
 * **Details.** Two equal rows of a table or a list are two: two payments of a day. Drawn twice is what leads to the same place and says the same, what a
 * carousel has again before its first card and behind its last, and what stands on several pages, or is written for programs.
 */
import type { DataObject } from "./DataShape.ts"
import type { FactGroup, FactSet } from "./FactSheet.ts"

/** Least cards of a carousel that has some of them again. */
const least = { cards: 2, again: 2 } as const

const said = ({ facts, groups, lists }: FactSet): string =>
  JSON.stringify([facts.map(({ name, value }) => [name, value]), lists.map(({ values }) => values), groups.length])

/** The things of a group without those that are there again, all in the same order. */
export const withoutCopies = (group: FactGroup, things: ReadonlyArray<FactSet>): ReadonlyArray<FactSet> => {
  const [first] = things
  if (group.source !== "block" || first === undefined || !first.facts.some(({ name }) => name === "title"))
    return things
  const all = things.map(said)
  const round = all.indexOf(all[0]!, 1)
  if (round < least.cards || all.length < round + least.again) return things
  return all.every((one, at) => at < round || one === all[at - round]) ? things.slice(0, round) : things
}

/** Where a row comes from. */
interface Origin {
  readonly page: string
  readonly group: FactGroup | null
  readonly set: FactSet
}

const addressOf = ({ facts }: FactSet): string => String(facts.find(({ name }) => name === "url")?.value ?? "")

/** Tells of each row in turn whether it is one of before that is drawn again. */
export const tellsCopies = (): ((row: DataObject, origin: Origin) => boolean) => {
  /** Where each row was met first, and the addresses that things like it lead to. */
  const known = new Map<string, { readonly page: string; readonly addresses: Set<string> }>()
  return (row, { group, page, set }) => {
    const identity = JSON.stringify(row)
    const before = known.get(identity)
    const address = addressOf(set)
    if (before === undefined) {
      known.set(identity, { page, addresses: new Set([address]) })
      return false
    }
    const isNewAddress = !before.addresses.has(address)
    before.addresses.add(address)
    if (before.page !== page || group === null) return true
    if (group.source === "table" || group.source === "pair" || group.source === "list") return false
    return group.source !== "block" || (address !== "" && !isNewAddress)
  }
}
