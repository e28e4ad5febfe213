/** Where a server listens for the operator. Alone, so that commands which only look for it load no more. */
import { join } from "node:path"

/** Its socket, in its data directory. */
export const controlSocketPath = (dataDirectory: string): string => join(dataDirectory, "control.sock")
