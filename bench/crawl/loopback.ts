/** Where names below `localhost` are, for clients that would ask a name server. */
import type { LookupFunction } from "node:net"

/** Every name is this machine. */
export const toLoopback: LookupFunction = (_name, { all }, found) => {
  if (all === true) found(null, [{ address: "127.0.0.1", family: 4 }])
  else found(null, "127.0.0.1", 4)
}
