/** What runs in a thread of `FeedReader.ts`. */
import { type FeedAnswers, type FeedWork, listFeedsWork, readFeedWork } from "./FeedWork.ts"

export default (work: FeedWork): FeedAnswers[FeedWork["kind"]] =>
  work.kind === "feed" ? readFeedWork(work) : listFeedsWork(work)
