/** Facts of one page as they are found, within what may be kept of it. */
import {
  type Fact,
  type FactGroup,
  type FactList,
  type FactSet,
  maxFacts,
  maxQuoteLength,
  maxSheetLength,
  maxValueLength
} from "@kittiwake/core/extraction/domain/FactSheet"
import { keptText } from "../keptText.ts"

/** Things of one page, also those that say nothing. */
const maxSets = 100_000

/** What one page may give. */
export class FactBudget {
  private facts = maxFacts
  private characters = maxSheetLength
  private sets = maxSets
  private steps: number
  private readonly exceeded: () => void
  isCut = false
  /** Whether a list has more than is kept of one, while there is room for the rest of the page. */
  leavesOut = false

  /** `exceeded` may throw where so many steps are too many for the thread. */
  constructor(steps: number, exceeded: () => void = () => {}) {
    this.steps = steps
    this.exceeded = exceeded
  }

  /** Counts what is looked at, for the page or for an item that it stands in: an element, an object, a label with a value. */
  step(): void {
    this.steps -= 1
    if (this.steps >= 0) return
    this.exceeded()
    this.isCut = true
  }

  leaveOut(): void {
    this.leavesOut = true
  }

  /** Counts a thing that is gathered: one takes room though it says nothing. */
  open(): void {
    this.step()
    this.sets -= 1
    if (this.sets < 0) this.isCut = true
  }

  /** Whether there is room for one more of so many characters; once there is none, nothing more is kept. */
  take(length: number): boolean {
    if (this.isCut) return false
    this.facts -= 1
    this.characters -= length
    if (this.facts >= 0 && this.characters >= 0) return true
    this.isCut = true
    return false
  }
}

/** Items of one list, whatever it is written in. */
export const maxItems = 5_000

/** Longest name. */
export const maxNameLength = 160

const kept = (text: string, most: number): string => (text.length > most ? text.slice(0, most).toWellFormed() : text)

/** Of a list that takes all the room, the things that there was room for: of the last of them it may have ended midway. */
const wholeOf = (items: ReadonlyArray<FactSet>): ReadonlyArray<FactSet> =>
  items.filter((one) => one.facts.length + one.lists.length + one.groups.length > 0).slice(0, -1)

/** Gathers what is said of one thing: of the page, or of an item of what repeats on it. */
export class FactCollector {
  readonly budget: FactBudget
  private readonly facts: Array<Fact> = []
  private readonly lists: Array<FactList> = []
  private readonly groups: Array<FactGroup> = []
  private readonly known = new Set<string>()

  constructor(budget: FactBudget) {
    this.budget = budget
    budget.open()
  }

  get set(): FactSet {
    return { facts: this.facts, lists: this.lists, groups: this.groups }
  }

  get count(): number {
    return this.facts.length
  }

  /** Each name and value once; the first place that says them is their evidence. */
  add({ context, name, quote, source, value }: Fact): void {
    if (this.budget.isCut) return
    const said = typeof value === "string" ? keptText(value.trim(), maxValueLength) : value
    const called = kept(name.trim(), maxNameLength)
    if (said === "" || said === undefined) return
    const identity = `${called}\n${said}`
    if (this.known.has(identity) || !this.budget.take(called.length + String(said).length)) return
    this.known.add(identity)
    this.facts.push({
      name: called,
      value: said,
      source,
      context: kept(context, maxNameLength),
      quote: kept(quote, maxQuoteLength)
    })
  }

  addList({ context, name, source, values }: FactList): void {
    const said = values
      .flatMap((value) => keptText(value, maxValueLength) ?? [])
      .filter((value) => this.budget.take(value.length))
    if (said.length === 0) return
    this.lists.push({
      name: kept(name.trim(), maxNameLength),
      context: kept(context, maxNameLength),
      source,
      values: said
    })
  }

  addGroup({ areParts, context, items, name, source }: FactGroup): void {
    const hadRoom = !this.budget.isCut
    const told = hadRoom ? items : wholeOf(items)
    if (told.length === 0 || (!this.budget.take(name.length) && hadRoom)) return
    this.groups.push({
      ...{ name: kept(name.trim(), maxNameLength), context: kept(context, maxNameLength), source, items: told },
      ...(areParts === undefined ? {} : { areParts })
    })
  }
}
