/** Clients that are stopped, as a laptop that is closed: their sockets stay open, and nobody reads or writes. */
import { connect } from "node:net"
import { answerCalls } from "../children.ts"

interface Clients {
  readonly port: number
  readonly count: number
  readonly text: string
  /** Bytes sent after the text. */
  readonly bytes: number
}

answerCalls({
  begin: ({ bytes, count, port, text }: Clients) => {
    for (let left = count; left > 0; left--) {
      const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {})
      socket.write(text)
      if (bytes > 0) socket.write(Buffer.alloc(bytes))
    }
    return process.pid
  }
})
