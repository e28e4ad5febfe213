/** Waits for what an API says of work that goes on elsewhere. */
import { setTimeout as wait } from "node:timers/promises"

const patienceMillis = 30_000
const betweenMillis = 100

/** Asks until the answer is as wanted; fails with the last answer when that takes too long. */
export const eventually = async <A>(ask: () => PromiseLike<A>, isSo: (answer: A) => boolean): Promise<A> => {
  const until = performance.now() + patienceMillis
  for (;;) {
    const answer = await ask()
    if (isSo(answer)) return answer
    if (performance.now() > until) throw new Error(`it did not come to pass: ${JSON.stringify(answer)}`)
    await wait(betweenMillis)
  }
}
