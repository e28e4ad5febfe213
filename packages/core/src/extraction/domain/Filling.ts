/** The filling of a schema under way: what was found, where, and how much more may be looked at. */
import type { DataProperty } from "./DataShape.ts"
import { type Fact, type FactGroup, type FactList, type FactSource, maxQuoteLength } from "./FactSheet.ts"
import { type FieldWords, type LabelWords, matchNames, sharesWords } from "./matchNames.ts"
import { nameWords } from "./nameWords.ts"
import { type Wanted, wantedOf } from "./readTyped.ts"
import { hasUnmetWords } from "./unmetWords.ts"

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

/** Comparisons of a name with a label in one filling, some seconds of work. @internal */
export const maxComparisons = 3_000_000

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

export class Filling {
  private left = maxComparisons
  private readonly labels = new WeakMap<Named, LabelWords>()
  private readonly fields = new WeakMap<DataProperty, Map<string, Field>>()
  readonly evidence: Array<Evidence> = []
  readonly instructions: ReadonlyArray<string>
  /** Pages that are asked, whether or not they can be read now. */
  readonly pages: number
  /** Whether nothing is taken by its place alone. */
  readonly isChecked: boolean

  constructor(instructions: string, pages: number, isChecked = false) {
    this.instructions = nameWords(instructions)
    this.pages = pages
    this.isChecked = isChecked
  }

  /** Whether everything was looked at. */
  get isWhole(): boolean {
    return this.left > 0
  }

  /** How well a label fits a field; nothing fits once the work is used up. */
  match(field: Field, label: Named): number {
    this.left -= 1
    if (this.left <= 0) return 0
    const words = this.labelOf(label)
    const match = matchNames(field.words, words)
    // What repeats is known by what its items say.
    if (match < leastMet || "items" in label) return match
    const { property, wanted } = field
    const { shape } = property
    const kind = shape.kind === "list" ? shape.items.kind : shape.kind
    const said = () => ("quote" in label ? nameWords(label.quote) : [])
    return this.isOther(field, words, { kind, wanted, said }) ? match * ofOther : match
  }

  private isOther(field: Field, label: LabelWords, at: Parameters<typeof hasUnmetWords>[2]): boolean {
    if (at.kind === "number" && isOneOfMany(field, at.said())) return true
    // A name that has nothing to do with the label was not what it was found by.
    return sharesWords(field.words, label) && hasUnmetWords(field.words, label, at)
  }

  labelOf(label: Named): LabelWords {
    const known = this.labels.get(label)
    if (known !== undefined) return known
    const words = { name: nameWords(label.name), context: nameWords(label.context) }
    this.labels.set(label, words)
    return words
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

/** What makes one thing of several: *the current bid*. */
const ofOne = new Set(nameWords("current latest last highest winning top newest leading"))

/** Whether a property asks for one thing of which a passage says only how many there are: `4 bids` tells no current bid. */
const isOneOfMany = ({ words }: Field, said: ReadonlyArray<string>): boolean =>
  said.length === 2 &&
  /^\d+$/.test(said[0]!) &&
  words.name.length > 1 &&
  ofOne.has(words.name[0]!) &&
  words.name.includes(said[1]!)

/** A name as part of a JSON pointer. @internal */
export const pointerPart = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
