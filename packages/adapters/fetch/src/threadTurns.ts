/** The turns of this thread: of answers by organization, and of handshakes by the address of the server. */
import { Clock } from "effect"
import { makeInTurns } from "./inTurns.ts"

/** The event loop is the thread's, whoever asks, and what it takes is time of the machine, whatever clock a test has put in place. */
const machine = Clock.Clock.defaultValue()

export const inTurns = makeInTurns(() => Number(machine.monotonicTimeNanosUnsafe()) / 1_000_000)
