/** As whose a request waits, by name. */
import type { IncomingMessage } from "node:http"
import { networkOfSocket } from "./Connections.ts"

/** An organization's id has no space. */
const ofStrangers = "network "

/** All of one network who have not shown whose they are are one. */
export const strangerAt = (socket: IncomingMessage["socket"]): string => `${ofStrangers}${networkOfSocket(socket)}`

export const isStranger = (owner: string): boolean => owner.startsWith(ofStrangers)
