/** What fills the index of pages (`manyPages.ts` of core). */
import { zstdCompressSync } from "node:zlib"
import { blockPages } from "@kittiwake/storage/indexSpaces"
import { pageContent, pageOwners, pageSites, pageTimes, pageWords } from "../../../core/src/testing/manyPages.ts"

const others = 1_000

/** Terms of the n-th page, of the space that is written before each. */
const termsOf = (space: string): string => {
  const words = Object.entries(pageWords).flatMap(([word, every]) => [
    `case when n % ${every} = 0 then '${space}:${word} ' else '' end`,
    `case when n % ${every * 100} = 0 then '${space}:=${word} ' else '' end`
  ])
  return [
    ...words,
    `'${space}:@quay' || (n % ${pageSites}) || '.example ${space}:@example '`,
    `'${space}:#' || (n / ${blockPages})`
  ].join(" || ")
}

/** Statements that make `count` pages, and a thousand of another organization with the same words. */
export const manyPageRows = (count: number): string => {
  const content = zstdCompressSync(JSON.stringify(pageContent)).toString("hex")
  // The stems of words that end in a vowel are shorter; those here are their own.
  const numbers = `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count + others - 1})`
  const isOwn = `n < ${count}`
  return `
    insert into index_spaces (space, organization_id, pages, bytes, next_seq) values
      (1, '${pageOwners.searching}', ${count}, ${count * 100}, ${count}),
      (2, '${pageOwners.other}', ${others}, ${others * 100}, ${others});
    insert into index_pages (page_no, space, identity, digest, url, language, published_at, read_at, bytes, content)
      ${numbers}
      select n + 1, case when ${isOwn} then 1 else 2 end, 'i' || n, 'd' || n, 'https://quay' || (n % ${pageSites}) || '.example/' || n, 'en',
        case when n % 3 = 0 then ${pageTimes.firstMillis} + n * ${pageTimes.eachMillis} - 86400000 end,
        ${pageTimes.firstMillis} + n * ${pageTimes.eachMillis}, 100, x'${content}' from numbers;
    insert into index_terms (rowid, terms)
      ${numbers}
      select n + 1, case when ${isOwn} then ${termsOf("1")} else ${termsOf("2")} end from numbers;
  `
}
