/** What is typed one a line, without blanks around it and without empty lines. */
export const linesOf = (typed: string): ReadonlyArray<string> =>
  typed
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "")
