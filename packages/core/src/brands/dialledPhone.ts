/** The telephone number of a brand as it is dialled from anywhere, where its country is told. */
import { Clock, Duration, Effect } from "effect"
import type { ObjectShape, TextShape } from "../extraction/domain/DataShape.ts"
import type { Fact, FactSheet } from "../extraction/domain/FactSheet.ts"
import { FactReader } from "../extraction/FactReader.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import type { MergedFacts } from "./domain/mergeFacts.ts"

const described = { description: "", isNullable: true }

const text: TextShape = {
  kind: "text",
  ...described,
  format: null,
  choices: null,
  shortest: 0,
  longest: 40,
  pattern: null
}

const shape: ObjectShape = {
  ...{ kind: "object", ...described },
  properties: [{ name: "telephone", isRequired: true, shape: text }]
}

const factOf = (name: string, value: string): Fact => ({ name, value, source: "json-ld", context: "", quote: value })

/**
 * In E.164 where the brand's address, its domain or its language tells the country and the number is one there, as decision 0070 has
 * it; else as it is written. `language` is that of the first page. At the
 * deadline it is told as it is written, which is better than a late answer.
 */
export const dialledPhone = Effect.fnUntraced(function* (
  { address, phone }: Pick<MergedFacts, "address" | "phone">,
  url: string,
  language: string,
  deadline: Deadline
) {
  if (phone === null || phone.startsWith("+")) return phone
  const country = address?.countryCode ?? null
  const sheet: FactSheet = {
    ...{ url, language, title: null, text: "", isCut: false, lists: [], groups: [] },
    facts: [factOf("telephone", phone), ...(country === null ? [] : [factOf("addressCountry", country)])]
  }
  const filling = (yield* FactReader).fill({ shape, instructions: "", sheets: [sheet] })
  const found = yield* filling.pipe(
    Effect.map(({ data }) => data["telephone"]),
    Effect.timeoutOrElse({
      duration: Duration.millis(leftOf(deadline, yield* Clock.currentTimeMillis)),
      orElse: () => Effect.succeed(null)
    }),
    Effect.catch(() => Effect.succeed(null))
  )
  return typeof found === "string" && /^\+\d{6,15}$/.test(found) ? found : phone
})
