/** What fills the index of news (`manyNews.ts` of core). */
import { newsCounts, newsKeys, newsSpread, newsTimes } from "../../../core/src/testing/manyNews.ts"

const publisher = `(n * 7 % ${newsCounts.publishers})`
const place = `(n * ${newsSpread}::bigint)`
const sortedAt = `(${newsTimes.firstMillis} + n * ${newsTimes.eachMillis}::bigint)`
const id = `'art_' || lpad(to_hex(${place}), 13, '0') || repeat('0', 19)`
const language = "case when n % 5000 = 0 then 'ko' when n % 50 = 0 then 'de' else 'en' end"
const country = "case when n % 3 = 0 then 'gb' else 'us' end"
const type = "case when n % 10 = 3 then 'press_release' else 'editorial' end"

const numbers = (count: number) => `from generate_series(0, ${count - 1}) n`

const facets = `'paper' || ${publisher} || '.example', ${country}, ${language}, ${type}`

/** Mentions of an article; the last stands where it is true. */
const mentions = [
  [`${newsKeys.publisher(0)} + ${publisher}`, "1701", "true"],
  [
    `case when n % 10 = 0 then ${newsKeys.giant} else ${newsKeys.small(0)} + n * 31 % ${newsCounts.small} end`,
    "case when n % 3 = 0 then 1851 else 500 + n % 200 end",
    "true"
  ],
  [`${newsKeys.known(0)} + n % ${newsCounts.known}`, "500", "true"],
  [`${newsKeys.giantSite}`, "600", "n % 20 = 0"]
] as const

/** Statements that make `count` articles, each with whom it speaks of. */
export const manyNewsRows = (count: number): ReadonlyArray<string> => [
  `insert into news_articles (article_no, id, story_id, sorted_at, place, day, source_domain, source_country, language, type, put_at, record)
    select n + 1, ${id}, ${id}, ${sortedAt}, ${place}, ${sortedAt} / 86400000, 'paper' || ${publisher} || '.example',
      ${country}, ${language}, ${type}, ${sortedAt}, json_build_object('url', 'https://paper' || ${publisher} || '.example/' || n,
        'title', 'Fulmar reports on colony ' || n, 'excerpt', 'What was reported of colony ' || n || ' on the northern cliffs, with the words of those who saw it.',
        'language', ${language}, 'imageUrl', null, 'authors', json_build_array('Ann Reed'), 'publishedAt', ${sortedAt}, 'type', ${type},
        'source', json_build_object('name', 'Paper', 'domain', 'paper' || ${publisher} || '.example', 'country', ${country}, 'isDirect', true))::text
    ${numbers(count)}`,
  ...mentions.map(
    ([
      key,
      weight,
      condition
    ]) => `insert into news_mentions (article_no, key, weight, sorted_at, place, source, country, language, type)
    select n + 1, ${key}, ${weight}, ${sortedAt}, ${place}, ${facets} ${numbers(count)} where ${condition}`
  )
]
