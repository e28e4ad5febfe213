/** A connection over TLS was ended from here, and why. */
export type EndOfTls =
  | "HANDSHAKE_TOO_LONG"
  | "HANDSHAKE_TIMEOUT"
  | "HANDSHAKE_WITHOUT_TURN"
  | "RECORDS_WITHOUT_DATA"
  | "TOO_MANY_RECORDS"
  | "RENEGOTIATION"

export class TlsEnded extends Error {
  readonly code: EndOfTls

  constructor(code: EndOfTls) {
    super(code)
    this.code = code
  }
}
