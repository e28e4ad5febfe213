/**
 * How V8 keeps the heap of the command's process; imported before everything else. `docs/decisions/0024-heap.md` has the
 * figures.
 *
 * **Nothing is born old.** V8 places what outlives a few collections into the old generation from birth on
 * ("pretenuring"), decided by where in the code it is made. A server's requests are made at the same places whether they
 * wait for the database or not. Once a few have waited, all are born old; and being old, a request that is over keeps
 * everything young that it points to until the next collection of the whole heap.
 *
 * **The heap grows by half at most before it is collected.** Pages are fetched for longer than a young generation lasts, so
 * that their texts reach the old one. V8 would let them become several times what lives there.
 *
 * **Threads have young generations of the size that they are given.** `--max-semi-space-size` is the main thread's, whose heap is made by now;
 * V8 would take it for those of all threads that begin later, whatever their limits say.
 */
import { setFlagsFromString } from "node:v8"

setFlagsFromString("--no-allocation-site-pretenuring")
setFlagsFromString("--max-semi-space-size=0")

/** How many percent the heap may grow from what lived in it before it is collected. */
export const growHeapBy = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)

growHeapBy(50)
