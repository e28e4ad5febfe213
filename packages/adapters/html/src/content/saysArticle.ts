/** Whether a page says of itself that it is an article. */
import { flattened, kindsOf, type LinkedData } from "../linkedData.ts"
import { attributeOf } from "../PageTree.ts"
import type { Survey } from "../surveyPage.ts"

const articleTypes = /(?:Article|BlogPosting|Report|Recipe|Review)$/

export const saysArticle = (survey: Survey, linkedData: ReadonlyArray<LinkedData>): boolean => {
  for (const meta of survey.metas) {
    const name = attributeOf(meta, "property") ?? attributeOf(meta, "name") ?? ""
    if (/^article:(?:published_time|author|section|tag)$/i.test(name)) return true
    if (/^og:type$/i.test(name)) return /^(?:article|blog|news)/i.test(attributeOf(meta, "content") ?? "")
  }
  return flattened(linkedData).some((one) => kindsOf(one).some((kind) => articleTypes.test(kind)))
}

const discussionTypes = /^(?:DiscussionForumPosting|QAPage|Question)$/

/** Whether a page says of itself that it is a post with answers to it. */
export const saysDiscussion = (linkedData: ReadonlyArray<LinkedData>): boolean =>
  flattened(linkedData).some((one) => kindsOf(one).some((kind) => discussionTypes.test(kind)))
