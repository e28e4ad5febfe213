/** Mistakes in what is taken of services, stores, models and pages that answer with anything. */
import { blobs, core, html, type Mutant, postgres, redis } from "./Mutant.ts"

const reader = "src/makeReplyReader.ts"
const readerTests = "test/makeReplyReader.test.ts"
const answers = "src/s3/answers.ts"
const answerTests = "test/answers.test.ts"

/** Held by values that no text can be made of. */
const judged = (mutant: Mutant): Mutant => ({ ...mutant, tests: ["test/growth/hostileValues.test.ts"] })

const services: ReadonlyArray<Mutant> = [
  redis(
    "replies: a text of a Redis has any length",
    reader,
    "    left = length + 2\n    take(left)",
    "    left = length + 2",
    readerTests
  ),
  redis(
    "replies: all of them together have a bound",
    reader,
    "    bytes = 0\n    values = 0\n  }\n\n  const beginList",
    "    values = 0\n  }\n\n  const beginList",
    readerTests
  ),
  redis(
    "replies: lists of a Redis lie in each other without an end",
    reader,
    "if (open.length > replyLimits.depth)",
    "if (open.length > Number.MAX_VALUE)",
    readerTests
  ),
  redis(
    "replies: a list of a Redis has any number of values",
    reader,
    "if (values > replyLimits.values)",
    "if (values > Number.MAX_VALUE)",
    readerTests
  ),
  redis(
    "replies: what a script answers may be anything",
    "src/connection.ts",
    'typeof yes === "number" && typeof count === "number"',
    "yes !== undefined",
    "test/hostile.test.ts"
  ),
  postgres(
    "replies: a message of Postgres has a gigabyte",
    "src/connectionConfig.ts",
    "134_217_728",
    "1_073_741_824",
    "test/connectionConfig.test.ts"
  ),
  blobs(
    "replies: elements of an answer of S3 lie in each other without an end",
    answers,
    "bound(depth <= limits.depth)",
    "bound(depth <= Number.MAX_VALUE)",
    answerTests
  ),
  blobs(
    "replies: a list of S3 has any number of entries",
    answers,
    "bound(entries.length <= limits.entries)",
    "bound(entries.length > 0)",
    answerTests
  ),
  blobs(
    "replies: an error of S3 is read to its end",
    answers,
    "body.subarray(0, limits.bytes)",
    "body.subarray(0)",
    answerTests
  ),
  blobs(
    "replies: what stands in an entry of S3 stands in its list",
    answers,
    "entryDepth > 0 ? entries.at(-1)! : texts",
    "texts",
    answerTests
  )
]

const models: ReadonlyArray<Mutant> = [
  core(
    "replies: all quotes of a model are sought",
    "src/monitors/withModel.ts",
    "quotes.slice(0, limits.quotes)",
    "quotes.slice(0)",
    "test/monitors/withModel.test.ts"
  ),
  core(
    "replies: all values of a model are sought",
    "src/extraction/fillWithModel.ts",
    "value.values.slice(0, limits.values)",
    "value.values.slice(0)",
    "test/extraction/fillWithModel.test.ts"
  )
]

const pages: ReadonlyArray<Mutant> = [
  core(
    "replies: a bug that a page brings to light ends its crawl",
    "src/sites/crawlPage.ts",
    "ofOnePage(entry.url)(readRested(crawl, entry.url, readOnce(crawl, entry.url)))",
    "readRested(crawl, entry.url, readOnce(crawl, entry.url))",
    "test/sites/crawling.test.ts"
  ),
  judged(
    html(
      "replies: a kind that is no text is made one",
      "src/linkedData.ts",
      '[kinds].flat().filter((kind) => typeof kind === "string")',
      "[kinds].flat().map((kind) => String(kind))"
    )
  ),
  judged(
    core(
      "replies: a number of offers that is none is made one",
      "src/products/domain/readOffers.ts",
      "Number(textOf(said.offerCount) ?? 1)",
      "Number(said.offerCount ?? 1)"
    )
  )
]

export const mutantsOfReplies: ReadonlyArray<Mutant> = [...services, ...models, ...pages]
