/** The operation that finds people, as a value (contract/people.md). */
import { maxUrlLength } from "@kittiwake/core/internal/security/domain/parseUrl"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { closed, integer, Tags, text, WebUrl } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { TimeoutBehavior, timeoutMillis, Zdr } from "../web/query.ts"
import { EnrichedRecord } from "./records.ts"

export { EnrichedRecord } from "./records.ts"

const Timeout = closed({
  milliseconds: timeoutMillis(1_000),
  behavior: Schema.optionalKey(TimeoutBehavior)
})

const sizes = (minimum: number, maximum: number) => ({
  expected: `a list of ${minimum} to ${maximum} items`,
  toJsonSchema: () => ({ minItems: minimum, maxItems: maximum })
})

const within = (minimum: number, maximum: number) =>
  Schema.makeFilter(
    ({ length }: ReadonlyArray<unknown>) => length >= minimum && length <= maximum,
    sizes(minimum, maximum)
  )

/** One of these keys at least. */
const saysSomething = <A extends object>(expected: string) =>
  Schema.makeFilter((value: A) => Object.keys(value).length > 0, {
    expected,
    toJsonSchema: () => ({ minProperties: 1 })
  })

// Texts that say nothing of what of them is logged are not: no clue of a person stands in the log of calls.
const some = (maximum: number) => Schema.optionalKey(text(1, maximum))

/** Of whom somebody is looked for: no clue stands in the log. */
const domain = text(3, maxUrlLength)

const Institution = closed({ name: some(200), domain: Schema.optionalKey(domain) })

const Education = closed({
  institution: Schema.optionalKey(Institution.check(saysSomething("name or domain"))),
  degree: some(200),
  field_of_study: some(200),
  graduation_year: Schema.optionalKey(integer(1900, 2100).annotate({ logged: "never" }))
}).check(saysSomething("institution, degree, field_of_study or graduation_year"))

/** What is known of the person: the same at every door. */
export const clueFields = {
  email: Schema.optionalKey(text(3, 320)),
  social_urls: Schema.optionalKey(Schema.Array(WebUrl.annotate({ logged: "never" })).check(within(1, 20))),
  name: Schema.optionalKey(closed({ first: some(100), last: some(100) })),
  company: Schema.optionalKey(
    closed({ name: some(200), domain: Schema.optionalKey(domain) }).check(saysSomething("name or domain"))
  ),
  education: Schema.optionalKey(Schema.Array(Education).check(within(1, 10))),
  location: Schema.optionalKey(
    closed({ city: some(100), region: some(100), country: some(100) }).check(saysSomething("city, region or country"))
  )
}

/** The body of `POST /people/enrich`. */
export const EnrichBody = Schema.Struct({
  ...clueFields,
  timeout: Schema.optionalKey(Schema.Union([timeoutMillis(1_000), Timeout])),
  timeoutOpts: Schema.optionalKey(Timeout),
  timeoutMS: Schema.optionalKey(timeoutMillis(1_000)),
  zdr: Schema.optionalKey(Zdr),
  tags: Schema.optionalKey(Tags)
}).annotate({ identifier: "EnrichPersonRequest" })

export const PeopleApi = HttpApiGroup.make("people")
  .add(
    HttpApiEndpoint.post("enrich", "/people/enrich", {
      payload: EnrichBody,
      success: EnrichedRecord,
      error: errorsWith(408, 413, 415, 422)
    }).annotateMerge(
      access({
        summary: "Who somebody is, by what is known of the person",
        scope: "data:execute",
        bucket: "default",
        labels: "body",
        weight: 1,
        keepsReply: false
      })
    )
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "People", description: "People, by what they publish of themselves." }))
