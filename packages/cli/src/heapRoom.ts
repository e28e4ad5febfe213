/** Whether V8 is about to give up, whoever took the memory. */
import { getHeapStatistics } from "node:v8"

/** Beyond this share of the largest heap no new work begins: V8 collects again and again well before it ends the process. */
const shortFrom = 0.85

/** V8 is asked every so many calls: that takes microseconds, and an ordinary call not many more. */
const callsBetween = 8

let isShort = false
let calls = 0

/** Looks at the heap of this thread; while it is short, at every call. */
export const isHeapShort = (): boolean => {
  calls += 1
  if (isShort || calls % callsBetween === 1) {
    const { heap_size_limit, used_heap_size } = getHeapStatistics()
    isShort = used_heap_size > heap_size_limit * shortFrom
  }
  return isShort
}
