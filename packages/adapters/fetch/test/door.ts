/** The door the tests go through: the loopback address is allowed, as an intranet would be. */
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { Result } from "effect"
import * as Egress from "../src/Egress.ts"
import type { ResolveName } from "../src/resolveName.ts"

/** A door with this allow list, and with these names instead of name servers. */
export const doorTo = (allow: string, names?: ResolveName) =>
  Egress.layer({
    policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow(allow)) },
    ...(names === undefined ? {} : { resolveName: names })
  })

export const loopbackDoor = doorTo("127.0.0.1")
