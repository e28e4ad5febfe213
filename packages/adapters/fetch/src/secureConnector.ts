/** TLS over a connection whose address was judged. */
import { constants } from "node:crypto"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { DEFAULT_CIPHERS } from "node:tls"
import { buildConnector } from "undici"
import { BoundedHandshake } from "./BoundedHandshake.ts"
import type { InTurnsByCost } from "./inTurnsByCost.ts"
import { TlsEnded } from "./TlsEnded.ts"
import { tlsTurns } from "./threadTurns.ts"

/**
 * Without key exchanges in a group that the server chooses (`DHE`): one of 10,000 bits takes the thread for 0.6 seconds. No browser knows them
 * any more.
 */
const ciphers = `${DEFAULT_CIPHERS}:!DHE`

/** Gives TLS to connections of one origin, each made for an owner. */
export const secureConnector = (turns: InTurnsByCost = tlsTurns) => {
  const connect = buildConnector({
    allowH2: false,
    maxCachedSessions: 1,
    // The time of a handshake ends in `BoundedHandshake.ts`, which knows what of it was spent here.
    timeout: 0,
    ciphers,
    // A handshake that is done once more would be bounded by nothing.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION
  })
  return (options: buildConnector.Options, raw: Socket, owner: string, callback: buildConnector.Callback): void => {
    const handshake = new BoundedHandshake(raw, { owner, turns })
    const below: Duplex = handshake
    // What TLS asks of the connection below it is a stream.
    connect({ ...options, httpSocket: below as Socket }, (...[cause, socket]) => {
      if (cause !== null) {
        handshake.destroy()
        return callback(handshake.errored instanceof TlsEnded ? handshake.errored : cause, null)
      }
      handshake.done(socket)
      keepsAlive(socket, raw)
      return callback(null, socket)
    })
  }
}

/** Whoever lets a connection keep the process alive means the one below. */
const keepsAlive = (socket: Socket, raw: Socket): void => {
  socket.ref = () => {
    raw.ref()
    return socket
  }
  socket.unref = () => {
    raw.unref()
    return socket
  }
}
