/** What a program in JavaScript may hand over that the types of the options forbid. */
import { mostPerDay } from "@kittiwake/core/internal/brands/RefreshBounds"
import { mostSources } from "@kittiwake/core/internal/news/GatheringBounds"
import { mostArticles } from "@kittiwake/core/news/NewsBounds"
import { planTerms } from "@kittiwake/core/organizations/domain/Plan"
import { mostIndexedPages } from "@kittiwake/core/search/IndexBounds"
import { addressForms, readAddress } from "@kittiwake/redis/address"
import { Result } from "effect"
import { exampleAddress, readPublicAddress } from "../publicAddress.ts"
import { searchNames } from "../searchChoice.ts"
import type { CommonOptions } from "./options.ts"

/** What is wrong with a value; null when nothing is. */
type Check = (value: unknown) => string | null

const is =
  (type: "boolean" | "function" | "number", words: string): Check =>
  (value) =>
    typeof value === type ? null : `must be ${words}`

const text: Check = (value) => (typeof value === "string" && value !== "" ? null : "must be a text that is not empty")

const texts: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? null : "must be a list of texts"

const yesOrNo = is("boolean", "true or false")

const count: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? null : "must be a whole number above 0"

const upTo =
  (most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
      ? null
      : `must be a whole number from 0 to ${most}`

const addressOf =
  (protocols: ReadonlyArray<string>, words: string): Check =>
  (value) =>
    typeof value === "string" && URL.canParse(value) && protocols.includes(new URL(value).protocol) ? null : words

const failureOf = (read: Result.Result<unknown, string>): string | null =>
  Result.isFailure(read) ? read.failure : null

const plans = Object.keys(planTerms)

const checks: { readonly [O in keyof CommonOptions | "dataDirectory" | "databaseUrl" | "memory"]-?: Check } = {
  dataDirectory: text,
  databaseUrl: (value) =>
    typeof value === "string" && URL.canParse(value) && /^postgres(?:ql)?:\/\//i.test(value)
      ? null
      : "must be the address of a Postgres, such as postgres://user:password@host:5432/database; other databases are not supported",
  memory: (value) => (value === true ? null : "must be true, or left out"),
  worker: yesOrNo,
  dashboard: yesOrNo,
  redisUrl: (value) =>
    typeof value === "string" && readAddress(value) !== null ? null : `must be the address of a Redis: ${addressForms}`,
  egressAllow: texts,
  browser: text,
  browserIsGuarded: yesOrNo,
  browserHasSandbox: yesOrNo,
  sealingKey: text,
  publicUrl: (value) => {
    const problem = typeof value === "string" ? failureOf(readPublicAddress(value)) : "is no text"
    return problem === null ? null : `${problem}: it must be an address ${exampleAddress}`
  },
  webhookHeaderPrefix: text,
  obeysRobots: yesOrNo,
  historyDays: count,
  historyVersions: count,
  historyBytes: count,
  batchResultBytes: count,
  brandRefreshesPerDay: upTo(mostPerDay),
  brandRefreshDays: count,
  searchIndexPages: upTo(mostIndexedPages),
  searchIndexBytes: count,
  searchBackends: (value) =>
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((name) => searchNames.some((known) => known === name))
      ? null
      : `must be a list of some of ${searchNames.join(", ")}, each once`,
  searxngUrl: addressOf(["http:", "https:"], "must be the address of an instance of SearXNG"),
  braveKey: text,
  newsArticles: upTo(mostArticles),
  newsSources: upTo(mostSources),
  blobsDirectory: text,
  readingSeconds: is("number", "a number"),
  plan: (value) => (plans.some((plan) => plan === value) ? null : `must be one of ${plans.join(", ")}`),
  apiKey: text,
  adminToken: text,
  metricsToken: text,
  onLog: is("function", "a function")
}

/** The first option that is none, or whose value is not of its kind; null when all are well. */
export const misfitIn = (options: unknown): { readonly option: string; readonly message: string } | null => {
  if (typeof options !== "object" || options === null) {
    return { option: "options", message: "give an object with one of dataDirectory, databaseUrl and memory" }
  }
  const known = Object.entries(checks)
  for (const [option, value] of Object.entries(options)) {
    const [, check] = known.find(([name]) => name === option) ?? []
    if (check === undefined) return { option, message: `is no option; there are ${Object.keys(checks).join(", ")}` }
    const message = value === undefined ? null : check(value)
    if (message !== null) return { option, message }
  }
  return null
}
