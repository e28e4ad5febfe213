/**
 * The public client, a request written by hand and the embedded library give the same answer to the same question, and the
 * same refusal. Observed: answers whole, but for ids and moments that no two calls share.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { AdminApi } from "@kittiwake/http/admin/api"
import { OpenApi } from "effect/http-api"
import { hasBrowser } from "../../../test/setup/browser.ts"
import { operations as apiOperations } from "../../mcp/src/tools/operations.ts"
import { accountQuestions, operatorQuestions } from "./support/doors/accountQuestions.ts"
import { batchQuestions } from "./support/doors/batchQuestions.ts"
import { brandQuestions } from "./support/doors/brandQuestions.ts"
import { designQuestions } from "./support/doors/designQuestions.ts"
import { extractionQuestions } from "./support/doors/extractionQuestions.ts"
import { industryQuestions } from "./support/doors/industryQuestions.ts"
import { monitorQuestions } from "./support/doors/monitorQuestions.ts"
import { newsQuestions } from "./support/doors/newsQuestions.ts"
import { type Opened, openDoors } from "./support/doors/opened.ts"
import { peopleQuestions } from "./support/doors/peopleQuestions.ts"
import { pictureQuestions } from "./support/doors/pictureQuestions.ts"
import { productQuestions } from "./support/doors/productQuestions.ts"
import { ask, type Question } from "./support/doors/Question.ts"
import { searchQuestions } from "./support/doors/searchQuestions.ts"
import { viewQuestions } from "./support/doors/viewQuestions.ts"
import { webQuestions } from "./support/doors/webQuestions.ts"

const questions: ReadonlyArray<Question> = [
  ...monitorQuestions,
  ...viewQuestions,
  ...batchQuestions,
  ...brandQuestions,
  ...webQuestions,
  ...designQuestions,
  ...industryQuestions,
  ...extractionQuestions,
  ...searchQuestions,
  ...newsQuestions,
  ...peopleQuestions,
  ...productQuestions,
  ...pictureQuestions,
  ...accountQuestions,
  ...operatorQuestions
]

const otherOrganizations = "An embedded instance works for its first organization; others have `layer` or the handlers."

const ofBrowsers = "A program serves no dashboard, so no browser signs in: packages/http/test/sessions goes that way."
const operatorAlone =
  "Sources are the installation's, and only its operator chooses them, over HTTP or on the command line."

const ofTheMachine = "What its operator sees of a server; the command looks for itself, as kittiwake doctor."

const ofADemonstration =
  "Beside a server, for people; in a terminal it is kittiwake demo: packages/dashboard/test/demonstration."

/** Operations that are asked at one door alone, each with the reason. */
const notCompared: Readonly<Record<string, string>> = {
  "GET /health": "It is about the process that listens; a program knows of its own.",
  "GET /ready": "It is about the process that listens; a program knows of its own.",
  "POST /admin/organizations": otherOrganizations,
  "GET /admin/organizations": otherOrganizations,
  "GET /admin/organizations/{organization_id}": otherOrganizations,
  "PATCH /admin/organizations/{organization_id}": otherOrganizations,
  "POST /admin/organizations/{organization_id}/credits": otherOrganizations,
  "GET /admin/organizations/{organization_id}/credits": otherOrganizations,
  "GET /admin/organizations/{organization_id}/feedback":
    "A program is given all at once, and no pages: packages/cli/test/embeddedFeedback.test.ts reads both.",
  "GET /admin/news/sources": operatorAlone,
  "POST /admin/news/sources": operatorAlone,
  "POST /admin/news/sources/import": operatorAlone,
  "DELETE /admin/news/sources": operatorAlone,
  "GET /admin/organizations/{organization_id}/grants": "A program is given the latest at once, and no pages of them.",
  "DELETE /admin/organizations/{organization_id}/grants/{grant_id}":
    "A person makes a grant, on pages in a browser: packages/mcp/test/grants.test.ts goes that way.",
  "GET /admin/organizations/{organization_id}/sessions": ofBrowsers,
  "DELETE /admin/organizations/{organization_id}/sessions/{session_id}": ofBrowsers,
  "GET /admin/system": ofTheMachine,
  "GET /admin/system/doctor": ofTheMachine,
  "GET /admin/demonstration": ofADemonstration,
  "POST /admin/demonstration": ofADemonstration,
  "DELETE /admin/demonstration": ofADemonstration,
  "GET /admin/sessions": ofBrowsers,
  "DELETE /admin/sessions/{session_id}": ofBrowsers
}

const labels = "Calls of a program stand in no log, so that there is nothing to label."
const olderName = "An older name of timeoutMS, from before there was a library."
const byKind = "What it takes depends on its kind, and this is asked by domain."

/** Fields that programs are not asked in, each with the reason: of an operation, or of all. */
const notTaken: Readonly<Record<string, string>> = {
  tags: labels,
  timeout: olderName,
  "web.parse client": "It names the program that sends a file, which is this one.",
  "brands.search zdr": "It is not offered there: over HTTP it is refused.",
  "utility.prefetch timeoutOpts": "It waits for no answer: timeoutMS says how long it may look for what is kept.",
  "utility.prefetch zdr": "It is there to keep something.",
  ...Object.fromEntries(
    [
      ...["name", "country_gl", "email", "ticker", "ticker_exchange", "isin", "direct_url", "transaction_info"],
      ...["city", "mcc", "phone", "high_confidence_only"]
    ].map((field) => [`brands.retrieve ${field}`, byKind])
  ),
  ...Object.fromEntries(
    ["name", "ticker", "ticker_exchange"].map((field) => [`brands.retrieveByQuery ${field}`, byKind])
  )
}

interface Operation {
  readonly parameters?: ReadonlyArray<{ readonly name: string }>
  readonly requestBody?: object
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      // A program is given no organization: it has one.
      isGivenSomething: requestBody !== undefined || parameters.some(({ name }) => name !== "organization_id")
    }))
  )

describe("one question at three doors", { timeout: 60_000 }, () => {
  const closing = new AsyncDisposableStack()
  let opened: Opened
  beforeAll(async () => {
    opened = await openDoors(closing)
  }, 60_000)
  afterAll(() => closing.disposeAsync())

  it("is asked in the same words: programs take each field by the name that the API has for it, or have a reason", async () => {
    const untaken: Array<string> = []
    for (const [name, { method, parameters, path }] of apiOperations()) {
      const question = questions.find(
        ({ operation, refused }) => operation === `${method} ${path}` && refused === undefined
      )
      if (question === undefined) continue
      const about = (await question.about?.(opened)) ?? {}
      for (const field of parameters) {
        if (field.in === "path" || field.in === "header") continue
        // No field takes this, so that nothing is done.
        const asked = { ...question.asked?.(opened), [field.name]: [[{}]] }
        const said = await question.embedded(opened.kittiwake, about, asked as never).then(
          () => "taken no notice of",
          (error: unknown) => (error instanceof Error ? error.message : String(error))
        )
        if (/is not a known field|taken no notice of/.test(said)) untaken.push(`${name} ${field.name}`)
      }
    }
    const isExcepted = (one: string) => notTaken[one] !== undefined || notTaken[one.split(" ")[1] ?? ""] !== undefined
    assert.deepStrictEqual(
      untaken.filter((one) => !isExcepted(one)),
      []
    )
    assert.deepStrictEqual(
      Object.keys(notTaken).filter((one) => !untaken.some((other) => other === one || other.endsWith(` ${one}`))),
      [],
      "what is excepted is not taken"
    )
  })

  it("is asked about every operation, and about a refusal wherever something is given", async () => {
    const described = (await (await fetch(`${opened.url}/openapi.json`)).json()) as Description
    const operations = operationsOf(described).concat(operationsOf(OpenApi.fromApi(AdminApi) as never))
    // Pictures are refused where there is no browser to take them.
    const isAnswer = ({ refused }: Question) => refused === undefined || (!hasBrowser && refused === "INTERNAL_ERROR")
    const answered = (wanted: boolean) =>
      new Set(questions.flatMap((one) => (isAnswer(one) === wanted ? [one.operation] : [])))
    const compared = operations.filter(({ name }) => notCompared[name] === undefined)
    const lacking = {
      answers: compared.flatMap(({ name }) => (answered(true).has(name) ? [] : [name])),
      refusals: compared.flatMap(({ isGivenSomething, name }) =>
        isGivenSomething && !answered(false).has(name) ? [name] : []
      )
    }
    assert.deepStrictEqual(lacking, { answers: [], refusals: [] })
    const known = new Set(operations.map(({ name }) => name))
    const unknown = [...questions.map(({ operation }) => operation), ...Object.keys(notCompared)]
    assert.deepStrictEqual(
      unknown.filter((name) => !known.has(name)),
      []
    )
  })

  it.each(questions)("gets one answer: $operation, $name", (question) => ask(opened, question))
})
