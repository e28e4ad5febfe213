/** The turns of this thread. */
import { Clock } from "effect"
import { makeInTurns } from "./inTurns.ts"
import { makeInTurnsByCost } from "./inTurnsByCost.ts"

/** The event loop is the thread's, whoever asks, and what it takes is time of the machine, whatever clock a test has put in place. */
const machine = Clock.Clock.defaultValue()

/** Time of the machine. */
export const nowMillis = () => Number(machine.monotonicTimeNanosUnsafe()) / 1_000_000

const workedMillis = () => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/** Of what follows answers, by organization. */
export const answerTurns = makeInTurns(nowMillis)

/**
 * Of what TLS does with what a server sends: handshakes, and answers in many records. By the organization that asks, since addresses of
 * servers are as many as somebody likes; strangers are one.
 */
export const tlsTurns = makeInTurnsByCost({ nowMillis, workedMillis })
