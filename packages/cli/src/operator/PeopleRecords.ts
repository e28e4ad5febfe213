/** What an operator is told of people that organizations imported, and of who asked to be forgotten. */
import { Schema } from "effect"

/** What became of people that were brought. */
export const TakenPeople = Schema.Struct({
  added: Schema.Int,
  replaced: Schema.Int,
  forgotten: Schema.Int,
  refused: Schema.Int
})
export type TakenPeople = typeof TakenPeople.Type

/** How many people an organization has, or had removed. */
export const CountedPeople = Schema.Struct({ organization_id: Schema.String, people: Schema.Int })
export type CountedPeople = typeof CountedPeople.Type

/** What was removed of somebody who is forgotten. */
export const ForgottenPerson = Schema.Struct({ removed: Schema.Int })
export type ForgottenPerson = typeof ForgottenPerson.Type
