/** What a failed statement means, in a form that crosses between threads. */

/** A failure of a call. */
export interface Failure {
  /**
   * - `unavailable`: the database did not answer, and may later.
   * - `corrupt`: the file cannot be trusted any more.
   * - `bug`: a statement of ours that no database takes, or an error that no statement raised.
   */
  readonly kind: "unavailable" | "corrupt" | "bug"
  readonly message: string
  /** SQLite's extended result code; null when the error came from elsewhere. */
  readonly code: number | null
  readonly stack: string | undefined
}

/** What helps where the file is damaged or gone. */
export const restoreCopy = "Restore a copy: kittiwake snapshot list, then kittiwake restore COPY"

/** https://www.sqlite.org/rescode.html */
const primary = { perm: 3, busy: 5, locked: 6, noMemory: 7, readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14 }
const constraint = 19
const notADatabase = 26

const outages = new Set(Object.values(primary))

const codeOf = (error: unknown): number | null => {
  const code = (error as { readonly errcode?: unknown } | null)?.errcode
  return typeof code === "number" ? code : null
}

const kindOf = (code: number | null): Failure["kind"] => {
  if (code === null) return "bug"
  const general = code & 0xff
  if (general === primary.corrupt || general === notADatabase) return "corrupt"
  return outages.has(general) ? "unavailable" : "bug"
}

/** The failure that an error stands for. */
export const failureOf = (error: unknown): Failure => {
  const code = codeOf(error)
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  return { kind: kindOf(code), message, code, stack }
}

/** Whether a statement was refused because of what it was to write. */
export const isConstraint = (error: unknown): boolean => ((codeOf(error) ?? 0) & 0xff) === constraint

/** Whether there was no room for what was to be written. */
export const isDiskFull = ({ code }: Failure): boolean => ((code ?? 0) & 0xff) === primary.full

/** Whether another program held what was needed. */
export const isHeld = ({ code }: Pick<Failure, "code">): boolean =>
  code !== null && [primary.busy, primary.locked].includes(code & 0xff)

/** Whether the connection should be opened anew before it is used again: what it believes of the file may be wrong. */
export const spoilsConnection = ({ code }: Failure): boolean =>
  code !== null && [primary.io, primary.readOnly, primary.cannotOpen].includes(code & 0xff)

/** The error of a failure that crossed between threads. */
export class SqliteError extends Error {
  override readonly name = "SqliteError"
  readonly code: number | null

  constructor(failure: Failure) {
    super(failure.message)
    this.code = failure.code
    if (failure.stack !== undefined) this.stack = failure.stack
  }
}
