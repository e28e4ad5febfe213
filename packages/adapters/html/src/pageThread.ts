/** What runs in a thread of `pageThreads.ts`. */
import { doPageWork, type PageAnswer, type PageWork } from "./PageWork.ts"

export default (work: PageWork): PageAnswer => doPageWork(work, false)
