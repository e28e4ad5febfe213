/** What becomes of a command whose output nobody reads any more, as that of `kittiwake batch results ID | head`. */

/** As a shell tells of who ended by SIGPIPE. */
const exitCode = 141

/** Causes of an error that are looked at. */
const deepest = 8

/** Whether something broke only because nobody reads what was printed. */
export const isReaderGone = (broken: unknown): boolean => {
  let error: unknown = broken
  for (let depth = 0; depth < deepest && error instanceof Error; depth++) {
    if ("code" in error && error.code === "EPIPE") return true
    error = error.cause
  }
  return false
}

/** Ends this process as one whose reader has gone. */
export const end = (): never => process.exit(exitCode)

/** Ends this process without a word once nobody reads what it prints: the rest is not wanted. */
export const endWithReader = (): void => {
  for (const output of [process.stdout, process.stderr]) {
    output.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error
      end()
    })
  }
}
