/**
 * How V8 keeps the heap of the command's process; imported before everything else.
 *
 * V8 places what outlives a few collections into the old generation from birth on ("pretenuring"), decided by where in the
 * code it is made. A server's requests are made at the same places whether they wait for the database or not. Once a few
 * have waited, all are born old; and being old, a request that is over keeps everything young that it points to until the
 * next collection of the whole heap. That cost a quarter of the processor time of a small request, and let the heap grow
 * to several times what lives in it. `docs/decisions/0024-heap.md` has the figures.
 */
import { setFlagsFromString } from "node:v8"

setFlagsFromString("--no-allocation-site-pretenuring")
