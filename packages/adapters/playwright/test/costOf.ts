/** What an attempt costs this process. */
import { Effect } from "effect"

const megabyte = 1024 * 1024

/** Its thread is held for as long as it works itself, however busy the machine is. */
export const costOf = <A, E, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = process.memoryUsage().rss
    let most = before
    let heldMillis = 0
    let worked = process.threadCpuUsage()
    const look = () => {
      const { system, user } = process.threadCpuUsage(worked)
      worked = process.threadCpuUsage()
      heldMillis = Math.max(heldMillis, (user + system) / 1_000)
      most = Math.max(most, process.memoryUsage().rss)
    }
    const watch = setInterval(look, 5)
    const result = yield* Effect.result(attempt)
    clearInterval(watch)
    look()
    return { result, megabytes: (most - before) / megabyte, heldMillis }
  })
