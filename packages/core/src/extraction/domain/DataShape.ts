/** What a JSON Schema asks for, as far as it can be filled from pages. */
import type { PageLocale } from "./PageLocale.ts"

/** A telephone number that a page writes without its country, in E.164; null where the page does not tell it, or it is none. */
export type ReadPhone = (text: string, locale: PageLocale) => string | null

interface Described {
  /** Title and description of the schema, in the words of who wrote it. */
  readonly description: string
  readonly isNullable: boolean
}

export interface ObjectShape extends Described {
  readonly kind: "object"
  readonly properties: ReadonlyArray<DataProperty>
}

export interface DataProperty {
  readonly name: string
  readonly isRequired: boolean
  readonly shape: DataShape
}

export interface ListShape extends Described {
  readonly kind: "list"
  readonly items: DataShape
  readonly fewest: number
  readonly most: number
}

export interface TextShape extends Described {
  readonly kind: "text"
  readonly format: TextFormat | null
  /** Null takes any text. */
  readonly choices: ReadonlyArray<string> | null
  readonly shortest: number
  readonly longest: number
  /** What a text must have in it, as it was written; null where there is nothing, or a format says it. */
  readonly pattern: string | null
  /** How it must be written, beside that; absent where nothing is said. */
  readonly form?: TextForm
  /** The pattern at work; without it any text is taken. */
  readonly matches?: (text: string) => boolean
  /** Reads a telephone number without its country; without it such a one stays as it is written. */
  readonly readPhone?: ReadPhone
}

export interface NumberShape extends Described {
  readonly kind: "number"
  readonly isInteger: boolean
  readonly choices: ReadonlyArray<number> | null
  readonly least: number
  readonly most: number
  readonly above: number
  readonly below: number
  /** What it must be a multiple of; absent where nothing is said. */
  readonly step?: number
}

export interface FlagShape extends Described {
  readonly kind: "flag"
}

/** A value that the schema says nothing of. */
export interface OpenShape extends Described {
  readonly kind: "open"
}

export type ScalarShape = TextShape | NumberShape | FlagShape | OpenShape
export type DataShape = ObjectShape | ListShape | ScalarShape

/** Formats that are read and written; a text of another format is any text. */
export type TextFormat = "date" | "date-time" | "time" | "email" | "uri"

/** Formats that are not looked for: a text is taken as it stands where it has the form, and not at all where it has not. */
const forms = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
  hostname: /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
} as const

export type TextForm = keyof typeof forms

/** The form that goes by this name, if any. @internal */
export const formNamed = (format: unknown): TextForm | undefined =>
  (Object.keys(forms) as ReadonlyArray<TextForm>).find((form) => form === format)

/** A value as JSON has it. */
export type DataValue =
  | null
  | string
  | number
  | boolean
  | ReadonlyArray<DataValue>
  | { readonly [name: string]: DataValue }

export type DataObject = { readonly [name: string]: DataValue }

const fitsText = (shape: TextShape, text: string): boolean =>
  (shape.choices === null || shape.choices.includes(text)) &&
  [...text].length >= shape.shortest &&
  [...text].length <= shape.longest &&
  (shape.form === undefined || forms[shape.form].test(text)) &&
  (shape.matches === undefined || shape.matches(text))

const fitsNumber = (shape: NumberShape, value: number): boolean =>
  Number.isFinite(value) &&
  (!shape.isInteger || Number.isInteger(value)) &&
  (shape.choices === null || shape.choices.includes(value)) &&
  value >= shape.least &&
  value <= shape.most &&
  (shape.above === -Infinity || value > shape.above) &&
  (shape.below === Infinity || value < shape.below) &&
  // As validators of JSON Schema divide, so that what is answered is valid there too.
  (shape.step === undefined || Number.isInteger(value / shape.step))

/** Whether a scalar is one that the schema takes. @internal */
export const fitsScalar = (shape: ScalarShape, value: string | number | boolean): boolean => {
  if (shape.kind === "open") return true
  if (shape.kind === "flag") return typeof value === "boolean"
  if (shape.kind === "number") return typeof value === "number" && fitsNumber(shape, value)
  return typeof value === "string" && fitsText(shape, value)
}

/**
 * What stands for a value that no page says: null where the schema allows it, else what is empty of its kind, else null
 * (contract/extract-answers.md §1). No text that must not be empty, no number and no choice is ever made up.
 *
 * @internal
 */
export const nothingOf = (shape: DataShape): DataValue => {
  if (shape.isNullable) return null
  // An empty one also where it must not be: it says that there is nothing, and a list is what readers of it expect.
  if (shape.kind === "list") return []
  if (shape.kind === "object") return emptyObject(shape)
  if (shape.kind !== "text" || shape.format !== null || shape.pattern !== null) return null
  return fitsText(shape, "") ? "" : null
}

/** An object of which nothing is known: it has what it must have. @internal */
export const emptyObject = ({ properties }: ObjectShape): DataObject =>
  Object.fromEntries(
    properties.filter(({ isRequired }) => isRequired).map(({ name, shape }) => [name, nothingOf(shape)])
  )
