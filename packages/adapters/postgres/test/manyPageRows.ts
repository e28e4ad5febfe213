/** What fills the index of pages (`manyPages.ts` of core). */
import { zstdCompressSync } from "node:zlib"
import { blockPages } from "@kittiwake/storage/indexSpaces"
import { pageContent, pageOwners, pageSites, pageTimes, pageWords } from "../../../core/src/testing/manyPages.ts"

const others = 1_000

/** Terms of the n-th page, in the space that is written before each. */
const termsOf = (space: number): string => {
  const words = Object.entries(pageWords).flatMap(([word, every]) => [
    `case when n % ${every} = 0 then '${space}:${word}' end`,
    `case when n % ${every * 100} = 0 then '${space}:=${word}' end`
  ])
  const others = [
    `'${space}:@quay' || (n % ${pageSites}) || '.example'`,
    `'${space}:@example'`,
    `'${space}:#' || (n / ${blockPages})`
  ]
  return `array_remove(array[${[...words, ...others].join(", ")}], null)`
}

/** Statements that make `count` pages, and a thousand of another organization with the same words. */
export const manyPageRows = (count: number): ReadonlyArray<string> => {
  const content = zstdCompressSync(JSON.stringify(pageContent)).toString("hex")
  const numbers = `from generate_series(0, ${count + others - 1}) n`
  return [
    `insert into index_spaces (organization_id, pages, bytes, next_seq) values
      ('${pageOwners.searching}', ${count}, ${count * 100}, ${count}), ('${pageOwners.other}', ${others}, ${others * 100}, ${others})`,
    `insert into index_pages (space, identity, digest, url, language, published_at, read_at, bytes, content)
      select case when n < ${count} then 1 else 2 end, 'i' || n, 'd' || n, 'https://quay' || (n % ${pageSites}) || '.example/' || n, 'en',
        case when n % 3 = 0 then ${pageTimes.firstMillis} + n * ${pageTimes.eachMillis}::bigint - 86400000 end,
        ${pageTimes.firstMillis} + n * ${pageTimes.eachMillis}::bigint, 100, '\\x${content}'::bytea ${numbers}`,
    `insert into index_terms (page_no, terms)
      select n + 1, case when n < ${count} then ${termsOf(1)} else ${termsOf(2)} end ${numbers}`
  ]
}
