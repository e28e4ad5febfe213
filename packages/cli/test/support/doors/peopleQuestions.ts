/** What is asked of people. */
import type { EnrichPerson, Kittiwake } from "kittiwake"
import { enrichedRecord } from "../../../../http/src/people/records.ts"
import type { Question } from "./Question.ts"

type Found = Awaited<ReturnType<Kittiwake["people"]["enrich"]>>

const ofPerson: Pick<Question, "client" | "differs" | "embedded" | "onTheWire" | "operation"> = {
  operation: "POST /v1/people/enrich",
  client: (client, _, asked) => client.people.enrich(asked),
  embedded: (kittiwake, _, asked: EnrichPerson) => kittiwake.people.enrich(asked),
  onTheWire: (found: Found) => ({ ...enrichedRecord(found), creditsUsed: found.creditsUsed }),
  differs: ["checked_at"]
}

export const peopleQuestions: ReadonlyArray<Question> = [
  {
    name: "a person whom nobody knows",
    ...ofPerson,
    asked: () => ({ name: { first: "Ann", last: "Reed" }, location: { city: "Graz" } })
  },
  {
    name: "a person by the page that is the person's own",
    ...ofPerson,
    asked: ({ shop }) => ({ name: { first: "Ann", last: "Reed" }, company: { domain: new URL(shop).host } })
  },
  {
    name: "a person by a name alone",
    ...ofPerson,
    asked: () => ({ name: { first: "Ann", last: "Reed" } }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "a person by an address that anybody gets",
    ...ofPerson,
    asked: () => ({ email: "ann@gmail.com" }),
    refused: "FREE_EMAIL_DETECTED"
  }
]
