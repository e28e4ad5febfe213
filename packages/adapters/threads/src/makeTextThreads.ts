/** The threads that compare and judge texts. */
import { makeThreadPool, type ThreadPool, type ThreadPoolLimits } from "./ThreadPool.ts"
import type { Answers, Work } from "./Work.ts"

export type TextThreads = ThreadPool<Work, Answers>

const program = () => new URL(import.meta.url.endsWith(".ts") ? "./workThread.ts" : "./workThread.js", import.meta.url)

export const makeTextThreads = (limits: ThreadPoolLimits) => makeThreadPool<Work, Answers>(limits, program())
