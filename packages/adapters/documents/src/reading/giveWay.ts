/** Lets the threads that answer go first where the processor is short. */
import { constants, getPriority, setPriority } from "node:os"

/** On Linux a thread has a priority of its own, which those that it starts have as well; elsewhere the process has one. */
const isOfThread = process.platform === "linux"

/**
 * Has this thread, and those that it starts from now on, give way to the others of the process: reading letters keeps a
 * processor busy for seconds, and whoever waits for an answer of a millisecond would wait for its share of it.
 */
export const giveWay = (): void => {
  if (isOfThread) setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}
