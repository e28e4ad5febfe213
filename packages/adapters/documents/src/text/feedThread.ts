/** What runs in a thread of `feedReaderWith.ts`. */
import { type FeedAnswers, type FeedWork, readFeedWork } from "./FeedWork.ts"

export default async (work: FeedWork): Promise<FeedAnswers[FeedWork["kind"]]> =>
  work.kind === "feed" ? readFeedWork(work) : (await import("./ListWork.ts")).listFeedsWork(work)
