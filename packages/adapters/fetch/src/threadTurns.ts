/** The turns of this thread. */
import { Clock } from "effect"
import { makeInTurns } from "./inTurns.ts"

/** The event loop is the thread's, whoever asks, and what it takes is time of the machine, whatever clock a test has put in place. */
const machine = Clock.Clock.defaultValue()

const nowMillis = () => Number(machine.monotonicTimeNanosUnsafe()) / 1_000_000

/** Of what follows answers, by organization. */
export const answerTurns = makeInTurns(nowMillis)

/** What an honest handshake takes is some milliseconds. */
const longHandshakeMillis = 10

/** Of handshakes, by the address of the server. */
export const handshakeTurns = makeInTurns(nowMillis, longHandshakeMillis)
