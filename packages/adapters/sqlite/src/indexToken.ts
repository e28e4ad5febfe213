// What the tokenizer of the index takes for a part of a token: letters and digits of ASCII, all beyond ASCII, and what the table names.
const apart = /[\0-\x7f](?<![a-z0-9:=@#.-])/g

/** A term as one token of the full text search: signs that would part it are spelled. */
export const indexToken = (term: string): string =>
  term.replace(apart, (sign) => `_${sign.charCodeAt(0).toString(16)}_`)
