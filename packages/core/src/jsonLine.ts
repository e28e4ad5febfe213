/** A value as one line of JSON, whoever reads it: some take other signs than the line feed for the end of a line too. */

/** Ends of lines that JSON may hold as they are: next line, line separator and paragraph separator. */
const lineEnds = /[\u0085\u2028\u2029]/g

/** The JSON of a value, without an end of a line. @internal */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(lineEnds, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
