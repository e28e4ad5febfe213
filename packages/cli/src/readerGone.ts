/** What becomes of a command whose output nobody reads any more, as that of `kittiwake batch results ID | head`. */

/** As a shell tells of who ended by SIGPIPE. */
const exitCode = 141

/** Ends this process without a word once nobody reads what it prints: the rest is not wanted. */
export const endWithReader = (): void => {
  for (const output of [process.stdout, process.stderr]) {
    output.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error
      process.exit(exitCode)
    })
  }
}
