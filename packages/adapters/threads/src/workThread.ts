/** What runs in a thread of `ThreadPool.ts`. */
import { doWork, type Work } from "./Work.ts"

export default (work: Work) => doWork(work)
