/**
 * A process that does one thing to a file of keys (`KEY_FILE`), to be killed on the way (`dieAt.ts`): makes the key `KEY` that of
 * now (`advance`), or puts away all but that (`putAway`).
 */
import { Effect } from "effect"
import { inFile } from "../../src/keyFile.ts"

const { DO, KEY = "", KEY_FILE = "" } = process.env
const place = inFile(KEY_FILE)

await Effect.runPromise(DO === "advance" ? place.advance(KEY) : place.putAway((key) => key === KEY))
