/** What reads lists of feeds, apart from what reads feeds: a thread that reads none need not load what a list is made of. */
import { type ListedFeed, listedFeed } from "@kittiwake/core/news/domain/ListedFeed"
import { xmlText } from "../reading/XmlTree.ts"
import { cut, type ListFeedsWork, localeOf, mostName, type Read, readOr } from "./FeedWork.ts"
import { titleText } from "./feedMarkup.ts"
import { type Outline, readOpml } from "./readOpml.ts"

/** Types of outlines that are of feeds. */
const feedTypes: ReadonlySet<string> = new Set(["rss", "rdf", "atom", "feed", "json", "jsonfeed"])

/** Groups have neither an address nor a type, and links to pages have another. */
const feedOfOutline = ({ attributes, line }: Outline): ReadonlyArray<ListedFeed> => {
  const text = (name: string) => attributes.get(name)?.trim() ?? ""
  const title = cut(titleText(text("title") || text("text")), mostName) || null
  const url = text("xmlurl")
  if (url !== "") {
    return [listedFeed(url, { title, line, homeUrl: text("htmlurl") || null, ...localeOf(text("language")) })]
  }
  const isFeed = feedTypes.has(text("type").toLowerCase()) || text("htmlurl") !== ""
  return isFeed ? [listedFeed("", { title, line, problem: "It names no feed: xmlUrl is missing." })] : []
}

const listedIn = ({ bytes, mostOutlines }: ListFeedsWork): ReadonlyArray<ListedFeed> | null => {
  const list = readOpml(xmlText(bytes), mostOutlines)
  if (list === null) return null
  const feeds = list.outlines.flatMap(feedOfOutline)
  if (list.brokenAt === null) return feeds
  return [
    ...feeds,
    listedFeed("", { line: list.brokenAt, problem: "The file breaks off: what stood behind is missing." })
  ]
}

export const listFeedsWork = (work: ListFeedsWork): Read<ReadonlyArray<ListedFeed>> =>
  readOr("The file is no list of feeds in OPML.", () => listedIn(work))
