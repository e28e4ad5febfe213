/** What runs in a thread of `makeTextThreads.ts`. */
import { doWork, type Work } from "./Work.ts"

export default (work: Work) => doWork(work)
