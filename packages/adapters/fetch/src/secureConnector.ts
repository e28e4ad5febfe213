/** TLS over a connection whose address was judged. */
import { constants } from "node:crypto"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { DEFAULT_CIPHERS } from "node:tls"
import { buildConnector } from "undici"
import { BoundedHandshake, HandshakeTooLong } from "./BoundedHandshake.ts"

/**
 * Without key exchanges in a group that the server chooses (`DHE`): one of 10,000 bits takes the thread for 0.6 seconds. No browser knows them
 * any more.
 */
const ciphers = `${DEFAULT_CIPHERS}:!DHE`

const handshakeMillis = 10_000

/** Gives TLS to connections of one origin. */
export const secureConnector = () => {
  const connect = buildConnector({
    allowH2: false,
    maxCachedSessions: 1,
    timeout: handshakeMillis,
    ciphers,
    // A handshake that is done once more would be bounded by nothing.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION
  })
  return (options: buildConnector.Options, raw: Socket, callback: buildConnector.Callback): void => {
    const handshake = new BoundedHandshake(raw)
    const below: Duplex = handshake
    // What TLS asks of the connection below it is a stream.
    connect({ ...options, httpSocket: below as Socket }, (...[cause, socket]) => {
      if (cause !== null) {
        handshake.destroy()
        return callback(handshake.errored instanceof HandshakeTooLong ? handshake.errored : cause, null)
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
