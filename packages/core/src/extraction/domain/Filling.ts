/** The filling of a schema under way: what was found, where, and how much more may be looked at. */
import type { DataProperty } from "./DataShape.ts"
import { type Fact, type FactGroup, type FactList, type FactSource, maxQuoteLength } from "./FactSheet.ts"
import { type FieldWords, type LabelWords, matchNames, sharesWords } from "./matchNames.ts"
import { nameWords } from "./nameWords.ts"
import { type Wanted, wantedOf } from "./readTyped.ts"
import { isFactOf, lengthOf, noThings, paidTerms, type ThingsAsked } from "./thingAsked.ts"
import { isPriceOfOther, isUnsaid, unmetWords } from "./unmetWords.ts"

/** Where a value of the data was read. */
export interface Evidence {
  /** JSON pointer into the data, such as `/plans/0/price`. */
  readonly path: string
  readonly url: string
  /** The passage of the page that says it. */
  readonly quote: string
  readonly source: FactSource
  /** The value as the page writes it, with its currency and unit; absent where that is the value itself. */
  readonly said?: string
  /** How sure it is that this is what was asked for, from 0 to 1. */
  readonly weight: number
}

/** Matches below this come to nothing anyhow; and what is left of one with a word that nothing there says. */
const leastMet = 0.3
const ofOther = 0.2

/** Comparisons of a name with a label in one filling, some seconds of work; other work is counted as so many of them. @internal */
export const maxComparisons = 3_000_000

/** Pairs of words that count as one comparison, and how much one counts whose words were compared before. */
const pairsOfOne = 32
const knownAgain = 1 / 8
/** How much longer it takes to tell which words a label does not say. */
const costOfUnmet = 4

/** Characters whose words take as long to find as one comparison. */
const charactersOfOne = 32

/** Most answers that are kept for labels that stand at several values, such as those of a column. */
const maxKept = 200_000

/** What one filling may cost. */
export interface FillingCosts {
  /** Comparisons of a name with a label, and what takes as long. */
  readonly most: number
  /** What to throw past them; null goes on without looking at any more. */
  readonly exceeded: (() => Error) | null
}

/** @internal */
export const fullCosts: FillingCosts = { most: maxComparisons, exceeded: null }

/** Most passages that are told of one filling: one for each line that is compared. @internal */
export const maxEvidence = 5_000

/** A property with all that its name and description tell. */
export interface Field {
  readonly property: DataProperty
  readonly words: FieldWords
  readonly wanted: Wanted
}

/** What of a page has a name. */
type Named = Fact | FactList | FactGroup

/** What came of comparing a field with a label. */
interface Compared {
  readonly match: number
  /** Words of the field that the label does not say, none where they do not count; null where it is of something else. */
  readonly unmet: ReadonlyArray<string> | null
}

/** Words of a label, which all values share that have it. */
interface KnownLabel {
  readonly words: LabelWords
  isShared: boolean
}

export class Filling {
  private left: number
  private readonly exceeded: FillingCosts["exceeded"]
  private readonly labels = new WeakMap<Named, KnownLabel>()
  private readonly known = new Map<string, KnownLabel>()
  private readonly compared = new WeakMap<Field, Map<KnownLabel, Compared>>()
  private kept = 0
  private readonly quotes = new WeakMap<Named, ReadonlyArray<string>>()
  private readonly fields = new WeakMap<DataProperty, Map<string, Field>>()
  readonly evidence: Array<Evidence> = []
  readonly instructions: ReadonlyArray<string>
  /** Pages that are asked, whether or not they can be read now. */
  readonly pages: number
  /** Whether nothing is taken by its place alone. */
  readonly isChecked: boolean
  /** Of which thing properties are asked. */
  readonly things: ThingsAsked

  constructor(
    instructions: string,
    pages: number,
    isChecked = false,
    { exceeded, most }: FillingCosts = fullCosts,
    things: ThingsAsked = noThings
  ) {
    this.left = most
    this.exceeded = exceeded
    this.instructions = nameWords(instructions)
    this.pages = pages
    this.isChecked = isChecked
    this.things = things
  }

  /** Whether everything was looked at. */
  get isWhole(): boolean {
    return this.left > 0
  }

  /** Counts work that takes as long as so many comparisons. */
  spend(comparisons: number): void {
    this.left -= comparisons
    if (this.left <= 0 && this.exceeded !== null) throw this.exceeded()
  }

  /** How well a label fits a field; nothing fits once the work is used up. */
  match(field: Field, label: Named): number {
    if (!this.isWhole) return 0
    const known = this.knownLabelOf(label)
    const { match, unmet } = this.compare(field, known)
    // What repeats is known by what its items say.
    if (match < leastMet || "items" in label) return match
    return this.isOther(field, label, unmet) ? match * ofOther : match
  }

  /** Compares a field with a label once for all values that have it, as those of a column do. */
  private compare(field: Field, label: KnownLabel): Compared {
    const before = this.compared.get(field)?.get(label)
    if (before !== undefined) {
      this.spend(knownAgain)
      return before
    }
    const { words } = label
    const pairs = pairsOf(field.words, words)
    this.spend(1 + pairs / pairsOfOne)
    const match = matchNames(field.words, words)
    // A name that has nothing to do with the label was not what it was found by.
    const counts = match >= leastMet && sharesWords(field.words, words)
    if (counts) this.spend((pairs * costOfUnmet) / pairsOfOne)
    const unmet = counts ? unmetWords(field.words, words, { kind: kindOf(field), wanted: field.wanted }) : []
    const compared: Compared = { match, unmet }
    if (label.isShared && this.kept < maxKept) {
      const ofField = this.compared.get(field) ?? new Map<KnownLabel, Compared>()
      ofField.set(label, compared)
      this.compared.set(field, ofField)
      this.kept += 1
    }
    return compared
  }

  /** Whether a fact is of the thing that a property is asked of. `thing` are its terms, and `rest` those that its page does not say of all of it. */
  isOfThing(field: Field, fact: Fact, thing: ReadonlyArray<string>, rest: ReadonlyArray<string>): boolean {
    this.spend(1 + lengthOf(fact) / charactersOfOne)
    if (!isFactOf(rest, fact)) return false
    if (!field.wanted.isMoney || !isUnlabelled(fact)) return true
    const asked = { ...field.words, name: [...paidTerms(thing), ...field.words.name] }
    return !isPriceOfOther(asked, this.labelOf(fact), this.quoteOf(fact))
  }

  private isOther(field: Field, label: Named, unmet: Compared["unmet"]): boolean {
    if (kindOf(field) === "number" && mayBeOneOfMany(field) && isOneOfMany(field, this.quoteOf(label))) return true
    if (
      field.wanted.isMoney &&
      isUnlabelled(label) &&
      isPriceOfOther(field.words, this.labelOf(label), this.quoteOf(label))
    )
      return true
    return unmet === null || (unmet.length > 0 && isUnsaid(field.words, unmet, this.quoteOf(label)))
  }

  /** The words of the passage that says a value. */
  private quoteOf(label: Named): ReadonlyArray<string> {
    if (!("quote" in label)) return []
    const known = this.quotes.get(label)
    if (known !== undefined) return known
    this.spend(1)
    const words = nameWords(label.quote)
    this.quotes.set(label, words)
    return words
  }

  labelOf(label: Named): LabelWords {
    return this.knownLabelOf(label).words
  }

  private knownLabelOf(label: Named): KnownLabel {
    const before = this.labels.get(label)
    if (before !== undefined) return before
    const called = `${label.name}\n${label.context}`
    const same = this.known.get(called)
    if (same !== undefined) same.isShared = true
    const known = same ?? {
      words: { name: nameWords(label.name), context: nameWords(label.context) },
      isShared: false
    }
    if (same === undefined) this.known.set(called, known)
    this.labels.set(label, known)
    return known
  }

  /** `around` is what the property belongs to: a `name` in `author` is that of the author. */
  fieldOf(property: DataProperty, around: string, noun = ""): Field {
    const known = this.fields.get(property)?.get(around)
    if (known !== undefined) return known
    const spoken = around === "" ? nameWords(property.name) : nameWords(`${around} ${property.name}`)
    const wanted = wantedOf(property)
    // A year is else one of the calendar.
    const isLength = (wanted.unit === "years" || wanted.unit === "months") && spoken.length > 1
    const name = isLength ? spoken.slice(0, -1) : spoken
    const field: Field = {
      property,
      words: {
        name,
        description: nameWords(property.shape.description),
        isFlag: property.shape.kind === "flag",
        nouns: nameWords(noun)
      },
      wanted
    }
    const ofProperty = this.fields.get(property) ?? new Map<string, Field>()
    ofProperty.set(around, field)
    this.fields.set(property, ofProperty)
    return field
  }

  tell(evidence: ReadonlyArray<Evidence>): void {
    for (const one of evidence) {
      if (this.evidence.length >= maxEvidence) return
      this.evidence.push({ ...one, quote: one.quote.slice(0, maxQuoteLength), weight: Number(one.weight.toFixed(3)) })
    }
  }
}

/** Pairs of words that are compared at most. */
const pairsOf = ({ description, name }: FieldWords, label: LabelWords): number =>
  name.length * (2 * label.name.length + label.context.length) + description.length * label.name.length

/** What kind of values a field has, or those in its list. */
const kindOf = ({ property: { shape } }: Field): string => (shape.kind === "list" ? shape.items.kind : shape.kind)

/** Whether a value has its name by what it is, and not from the page. */
const isUnlabelled = ({ source }: Named): boolean => source === "text" || source === "list" || source === "block"

/** What makes one thing of several: *the current bid*. */
const ofOne = new Set(nameWords("current latest last highest winning top newest leading"))

/** Whether a property asks for one thing of several. */
const mayBeOneOfMany = ({ words }: Field): boolean => words.name.length > 1 && ofOne.has(words.name[0]!)

/** Whether a passage says only how many of them there are: `4 bids` tells no current bid. */
const isOneOfMany = ({ words }: Field, said: ReadonlyArray<string>): boolean =>
  said.length === 2 && /^\d+$/.test(said[0]!) && words.name.includes(said[1]!)

/** A name as part of a JSON pointer. @internal */
export const pointerPart = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
