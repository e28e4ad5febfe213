// What the tokenizer of the index takes for a part of a token: letters and digits of ASCII, all beyond ASCII, and what the table names.
const apart = /[\0-\x7f](?<![a-z0-9:=@#.-])/g

/** A term as one token of the full text search: signs that would part it are spelled. */
export const indexToken = (term: string): string =>
  term.replace(apart, (sign) => `_${sign.charCodeAt(0).toString(16)}_`)

// Any of these signs, in terms that stand on lines of their own.
const odd = /[\0-\t\v-"$-,/;<>?A-Z[-`{-\x7f]/

/** Terms as the text that the full text search parts into these tokens again. Few pages have a term with such a sign. */
export const indexTokens = (terms: ReadonlyArray<string>): string => {
  const text = terms.join("\n")
  return odd.test(text) ? terms.map(indexToken).join("\n") : text
}
