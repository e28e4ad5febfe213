/** What fills the index of news (`manyNews.ts` of core). */
import { newsCounts, newsKeys, newsSpread, newsTimes } from "../../../core/src/testing/manyNews.ts"

const counting = (count: number) => `with recursive numbers (n) as (
  select 0 union all select n + 1 from numbers where n < ${count - 1})`

const publisher = `(n * 7 % ${newsCounts.publishers})`
const place = `(n * ${newsSpread})`
const sortedAt = `(${newsTimes.firstMillis} + n * ${newsTimes.eachMillis})`
const id = `printf('art_%013x%019d', ${place}, 0)`
const language = "case when n % 5000 = 0 then 'ko' when n % 50 = 0 then 'de' else 'en' end"
const country = "case when n % 3 = 0 then 'gb' else 'us' end"
const type = "case when n % 10 = 3 then 'press_release' else 'editorial' end"

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

/** A script that makes `count` articles, each with whom it speaks of. */
export const manyNewsRows = (count: number): string => `
begin;
insert into news_articles (article_no, id, story_id, sorted_at, place, day, source_domain, source_country, language, type, put_at, record)
  ${counting(count)} select n + 1, ${id}, ${id}, ${sortedAt}, ${place}, ${sortedAt} / 86400000, 'paper' || ${publisher} || '.example',
    ${country}, ${language}, ${type}, ${sortedAt}, json_object('url', 'https://paper' || ${publisher} || '.example/' || n,
      'title', 'Fulmar reports on colony ' || n, 'excerpt', 'What was reported of colony ' || n || ' on the northern cliffs, with the words of those who saw it.',
      'language', ${language}, 'imageUrl', null, 'authors', json_array('Ann Reed'), 'publishedAt', ${sortedAt}, 'type', ${type},
      'source', json_object('name', 'Paper', 'domain', 'paper' || ${publisher} || '.example', 'country', ${country}, 'isDirect', json('true')))
  from numbers;
${mentions
  .map(
    ([
      key,
      weight,
      condition
    ]) => `insert into news_mentions (article_no, key, weight, sorted_at, place, source, country, language, type)
  ${counting(count)} select n + 1, ${key}, ${weight}, ${sortedAt}, ${place}, ${facets} from numbers where ${condition};`
  )
  .join("\n")}
commit;`
