/** Items of Wikidata: their labels, and what their statements say. */
import type { PartialDate } from "@kittiwake/core/people/domain/PersonRecord"
import { Option, Schema } from "effect"
import { dateOf } from "./words.ts"

const Term = Schema.Struct({ value: Schema.String })

const Snak = Schema.Struct({
  snaktype: Schema.String,
  datavalue: Schema.optionalKey(Schema.Struct({ value: Schema.Unknown }))
})
type Snak = typeof Snak.Type

const Statement = Schema.Struct({
  mainsnak: Snak,
  rank: Schema.optionalKey(Schema.String),
  qualifiers: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Snak)))
})
export type Statement = typeof Statement.Type

/** What has nothing in it is written as an empty list there. */
const orEmpty = <Item extends Schema.Top>(item: Item) =>
  Schema.optionalKey(Schema.Union([Schema.Record(Schema.String, item), Schema.Array(Schema.Unknown)]))

const Item = Schema.Struct({
  id: Schema.optionalKey(Schema.String),
  missing: Schema.optionalKey(Schema.Unknown),
  modified: Schema.optionalKey(Schema.String),
  labels: orEmpty(Term),
  descriptions: orEmpty(Term),
  aliases: orEmpty(Schema.Array(Term)),
  claims: orEmpty(Schema.Array(Schema.Unknown))
})
export type Item = typeof Item.Type

/** An answer with items by their ids. */
export const Items = Schema.Struct({ entities: Schema.Record(Schema.String, Item) })

const readStatement = Schema.decodeUnknownOption(Statement)

const Entity = Schema.decodeUnknownOption(Schema.Struct({ id: Schema.String }))
const Time = Schema.decodeUnknownOption(Schema.Struct({ time: Schema.String, precision: Schema.Number }))

/** Statements of one property that are looked at. */
const mostStatements = 30

const inRecord = <A>(given: Readonly<Record<string, A>> | ReadonlyArray<unknown> | undefined, key: string) =>
  given === undefined || Array.isArray(given) ? undefined : (given as Readonly<Record<string, A>>)[key]

/** Statements that hold, the preferred ones first. */
export const statementsOf = ({ claims }: Pick<Item, "claims">, property: string): ReadonlyArray<Statement> =>
  (inRecord(claims, property) ?? [])
    .slice(0, mostStatements)
    .flatMap((one) => Option.toArray(readStatement(one)))
    .filter(({ rank }) => rank !== "deprecated")
    .toSorted((a, b) => Number(b.rank === "preferred") - Number(a.rank === "preferred"))

const textOf = ({ datavalue, snaktype }: Snak): string | null =>
  snaktype === "value" && typeof datavalue?.value === "string" ? datavalue.value : null

const itemOf = ({ datavalue, snaktype }: Snak): string | null =>
  snaktype === "value" ? (Option.getOrUndefined(Entity(datavalue?.value))?.id ?? null) : null

/** Texts of a property: identifiers and addresses. */
export const textsOf = (item: Pick<Item, "claims">, property: string): ReadonlyArray<string> =>
  statementsOf(item, property).flatMap(({ mainsnak }) => textOf(mainsnak) ?? [])

/** Ids of the items that a property names. */
export const idsOf = (item: Pick<Item, "claims">, property: string): ReadonlyArray<string> =>
  statementsOf(item, property).flatMap((one) => idOf(one) ?? [])

export const idOf = ({ mainsnak }: Statement): string | null => itemOf(mainsnak)

/** The item that a qualifier of a statement names. */
export const qualifierId = ({ qualifiers }: Statement, ...properties: ReadonlyArray<string>): string | null => {
  const snaks = properties.flatMap((property) => qualifiers?.[property] ?? [])
  return snaks.flatMap((snak) => itemOf(snak) ?? [])[0] ?? null
}

/** The date that a qualifier of a statement says: 9 is a year, 10 a month, 11 a day. */
export const qualifierDate = ({ qualifiers }: Statement, ...properties: ReadonlyArray<string>): PartialDate | null => {
  const snaks = properties.flatMap((property) => qualifiers?.[property] ?? [])
  for (const { datavalue } of snaks) {
    const time = Option.getOrUndefined(Time(datavalue?.value))
    const [, year, month, day] = /^\+0*(\d{4})-(\d\d)-(\d\d)T/.exec(time?.time ?? "") ?? []
    if (time === undefined || year === undefined || time.precision < 9) continue
    return dateOf(year, time.precision > 9 ? month : null, time.precision > 10 ? day : null)
  }
  return null
}

type Terms = Readonly<Record<string, typeof Term.Type>>

/** What it is called, in English or whatever is there. */
export const labelOf = ({ labels }: Pick<Item, "labels">): string | null => {
  const written = inRecord(labels, "en") ?? inRecord(labels, "mul")
  if (written !== undefined) return written.value
  const [any] = labels === undefined || Array.isArray(labels) ? [] : Object.values(labels as Terms)
  return any?.value ?? null
}

export const descriptionOf = ({ descriptions }: Item): string | null => inRecord(descriptions, "en")?.value ?? null

export const aliasesOf = ({ aliases }: Item): ReadonlyArray<string> =>
  (inRecord(aliases, "en") ?? inRecord(aliases, "mul") ?? []).map(({ value }) => value)
